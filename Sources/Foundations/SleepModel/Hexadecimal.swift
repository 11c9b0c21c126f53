// SPDX-License-Identifier: Apache-2.0

extension UInt8 {
    /// The byte as two upper-case hexadecimal digits.
    public var hexadecimal: String {
        let digits = String(self, radix: 16, uppercase: true)
        return digits.utf8.count == 1 ? "0" + digits : digits
    }

    /// Whether the byte is the ASCII code of a hexadecimal digit in either case.
    public var isHexDigit: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
    }
}

/// Bytes written as hexadecimal text.
public enum Hexadecimal {
    /// The bytes as upper-case digits without spaces.
    public static func text(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map(\.hexadecimal).joined()
    }

    /// Reads digits in either case, spaces allowed between bytes and digits.
    ///
    /// Throws `HexadecimalError` with the offset of the first character that does not fit.
    public static func bytes(_ text: String) throws(HexadecimalError) -> [UInt8] {
        var bytes: [UInt8] = []
        var high: UInt8?
        for (offset, unit) in text.utf8.enumerated() where unit != 0x20 {
            guard unit.isHexDigit, let digit = Character(UnicodeScalar(unit)).hexDigitValue else {
                throw HexadecimalError(offset: offset, problem: .notADigit)
            }
            if let first = high {
                bytes.append(first << 4 | UInt8(digit))
                high = nil
            } else {
                high = UInt8(digit)
            }
        }
        guard high == nil else { throw HexadecimalError(offset: text.utf8.count, problem: .oddCount) }
        return bytes
    }
}

/// Why text could not be read as hexadecimal bytes.
public struct HexadecimalError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Problem: Hashable, Sendable {
        /// A character that is neither a digit nor a space.
        case notADigit
        /// The last byte has one digit only.
        case oddCount
    }

    /// The offset into the text, in bytes.
    public let offset: Int
    /// What is wrong there.
    public let problem: Problem

    /// One sentence for a person.
    public var description: String {
        switch problem {
        case .notADigit: "the character at offset \(offset) is not a hexadecimal digit"
        case .oddCount: "the hexadecimal text ends at offset \(offset) in the middle of a byte"
        }
    }
}
