// SPDX-License-Identifier: Apache-2.0

import GRDBSQLite

/// A schedule in the state file that nobody can read, which must keep no other from its time.
enum BadRow {
    struct Failure: Error {
        let code: CInt
    }

    /// Adds one to the closed file of a store.
    static func insert(_ number: Int, into file: String) throws {
        var connection: OpaquePointer?
        defer { sqlite3_close(connection) }
        var code = sqlite3_open_v2(file, &connection, SQLITE_OPEN_READWRITE, nil)
        if code == SQLITE_OK {
            code = sqlite3_exec(
                connection,
                """
                INSERT INTO schedules (id, device, kind, name, is_enabled, valid_seconds, valid_nanosecond,
                    settled_seconds, settled_nanosecond, plan)
                SELECT 'bad-\(number)', device, 'alarm', 'bad-\(number)', 1, 0, 0, 0, 0, 'nonsense'
                FROM schedules LIMIT 1
                """, nil, nil, nil)
        }
        guard code == SQLITE_OK else { throw Failure(code: code) }
    }
}
