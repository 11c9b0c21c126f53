// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel

extension OccurrenceRun {
    /// The run as it goes on with another plan of its kind; what has begun keeps its times.
    ///
    /// The sunrise of an alarm and the wind-down of a night stay as they are, and so does the wake time of a night if the
    /// other one has passed.
    func taking(_ plan: Schedule.Plan, zone: ZoneRules, at now: Instant) -> OccurrenceRun {
        switch (self, plan) {
        case (.routine(var run), .routine(let plan)):
            run.course = run.course.following(plan, after: run.plan)
            run.plan = plan
            return .routine(run)
        case (.alarm(var run), .alarm(var plan)):
            plan.sunrise = run.plan.sunrise
            if plan.volume != run.plan.volume { run.chosenVolume = nil }
            if plan.light != run.plan.light { run.yielded.remove(.light) }
            run.plan = plan
            return .alarm(run)
        case (.bedtime(var run), .bedtime(var plan)):
            plan.windDown = run.plan.windDown
            (run.plan, run.wake) = plan.night(after: run.bedtime, zone: zone, keeping: run, at: now)
            return .bedtime(run)
        default:
            return self
        }
    }
}

extension BedtimeRun {
    /// The night as it goes on when single mornings have other wake times; nil if it wakes as before.
    public func waking(by edited: BedtimePlan, zone: ZoneRules, at now: Instant) -> BedtimeRun? {
        let evening = zone.civil(at: bedtime).date
        let days = [evening, evening.adding(days: 1)]
        guard days.contains(where: { plan.mornings[$0] != edited.mornings[$0] }) else { return nil }
        var (run, changed) = (self, plan)
        (changed.wake, changed.mornings) = (edited.wake, edited.mornings)
        (run.plan, run.wake) = changed.night(after: bedtime, zone: zone, keeping: self, at: now)
        return run
    }
}

extension BedtimePlan {
    /// The same for a night that runs.
    fileprivate func night(
        after lightsOut: Instant, zone: ZoneRules, keeping run: BedtimeRun, at now: Instant
    ) -> (plan: BedtimePlan, wake: Instant) {
        var (plan, wake) = night(after: lightsOut, zone: zone)
        // What differs in the wake light itself counts also while it shines.
        guard wake <= now, wake != run.wake else { return (plan, wake) }
        (plan.wake, plan.mornings) = (run.plan.wake, run.plan.mornings)
        (plan.wakeFor, plan.wakeUntil) = (run.plan.wakeFor, run.plan.wakeUntil)
        return (plan, run.wake)
    }
}
