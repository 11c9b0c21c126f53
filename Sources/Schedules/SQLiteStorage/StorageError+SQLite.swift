// SPDX-License-Identifier: Apache-2.0

import GRDB
import Storage

extension StorageError {
    /// What a failure of the database behind `path` means.
    init(_ error: any Error, path: String) {
        switch error {
        case let error as StorageError: self = error
        case let error as DatabaseError: self.init(error, path: path)
        case is StateFileDamage:
            self.init(.corrupt, "The state file \(path) is damaged again right after Lull restored it; check the disk.")
        default: self.init(.failed, "The state file \(path) cannot be used: \(error).")
        }
    }

    /// The error of a disk without room for the state file at `path`.
    static func noReserve(_ path: String) -> StorageError {
        StorageError(
            .full,
            """
            The disk has no room for the \(SpaceReserve.size >> 20) MB that Lull keeps in reserve beside \(path); free \
            some space.
            """)
    }

    static func full(_ path: String) -> StorageError {
        StorageError(
            .full, "There is no room left to write the state file \(path); free some space, and Lull continues.")
    }

    /// The error of a state file at `path` that a newer version wrote.
    static func fromTheFuture(_ path: String) -> StorageError {
        StorageError(
            .fromTheFuture,
            "The state file \(path) was written by a newer version of Lull; update Lull to use it.")
    }

    private init(_ error: DatabaseError, path: String) {
        let reason = error.message ?? "\(error.resultCode)"
        switch error.extendedResultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(.busy, "Another process is using the state file \(path); stop it, or give another directory.")
        case .SQLITE_NOTADB, .SQLITE_CORRUPT:
            self.init(
                .corrupt,
                "The state file \(path) is damaged: \(reason); restart Lull, which restores it.")
        case .SQLITE_PERM, .SQLITE_AUTH:
            self.init(.notPermitted, "The state file \(path) may not be used: \(reason); run Lull as its owner.")
        case .SQLITE_FULL:
            self = .full(path)
        case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_IOERR:
            self.init(
                .notWritable, "The state file \(path) cannot be written: \(reason); check the disk and who may write.")
        case .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY:
            self.init(
                .conflict, "The state file \(path) already has a row like this: \(reason); choose another name.")
        default:
            self.init(.failed, "The state file \(path) cannot be used: \(reason).")
        }
    }
}
