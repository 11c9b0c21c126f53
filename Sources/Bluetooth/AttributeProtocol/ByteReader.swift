// SPDX-License-Identifier: Apache-2.0

import GATT

/// Reads the parameters of one PDU from front to back.
struct ByteReader {
    private let bytes: [UInt8]
    private var position: Int

    init(_ bytes: [UInt8], from start: Int = 0) {
        self.bytes = bytes
        position = min(max(start, 0), bytes.count)
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

    mutating func remainder() -> [UInt8] {
        defer { position = bytes.count }
        return Array(bytes[position...])
    }

    /// Reads a UUID of 2 or 16 bytes.
    mutating func uuid(length: Int) throws(ATTDecodingError) -> BluetoothUUID {
        switch length {
        case 2: return BluetoothUUID(try number())
        case 16:
            let low = try half()
            return BluetoothUUID(high: try half(), low: low)
        case ..<2: throw truncation
        default: throw ATTDecodingError(.overlong, "A UUID has 2 or 16 bytes, not \(length).")
        }
    }

    func expectEnd() throws(ATTDecodingError) {
        guard remaining == 0 else {
            throw ATTDecodingError(.overlong, "The PDU goes on for \(remaining) bytes after offset \(position).")
        }
    }

    private mutating func half() throws(ATTDecodingError) -> UInt64 {
        guard remaining >= 8 else { throw truncation }
        defer { position += 8 }
        return bytes[position..<position + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private var truncation: ATTDecodingError {
        ATTDecodingError(.truncated, "The PDU ends at offset \(bytes.count), in the middle of a field.")
    }
}
