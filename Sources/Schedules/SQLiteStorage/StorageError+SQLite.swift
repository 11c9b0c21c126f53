// SPDX-License-Identifier: Apache-2.0

import GRDB
import Storage

extension StorageError {
    /// What a failure of the database behind `path` means.
    init(_ error: any Error, path: String) {
        switch error {
        case let error as StorageError: self = error
        case let error as DatabaseError: self.init(error, path: path)
        default: self.init(.failed, "The state file \(path) cannot be used: \(error).")
        }
    }

    private init(_ error: DatabaseError, path: String) {
        let reason = error.message ?? "\(error.resultCode)"
        switch error.extendedResultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(.busy, "Another process is using the state file \(path).")
        case .SQLITE_NOTADB:
            self.init(.corrupt, "The state file \(path) is not a database; move it away to start afresh.")
        case .SQLITE_CORRUPT:
            self.init(.corrupt, "The state file \(path) is damaged: \(reason).")
        case .SQLITE_PERM, .SQLITE_AUTH:
            self.init(.notPermitted, "The state file \(path) may not be used: \(reason).")
        case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_FULL, .SQLITE_IOERR:
            self.init(.notWritable, "The state file \(path) cannot be written: \(reason).")
        case .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY:
            self.init(.conflict, "The state file \(path) already has a row like this: \(reason).")
        default:
            self.init(.failed, "The state file \(path) cannot be used: \(reason).")
        }
    }
}
