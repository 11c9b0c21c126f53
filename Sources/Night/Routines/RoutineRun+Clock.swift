// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Scheduling
import SleepModel

extension RoutineRun {
    /// The run by a clock that was set since it was looked at last; nil when that changes nothing.
    ///
    /// Steps go on where they are, as elapsed time does not change. What lasts until a time of day ends when the clock shows
    /// that time, and at once if it does already. Steps that have ended keep their lengths.
    func following(_ sample: ClockSample, zone: ZoneRules) -> RoutineRun? {
        let origin = sample.wall - sample.elapsed(since: start)
        let step = origin - start.wall
        guard step >= Self.tolerance || step <= .zero - Self.tolerance, plan.steps.contains(where: \.isUntilATime)
        else { return nil }
        var run = self
        run.start.wall = origin
        let elapsed = position(at: sample)
        // During a pause no step ends; it does so afterwards.
        let soonest = course.pausedAt == nil ? elapsed : elapsed + Self.atOnce
        var begins = course.begins
        for segment in RoutineTimeline(self, zone: zone).segments {
            guard let end = segment.end else { break }
            let hasEnded = end <= elapsed
            // One that was steered has a length, which moves with the clock until it is over.
            let wasSteered = course.lengths[segment.index] != nil
            guard plan.steps[segment.index].isUntilATime, !wasSteered || end > soonest else {
                begins += end - segment.start
                continue
            }
            let due = hasEnded ? end : start.wall + end - origin
            let earliest = hasEnded || segment.start > elapsed ? begins : max(begins, soonest)
            // By the clock that was set, it may seem to have begun before the same time of another day.
            let planned = run.end(of: segment.index, begunAt: begins, zone: zone)
            let isOfAnotherDay = segment.start <= elapsed && planned != due
            if hasEnded || wasSteered || due <= earliest || isOfAnotherDay {
                run.course.lengths[segment.index] = max(due, earliest) - begins
            }
            begins = max(due, earliest)
        }
        return run
    }

    /// When a step ends that begins at a time after the start, as far as its plan says.
    private func end(of step: Int, begunAt begins: Duration, zone: ZoneRules) -> Duration? {
        plan.steps[step].end.instant(startedAt: start.wall + begins, zone: zone).map { $0 - start.wall }
    }

    /// Smaller changes are how clocks are kept right.
    private static let tolerance = Duration.seconds(1)
}

extension RoutineRun {
    /// The run with what is shown and heard as a step starts; nil when none of its fades begins there.
    func noting(_ shown: ShownValues, at index: Int) -> RoutineRun? {
        let (step, earlier) = (plan.steps[index], plan.steps.prefix(index))
        var values = before ?? ShownValues(light: .off, volume: .zero)
        if step.light != nil, step.lightFade > .zero, earlier.allSatisfy({ $0.light == nil }) {
            values.light = shown.light
        }
        if step.volume != nil || step.fadesToSilence, step.volumeFade > .zero, earlier.allSatisfy(\.keepsVolume) {
            values.volume = shown.volume
        }
        guard values != before else { return nil }
        var run = self
        run.before = values
        return run
    }
}

extension RoutineStep {
    /// Whether the step lasts until a time of day.
    var isUntilATime: Bool {
        if case .at = end { true } else { false }
    }

    /// Whether it leaves the volume as it is.
    fileprivate var keepsVolume: Bool { volume == nil && !fadesToSilence }
}
