// SPDX-License-Identifier: Apache-2.0

import CivilTime
import DeviceModules

/// Reads the ASCII text of a command or an answer from left to right; every error names the byte it stands at.
struct CommandReader {
    private let bytes: [UInt8]
    private(set) var offset: Int

    init(_ bytes: [UInt8], from offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    /// Two hexadecimal digits in either case.
    mutating func byte() throws(CodecError) -> UInt8 {
        UInt8(truncatingIfNeeded: try number(digits: 2))
    }

    /// Up to eight hexadecimal digits in either case, highest first.
    mutating func number(digits: Int) throws(CodecError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard offset < bytes.count else { throw CodecError(offset: offset, "expected a hexadecimal digit") }
            switch bytes[offset] {
            case 0x30...0x39: value = value << 4 | UInt32(bytes[offset] - 0x30)
            case 0x41...0x46: value = value << 4 | UInt32(bytes[offset] - 0x41 + 10)
            case 0x61...0x66: value = value << 4 | UInt32(bytes[offset] - 0x61 + 10)
            default: throw CodecError(offset: offset, "expected a hexadecimal digit")
            }
            offset += 1
        }
        return value
    }

    /// Fourteen decimal digits: year, month, day, hour, minute and second.
    mutating func dateTime() throws(CodecError) -> CivilDateTime {
        let start = offset
        var parts: [Int] = []
        for digits in [4, 2, 2, 2, 2, 2] { parts.append(try decimal(digits: digits)) }
        guard let date = CivilDate(year: parts[0], month: parts[1], day: parts[2]) else {
            throw CodecError(offset: start, "expected a date that exists")
        }
        guard let time = TimeOfDay(hour: parts[3], minute: parts[4], second: parts[5]) else {
            throw CodecError(offset: start + 8, "expected a time of day")
        }
        return CivilDateTime(date: date, time: time)
    }

    private mutating func decimal(digits: Int) throws(CodecError) -> Int {
        var value = 0
        for _ in 0..<digits {
            guard offset < bytes.count, (0x30...0x39).contains(bytes[offset]) else {
                throw CodecError(offset: offset, "expected a digit")
            }
            value = value * 10 + Int(bytes[offset] - 0x30)
            offset += 1
        }
        return value
    }

    /// One letter, or nil at the end.
    mutating func letter() -> Character? {
        guard offset < bytes.count else { return nil }
        defer { offset += 1 }
        return Character(UnicodeScalar(bytes[offset]))
    }

    /// Everything that is left.
    mutating func rest() -> [UInt8] {
        defer { offset = bytes.count }
        return Array(bytes[offset...])
    }

    /// Throws when anything is left.
    func end() throws(CodecError) {
        guard offset == bytes.count else { throw CodecError(offset: offset, "expected nothing more") }
    }
}
