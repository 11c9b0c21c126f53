// SPDX-License-Identifier: Apache-2.0

import CivilTime
import GRDB
import SleepModel
import Storage

/// One row of a table, and the value of the model that it holds.
protocol StoredRow: Codable, FetchableRecord, EncodableRecord {
    associatedtype Column: CodingKey & CaseIterable
    associatedtype Value

    static var table: String { get }
    /// The columns that identify a row, also in errors.
    static var key: [Column] { get }

    func value() throws -> Value
}

extension StoredRow {
    static var columns: String { Column.allCases.map(\.stringValue).joined(separator: ", ") }

    /// Reads the rows of a query that follows `SELECT ... FROM table`; throws `corrupt` naming the first bad row.
    static func read(
        _ database: Database, _ rest: String, _ arguments: StatementArguments = []
    ) throws -> [Value] {
        let statement = try database.cachedStatement(sql: "SELECT \(columns) FROM \(table) \(rest)")
        return try Row.fetchAll(statement, arguments: arguments).map(decode)
    }

    private static func decode(_ row: Row) throws -> Value {
        do {
            return try Self(row: row).value()
        } catch {
            let name = key.map { "\(row.databaseValue(of: $0.stringValue))" }.joined(separator: " ")
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
    fileprivate func databaseValue(of column: String) -> DatabaseValue {
        (self[column] as (any DatabaseValueConvertible)?)?.databaseValue ?? .null
    }
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
