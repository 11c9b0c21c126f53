// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SleepModel

@Suite
struct HexadecimalTests {
    @Test(
        arguments: [
            ("", []), ("00", [0x00]), ("0aFf", [0x0A, 0xFF]), ("0A FF", [0x0A, 0xFF]), (" 0A  FF ", [0x0A, 0xFF]),
            ("0 A", [0x0A]), ("   ", []),
        ] as [(String, [UInt8])])
    func bytes_areRead(text: String, bytes: [UInt8]) throws {
        #expect(try Hexadecimal.bytes(text) == bytes)
    }

    @Test(
        arguments: [
            ("G0", 0, .notADigit), ("0G", 1, .notADigit), ("00 0x", 4, .notADigit), ("00\n", 2, .notADigit),
            ("00\t11", 2, .notADigit), ("-1", 0, .notADigit), ("é0", 0, .notADigit), ("00é", 2, .notADigit),
            ("00００", 2, .notADigit), ("0", 1, .oddCount), ("00 1", 4, .oddCount), ("0 ", 2, .oddCount),
        ] as [(String, Int, HexadecimalError.Problem)])
    func error_saysWhere(text: String, offset: Int, problem: HexadecimalError.Problem) {
        #expect(throws: HexadecimalError(offset: offset, problem: problem)) { try Hexadecimal.bytes(text) }
    }

    @Test
    func text_comesBack_forEveryByte() throws {
        let bytes = Array(UInt8.min...UInt8.max)
        let text = Hexadecimal.text(bytes)
        #expect(text.utf8.count == 512)
        #expect(text.hasPrefix("000102"))
        #expect(text.hasSuffix("FDFEFF"))
        #expect(try Hexadecimal.bytes(text) == bytes)
        #expect(try Hexadecimal.bytes(text.lowercased()) == bytes)
    }
}
