// SPDX-License-Identifier: Apache-2.0

import CivilTime
public import Clocks
import Scheduling
public import SleepModel

extension RoutineRun {
    /// How far its time has come since its start; it stands still during a pause.
    public func position(at sample: ClockSample) -> Duration {
        course.pausedAt ?? sample.elapsed(since: start)
    }

    /// The number by which a step's wishes are known; another one each time the step begins.
    func part(of step: Int) -> Int { step + (course.rounds[step] ?? 0) * 1000 }

    /// The run that goes to a step now, which begins with what is shown and heard; nothing is paused any more.
    ///
    /// The steps before it count as over. It and those after it are as long as planned.
    mutating func go(to step: Int, from current: Int, showing shown: ShownValues?, at sample: ClockSample) {
        course.pausedAt = nil
        course.begins = sample.elapsed(since: start)
        course.step = step
        course.lengths = course.lengths.filter { $0.key < step }
        if step <= current { for begun in step...current { course.rounds[begun, default: 0] += 1 } }
        before = shown ?? before
    }

    /// The run as it goes on after a pause: everything that had not ended is later.
    mutating func resume(at sample: ClockSample, zone: ZoneRules) {
        guard let pausedAt = course.pausedAt else { return }
        let elapsed = sample.elapsed(since: start)
        for segment in RoutineTimeline(self, zone: zone).segments {
            guard let end = segment.end, segment.start <= pausedAt else { break }
            // A time of day is not put off by a pause, but what it ended has ended. It may have come meanwhile.
            let settled = pausedAt < end ? max(end - (elapsed - pausedAt), pausedAt + Self.atOnce) : end
            if plan.steps[segment.index].isUntilATime {
                course.lengths[segment.index] = settled - segment.start
            }
        }
        course.begins += elapsed - pausedAt
        course.pausedAt = nil
    }

    /// Ends a step that was due during a pause.
    static let atOnce = Duration.milliseconds(1)
}
