// SPDX-License-Identifier: Apache-2.0

import Glibc
import SQLiteStorage

/// Looks at a state directory, and changes nothing in it.
struct StateProbe {
    let path: String

    var facts: StateFacts {
        guard access(path, F_OK) == 0 else {
            return StateFacts(path: path, access: errno == EACCES ? .denied : .absent)
        }
        guard access(path, R_OK | X_OK) == 0 else { return StateFacts(path: path, access: .denied) }
        let isReadOnly = access(path, W_OK) != 0 && errno == EROFS
        return StateFacts(
            path: path, access: isReadOnly ? .readOnly : .open, freeBytes: freeBytes,
            newestBackup: SQLiteNightStore.newestBackup(in: path),
            hasStateFile: access(SQLiteNightStore.file(in: path), F_OK) == 0)
    }

    private var freeBytes: UInt64? {
        var room = statvfs()
        guard statvfs(path, &room) == 0 else { return nil }
        let (bytes, isTooMany) = UInt64(room.f_bavail).multipliedReportingOverflow(by: UInt64(room.f_frsize))
        return isTooMany ? nil : bytes
    }
}
