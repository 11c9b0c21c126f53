// SPDX-License-Identifier: Apache-2.0

/// A Bluetooth device address in its canonical form: six upper-case hexadecimal bytes joined by colons.
public struct MacAddress: RawRepresentable, Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
    /// The kinds of random address, told apart by the two highest bits (Bluetooth Core Specification 6.0, volume 6,
    /// part B, 1.3.2).
    public enum RandomKind: String, Hashable, Codable, Sendable, CaseIterable {
        /// Static: stays the same at least until the device restarts, in practice for ever.
        case fixed = "static"
        /// Changes every few minutes; who holds the device's identity key can tell whose it is.
        case resolvablePrivate = "resolvable-private"
        /// Changes, and nobody can tell whose it is.
        case nonResolvablePrivate = "non-resolvable-private"
        /// Not assigned; no random address may have it.
        case reserved
    }

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

    /// What the address would be if it is a random one; the address itself does not say whether it is.
    public var randomKind: RandomKind {
        switch (bytes.first ?? 0) >> 6 {
        case 0b11: .fixed
        case 0b01: .resolvablePrivate
        case 0b00: .nonResolvablePrivate
        default: .reserved
        }
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
