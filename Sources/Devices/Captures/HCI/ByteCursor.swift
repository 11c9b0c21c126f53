// SPDX-License-Identifier: Apache-2.0

import SleepModel

/// Reads little-endian fields from front to back; a field that is missing is nil.
struct ByteCursor {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func byte() -> UInt8? {
        take(1)?.first
    }

    mutating func number() -> UInt16? {
        take(2).map { UInt16($0[0]) | UInt16($0[1]) << 8 }
    }

    mutating func address() -> MacAddress? {
        take(6).flatMap { MacAddress(bytes: $0.reversed()) }
    }

    mutating func skip(_ count: Int) -> Bool {
        take(count) != nil
    }

    mutating func take(_ count: Int) -> [UInt8]? {
        guard bytes.count - position >= count else { return nil }
        defer { position += count }
        return Array(bytes[position..<position + count])
    }

    mutating func remainder() -> [UInt8] {
        defer { position = bytes.count }
        return Array(bytes[position...])
    }

    var isAtEnd: Bool { position == bytes.count }
}
