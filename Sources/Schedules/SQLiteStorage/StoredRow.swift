// SPDX-License-Identifier: Apache-2.0

import CivilTime
import GRDB
import SleepModel
import Storage

/// One row of a table, and the value of the model that it holds.
protocol StoredRow: Codable, FetchableRecord, EncodableRecord, SendableMetatype {
    associatedtype Column: CodingKey & CaseIterable
    associatedtype Value: Sendable

    static var table: String { get }
    /// The columns that identify a row, also in errors.
    static var key: [Column] { get }
    /// The SQL of the row's number.
    static var number: String { get }

    func value() throws -> Value

    /// The value of a damaged row of which everything that matters can be read; nil for all others.
    static func salvaged(from row: Row) -> Value?

    /// What a damaged row is about.
    static func describe(_ row: Row, into report: inout QuarantinedRow)

    /// The table of a damaged row.
    static func table(of row: Row) -> QuarantinedRow.Table?
}

/// What was read of some rows, and which of them could not be read.
struct Reading<Value: Sendable>: Sendable {
    var values: [Value] = []
    var quarantined: [QuarantinedRow] = []
}

extension StoredRow {
    static var number: String { "rowid" }
    static var columns: String { Column.allCases.map(\.stringValue).joined(separator: ", ") }

    static func salvaged(from row: Row) -> Value? { nil }

    static func table(of row: Row) -> QuarantinedRow.Table? { QuarantinedRow.Table(rawValue: table) }

    /// Reads the rows of a query that follows `SELECT ... FROM table`, except those that cannot be read.
    static func read(
        _ database: Database, _ rest: String, _ arguments: StatementArguments = []
    ) throws -> Reading<Value> {
        let statement = try database.cachedStatement(sql: "SELECT \(columns), \(number) AS row FROM \(table) \(rest)")
        return try Row.fetchAll(statement, arguments: arguments).reduce(into: Reading()) { reading, row in
            do {
                reading.values.append(try decode(row))
            } catch {
                if let report = report(error, in: row) { reading.quarantined.append(report) }
                if let value = salvaged(from: row) { reading.values.append(value) }
            }
        }
    }

    /// Reads the first row of a query that follows `SELECT ... FROM table`; throws `corrupt` if it cannot be read.
    static func readFirst(
        _ database: Database, _ rest: String, _ arguments: StatementArguments = []
    ) throws -> Value? {
        let statement = try database.cachedStatement(sql: "SELECT \(columns) FROM \(table) \(rest)")
        return try Row.fetchOne(statement, arguments: arguments).map(decode)
    }

    private static func report(_ error: any Error, in row: Row) -> QuarantinedRow? {
        guard let error = error as? StorageError, let table = table(of: row) else { return nil }
        var report = QuarantinedRow(table: table, number: Int64(row.text("row") ?? "") ?? 0, error: error)
        describe(row, into: &report)
        return report
    }

    private static func decode(_ row: Row) throws -> Value {
        do {
            return try Self(row: row).value()
        } catch {
            let name = key.compactMap { row.text($0.stringValue) }.joined(separator: " ")
            let place = "The row \(name) of the table \(table)"
            switch error {
            case PayloadError.newer(let version):
                throw StorageError(
                    .fromTheFuture,
                    "\(place) was written by a newer version of Lull (format \(version)); update Lull to use it.")
            case PayloadError.invalid(let what):
                throw StorageError(.corrupt, "\(place) cannot be read: \(what).")
            default:
                throw StorageError(.corrupt, "\(place) cannot be read: a value in it is missing or of the wrong type.")
            }
        }
    }

    /// Adds the row, or replaces the one with its key.
    func save(_ database: Database) throws {
        let columns = Column.allCases.map(\.stringValue)
        let conflict = Insertion.replacing(columns, on: Self.key.map(\.stringValue))
        try Insertion(into: Self.table, columns: columns, conflict: conflict).execute(database, databaseDictionary)
    }
}

extension Row {
    /// What a column holds as text, whatever it is; nil for NULL and without such a column.
    func text(_ column: String) -> String? {
        guard hasColumn(column) else { return nil }
        return switch (self[column] as DatabaseValue).storage {
        case .null: nil
        case .int64(let number): "\(number)"
        case .double(let number): "\(number)"
        case .string(let text): text
        case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
        }
    }

    /// The device that a column names, if it can be read.
    func device(_ column: String) -> MacAddress? { text(column).flatMap(MacAddress.init(rawValue:)) }

    /// The schedule that a column names.
    func schedule(_ column: String) -> ScheduleID? { text(column).map(ScheduleID.init(rawValue:)) }

    /// The kind that a column names, if it can be read.
    func kind(_ column: String) -> ScheduleKind? { text(column).flatMap(ScheduleKind.init(rawValue:)) }
}

/// Why a text or number in a column cannot be read.
enum PayloadError: Error {
    /// Something in it is wrong; completes "cannot be read: ...".
    case invalid(String)
    /// A newer version wrote it, in a format that this build does not know.
    case newer(Int)
}

extension Instant {
    /// Reads what was stored; throws for values that an instant would round or limit.
    init(storedSeconds seconds: Int64, nanosecond: Int32) throws {
        self.init(secondsSince1970: seconds, nanosecond: nanosecond)
        guard secondsSince1970 == seconds, self.nanosecond == nanosecond else {
            throw PayloadError.invalid("\(seconds) s and \(nanosecond) ns are not an instant")
        }
    }

    /// Reads two columns that are NULL together.
    init?(storedSeconds seconds: Int64?, nanosecond: Int32?) throws {
        switch (seconds, nanosecond) {
        case (nil, nil): return nil
        case (let seconds?, let nanosecond?): try self.init(storedSeconds: seconds, nanosecond: nanosecond)
        default: throw PayloadError.invalid("half of an instant is missing")
        }
    }
}

extension OccurrenceKey {
    /// Reads four columns, of which the last three are NULL together.
    init?(storedSchedule schedule: String?, date: String?, slot: String?, pass: Int?) throws {
        switch (schedule, date, slot, pass) {
        case (_, nil, nil, nil):
            return nil
        case (let schedule?, let date?, let slot?, let pass?):
            self.init(
                schedule: ScheduleID(rawValue: schedule), date: try CivilDate(stored: date), slot: slot, pass: pass)
        default:
            throw PayloadError.invalid("part of an occurrence's identity is missing")
        }
    }
}

extension Duration {
    /// Whole nanoseconds, at most 292 years.
    var storedNanoseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000) }
}

extension MacAddress {
    init(stored text: String) throws {
        guard let address = MacAddress(rawValue: text) else {
            throw PayloadError.invalid("\"\(text)\" is not a device address")
        }
        self = address
    }
}

extension CivilDate {
    init(stored text: String) throws {
        guard let date = CivilDate(iso8601: text) else { throw PayloadError.invalid("\"\(text)\" is not a date") }
        self = date
    }
}

extension TimeOfDay {
    init(stored text: String) throws {
        guard let time = TimeOfDay(parsing: text) else {
            throw PayloadError.invalid("\"\(text)\" is not a time of day")
        }
        self = time
    }
}
