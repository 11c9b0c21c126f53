// SPDX-License-Identifier: Apache-2.0

import CivilTime
import GRDB
import SleepModel
import Storage

/// Which entry about an occurrence may follow which; entries are written without reading rows that may be damaged.
enum Ledger {
    /// The kind of an entry; the raw values are the file format.
    private enum Entry: String {
        case claimed = "claimed"
        case ended = "ended"
        case passed = "passed"
        case void = "void"
    }

    private static let table = "ledger"
    static let hasKey = "schedule = ? AND date = ? AND slot = ? AND pass = ?"

    static func columns(of key: OccurrenceKey) -> [any DatabaseValueConvertible] {
        [key.schedule.rawValue, key.date.description, key.slot, key.pass]
    }

    /// Enters an occurrence unless there is one with its key; one that begins replaces a missed one.
    static func claim(_ record: OccurrenceRecord, in database: Database) throws -> Bool {
        let values = try OccurrenceRow(record).databaseDictionary
        let last = try last(of: record.key, in: database)
        if let last, last.entry != Entry.void.rawValue {
            guard record.outcome == nil, last.outcome == OccurrenceOutcome.missed.rawValue else { return false }
        }
        let kind = record.outcome == nil ? Entry.claimed : .passed
        try enter(values, as: kind, after: last?.number ?? 0, in: database)
        if kind == .claimed { try run.execute(database, values, beside: [database.lastInsertedRowID]) }
        return true
    }

    /// Keeps the next state or the end of an occurrence that has begun and not ended.
    static func update(_ record: OccurrenceRecord, in database: Database) throws -> Bool {
        let values = try OccurrenceRow(record).databaseDictionary
        let claim = try Int64.fetchOne(
            database.cachedStatement(sql: "SELECT claim FROM runs WHERE \(hasKey)"),
            arguments: StatementArguments(columns(of: record.key)))
        guard let claim = try claim ?? openClaim(of: record.key, in: database) else { return false }
        if record.outcome == nil {
            try nextRun.execute(database, values, beside: [claim])
        } else {
            try enter(values, as: .ended, after: claim, in: database)
            try database.cachedStatement(sql: "DELETE FROM runs WHERE claim = ?").execute(arguments: [claim])
        }
        return true
    }

    /// The number of the claim of an occurrence that has not ended; nil when there is none.
    private static func openClaim(of key: OccurrenceKey, in database: Database) throws -> Int64? {
        try last(of: key, in: database).flatMap { $0.entry == Entry.claimed.rawValue ? $0.number : nil }
    }

    /// The occurrence that a claim entered and that has not ended, without the state of its run, which is lost; nil when
    /// there is none that can be read.
    static func occurrence(ofClaim number: Int64, in database: Database) throws -> OccurrenceRecord? {
        let columns = entryColumns.map(\.stringValue).joined(separator: ", ")
        let row = try Row.fetchOne(
            database,
            sql: """
                SELECT \(columns), NULL AS run FROM ledger AS old
                WHERE number = ? AND \(isOpen)
                """, arguments: [number])
        return row.flatMap { try? OccurrenceRow(row: $0).value() }
    }

    /// Enters runs whose state is lost for occurrences that were planned after `start`, have begun and have not ended.
    static func restoreRuns(plannedAfter start: Instant, in database: Database) throws {
        let columns = runColumns.filter { $0 != OccurrenceRow.CodingKeys.run.stringValue }.joined(separator: ", ")
        try database.execute(
            sql: """
                INSERT OR IGNORE INTO runs (claim, \(columns))
                SELECT number, \(columns) FROM ledger AS old WHERE planned_seconds > ? AND \(isOpen)
                """, arguments: [start.secondsSince1970])
    }

    /// Voids an occurrence that has ended.
    static func void(
        _ key: OccurrenceKey, _ reason: OccurrenceReason, at instant: Instant, in database: Database
    ) throws -> Bool {
        guard let last = try last(of: key, in: database),
            [Entry.ended, .passed].map(\.rawValue).contains(last.entry)
        else { return false }
        try copy(
            "FROM ledger WHERE number = ?", [last.number], as: .void, after: "number",
            with: [
                .reason: reason.rawValue, .endedSeconds: instant.secondsSince1970,
                .endedNanosecond: instant.nanosecond,
            ], in: database)
        return true
    }

    /// Ends all runs of a device as cancelled by a person.
    static func cancelRuns(of device: MacAddress, at instant: Instant, in database: Database) throws {
        try copy(
            "FROM runs WHERE device = ? ORDER BY claim", [device.rawValue], as: .ended, after: "claim",
            with: [
                .outcome: OccurrenceOutcome.cancelled.rawValue, .actor: OccurrenceActor.person.rawValue,
                .reason: DatabaseValue.null, .endedSeconds: instant.secondsSince1970,
                .endedNanosecond: instant.nanosecond,
            ], in: database)
        try database.execute(sql: "DELETE FROM runs WHERE device = ?", arguments: [device.rawValue])
    }

