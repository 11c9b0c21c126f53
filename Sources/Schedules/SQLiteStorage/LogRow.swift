// SPDX-License-Identifier: Apache-2.0

import CivilTime
import GRDB
import SleepModel
import Storage

struct LogRow: StoredRow {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case number = "number"
        case atSeconds = "at_seconds"
        case atNanosecond = "at_nanosecond"
        case plannedSeconds = "planned_seconds"
        case plannedNanosecond = "planned_nanosecond"
        case device = "device"
        case kind = "kind"
        case schedule = "schedule"
        case date = "date"
        case slot = "slot"
        case pass = "pass"
        case name = "name"
        case detail = "detail"
        case outcome = "outcome"
        case reason = "reason"
        case lateSeconds = "late_seconds"
        case actor = "actor"
        case isTransient = "is_transient"
    }

    static let table = "log"
    static let key = [CodingKeys.number]
    private static let adding = Insertion(into: table, columns: CodingKeys.allCases.map(\.stringValue))

    /// The database gives it, in the order of noting.
    var number: Int64?
    var atSeconds: Int64
    var atNanosecond: Int32
    var plannedSeconds: Int64?
    var plannedNanosecond: Int32?
    var device: String?
    var kind: LogKind
    var schedule: String?
    var date: String?
    var slot: String?
    var pass: Int?
    var name: String?
    var detail: String?
    var outcome: LogOutcome
    var reason: OccurrenceReason?
    var lateSeconds: Int?
    var actor: LogActor
    var isTransient: Bool

    init(_ entry: LogEntry) {
        atSeconds = entry.at.secondsSince1970
        atNanosecond = entry.at.nanosecond
        plannedSeconds = entry.planned?.secondsSince1970
        plannedNanosecond = entry.planned?.nanosecond
        device = entry.device?.rawValue
        kind = entry.kind
        schedule = entry.schedule?.rawValue
        date = entry.occurrence?.date.description
        slot = entry.occurrence?.slot
        pass = entry.occurrence?.pass
        name = entry.name
        detail = entry.detail
        outcome = entry.outcome
        reason = entry.reason
        lateSeconds = entry.lateSeconds
        actor = entry.actor
        isTransient = entry.isTransient
    }

    func add(_ database: Database) throws {
        try Self.adding.execute(database, databaseDictionary)
    }

    /// Drops the oldest entries when there are too many, by their number and not by a clock, which may be wrong.
    ///
    /// Looks once in `slack` entries, and counts only when the numbers leave it open whether there are too many: counting
    /// goes through all of the log, and this is part of what a night waits for.
    static func trim(to limits: HistoryLimits, afterNoting count: Int, in database: Database) throws {
        guard count > 0, let newest = try Int64.fetchOne(database.cachedStatement(sql: "SELECT max(number) FROM log"))
        else { return }
        let slack = Int64(limits.slack)
        guard newest / slack != (newest - Int64(count)) / slack,
            let oldest = try Int64.fetchOne(database.cachedStatement(sql: "SELECT min(number) FROM log")),
            newest - oldest >= Int64(limits.log + limits.links)
        else { return }
        try drop(beyond: limits, in: database)
    }

    /// Drops the oldest entries of which there are too many.
    static func drop(beyond limits: HistoryLimits, in database: Database) throws {
        // An entry about a link that is older than all others says nothing by itself.
        try drop("true", beyond: limits.log, of: "outcome NOT IN (\(links))", in: database)
        try drop("outcome IN (\(links))", beyond: limits.links, of: "outcome IN (\(links))", in: database)
    }

    /// Drops entries that are older than history is to be, but for the newest of them.
    static func drop(olderThan limits: HistoryLimits, at now: Instant, in database: Database) throws {
        let oldest = (now - limits.age.occurrences).secondsSince1970
        let oldestLink = (now - limits.age.links).secondsSince1970
        let (isLink, isOther) = ("outcome IN (\(links))", "outcome NOT IN (\(links))")
        try drop("\(isOther) AND at_seconds < \(oldest)", beyond: limits.least, of: isOther, in: database)
        try drop("\(isLink) AND at_seconds < \(oldestLink)", beyond: limits.leastLinks, of: isLink, in: database)
    }

    private static let links = HistoryLimits.linkOutcomes.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")

    /// Drops entries that are older than the newest `kept` of some.
    private static func drop(
        _ dropped: String, beyond kept: Int, of entries: String, in database: Database
    ) throws {
        try database.execute(
            sql: """
                DELETE FROM log WHERE \(dropped) AND number <= (
                    SELECT number FROM log WHERE \(entries) ORDER BY number DESC LIMIT 1 OFFSET ?)
                """, arguments: [kept])
    }

    func value() throws -> LogEntry {
        LogEntry(
            at: try Instant(storedSeconds: atSeconds, nanosecond: atNanosecond),
            planned: try Instant(storedSeconds: plannedSeconds, nanosecond: plannedNanosecond),
            device: try device.map(MacAddress.init(stored:)), kind: kind,
            schedule: schedule.map(ScheduleID.init),
            occurrence: try OccurrenceKey(storedSchedule: schedule, date: date, slot: slot, pass: pass), name: name,
            detail: detail,
            outcome: outcome, reason: reason, lateSeconds: lateSeconds, actor: actor, isTransient: isTransient)
    }

    static func describe(_ row: Row, into report: inout QuarantinedRow) {
        report.schedule = row.schedule("schedule")
        report.kind = row.kind("kind")
        report.name = row.text("name")
        report.device = row.device("device")
    }
}
