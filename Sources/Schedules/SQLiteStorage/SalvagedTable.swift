// SPDX-License-Identifier: Apache-2.0

import GRDB
import Storage

/// How one table is brought from a damaged file into a new one.
struct SalvagedTable: Sendable {
    let table: QuarantinedRow.Table
    /// The columns that identify a row; none in a history.
    var key: [String] = []
    /// Columns that change by themselves.
    var ignored: Set<String> = []
    /// Whether a row can be read.
    var isReadable: @Sendable (Row) -> Bool = { _ in true }
    /// What a row is called.
    var name: @Sendable (Row) -> String = { _ in "" }

    static let all = [
        SalvagedTable(
            table: .devices, key: ["address"], isReadable: { (try? DeviceRow(row: $0).value()) != nil },
            name: { "device “\($0.text("name") ?? "")”" }),
        SalvagedTable(
            table: .schedules, key: ["id"], ignored: ["position", "settled_seconds", "settled_nanosecond"],
            isReadable: { (try? ScheduleRow(row: $0).value()) != nil },
            name: { "\($0.text("kind") ?? "schedule") “\($0.text("name") ?? "")” of \($0.text("device") ?? "")" }),
        SalvagedTable(
            table: .overrides, key: ["schedule", "date"], isReadable: { (try? OverrideRow(row: $0).value()) != nil },
            name: { "\($0.text("change") ?? "change") of \($0.text("schedule") ?? "") on \($0.text("date") ?? "")" }),
        SalvagedTable(
            table: .pauses, key: ["device"], isReadable: { (try? PauseRow(row: $0).value()) != nil },
            name: { "pause of \($0.text("device") ?? "everything")" }),
        SalvagedTable(
            table: .holidays, key: ["name"], isReadable: { (try? HolidayRow(row: $0).value()) != nil },
            name: { "holidays “\($0.text("name") ?? "")”" }),
        SalvagedTable(
            table: .groups, key: ["name"], isReadable: { (try? GroupRow(row: $0).value()) != nil },
            name: { "group “\($0.text("name") ?? "")”" }),
        SalvagedTable(table: .holds, key: ["device"], isReadable: { (try? HoldRow(row: $0).value()) != nil }),
        SalvagedTable(table: .notices, key: ["number"], isReadable: { (try? NoticeRow(row: $0).value()) != nil }),
        SalvagedTable(table: .ledger), SalvagedTable(table: .runs, key: ["claim"]), SalvagedTable(table: .log),
    ]

    private var isHistory: Bool { key.isEmpty }

    /// Takes what can be read of the damaged file; keeps of the backup what could not.
    func salvage(from source: DatabaseQueue?, into target: Database, _ recovery: inout StateRecovery) throws {
        var columns = try target.columns(in: table.rawValue).map(\.name)
        // An older version may have written the damaged file.
        if let known = try? source?.read({ try $0.columns(in: table.rawValue).map(\.name) }), !known.isEmpty {
            columns = columns.filter(known.contains)
        }
        let insertion = Insertion(into: table.rawValue, columns: columns, isReplacing: true)
        var rows: [Row] = []
        let isComplete = try source?.writeWithoutTransaction { database in
            try TableSalvage.read(table.rawValue, columns: columns, in: database) { found in
                // A history is long, and what the backup has of it is true too.
                guard isHistory else { return rows += found }
                for row in found where try !insert(row, columns, insertion, in: target) { recovery.lacks(table) }
            }
        }
        if isComplete != true { recovery.lacks(table) }
        if !isHistory { try replace(rows, isComplete: isComplete == true, columns, insertion, in: target, &recovery) }
    }

    private func replace(
        _ rows: [Row], isComplete: Bool, _ columns: [String], _ insertion: Insertion, in target: Database,
        _ recovery: inout StateRecovery
    ) throws {
        let before = try stored(in: target)
        if isComplete { try target.execute(sql: "DELETE FROM \(table.rawValue)") }
        var changes: [[String?]: StateRecovery.Row] = [:]
        var kept: Set<[String?]> = []
        for row in rows {
            let identity = identity(of: row)
            kept.insert(identity)
            let old = before[identity]
            let better = isReadable(row) ? nil : old.flatMap { isReadable($0) ? $0 : nil }
            if better == nil, try insert(row, columns, insertion, in: target) {
                let isUnchanged = old.map { isSame($0, row, columns) } == true
                changes[identity] = isUnchanged ? nil : StateRecovery.Row(table: table, name: name(row), fate: .kept)
            } else if let old, try insert(old, columns, insertion, in: target) {
                changes[identity] = StateRecovery.Row(table: table, name: name(old), fate: .restored)
            }
        }
        for (identity, row) in before where !kept.contains(identity) {
            changes[identity] = StateRecovery.Row(
                table: table, name: name(row), fate: isComplete ? .removed : .restored)
            if !isComplete { kept.insert(identity) }
        }
        // The table may accept a row not at all, or instead of another one.
        for identity in kept.subtracting(try stored(in: target).keys) {
            changes[identity] = nil
            recovery.lacks(table)
        }
        if recovery.backup != nil, ![.runs, .holds, .notices].contains(table) {
            recovery.rows += changes.values.sorted { $0.name < $1.name }
        }
    }

    /// Inserts a row, and says whether the table accepts it.
    private func insert(_ row: Row, _ columns: [String], _ insertion: Insertion, in target: Database) throws -> Bool {
        do {
            try insertion.execute(target, values(of: row, columns))
            return true
        } catch let error as DatabaseError where [.SQLITE_CONSTRAINT, .SQLITE_MISMATCH].contains(error.resultCode) {
            return false
        }
    }

    private func stored(in target: Database) throws -> [[String?]: Row] {
        let rows = try Row.fetchAll(target, sql: "SELECT * FROM \(table.rawValue)")
        return Dictionary(rows.map { (identity(of: $0), $0) }) { first, _ in first }
    }

    private func identity(of row: Row) -> [String?] { key.map(row.text) }

    private func isSame(_ one: Row, _ other: Row, _ columns: [String]) -> Bool {
        columns.allSatisfy { ignored.contains($0) || one.text($0) == other.text($0) }
    }

    private func values(of row: Row, _ columns: [String]) -> [String: DatabaseValue] {
        Dictionary(columns.map { ($0, row[$0] as DatabaseValue) }) { first, _ in first }
    }
}
