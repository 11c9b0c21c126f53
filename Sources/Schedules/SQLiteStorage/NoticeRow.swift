// SPDX-License-Identifier: Apache-2.0

import CivilTime
import GRDB
import SleepModel
import Storage

/// Something that somebody should know.
struct NoticeRow: StoredRow {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case number = "number"
        case atSeconds = "at_seconds"
        case atNanosecond = "at_nanosecond"
        case sinceSeconds = "since_seconds"
        case sinceNanosecond = "since_nanosecond"
        case count = "count"
        case kind = "kind"
        case grade = "grade"
        case device = "device"
        case schedule = "schedule"
        case date = "date"
        case slot = "slot"
        case pass = "pass"
        case message = "message"
        case advice = "advice"
        case acknowledgedSeconds = "acknowledged_seconds"
        case acknowledgedNanosecond = "acknowledged_nanosecond"
    }

    static let table = "notices"
    static let key = [CodingKeys.number]

    var number: Int
    var atSeconds: Int64
    var atNanosecond: Int32
    var sinceSeconds: Int64
    var sinceNanosecond: Int32
    var count: Int
    var kind: NoticeKind
    var grade: NoticeGrade
    var device: String?
    var schedule: String?
    var date: String?
    var slot: String?
    var pass: Int?
    var message: String
    var advice: String
    var acknowledgedSeconds: Int64?
    var acknowledgedNanosecond: Int32?

    init(_ notice: Notice) {
        number = notice.number
        atSeconds = notice.at.secondsSince1970
        atNanosecond = notice.at.nanosecond
        sinceSeconds = notice.since.secondsSince1970
        sinceNanosecond = notice.since.nanosecond
        count = notice.count
        kind = notice.kind
        grade = notice.grade
        device = notice.device?.rawValue
        schedule = notice.schedule?.rawValue
        date = notice.occurrence?.date.description
        slot = notice.occurrence?.slot
        pass = notice.occurrence?.pass
        message = notice.message
        advice = notice.advice
        acknowledgedSeconds = notice.acknowledgedAt?.secondsSince1970
        acknowledgedNanosecond = notice.acknowledgedAt?.nanosecond
    }

    func value() throws -> Notice {
        guard number > 0, count > 0 else {
            throw PayloadError.invalid("its number and its count begin at one")
        }
        return Notice(
            number: number, at: try Instant(storedSeconds: atSeconds, nanosecond: atNanosecond),
            since: try Instant(storedSeconds: sinceSeconds, nanosecond: sinceNanosecond), count: count, kind: kind,
            grade: grade, device: try device.map(MacAddress.init(stored:)), schedule: schedule.map(ScheduleID.init),
            occurrence: try OccurrenceKey(storedSchedule: schedule, date: date, slot: slot, pass: pass),
            message: message, advice: advice,
            acknowledgedAt: try Instant(storedSeconds: acknowledgedSeconds, nanosecond: acknowledgedNanosecond))
    }

    static func describe(_ row: Row, into report: inout QuarantinedRow) {
        report.schedule = row.schedule("schedule")
        report.device = row.device("device")
    }
}