    /// Drops the oldest entries when there are too many, by their number and not by a clock, which may be wrong.
    ///
    /// Entries about an occurrence that is running, or that has a younger entry, stay.
    static func trim(to limits: HistoryLimits, in database: Database) throws {
        guard let surplus = try limits.newestSurplus(of: table, keeping: limits.ledger, in: database) else { return }
        try database.execute(
            sql: """
                DELETE FROM ledger AS old WHERE number <= :surplus
                AND NOT EXISTS (SELECT 1 FROM runs WHERE \(isSameKey("runs")))
                AND NOT EXISTS (SELECT 1 FROM ledger AS young WHERE \(isSameKey("young")) AND young.number > :surplus)
                """, arguments: ["surplus": surplus])
    }

    /// Drops entries that were planned before an instant, but for the newest `kept` of all.
    ///
    /// Entries about an occurrence that is running, or that has a younger entry, stay.
    static func drop(before instant: Instant, keeping kept: Int, in database: Database) throws {
        try database.execute(
            sql: """
                WITH bound AS (SELECT max(number) - :kept AS number FROM ledger)
                DELETE FROM ledger AS old
                WHERE number <= (SELECT number FROM bound) AND planned_seconds < :seconds
                AND NOT EXISTS (SELECT 1 FROM runs WHERE \(isSameKey("runs")))
                AND NOT EXISTS (
                    SELECT 1 FROM ledger AS young WHERE \(isSameKey("young"))
                    AND (young.number > (SELECT number FROM bound) OR young.planned_seconds >= :seconds))
                """, arguments: ["kept": kept, "seconds": instant.secondsSince1970])
    }

    // MARK: - Entries

    /// The columns of an entry that come from a record.
    private static let entryColumns = OccurrenceRow.CodingKeys.allCases.filter { $0 != .run }
    private static let entry = Insertion(
        into: table, others: ["follows", "entry"], columns: entryColumns.map(\.stringValue))

    /// The columns of a run that come from a record.
    private static let runColumns =
        OccurrenceRow.CodingKeys.allCases.filter { !OccurrenceRow.ending.contains($0) }.map(\.stringValue)
    private static let run = Insertion(into: "runs", others: ["claim"], columns: runColumns)
    private static let nextRun = Insertion(
        into: "runs", others: ["claim"], columns: runColumns,
        conflict: Insertion.replacing(runColumns, on: ["claim"]))

    private struct Last {
        var number: Int64
        var entry: String?
        var outcome: String?
    }

    private static func last(of key: OccurrenceKey, in database: Database) throws -> Last? {
        let row = try Row.fetchOne(
            database.cachedStatement(
                sql: "SELECT number, entry, outcome FROM ledger WHERE \(hasKey) ORDER BY number DESC LIMIT 1"),
            arguments: StatementArguments(columns(of: key)))
        return row.map { Last(number: $0["number"], entry: $0["entry"], outcome: $0["outcome"]) }
    }

    private static func enter(
        _ values: [String: DatabaseValue], as kind: Entry, after last: Int64, in database: Database
    ) throws {
        try entry.execute(database, values, beside: [last, kind.rawValue])
    }

    /// Enters copies of rows, with other values in some columns.
    private static func copy(
        _ source: String, _ arguments: [any DatabaseValueConvertible], as kind: Entry, after last: String,
        with others: [OccurrenceRow.CodingKeys: any DatabaseValueConvertible], in database: Database
    ) throws {
        let names = entryColumns.map(\.stringValue)
        let values = entryColumns.map { others[$0] == nil ? $0.stringValue : "?" }
        try database.execute(
            sql: """
                INSERT INTO ledger (follows, entry, \(names.joined(separator: ", ")))
                SELECT \(last), ?, \(values.joined(separator: ", ")) \(source)
                """,
            arguments: StatementArguments([kind.rawValue] + entryColumns.compactMap { others[$0] } + arguments))
    }

    /// Whether an entry `old` is a claim that nothing follows.
    private static let isOpen = """
        entry = '\(Entry.claimed.rawValue)'
        AND NOT EXISTS (SELECT 1 FROM ledger AS next WHERE \(isSameKey("next")) AND next.follows = old.number)
        """

    private static func isSameKey(_ other: String) -> String {
        OccurrenceRow.key.map { "\(other).\($0.stringValue) = old.\($0.stringValue)" }.joined(separator: " AND ")
    }
}
