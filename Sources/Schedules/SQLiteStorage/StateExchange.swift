// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Glibc
import Storage

/// How a restored file takes the place of a damaged one.
///
/// Once the restored file waits under its name, the exchange is decided: if the process is killed, the next start does
/// the rest of it before anything is opened. Each step can be repeated.
struct StateExchange {
    /// The state file.
    let file: DatabaseFile
    /// The path that the damaged file gets.
    let aside: String

    private static let damagedMark = ".damaged-"
    private static let restoredMark = ".restored"

    /// Where the restored file waits.
    var restored: DatabaseFile { DatabaseFile(path: aside + Self.restoredMark) }

    /// An exchange that begins now; the damaged file gets a name that is not in use.
    init(of file: DatabaseFile, at now: Instant) {
        self.file = file
        let second = Instant(secondsSince1970: now.secondsSince1970)
        let stem = file.path + Self.damagedMark + second.iso8601.filter { $0 != ":" }
        var aside = stem
        for number in 2... {
            guard !DatabaseFile(path: aside).present.isEmpty else { break }
            aside = "\(stem)-\(number)"
        }
        self.aside = aside
    }

    /// The exchange that an earlier process has decided and not finished; nil when there is none.
    init?(decidedFor file: DatabaseFile) throws(StorageError) {
        let name = try file.neighbours().first {
            $0.hasPrefix(file.name + Self.damagedMark) && $0.hasSuffix(Self.restoredMark)
        }
        guard let name else { return nil }
        self.file = file
        aside = "\(file.directory)/\(name.dropLast(Self.restoredMark.count))"
    }

    /// Where the damaged file, or else the log of the one that is gone, will be; nil when there is nothing.
    var destination: String? { file.present.first.map { aside + $0 } }

    /// Decides the exchange with a file that is complete.
    func decide(with draft: DatabaseFile) throws(StorageError) {
        try draft.flush()
        try draft.rename(to: restored.path, as: "restore the state file \(file.path)")
        try file.flushDirectory()
    }

    /// Sets the damaged file and the files beside it aside.
    func setAside() throws(StorageError) {
        for companion in file.present {
            try file.rename(companion, to: aside, as: "set the damaged state file \(file.path) aside")
        }
    }

    /// Gives the restored file its name.
    func putInPlace() throws(StorageError) {
        try restored.rename(to: file.path, as: "restore the state file \(file.path)")
        try file.flushDirectory()
    }
}
