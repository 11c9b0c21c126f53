// SPDX-License-Identifier: Apache-2.0

import CivilTime
import GRDB
import SleepModel
import Storage

/// A calendar of holidays.
struct HolidayRow: StoredRow {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case name = "name"
        case dates = "dates"
    }

    static let table = "holidays"
    static let key = [CodingKeys.name]

    var name: String
    var dates: String

    init(_ calendar: HolidayCalendar) throws {
        name = calendar.name
        dates = try VersionedPayload(calendar.holidays.map(HolidayPayload.init)).text()
    }

    func value() throws -> HolidayCalendar {
        let holidays = try VersionedPayload<[HolidayPayload]>(text: dates).content.map { try $0.value() }
        guard let calendar = HolidayCalendar(name: name, holidays: holidays) else {
            throw PayloadError.invalid("it has more dates than a calendar may have, or dates that cannot be")
        }
        return calendar
    }

    static func describe(_ row: Row, into report: inout QuarantinedRow) {
        report.name = row.text("name")
    }
}

/// An entry of a calendar as stored.
struct HolidayPayload: Codable {
    struct Yearly: Codable {
        /// Nil for every year.
        var interval: Int?
        /// Nil for none, as below.
        var months: [Int]?
        var days: [Int]?
        var weekdays: [String]?
        var until: String?
    }

    var summary: String
    var first: String
    /// Nil for one day.
    var days: Int?
    var yearly: Yearly?
    /// In order; nil for none.
    var except: [String]?

    init(_ holiday: Holiday) {
        summary = holiday.summary
        first = holiday.first.description
        days = holiday.dayCount == 1 ? nil : holiday.dayCount
        yearly = holiday.yearly.map {
            Yearly(
                interval: $0.interval == 1 ? nil : $0.interval, months: $0.months.isEmpty ? nil : $0.months,
                days: $0.days.isEmpty ? nil : $0.days,
                weekdays: $0.weekdays.isEmpty ? nil : $0.weekdays.map(\.text), until: $0.until?.description)
        }
        except = holiday.except.isEmpty ? nil : holiday.except.sorted().map(\.description)
    }

    func value() throws -> Holiday {
        Holiday(
            summary: summary, first: try CivilDate(stored: first), dayCount: days ?? 1,
            yearly: try yearly.map {
                YearlyDates(
                    interval: $0.interval ?? 1, months: $0.months ?? [], days: $0.days ?? [],
                    weekdays: try ($0.weekdays ?? []).map(Self.weekday),
                    until: try $0.until.map(CivilDate.init(stored:)))
            },
            except: Set(try (except ?? []).map(CivilDate.init(stored:))))
    }

    private static func weekday(_ text: String) throws -> NumberedWeekday {
        guard let weekday = NumberedWeekday(text: text) else {
            throw PayloadError.invalid("“\(text)” is not a weekday")
        }
        return weekday
    }
}
