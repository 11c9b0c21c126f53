// SPDX-License-Identifier: Apache-2.0

import GATT

/// Reads the parameters of one PDU from front to back.
struct ByteReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var remaining: Int { bytes.count - position }

    mutating func byte() throws(ATTDecodingError) -> UInt8 {
        guard remaining >= 1 else { throw truncation }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func number() throws(ATTDecodingError) -> UInt16 {
        guard remaining >= 2 else { throw truncation }
        defer { position += 2 }
        return UInt16(bytes[position]) | UInt16(bytes[position + 1]) << 8
    }

    mutating func take(_ count: Int) throws(ATTDecodingError) -> [UInt8] {
        guard count >= 0, remaining >= count else { throw truncation }
        defer { position += count }
        return Array(bytes[position..<position + count])
    }

    mutating func rest() -> [UInt8] {
        defer { position = bytes.count }
        return Array(bytes[position...])
    }

    /// Reads everything that is left as one UUID of 2 or 16 bytes.
    mutating func uuid() throws(ATTDecodingError) -> BluetoothUUID {
        let count = remaining
        guard count >= 2 else { throw truncation }
        guard let uuid = BluetoothUUID(wire: rest()) else {
            throw ATTDecodingError(.overlong, "A UUID has 2 or 16 bytes, not \(count).")
        }
        return uuid
    }

    func expectEnd() throws(ATTDecodingError) {
        guard remaining == 0 else {
            throw ATTDecodingError(.overlong, "The PDU goes on for \(remaining) bytes after offset \(position).")
        }
    }

    private var truncation: ATTDecodingError {
        ATTDecodingError(.truncated, "The PDU ends at offset \(bytes.count), in the middle of a field.")
    }
}
