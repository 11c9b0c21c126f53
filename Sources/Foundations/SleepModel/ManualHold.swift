// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// A value that somebody set by hand, as it is kept on disk: it counts until its end, or until something scheduled begins
/// on its channel.
public struct ManualHold: Hashable, Codable, Sendable {
    /// A part of a run: a routine's step or a night's phase, by number; an alarm has one part.
    public struct Part: Hashable, Codable, Sendable {
        /// The kind of what runs.
        public var kind: ScheduleKind
        /// The occurrence that runs.
        public var occurrence: OccurrenceKey
        /// The number of the part.
        public var number: Int

        /// Makes a part.
        public init(kind: ScheduleKind, occurrence: OccurrenceKey, number: Int) {
            self.kind = kind
            self.occurrence = occurrence
            self.number = number
        }
    }

    /// The value.
    public var action: DeviceAction
    /// Since when.
    public var since: Instant
    /// When it ends, if nothing scheduled ends it before.
    public var until: Instant
    /// Who set it: a person, or the device's own sleep timer.
    public var actor: LogActor
    /// What wanted the channel when it was set, and does not end it.
    public var over: Set<Part>
    /// The occurrences whose later parts do not end it either.
    public var outlasts: Set<OccurrenceKey>

    /// Makes a hold.
    public init(
        action: DeviceAction, since: Instant, until: Instant, actor: LogActor, over: Set<Part> = [],
        outlasts: Set<OccurrenceKey> = []
    ) {
        self.action = action
        self.since = since
        self.until = until
        self.actor = actor
        self.over = over
        self.outlasts = outlasts
    }
}

/// What somebody asked of a group, and waits for a device that is out of reach, as it is kept on disk.
public struct WaitingChange: Hashable, Codable, Sendable {
    /// What somebody asked for, in words for the log.
    public var name: String
    /// What the device is to take.
    public var actions: [DeviceAction]
    /// Since when it waits.
    public var since: Instant

    /// Makes a value.
    public init(name: String, actions: [DeviceAction], since: Instant) {
        self.name = name
        self.actions = actions
        self.since = since
    }
}

/// That a device was on when it was seen last.
public struct SeenOn: Hashable, Codable, Sendable {
    /// Since when.
    public var since: Instant
    /// Whether its own sleep timer ran.
    public var hasTimer: Bool

    /// Makes a value.
    public init(since: Instant, hasTimer: Bool) {
        self.since = since
        self.hasTimer = hasTimer
    }
}

/// What the next process must know of a device: what was set by hand, and whether it is as it is to be.
public struct DeviceHolds: Hashable, Codable, Sendable {
    /// What was set by hand, at most one hold for each channel.
    public var holds: [ManualHold]
    /// When the device last took what was wanted of it after something had ended; nil when that is not known.
    public var settledAt: Instant?
    /// That it was on when it was seen last; nil when it was off, is about to be switched off, or nobody knows.
    public var seenOn: SeenOn?
    /// Whether the sound that it played last is that of an alarm, so that switching it on brings back none.
    public var hasRung: Bool
    /// How loud it was before a fade or a ring that it has not come back from; nil when its volume is its own.
    public var ownVolume: Level?
    /// How loud somebody had set it when a fade to silence began, by the part of a run that fades.
    public var fadeStarts: [ManualHold.Part: Level]
    /// What waits for the device, the oldest first.
    public var waiting: [WaitingChange]
    /// The nap that lasts; nil when there is none.
    public var nap: Nap?

    /// Makes a value; a new device has no holds.
    public init(
        holds: [ManualHold] = [], settledAt: Instant? = nil, seenOn: SeenOn? = nil, hasRung: Bool = false,
        ownVolume: Level? = nil, fadeStarts: [ManualHold.Part: Level] = [:], waiting: [WaitingChange] = [],
        nap: Nap? = nil
    ) {
        self.holds = holds
        self.settledAt = settledAt
        self.seenOn = seenOn
        self.hasRung = hasRung
        self.ownVolume = ownVolume
        self.fadeStarts = fadeStarts
        self.waiting = waiting
        self.nap = nap
    }
}
