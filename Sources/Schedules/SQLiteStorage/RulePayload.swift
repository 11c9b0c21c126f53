// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

/// A rule as stored.
struct RulePayload: Codable {
    enum Days: Codable {
        case once(date: String)
        /// Bit 0 is Sunday, bit 6 Saturday.
        case weekly(weekdays: UInt8)
        case yearly(month: Int, day: Int, leapDay: MonthDay.LeapDayPolicy)
    }

    enum Time: Codable {
        case clock(time: String)
        /// Seven of them, Sunday first.
        case byWeekday(times: [String?])
        case sun(time: SunTimePayload)
    }

    var days: Days
    var time: Time
    var first: String?
    var last: String?
    /// In order.
    var exceptions: [String]
    /// Nil for none.
    var notOn: [String]?
    /// Nil for none.
    var onlyOn: [String]?
    var gap: GapPolicy
    var overlap: OverlapPolicy
    /// Nil for the first.
    var edition: Int?
    var takenThrough: String?

    init(_ rule: Recurrence, of schedule: Schedule) {
        days =
            switch rule.days {
            case .once(let date): .once(date: date.description)
            case .weekly(let weekdays): .weekly(weekdays: weekdays.rawValue)
            case .yearly(let day): .yearly(month: day.month, day: day.day, leapDay: day.leapDay)
            }
        time =
            switch rule.time {
            case .clock(let time): .clock(time: time.description)
            case .byWeekday(let times): .byWeekday(times: times.stored)
            case .sun(let time): .sun(time: SunTimePayload(time))
            }
        first = rule.bounds.first?.description
        last = rule.bounds.last?.description
        exceptions = rule.exceptions.sorted().map(\.description)
        notOn = rule.holidays.notOn.isEmpty ? nil : rule.holidays.notOn
        onlyOn = rule.holidays.onlyOn.isEmpty ? nil : rule.holidays.onlyOn
        gap = rule.gap
        overlap = rule.overlap
        edition = schedule.edition == 1 ? nil : schedule.edition
        takenThrough = schedule.takenThrough?.description
    }

    func value() throws -> Recurrence {
        Recurrence(
            days: try days.value(), time: try time.value(),
            bounds: CivilDateBounds(
                first: try first.map(CivilDate.init(stored:)), last: try last.map(CivilDate.init(stored:))),
            exceptions: Set(try exceptions.map(CivilDate.init(stored:))),
            holidays: HolidayChoice(notOn: notOn ?? [], onlyOn: onlyOn ?? []), gap: gap, overlap: overlap)
    }
}

extension RulePayload.Days {
    func value() throws -> Recurrence.Days {
        switch self {
        case .once(let date):
            return .once(try CivilDate(stored: date))
        case .weekly(let weekdays):
            guard weekdays < 128 else { throw PayloadError.invalid("\(weekdays) is no set of weekdays") }
            return .weekly(WeekdaySet(rawValue: weekdays))
        case .yearly(let month, let day, let leapDay):
            guard let value = MonthDay(month: month, day: day, leapDay: leapDay) else {
                throw PayloadError.invalid("no year has a day \(day) of a month \(month)")
            }
            return .yearly(value)
        }
    }
}

extension RulePayload.Time {
    func value() throws -> DayTime {
        switch self {
        case .clock(let time):
            return .clock(try TimeOfDay(stored: time))
        case .byWeekday(let times):
            return .byWeekday(try WeekdayTimes(stored: times))
        case .sun(let time):
            return .sun(try time.value())
        }
    }
}

extension WeekdayTimes {
    /// Seven of them, Sunday first.
    var stored: [String?] { Weekday.allCases.map { self[$0]?.description } }

    init(stored times: [String?]) throws {
        guard times.count == 7 else { throw PayloadError.invalid("a week has seven times, not \(times.count)") }
        self.init()
        for (weekday, time) in zip(Weekday.allCases, times) {
            self[weekday] = try time.map(TimeOfDay.init(stored:))
        }
    }
}

struct SunTimePayload: Codable {
    var event: SunEvent
    var offsetSeconds: Int64
    var earliest: String?
    var latest: String?
    var fallback: String?
    var latitude: Double
    var longitude: Double

    init(_ time: SunTime) {
        event = time.event
        offsetSeconds = time.offset.components.seconds
        earliest = time.earliest?.description
        latest = time.latest?.description
        fallback = time.fallback?.description
        latitude = time.place.latitude
        longitude = time.place.longitude
    }

    func value() throws -> SunTime {
        guard let place = GeographicPlace(latitude: latitude, longitude: longitude),
            let time = SunTime(
                event, offset: .seconds(offsetSeconds), earliest: try earliest.map(TimeOfDay.init(stored:)),
                latest: try latest.map(TimeOfDay.init(stored:)), fallback: try fallback.map(TimeOfDay.init(stored:)),
                at: place)
        else { throw PayloadError.invalid("its place, its offset or its limits cannot be") }
        return time
    }
}
