// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// A running occurrence, as it is kept on disk.
///
/// It holds a copy of the plan it started with, so that an edit counts from the next run on. Positions are computed
/// from the anchors and never stored.
public enum OccurrenceRun: Hashable, Codable, Sendable {
    /// A routine's run.
    case routine(RoutineRun)
    /// An alarm's run.
    case alarm(AlarmRun)
    /// A night.
    case bedtime(BedtimeRun)
}

/// A routine that runs.
public struct RoutineRun: Hashable, Codable, Sendable {
    /// The steps it was started with.
    public var plan: RoutinePlan
    /// When it started, or was to start if it joined late.
    public var start: RunAnchor
    /// What the device showed and played when it started, where fades begin; nil when that is not known.
    ///
    /// What no step sets before a later fade is as the device showed and played it when that began.
    public var before: ShownValues?
    /// How people have steered it.
    public var course: RoutineCourse
    /// Whether it waits until another routine has ended; its start is when it was to begin.
    public var isQueued: Bool

    /// Makes a run.
    public init(
        plan: RoutinePlan, start: RunAnchor, before: ShownValues? = nil, course: RoutineCourse = RoutineCourse(),
        isQueued: Bool = false
    ) {
        self.plan = plan
        self.start = start
        self.before = before
        self.course = course
        self.isQueued = isQueued
    }
}

/// What can be seen and heard of a device.
public struct ShownValues: Hashable, Codable, Sendable {
    /// The light; without brightness when the device is off.
    public var light: Light
    /// The volume of what plays; zero when nothing does.
    public var volume: Level

    /// Makes a value.
    public init(light: Light, volume: Level) {
        self.light = light
        self.volume = volume
    }

    /// What can be seen and heard of a device in a state.
    public init(of state: DeviceState) {
        light = Light(state.light.appearance, brightness: state.isOn ? state.light.brightness : .zero)
        volume = state.isOn && state.sound != .none ? state.volume : .zero
    }
}

/// An alarm from the start of its sunrise to its end.
public struct AlarmRun: Hashable, Codable, Sendable {
    /// What a backup ring follows.
    public enum Backup: String, Hashable, Codable, Sendable {
        /// A ring that nobody answered.
        case unanswered
        /// A ring that never reached the device.
        case undelivered
    }

    /// Where an alarm stands.
    public enum Phase: Hashable, Codable, Sendable {
        /// The light grows; the anchor is when it began to.
        case sunrise(since: RunAnchor)
        /// It rings, for the `round`th time, since the anchor.
        case ringing(round: Int, since: RunAnchor)
        /// It is quiet after the `round`th ring, since the anchor.
        case snoozed(round: Int, since: RunAnchor, length: Duration)
        /// It is quiet since the anchor, as nobody answered the `round`th ring, and rings once more.
        case unanswered(round: Int, since: RunAnchor)
        /// It is over, as the outcome says, and its light stays since the anchor.
        case lightAfter(OccurrenceOutcome, since: RunAnchor)
    }

    /// What it was started with.
    public var plan: AlarmPlan
    /// Where it stands.
    public var phase: Phase
    /// The channels that somebody changed by hand during the run; the alarm leaves them alone.
    public var yielded: Set<DeviceChannel>
    /// The volume that somebody set while it rang.
    public var chosenVolume: Level?
    /// Why it rings once more, or is to; nil before.
    public var backup: Backup?

    /// Makes a run.
    public init(
        plan: AlarmPlan, phase: Phase, yielded: Set<DeviceChannel> = [], chosenVolume: Level? = nil,
        backup: Backup? = nil
    ) {
        self.plan = plan
        self.phase = phase
        self.yielded = yielded
        self.chosenVolume = chosenVolume
        self.backup = backup
    }
}

/// A night from its wind-down to its wake light.
public struct BedtimeRun: Hashable, Codable, Sendable {
    /// What it was started with.
    public var plan: BedtimePlan
    /// When the wind-down started, or was to start.
    public var start: RunAnchor
    /// Lights out.
    public var bedtime: Instant
    /// The wake time, or the end of a night without one.
    public var wake: Instant

    /// Makes a run.
    public init(plan: BedtimePlan, start: RunAnchor, bedtime: Instant, wake: Instant) {
        self.plan = plan
        self.start = start
        self.bedtime = bedtime
        self.wake = wake
    }
}
