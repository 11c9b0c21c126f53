// SPDX-License-Identifier: Apache-2.0

/// A Bluetooth device address in its canonical form: six upper-case hexadecimal bytes joined by colons.
public struct MacAddress: RawRepresentable, Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
    /// The canonical text, for example `DC:06:41:DC:1A:B4`.
    public let rawValue: String

    /// Reads an address with colons or dashes, in either case; nil if it is anything else.
    public init?(rawValue: String) {
        let parts = rawValue.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "-" }
        guard parts.count == 6 else { return nil }
        var bytes: [UInt8] = []
        for part in parts {
            guard part.utf8.count == 2, part.utf8.allSatisfy(\.isHexDigit), let byte = UInt8(part, radix: 16) else {
                return nil
            }
            bytes.append(byte)
        }
        self.init(bytes: bytes)
    }

    /// Makes an address of its six bytes in the order they are written; nil for any other count.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 6 else { return nil }
        rawValue = bytes.map(\.hexadecimal).joined(separator: ":")
    }

    /// The six bytes in the order they are written.
    public var bytes: [UInt8] {
        rawValue.split(separator: ":").compactMap { UInt8($0, radix: 16) }
    }

    /// The canonical text.
    public var description: String { rawValue }

    /// Orders addresses by their text.
    public static func < (first: MacAddress, second: MacAddress) -> Bool { first.rawValue < second.rawValue }

    /// Reads the canonical or any accepted text; throws on anything else.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let address = MacAddress(rawValue: text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a device address")
        }
        self = address
    }

    /// Writes the canonical text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
