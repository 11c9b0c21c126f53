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
        SalvagedTable(table: .ledger), SalvagedTable(table: .runs, key: ["claim"]), SalvagedTable(table: .log),
    ]

    /// How many rows may have been added since the backup.
    private static let reach: Int64 = 10_000

    private var isHistory: Bool { key.isEmpty }

    /// Takes what can be read of the damaged file; keeps of the backup what could not.
    func salvage(from source: DatabaseQueue?, into target: Database, _ recovery: inout StateRecovery) throws {
        let columns = try target.columns(in: table.rawValue).map(\.name)
        let last = try Int64.fetchOne(target, sql: "SELECT max(rowid) FROM \(table.rawValue)") ?? 0
        let insertion = Insertion(into: table.rawValue, columns: columns, isReplacing: true)
        var rows: [Row] = []
        let isComplete = try source?.writeWithoutTransaction { database in
            try TableSalvage.read(
                table.rawValue, columns: columns, upTo: last + Self.reach, in: database
            ) { found in
                // A history is long, and what the backup has of it is true too.
                guard isHistory else { return rows += found }
                for row in found { try? insertion.execute(target, values(of: row, columns)) }
            }
        }
        if isComplete != true { recovery.incomplete.append(table) }
        if !isHistory { try replace(rows, isComplete: isComplete == true, columns, insertion, in: target, &recovery) }
    }

    private func replace(
        _ rows: [Row], isComplete: Bool, _ columns: [String], _ insertion: Insertion, in target: Database,
        _ recovery: inout StateRecovery
    ) throws {
        let before = try backedUp(in: target)
        if isComplete { try target.execute(sql: "DELETE FROM \(table.rawValue)") }
        var seen: Set<[String?]> = []
        var changes: [StateRecovery.Row] = []
        for row in rows {
            let identity = identity(of: row)
            seen.insert(identity)
            let old = before[identity]
            let readable = isReadable(row) ? nil : old.flatMap { isReadable($0) ? $0 : nil }
            guard (try? insertion.execute(target, values(of: readable ?? row, columns))) != nil else { continue }
            if let readable {
                changes.append(StateRecovery.Row(table: table, name: name(readable), fate: .restored))
            } else if old.map({ isSame($0, row, columns) }) != true {
                changes.append(StateRecovery.Row(table: table, name: name(row), fate: .kept))
            }
        }
        for (identity, row) in before where !seen.contains(identity) {
            changes.append(StateRecovery.Row(table: table, name: name(row), fate: isComplete ? .removed : .restored))
        }
        if recovery.backup != nil, table != .runs { recovery.rows += changes.sorted { $0.name < $1.name } }
    }

    private func backedUp(in target: Database) throws -> [[String?]: Row] {
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
