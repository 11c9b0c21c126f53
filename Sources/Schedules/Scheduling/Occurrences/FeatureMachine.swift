// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import Clocks
public import SleepModel
public import Storage

/// The pure part of a feature: decides what its schedules and runs do.
public protocol FeatureMachine: Sendable {
    /// What the feature wants of a part of the device.
    associatedtype Intent: Sendable

    /// The kind of schedule it is about.
    static var kind: ScheduleKind { get }

    /// The occurrences it decides about.
    var occurrences: OccurrenceMachine { get set }

    /// Decides about `occurrences`, which are of its kind.
    init(occurrences: OccurrenceMachine)

    /// Lets time pass.
    mutating func advance(to sample: ClockSample) -> [StoreChange]

    /// Notes when, on the boot clock, the device was reached last while it is out of reach; nil when it is reached.
    mutating func reach(lostSince lastReached: Duration?, at sample: ClockSample) -> [StoreChange]

    /// Replaces a schedule by one that people edited; with `changesRuns` what runs goes on with the new plan.
    mutating func edit(_ edited: Schedule, changesRuns: Bool, at sample: ClockSample) -> [StoreChange]

    /// What a run does when its schedule, or its date, gets another time.
    static func following(_ run: OccurrenceRun, to planned: Instant, at sample: ClockSample) -> RunEdit

    /// When to look again.
    func nextWake(at sample: ClockSample) -> WakeRequest

    /// What its runs want of the device now.
    func intents(at sample: ClockSample) -> [Intent]

    /// Whether a run takes part in what its feature wants, and has not been replaced by another.
    func takesPart(_ key: OccurrenceKey, at sample: ClockSample) -> Bool

    /// Whether what happened since `before` switches the device off, unless somebody else wants it on.
    ///
    /// `isFirst` is true when nothing has been shown since the process started.
    func switchesOff(after before: Self, isFirst: Bool, at sample: ClockSample) -> Bool

    /// Whether one run has ended and another one, which waited for that, begins as soon as time passes.
    var isBetweenRuns: Bool { get }
}

extension FeatureMachine {
    /// Only notes it, for the ends of runs.
    public mutating func reach(lostSince lastReached: Duration?, at sample: ClockSample) -> [StoreChange] {
        occurrences.reach(lostSince: lastReached)
        return []
    }

    /// Edits it among the occurrences.
    public mutating func edit(_ edited: Schedule, changesRuns: Bool, at sample: ClockSample) -> [StoreChange] {
        occurrences.edit(edited, changesRuns: changesRuns, at: sample) { Self.following($0, to: $1, at: sample) }
    }

    /// A run keeps its time.
    public static func following(_ run: OccurrenceRun, to planned: Instant, at sample: ClockSample) -> RunEdit {
        .stays
    }

    /// All that runs takes part.
    public func takesPart(_ key: OccurrenceKey, at sample: ClockSample) -> Bool { true }

    /// No run waits for another one.
    public var isBetweenRuns: Bool { false }

    /// Whether a run has ended and nothing is wanted any more.
    ///
    /// A run that wants nothing because somebody took the device over has not ended, and switches nothing off.
    public func hasEnded(since before: Self, at sample: ClockSample) -> Bool {
        !before.occurrences.running.keys.allSatisfy { occurrences.running[$0] != nil } && intents(at: sample).isEmpty
    }

    /// Switches off after a run has ended and when nothing is wanted any more.
    public func switchesOff(after before: Self, isFirst: Bool, at sample: ClockSample) -> Bool {
        hasEnded(since: before, at: sample)
    }
}
