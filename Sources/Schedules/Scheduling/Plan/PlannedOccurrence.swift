// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel

/// An occurrence that lies ahead, or is due.
public struct PlannedOccurrence: Hashable, Sendable {
    /// Its identity.
    public var key: OccurrenceKey
    /// When it is to happen: an alarm's ring, a routine's start, a bedtime's lights-out.
    public var planned: Instant
    /// When it begins to show: earlier by a sunrise or a wind-down.
    public var starts: Instant
    /// The zone that decided it.
    public var zone: String
    /// How the zone's rules placed it.
    public var rule: AppliedRule
    /// Why it does not begin; nil if it does.
    public var skip: OccurrenceReason?
    /// When it is dealt with: as it begins to show, after a pause that ends before its time, or at its time if it was to
    /// be skipped until then.
    ///
    /// Somebody who ends a pause during a sunrise still gets the alarm.
    public private(set) var settles: Instant

    init(
        _ schedule: Schedule, _ occurrence: CivilOccurrence, at planned: Instant, zone: ZoneRules,
        terms: ScheduleTerms = ScheduleTerms()
    ) {
        // The passes have keys of their own only if both are wanted; else a date has one key whatever the zone does.
        let pass = schedule.recurrence?.overlap == .both ? occurrence.pass : 1
        key = OccurrenceKey(
            schedule: schedule.id, date: occurrence.civil.date,
            slot: OccurrenceKey.scheduledSlot(edition: schedule.edition), pass: pass)
        self.planned = planned
        let lead = schedule.plan.lead
        starts = lead == .zero ? planned : planned - lead
        settles = starts
        self.zone = zone.identifier
        rule = occurrence.rule
        if terms.changes[occurrence.civil.date]?.isSkip == true {
            skip = .skip
        } else if terms.happened.contains(key) {
            skip = .clockStep
        } else if terms.pauses.contains(where: { $0.contains(planned) }) {
            skip = .pause
        }
        switch skip {
        case .skip, .pause: settles = planned
        case nil: while let pause = terms.pauses.first(where: { $0.contains(settles) }) { settles = pause.upperBound }
        default: break
        }
    }

    /// An occurrence that has begun, by its record.
    init(of record: OccurrenceRecord, _ schedule: Schedule) {
        (key, planned, zone, rule) = (record.key, record.planned, record.zone, record.rule)
        starts = record.planned - schedule.plan.lead
        settles = starts
    }
}

extension Schedule.Plan {
    /// How long before its planned instant an occurrence begins to show.
    public var lead: Duration {
        switch self {
        case .routine: .zero
        case .alarm(let plan): plan.sunrise ?? .zero
        case .bedtime(let plan): plan.windDown
        }
    }

    /// When it is too late to begin an occurrence: alarms have a grace, routines and nights are joined midway.
    func latestStart(planned: Instant, zone: ZoneRules) -> Instant {
        switch self {
        case .alarm: planned + AlarmPlan.grace
        case .routine(let plan): planned + (plan.duration(from: planned, zone: zone) ?? Self.joinGrace)
        case .bedtime(let plan): plan.nightEnd(after: planned, zone: zone)
        }
    }

    /// When an occurrence has rung for the last time, if somebody snoozes it or nobody answers.
    func latestEnd(planned: Instant, zone: ZoneRules) -> Instant {
        let latest = latestStart(planned: planned, zone: zone)
        guard case .alarm(let plan) = self else { return latest }
        return latest + plan.snooze * plan.snoozeLimit + (plan.backup ?? .zero)
    }

    /// How late a routine of no known length may still be begun.
    private static let joinGrace = Duration.seconds(30 * 60)
}

extension BedtimePlan {
    /// The wake time that ends the night after `bedtime`; nil for a night without one.
    public func wakeTime(after bedtime: Instant, zone: ZoneRules) -> CivilOccurrence? {
        let evening = zone.civil(at: bedtime).date
        let days = [evening, evening.adding(days: 1)]
        if days.contains(where: { mornings[$0] != nil }) {
            return days.lazy.compactMap { day in
                (mornings[day] ?? wake?[day.weekday]).flatMap { time in
                    Recurrence(days: .once(day), time: time).next(after: bedtime, in: zone)
                }
            }.first
        }
        guard let wake else { return nil }
        let next = Recurrence(days: .weekly(.daily), time: .byWeekday(wake)).next(after: bedtime, in: zone)
        // The time of a later day is not that of this night.
        return next.flatMap { $0.civil.date <= days[1] ? $0 : nil }
    }

    /// When the night after `bedtime` is over: after the wake light, or at the end of a night without one.
    public func nightEnd(after bedtime: Instant, zone: ZoneRules) -> Instant {
        let (plan, wake) = night(after: bedtime, zone: zone)
        return plan.end(wakingAt: wake)
    }

    /// The plan of the night after `bedtime`, and when that night wakes or ends.
    ///
    /// The plan has no wake time on a day without one, and the length of a wake light that stays until a time.
    public func night(after bedtime: Instant, zone: ZoneRules) -> (plan: BedtimePlan, wake: Instant) {
        var plan = self
        guard let time = wakeTime(after: bedtime, zone: zone), let wake = time.instant else {
            plan.wake = nil
            return (plan, bedtime + Self.longestNight)
        }
        plan.wake = plan.wake ?? WeekdayTimes(everyDay: time.civil.time)
        if let until = wakeUntil, let end = Recurrence.daily(at: until).next(after: wake, in: zone)?.instant,
            // A morning that wakes later than that has the light for a length.
            mornings[time.civil.date] == nil || end - wake < Self.longestNight
        {
            plan.wakeFor = end - wake
        }
        return (plan, wake)
    }

    /// When a night is over that began with this plan and has its wake time, or its end, at `wake`.
    public func end(wakingAt wake: Instant) -> Instant {
        self.wake == nil ? wake : wake + wakeFor
    }
}

extension RoutinePlan {
    /// How long the routine takes when started at `start`; nil when a step waits to be stopped.
    public func duration(from start: Instant, zone: ZoneRules) -> Duration? {
        var end = start
        for step in steps {
            guard let next = step.end.instant(startedAt: end, zone: zone) else { return nil }
            end = next
        }
        return end - start
    }
}

extension RoutineStep.End {
    /// When a step that starts at `start` ends; nil when it waits to be stopped.
    public func instant(startedAt start: Instant, zone: ZoneRules) -> Instant? {
        switch self {
        case .after(let duration): start + duration
        case .at(let time): Recurrence.daily(at: time).next(after: start, in: zone)?.instant
        case .whenStopped: nil
        }
    }
}

extension Recurrence {
    /// Every day at `time`.
    public static func daily(at time: TimeOfDay) -> Recurrence {
        Recurrence(days: .weekly(.daily), time: time)
    }
}
