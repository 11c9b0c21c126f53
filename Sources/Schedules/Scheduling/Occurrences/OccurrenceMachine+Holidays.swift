// SPDX-License-Identifier: Apache-2.0

public import Clocks
public import SleepModel

/// Other calendars of holidays.
extension OccurrenceMachine {
    /// The schedules that have other dates by other calendars; they hold from now on as they will be then.
    ///
    /// As with an edit of their days, only dates after `sample` are others. One of which something is still to be dealt
    /// with is left as it is, so that nothing is lost.
    public func resettled(by book: HolidayBook, at sample: ClockSample) -> [Schedule] {
        schedules.compactMap { schedule in
            guard schedule.isEnabled, let rule = schedule.recurrence,
                rule.looked(upIn: book) != rule.looked(upIn: holidays)
            else { return nil }
            let review = review(schedule, at: sample)
            guard review.due == nil, review.passed.isEmpty else { return nil }
            var resettled = schedule
            (resettled.validFrom, resettled.settledThrough) = (sample.wall, sample.wall)
            return resettled
        }
    }

    /// Goes by other calendars from now on, which are on disk; what runs goes on.
    public mutating func observe(_ book: HolidayBook, at sample: ClockSample) {
        let resettled = resettled(by: book, at: sample)
        holidays = book
        for schedule in resettled { restore(schedule, for: schedule.id) }
        planning.invalidate()
    }
}
