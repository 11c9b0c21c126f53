// SPDX-License-Identifier: Apache-2.0

import CivilTime
import GRDB
import SleepModel
import Storage

/// The present state of one occurrence; its columns are those of the ledger and of the runs.
struct OccurrenceRow: OccurrenceViewRow {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case schedule = "schedule"
        case date = "date"
        case slot = "slot"
        case pass = "pass"
        case kind = "kind"
        case device = "device"
        case name = "name"
        case plannedSeconds = "planned_seconds"
        case plannedNanosecond = "planned_nanosecond"
        case zone = "zone"
        case zoneData = "zone_data"
        case rule = "rule"
        case latenessNanoseconds = "lateness_nanoseconds"
        case actor = "actor"
        case run = "run"
        case outcome = "outcome"
        case reason = "reason"
        case endedSeconds = "ended_seconds"
        case endedNanosecond = "ended_nanosecond"
    }

    static let key = [CodingKeys.schedule, .date, .slot, .pass]
    /// The columns that only entries about an end have.
    static let ending = [CodingKeys.outcome, .reason, .endedSeconds, .endedNanosecond]

    var schedule: String
    var date: String
    var slot: String
    var pass: Int
    var kind: ScheduleKind
    var device: String
    var name: String
    var plannedSeconds: Int64
    var plannedNanosecond: Int32
    var zone: String
    var zoneData: String?
    var rule: AppliedRule
    var latenessNanoseconds: Int64
    var actor: OccurrenceActor
    var run: String?
    var outcome: OccurrenceOutcome?
    var reason: OccurrenceReason?
    var endedSeconds: Int64?
    var endedNanosecond: Int32?

    init(_ record: OccurrenceRecord) throws {
        schedule = record.key.schedule.rawValue
        date = record.key.date.description
        slot = record.key.slot
        pass = record.key.pass
        kind = record.kind
        device = record.device.rawValue
        name = record.name
        plannedSeconds = record.planned.secondsSince1970
        plannedNanosecond = record.planned.nanosecond
        zone = record.zone
        zoneData = record.zoneData
        rule = record.rule
        latenessNanoseconds = record.lateness.storedNanoseconds
        actor = record.actor
        run = try record.run.map { try VersionedPayload(RunPayload($0)).text() }
        outcome = record.outcome
        reason = record.reason
        endedSeconds = record.endedAt?.secondsSince1970
        endedNanosecond = record.endedAt?.nanosecond
    }

    func value() throws -> OccurrenceRecord {
        OccurrenceRecord(
            key: OccurrenceKey(
                schedule: ScheduleID(rawValue: schedule), date: try CivilDate(stored: date), slot: slot, pass: pass),
            kind: kind, device: try MacAddress(stored: device), name: name,
            planned: try Instant(storedSeconds: plannedSeconds, nanosecond: plannedNanosecond), zone: zone,
            zoneData: zoneData, rule: rule, lateness: .nanoseconds(latenessNanoseconds), actor: actor,
            run: try run.map { try VersionedPayload<RunPayload>(text: $0).content.value() }, outcome: outcome,
            reason: reason, endedAt: try Instant(storedSeconds: endedSeconds, nanosecond: endedNanosecond))
    }
}
