// SPDX-License-Identifier: Apache-2.0

import DeviceModules

/// The name of a program: at most 16 bytes, none of them zero, and not always text.
public struct HatchRestName: Hashable, Sendable {
    /// The most that a block has room for.
    public static let longest = 16
    /// The most that Lull writes; with one more, nothing would end the name in the block.
    public static let longestWritten = 15

    /// The bytes, as they are.
    public let bytes: [UInt8]

    /// Makes a name to be written: whole characters of `text` up to 15 bytes of UTF-8.
    ///
    /// Control characters and line breaks are left out, as the device's own app cannot show them.
    public init(_ text: String) {
        var bytes: [UInt8] = []
        var harmless = String.UnicodeScalarView()
        harmless.append(contentsOf: text.unicodeScalars.lazy.filter(Self.canBeWritten))
        for character in String(harmless) {
            let next = Array(character.utf8)
            guard bytes.count + next.count <= Self.longestWritten else { break }
            bytes += next
        }
        self.bytes = bytes
    }

    /// Reads what a block holds; the name ends at the first zero, and what stands behind it is no part of it.
    init(block: some Sequence<UInt8>) {
        bytes = Array(block.prefix { $0 != 0 }.prefix(Self.longest))
    }

    /// Reads what a command carries, from `offset` of the command on.
    init(command bytes: [UInt8], at offset: Int) throws(CodecError) {
        if let zero = bytes.firstIndex(of: 0) {
            throw CodecError(offset: offset + zero, "a name holds no zero")
        }
        guard bytes.count <= Self.longest else {
            throw CodecError(offset: offset + Self.longest, "a name has at most 16 bytes, and this one goes on")
        }
        self.bytes = bytes
    }

    /// The name as text; bytes that are no UTF-8 are replaced.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    private static func canBeWritten(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
