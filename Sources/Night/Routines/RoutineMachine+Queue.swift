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
        for (key, run) in queue where run.hasWaited(at: sample, zone: zone(of: key)) {
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
        if isBetweenRuns { return WakeRequest(boot: sample.boot) }
        return queue.reduce(WakeRequest()) { request, entry in
            request.earliest(
                WakeRequest(
                    wall: entry.run.timeOfEnd(in: zone(of: entry.key)),
                    boot: sample.boot(after: RoutineRun.longestWait, since: entry.run.start)))
        }
    }

    /// When a routine that waits is left out, by the wall clock.
    func waitEnd(of key: OccurrenceKey, _ run: RoutineRun, at sample: ClockSample) -> Instant {
        let longest = sample.wall(after: RoutineRun.longestWait, since: run.start)
        return min(longest, run.timeOfEnd(in: zone(of: key)) ?? longest)
    }

    private func zone(of key: OccurrenceKey) -> ZoneRules {
        occurrences.zones.rules(of: occurrences.running[key]?.zone)
    }
}

extension RoutineRun {
    /// How long a routine waits at most after it was to begin.
    fileprivate static let longestWait = Duration.seconds(4 * 3600)

    /// The time of day at which it would end, which it does not wait for longer than, whatever the clock is set to.
    fileprivate func timeOfEnd(in zone: ZoneRules) -> Instant? {
        guard case .at? = plan.steps.last?.end, let end = RoutineTimeline(self, zone: zone).end else { return nil }
        return start.wall + end
    }

    /// Whether it has waited as long as it may.
    func hasWaited(at sample: ClockSample, zone: ZoneRules) -> Bool {
        sample.elapsed(since: start) >= Self.longestWait || timeOfEnd(in: zone).map { $0 <= sample.wall } ?? false
    }

    /// The run as it begins now, later than it was to.
    ///
    /// A step that was to end at a time of day that has passed is left out; it does not last until that time tomorrow.
    fileprivate func beginning(at sample: ClockSample, zone: ZoneRules) -> RoutineRun {
        var run = self
        run.isQueued = false
        run.start = sample.anchor
        // By the clock, which somebody may have set since: it is what times of day are about.
        var begins = sample.wall - start.wall
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
