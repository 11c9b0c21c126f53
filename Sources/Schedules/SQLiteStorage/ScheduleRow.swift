// SPDX-License-Identifier: Apache-2.0

import CivilTime
import GRDB
import SleepModel
import Storage

struct ScheduleRow: StoredRow {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case id = "id"
        case device = "device"
        case kind = "kind"
        case name = "name"
        case rule = "rule"
        case zone = "zone"
        case isEnabled = "is_enabled"
        case validSeconds = "valid_seconds"
        case validNanosecond = "valid_nanosecond"
        case settledSeconds = "settled_seconds"
        case settledNanosecond = "settled_nanosecond"
        case plan = "plan"
        case group = "group_name"
    }

    static let table = "schedules"
    static let key = [CodingKeys.id]

    var id: String
    var device: String
    var kind: ScheduleKind
    var name: String
    var rule: String?
    var zone: String?
    var isEnabled: Bool
    var validSeconds: Int64
    var validNanosecond: Int32
    var settledSeconds: Int64
    var settledNanosecond: Int32
    var plan: String
    var group: String?

    init(_ schedule: Schedule) throws {
        id = schedule.id.rawValue
        device = schedule.device.rawValue
        kind = schedule.kind
        name = schedule.name
        rule = try schedule.recurrence.map { try VersionedPayload(RulePayload($0, of: schedule)).text() }
        zone = schedule.zone
        isEnabled = schedule.isEnabled
        validSeconds = schedule.validFrom.secondsSince1970
        validNanosecond = schedule.validFrom.nanosecond
        settledSeconds = schedule.settledThrough.secondsSince1970
        settledNanosecond = schedule.settledThrough.nanosecond
        plan = try VersionedPayload(PlanPayload(schedule.plan)).text()
        group = schedule.group
    }

    func value() throws -> Schedule {
        let rule = try rule.map { try VersionedPayload<RulePayload>(text: $0).content }
        let edition = rule?.edition ?? 1
        guard edition > 0 else { throw PayloadError.invalid("no rule has an edition \(edition)") }
        return Schedule(
            id: ScheduleID(rawValue: id), device: try MacAddress(stored: device), name: name, group: group,
            recurrence: try rule?.value(), zone: zone,
            isEnabled: isEnabled, validFrom: try Instant(storedSeconds: validSeconds, nanosecond: validNanosecond),
            edition: edition, takenThrough: try rule?.takenThrough.map(CivilDate.init(stored:)),
            settledThrough: try Instant(storedSeconds: settledSeconds, nanosecond: settledNanosecond),
            plan: try VersionedPayload<PlanPayload>(text: plan).content.value())
    }

    static func describe(_ row: Row, into report: inout QuarantinedRow) {
        report.schedule = row.schedule("id")
        report.kind = row.kind("kind")
        report.name = row.text("name")
        report.device = row.device("device")
    }
}
