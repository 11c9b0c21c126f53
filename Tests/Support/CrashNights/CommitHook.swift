// SPDX-License-Identifier: Apache-2.0

import GRDBSQLite

/// Tells the kill switch when a transaction is written and its COMMIT has not run.
///
/// From outside the store, so that what is killed is the store as it is: SQLite calls an extension for each connection
/// that is opened, and that one asks for a call before each statement runs.
enum CommitHook {
    private typealias Extension =
        @convention(c) (
            OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, OpaquePointer?
        ) -> CInt

    static func install() {
        let opened: Extension = { connection, _, _ in
            sqlite3_trace_v2(
                connection, CUnsignedInt(SQLITE_TRACE_STMT),
                { _, _, _, text in
                    if let text, String(cString: text.assumingMemoryBound(to: CChar.self)).hasPrefix("COMMIT") {
                        KillSwitch.shared.isInside()
                    }
                    return SQLITE_OK
                }, nil)
        }
        // Its C declaration leaves the arguments out.
        sqlite3_auto_extension(unsafeBitCast(opened, to: (@convention(c) () -> Void).self))
    }
}
