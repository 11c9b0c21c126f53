// SPDX-License-Identifier: Apache-2.0

import Glibc
import Storage

/// A database on the disk: its file, and those that SQLite keeps beside it.
struct DatabaseFile: Sendable {
    /// The path of the file.
    let path: String

    /// The database at a path.
    init(path: String) {
        self.path = path
    }

    /// The database of a name in a directory.
    init(in directory: String, name: String) {
        path = directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
    }

    /// What the names of the files end with.
    static let companions = ["", "-wal", "-journal", "-shm"]

    /// The directory that it is in.
    var directory: String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }
    /// Its name in that directory.
    var name: String { path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path }
    /// What the names of those files end with that are there.
    var present: [String] { Self.companions.filter { Self.size(of: path + $0) != nil } }

    /// The bytes in a file; nil when there is none.
    static func size(of path: String) -> Int? {
        var status = stat()
        return lstat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Removes it with the files beside it.
    func remove() {
        for companion in Self.companions { unlink(path + companion) }
    }

    /// Renames one file of it; `attempt` says what for.
    func rename(_ companion: String = "", to target: String, as attempt: String) throws(StorageError) {
        guard Glibc.rename(path + companion, target + companion) == 0 else { throw Self.failure(of: attempt, errno) }
    }

    /// Writes everything in the file to the disk.
    func flush() throws(StorageError) { try Self.flush(path) }

    /// Makes sure that the names in its directory are on the disk.
    func flushDirectory() throws(StorageError) { try Self.flush(directory) }

    private static func flush(_ path: String) throws(StorageError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(of: "write \(path)", errno) }
        defer { Glibc.close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(of: "write \(path)", errno) }
    }

    /// The names in its directory.
    func neighbours() throws(StorageError) -> [String] {
        guard let entries = opendir(directory) else { throw Self.failure(of: "read the directory \(directory)", errno) }
        defer { closedir(entries) }
        var names: [String] = []
        while let entry = readdir(entries) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return names
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
