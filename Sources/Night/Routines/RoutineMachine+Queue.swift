// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Scheduling
import SleepModel
import Storage

/// Routines that wait until another one has ended.
extension RoutineMachine {
    /// Leaves out what has waited for too long, and begins what is next when nothing runs.
    mutating func advanceQueue(at sample: ClockSample) -> [StoreChange] {
        var effects: [StoreChange] = []
        for (key, run) in queue where sample.elapsed(since: run.start) >= wait(of: key, run) {
            effects += occurrences.end(key, .skipped, actor: .schedule, reason: .busy, at: sample)
        }
        guard runs.isEmpty, let (key, waiting) = queue.first, let record = occurrences.running[key] else {
            return effects
        }
        var run = waiting.beginning(at: sample, zone: occurrences.zones.rules(of: record.zone))
        run.before = shown
        return effects
            + occurrences.update(
                key, run: .routine(run), outcome: .started, actor: record.actor, at: sample)
    }

    /// When the queue has to be looked at again.
    func nextQueueLook(at sample: ClockSample) -> WakeRequest {
        if runs.isEmpty, !queue.isEmpty { return WakeRequest(boot: sample.boot) }
        return queue.reduce(WakeRequest()) { request, entry in
            request.earliest(
                WakeRequest(boot: sample.boot(after: wait(of: entry.key, entry.run), since: entry.run.start)))
        }
    }

    /// When a routine that waits is left out, by the wall clock.
    func waitEnd(of key: OccurrenceKey, _ run: RoutineRun, at sample: ClockSample) -> Instant {
        sample.wall(after: wait(of: key, run), since: run.start)
    }

    private func wait(of key: OccurrenceKey, _ run: RoutineRun) -> Duration {
        run.wait(zone: occurrences.zones.rules(of: occurrences.running[key]?.zone))
    }
}

extension RoutineRun {
    /// How long a routine waits at most after it was to begin.
    private static let longestWait = Duration.seconds(4 * 3600)

    /// How long after it was to begin it still waits: not past the time of day at which it ends.
    func wait(zone: ZoneRules) -> Duration {
        guard case .at? = plan.steps.last?.end, let end = RoutineTimeline(self, zone: zone).end else {
            return Self.longestWait
        }
        return min(end, Self.longestWait)
    }

    /// The run as it begins now, later than it was to.
    ///
    /// A step that was to end at a time of day that has passed is left out; it does not last until that time tomorrow.
    fileprivate func beginning(at sample: ClockSample, zone: ZoneRules) -> RoutineRun {
        var run = self
        run.isQueued = false
        run.start = sample.anchor
        let late = sample.elapsed(since: start)
        var begins = late
        for segment in RoutineTimeline(self, zone: zone).segments {
            guard let end = segment.end else { break }
            if plan.steps[segment.index].isUntilATime {
                // Later ones follow the clock; a time of day that lies ahead is the same from a later start on.
                if end <= begins { run.course.lengths[segment.index] = .zero }
                begins = max(begins, end)
            } else {
                begins += end - segment.start
            }
        }
        return run
    }
}
