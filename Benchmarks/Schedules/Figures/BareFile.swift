// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc

/// A file that is written to and synced, without anything between.
struct BareFile {
    /// How a write is made durable.
    enum Sync {
        /// Its contents, and of what is known about the file only what reading them takes.
        case data
        /// All of it.
        case everything
    }

    private let descriptor: CInt
    private let bytes: [UInt8]
    private let sync: Sync
    /// From where it is written to again from its beginning, as SQLite's write-ahead log is; nil if it grows for ever.
    private let length: Int?
    private var offset = 0

    init(path: String, writing count: Int, sync: Sync, length: Int?) throws {
        descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        bytes = [UInt8](repeating: 0xA5, count: count)
        self.sync = sync
        self.length = length
    }

    /// Writes once, and syncs.
    mutating func write() throws {
        if let length, offset + bytes.count > length { offset = 0 }
        let written = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
        let synced = sync == .data ? fdatasync(descriptor) : fsync(descriptor)
        guard written == bytes.count, synced == 0 else { throw CocoaError(.fileWriteUnknown) }
        offset += bytes.count
    }
}
