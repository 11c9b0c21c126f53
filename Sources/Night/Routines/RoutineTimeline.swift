// SPDX-License-Identifier: Apache-2.0

public import CivilTime
import Scheduling
public import SleepModel

/// When each step of a run begins and ends, as time elapsed since its start.
///
/// It is computed from the run alone, so a restart finds the same step at the same moment.
public struct RoutineTimeline: Hashable, Sendable {
    /// One step on the timeline.
    public struct Segment: Hashable, Sendable {
        /// The step's number, from 0.
        public var index: Int
        /// When it begins.
        public var start: Duration
        /// When it ends; nil when it waits to be stopped.
        public var end: Duration?
    }

    /// The steps that have a beginning, from the one that somebody went to last: those after one that waits to be stopped
    /// have none.
    public let segments: [Segment]

    /// Lays out `run`; times of day are those of `zone`.
    public init(_ run: RoutineRun, zone: ZoneRules) {
        var segments: [Segment] = []
        var start = run.course.begins
        for (index, step) in run.plan.steps.enumerated().dropFirst(run.course.step) {
            let end =
                run.course.lengths[index].map { start + $0 }
                ?? step.end.instant(startedAt: run.start.wall + start, zone: zone).map { $0 - run.start.wall }
            segments.append(Segment(index: index, start: start, end: end))
            guard let end else { break }
            start = end
        }
        self.segments = segments
    }

    /// The step at `elapsed`; nil once all have ended.
    public func segment(at elapsed: Duration) -> Segment? {
        segments.first { segment in
            guard let end = segment.end else { return true }
            return elapsed < end
        }
    }

    /// When the last step ends; nil when one waits to be stopped.
    public var end: Duration? { segments.last?.end }
}
