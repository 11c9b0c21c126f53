// SPDX-License-Identifier: Apache-2.0

import CivilTime
import GRDB
import SleepModel
import Storage

struct OverrideRow: StoredRow {
    /// The kind of override; the raw values are the file format.
    enum Change: String, Codable {
        case skip = "skip"
        /// A skip whose place a night took that somebody began by hand.
        case begun = "begun"
        case time = "time"
    }

    enum CodingKeys: String, CodingKey, CaseIterable {
        case schedule = "schedule"
        case date = "date"
        case change = "change"
        case timeOfDay = "time_of_day"
        case sinceSeconds = "since_seconds"
        case sinceNanosecond = "since_nanosecond"
    }

    static let table = "overrides"
    static let key = [CodingKeys.schedule, .date]

    var schedule: String
    var date: String
    var change: Change
    /// The time of the date; none if it is skipped and had the schedule's own.
    var timeOfDay: String?
    var sinceSeconds: Int64
    var sinceNanosecond: Int32

    init(_ override: OccurrenceOverride) {
        schedule = override.schedule.rawValue
        date = override.date.description
        switch override.change {
        case .skip(_, let isBegun): change = isBegun ? .begun : .skip
        case .time: change = .time
        }
        timeOfDay = override.change.time?.description
        sinceSeconds = override.since.secondsSince1970
        sinceNanosecond = override.since.nanosecond
    }

    func value() throws -> OccurrenceOverride {
        OccurrenceOverride(
            schedule: ScheduleID(rawValue: schedule), date: try CivilDate(stored: date), change: try changeValue(),
            since: try Instant(storedSeconds: sinceSeconds, nanosecond: sinceNanosecond))
    }

    private func changeValue() throws -> OccurrenceOverride.Change {
        switch (change, timeOfDay) {
        case (.skip, let text): .skip(at: try text.map(TimeOfDay.init(stored:)))
        case (.begun, let text): .skip(at: try text.map(TimeOfDay.init(stored:)), isBegun: true)
        case (.time, let text?): .time(try TimeOfDay(stored: text))
        default: throw PayloadError.invalid("its change and its time do not fit together")
        }
    }

    static func describe(_ row: Row, into report: inout QuarantinedRow) {
        report.schedule = row.schedule("schedule")
    }
}
