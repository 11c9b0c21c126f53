// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc

/// A file to which one line is added for each event; a process that is killed leaves whole lines behind.
final class Journal: Sendable {
    private let descriptor: CInt

    init(_ path: String) throws {
        descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CrashError("cannot open \(path): \(String(cString: strerror(errno)))") }
    }

    deinit {
        close(descriptor)
    }

    func write(_ event: JournalEvent) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var line = try encoder.encode(event)
        line.append(UInt8(ascii: "\n"))
        let count = line.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard count == line.count else { throw CrashError("the journal cannot be written") }
    }

    /// Notes what must not happen.
    func fault(_ what: String) {
        try? write(.fault(what))
    }

    /// The events of a journal; none where there is none.
    static func read(_ path: String) throws -> [JournalEvent] {
        guard access(path, F_OK) == 0 else { return [] }
        let decoder = JSONDecoder()
        return try Data(contentsOf: URL(filePath: path)).split(separator: UInt8(ascii: "\n")).map {
            try decoder.decode(JournalEvent.self, from: $0)
        }
    }
}

/// Why a run could not be made, which says nothing about the night.
struct CrashError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
