// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Glibc
import Storage

/// The state directory and the file in it, made private before SQLite opens them.
struct StateFile {
    let path: String
    /// Whether there was none.
    let isNew: Bool

    /// Makes the directory and the file where they are missing.
    ///
    /// A file that was restored and did not get its name before the process ended gets it now. Throws `notPermitted`,
    /// `full` or `notWritable`, which SQLite does not distinguish.
    init(_ name: String, in directory: String) throws(StorageError) {
        path = directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
        guard Self.makeDirectory(directory) else {
            throw Self.failure(of: "make the state directory \(directory)", errno)
        }
        if Self.size(of: path) == nil, Self.size(of: path + Self.restoredMark) != nil {
            _ = rename(path + Self.restoredMark, path)
        }
        isNew = try Self.make(path)
    }

    private static let restoredMark = ".restored"

    /// Where the file that takes its place waits for its name.
    var restored: String { path + Self.restoredMark }

    /// Makes a file where it is missing, and says whether it was.
    @discardableResult
    static func make(_ path: String) throws(StorageError) -> Bool {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            _ = Glibc.close(descriptor)
            return true
        } else if errno != EEXIST {
            throw Self.failure(of: "make the state file \(path)", errno)
        } else if faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS) != 0 {
            // Opening and closing it as a test would drop the lock of any other use of it in this process.
            throw Self.failure(of: "write the state file \(path)", errno)
        }
        return false
    }

    /// Whether the file is empty, and a write-ahead log or a backup beside it says that it was not always.
    ///
    /// SQLite would take it for a new database; in truth it writes the first page of a database before it begins a log.
    var hasLostItsPages: Bool {
        Self.size(of: path) == 0
            && (Self.size(of: path + "-wal") ?? 0 > 0 || !StateBackups(path: path).all().isEmpty)
    }

    /// Renames the file, and the files that SQLite keeps beside it, to unused names; returns the file's new path.
    func setAside(at now: Instant) throws(StorageError) -> String {
        let second = Instant(secondsSince1970: now.secondsSince1970)
        let stem = "\(path).damaged-\(second.iso8601.filter { $0 != ":" })"
        let companions = ["", "-wal", "-journal", "-shm"]
        var target = stem
        for number in 2... {
            guard companions.contains(where: { Self.size(of: target + $0) != nil }) else { break }
            target = "\(stem)-\(number)"
        }
        for companion in companions where Self.size(of: path + companion) != nil {
            guard rename(path + companion, target + companion) == 0 else {
                throw Self.failure(of: "set the damaged state file \(path) aside", errno)
            }
        }
        return target
    }

    private static func size(of path: String) -> Int? {
        var status = stat()
        return lstat(path, &status) == 0 ? Int(status.st_size) : nil
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

    /// What a failed call of the system means.
    static func failure(of attempt: String, _ number: CInt) -> StorageError {
        let reason = String(cString: strerror(number))
        return switch number {
        case EACCES, EPERM:
            StorageError(
                .notPermitted, "Lull cannot \(attempt): \(reason); run it as the owner, or give another directory.")
        case ENOSPC, EDQUOT:
            StorageError(.full, "Lull cannot \(attempt): \(reason); free some space.")
        default:
            StorageError(.notWritable, "Lull cannot \(attempt): \(reason); check the disk, or give another directory.")
        }
    }
}
