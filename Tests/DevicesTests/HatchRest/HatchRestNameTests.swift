// SPDX-License-Identifier: Apache-2.0

import HatchRest
import SleepModel
import Testing

/// Names come from strangers, and have little room.
@Suite
struct HatchRestNameTests {
    @Test(arguments: [
        ("", ""), ("Nap Time", "Nap Time"), ("fifteen letters", "fifteen letters"),
        ("sixteen letters!", "sixteen letters"),
        ("Schlafenszeit für alle", "Schlafenszeit f"), ("Schlafenszeiten für", "Schlafenszeiten"), ("🌙🌙🌙🌙🌙", "🌙🌙🌙"),
        ("12345678901234é", "12345678901234"),
        ("👨‍👩‍👧‍👦 bed", ""), ("a👨‍👩‍👧‍👦", "a"), ("Nap\u{0}Time", "NapTime"),
        ("\u{1B}[2JNap\r\nTime\u{7F}", "[2JNapTime"),
        ("a\u{9B}b\u{2028}c\u{2029}d", "abcd"),
    ])
    func name_isWrittenInWholeCharacters_withoutControls(text: String, written: String) {
        let name = HatchRestName(text)
        #expect(name.text == written)
        #expect(name.bytes.count <= HatchRestName.longestWritten)
    }

    @Test
    func name_isEmpty_whenItsFirstCharacterIsEndless() {
        #expect(HatchRestName("e" + String(repeating: "\u{301}", count: 100_000)).bytes.isEmpty)
    }

    @Test(
        arguments: [
            ([], ""), (Array("Bed Time".utf8) + [0, 0xFF, 0x81, 0], "Bed Time"),
            (Array("0123456789ABCDEF".utf8), "0123456789ABCDEF"),
            ([0xFF, 0x41], "\u{FFFD}A"), ([0xC3], "\u{FFFD}"), ([0x41, 0x0A, 0x1B], "A\n\u{1B}"),
            ([0xF0, 0x9F, 0x8C, 0x99], "🌙"),
        ] as [([UInt8], String)])
    func name_isReadUpToItsZero_andRepaired(bytes: [UInt8], text: String) throws {
        let label = [0x06] + bytes + Array(repeating: 0, count: 16 - bytes.count)
        let read = try HatchRestProgramLabel(label)
        #expect(read.name.text == text)
        #expect(read.bytes == label)
    }
}
