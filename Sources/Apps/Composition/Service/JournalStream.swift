// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The stream that leads to systemd's journal, as `JOURNAL_STREAM` names it.
public struct JournalStream: Hashable, Sendable {
    /// The number of its device.
    let device: UInt64
    /// The number of its file.
    let file: UInt64

    /// Reads `DEVICE:FILE`; nil for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let device = UInt64(parts[0]), let file = UInt64(parts[1]) else { return nil }
        (self.device, self.file) = (device, file)
    }

    /// Whether a descriptor is that stream; a shell may have sent it elsewhere.
    public func isDescriptor(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_dev == device && status.st_ino == file
    }
}
