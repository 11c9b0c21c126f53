// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Glibc
import Storage

/// The state directory and the file in it, made private before SQLite opens them.
struct StateFile {
    let database: DatabaseFile
    /// Whether there was none.
    let isNew: Bool
    /// Whether it is the result of a restore that an earlier process did not finish.
    let isRestored: Bool

    var path: String { database.path }

    /// Makes the directory and the file where they are missing, and finishes what an earlier restore left.
    ///
    /// Throws `notPermitted`, `full` or `notWritable`, which SQLite does not distinguish.
    init(_ name: String, in directory: String) throws(StorageError) {
        database = DatabaseFile(in: directory, name: name)
        guard Self.makeDirectory(directory) else {
            throw DatabaseFile.failure(of: "make the state directory \(directory)", errno)
        }
        let exchange = try StateExchange(decidedFor: database)
        try exchange?.setAside()
        try exchange?.putInPlace()
        isRestored = exchange != nil
        isNew = try Self.make(database.path)
    }

    /// Makes a file where it is missing, and says whether it was.
    @discardableResult
    static func make(_ path: String) throws(StorageError) -> Bool {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            _ = Glibc.close(descriptor)
            return true
        } else if errno != EEXIST {
            throw DatabaseFile.failure(of: "make the state file \(path)", errno)
        } else if faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS) != 0 {
            // Opening and closing it as a test would drop the lock of any other use of it in this process.
            throw DatabaseFile.failure(of: "write the state file \(path)", errno)
        }
        return false
    }

    /// Whether the file is empty, and a write-ahead log or a backup beside it says that it was not always.
    ///
    /// SQLite would take it for a new database; in truth it writes the first page of a database before it begins a log.
    func hasLostItsPages() throws(StorageError) -> Bool {
        guard DatabaseFile.size(of: path) == 0 else { return false }
        if let size = DatabaseFile.size(of: path + "-wal"), size > 0 { return true }
        return try !StateBackups(path: path).all().isEmpty
    }

    /// Makes a directory and those above it, where they are missing.
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
}
