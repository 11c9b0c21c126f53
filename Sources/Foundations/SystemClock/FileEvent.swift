// SPDX-License-Identifier: Apache-2.0

/// One thing that inotify reports.
struct FileEvent: Hashable, Sendable {
    /// Which watch saw it; below zero when events were lost.
    var watch: Int32
    /// What happened, as bits.
    var mask: UInt32
    /// What it happened to inside the watched directory; empty when to that itself.
    var name: String

    private static let headerSize = 16

    /// Reads what a read of the descriptor gave; an event that is cut off at the end is left out.
    static func parse(_ bytes: ArraySlice<UInt8>) -> [FileEvent] {
        var events: [FileEvent] = []
        var rest = bytes
        while rest.count >= headerSize {
            let length = Int(number(rest, at: 12))
            guard rest.count - headerSize >= length else { break }
            let name = rest.dropFirst(headerSize).prefix(length).prefix { $0 != 0 }
            events.append(
                FileEvent(
                    watch: Int32(bitPattern: number(rest, at: 0)), mask: number(rest, at: 4),
                    name: String(decoding: name, as: UTF8.self)))
            rest = rest.dropFirst(headerSize + length)
        }
        return events
    }

    /// A number in the byte order of the machine.
    private static func number(_ bytes: ArraySlice<UInt8>, at offset: Int) -> UInt32 {
        let value = bytes.dropFirst(offset).prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return UInt32(littleEndian: value.littleEndian)
    }
}
