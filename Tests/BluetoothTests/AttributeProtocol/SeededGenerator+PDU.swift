// SPDX-License-Identifier: Apache-2.0

import SeededRandom

extension SeededGenerator {
    mutating func bytes(upTo limit: Int) -> [UInt8] {
        (0..<Int.random(in: 0...limit, using: &self)).map { _ in UInt8.random(in: 0...255, using: &self) }
    }

    /// Every opcode of the standard, and one that is not in it.
    static let opcodes: [UInt8] = [
        0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12,
        0x13, 0x16, 0x17, 0x18, 0x19, 0x1B, 0x1D, 0x1E, 0x20, 0x21, 0x23, 0x52, 0xD2, 0xFF,
    ]

    /// Random bytes that begin with an opcode somebody knows; the numbers after it are mostly small.
    mutating func pdu() -> [UInt8] {
        var bytes = bytes(upTo: 24)
        for index in bytes.indices where Bool.random(using: &self) {
            bytes[index] = index % 2 == 0 ? 0 : bytes[index] % 12
        }
        if !bytes.isEmpty { bytes[0] = Self.opcodes.randomElement(using: &self) ?? 0 }
        return bytes
    }
}
