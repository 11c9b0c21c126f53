// SPDX-License-Identifier: Apache-2.0

import Glibc
import Storage

/// The state directory and the file in it, made private before SQLite sees them.
enum StateFile {
    /// Makes the directory and the file where they are missing, and returns the file's path.
    ///
    /// Throws `notPermitted` or `notWritable`, which SQLite itself does not tell apart.
    static func prepare(_ name: String, in directory: String) throws(StorageError) -> String {
        let path = directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
        guard makeDirectory(directory) else { throw failure(of: "make the state directory \(directory)", errno) }
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            _ = Glibc.close(descriptor)
        } else if errno != EEXIST {
            throw failure(of: "make the state file \(path)", errno)
        } else if faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS) != 0 {
            // Opening it to see would, on closing, drop the lock of whoever in this process has it open.
            throw failure(of: "write the state file \(path)", errno)
        }
        return path
    }

    /// Makes a directory and those above it; what exists is left as it is, whatever it is.
    private static func makeDirectory(_ path: String) -> Bool {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return true }
        guard errno == ENOENT, let parent = parent(of: path), makeDirectory(parent) else { return false }
        return mkdir(path, 0o700) == 0 || errno == EEXIST
    }

    private static func parent(of path: String) -> String? {
        let trimmed = path.reversed().drop { $0 == "/" }
        let parent = trimmed.drop { $0 != "/" }.drop { $0 == "/" }
        return parent.isEmpty ? nil : String(parent.reversed())
    }

    private static func failure(of attempt: String, _ number: CInt) -> StorageError {
        let reason = String(cString: strerror(number))
        return StorageError(
            number == EACCES || number == EPERM ? .notPermitted : .notWritable, "Lull cannot \(attempt): \(reason).")
    }
}
