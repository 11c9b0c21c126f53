// SPDX-License-Identifier: Apache-2.0

public import Clocks
public import Scheduling
public import SleepModel
public import Storage

/// The least that a feature decides: what is due begins, and half an hour later it ends.
public struct SampleDecider: FeatureMachine {
    /// The kind of its schedules.
    public static let kind = ScheduleKind.routine

    /// The occurrences it decides about.
    public var occurrences: OccurrenceMachine

    /// How long a run takes.
    public static let length = Duration.seconds(1800)

    /// Decides about `occurrences`.
    public init(occurrences: OccurrenceMachine) {
        self.occurrences = occurrences
    }

    /// Ends what has run its time, and begins what is due.
    public mutating func advance(to sample: ClockSample) -> [StoreChange] {
        var changes: [StoreChange] = []
        for key in occurrences.running.keys where end(of: key).map({ $0 <= sample.boot }) ?? false {
            changes += occurrences.end(key, .done, actor: .schedule, at: sample)
        }
        return changes + occurrences.advance(to: sample, makeRun: Self.run)
    }

    /// The next end of a run or begin of an occurrence.
    public func nextWake(at sample: ClockSample) -> WakeRequest {
        WakeRequest(boot: occurrences.running.keys.compactMap { end(of: $0) }.min())
            .earliest(occurrences.nextWake(at: sample))
    }

    /// The occurrences that run.
    public func intents(at sample: ClockSample) -> [OccurrenceKey] { Array(occurrences.running.keys) }

    /// A run of a schedule's occurrence that starts at a moment.
    public static func run(_ schedule: Schedule, _ due: PlannedOccurrence, _ sample: ClockSample) -> OccurrenceRun {
        let start = RunAnchor(wall: sample.wall, boot: sample.boot, bootID: sample.bootID)
        return .routine(RoutineRun(plan: RoutinePlan(steps: [RoutineStep(end: .after(length))]), start: start))
    }

    private func end(of key: OccurrenceKey) -> Duration? {
        guard case .routine(let run)? = occurrences.running[key]?.run else { return nil }
        return run.start.boot + Self.length
    }
}
