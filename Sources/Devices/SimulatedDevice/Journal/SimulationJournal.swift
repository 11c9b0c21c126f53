// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// The record of everything that reached a simulated device, one JSON object per line or in memory.
public final class SimulationJournal: Sendable {
    private enum Sink {
        case memory([JournalEntry])
        case file(Int32)
        case failed(SimulationError)
    }

    private let sink: Mutex<Sink>

    /// Keeps entries in memory, all of them.
    public init() {
        sink = Mutex(.memory([]))
    }

    /// Appends to the file at `path`, made if it is missing.
    ///
    /// Each line is handed to the system whole before the device goes on, so it outlives a killed process. Throws
    /// `journal_failed` when the file cannot be opened.
    public init(path: String) throws(SimulationError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Self.failure("opened", errno) }
        sink = Mutex(.file(descriptor))
    }

    deinit {
        sink.withLock { sink in
            if case .file(let descriptor) = sink { close(descriptor) }
        }
    }

    /// What was recorded in memory; nothing for a journal in a file.
    public func entries() -> [JournalEntry] {
        sink.withLock { sink in
            if case .memory(let entries) = sink { entries } else { [] }
        }
    }

    /// Why nothing is recorded any more; nil while all is well.
    public var failure: SimulationError? {
        sink.withLock { sink in
            if case .failed(let error) = sink { error } else { nil }
        }
    }

    func record(_ entry: JournalEntry) {
        sink.withLock { sink in
            switch sink {
            case .memory(var entries):
                // Emptied first, so that appending does not copy the list.
                sink = .memory([])
                entries.append(entry)
                sink = .memory(entries)
            case .file(let descriptor):
                guard let failed = descriptor.writeAll(Array((entry.json + "\n").utf8)) else { return }
                close(descriptor)
                sink = .failed(Self.failure("written", failed))
            case .failed: return
            }
        }
    }

    private static func failure(_ what: String, _ number: Int32) -> SimulationError {
        SimulationError(
            .journalFailed, "The journal could not be \(what): \(String(cString: strerror(number))).",
            advice: "Choose a file that can be written.")
    }
}

extension Int32 {
    /// Writes all bytes to this descriptor; returns the error number if that fails.
    func writeAll(_ bytes: [UInt8]) -> Int32? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(self, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return errno }
            rest = rest.dropFirst(count)
        }
        return nil
    }
}
