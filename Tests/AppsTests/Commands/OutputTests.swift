// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import Foundation
import SleepModel
import Testing

@testable import LullCommands

/// Nothing that somebody else wrote can disturb a terminal.
@Suite
struct OutputTests {
    private static let hostile = "a\u{1B}[31m\u{9B}2J\u{7F}\u{202E}b\nlull: done.\u{2028}\u{E0041}c"

    private static func isHarmless(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy(\.isPrintable)
    }

    @Test
    func line_staysOneLine_andHarmless() {
        let text = Output.harmless([Self.hostile])
        #expect(Self.isHarmless(text))
        #expect(text.hasPrefix("a\u{FFFD}[31m"))
        #expect(text.hasSuffix("c"))
    }

    @Test
    func line_isCut_whenItIsEndless() {
        #expect(Output.harmless([String(repeating: "x", count: 1_000_000)]).count == Output.longestLine)
    }

    @Test
    func table_keepsItsRows_whateverCellsHold() {
        var table = TextTable(["name", "x"])
        table.add([Self.hostile, Self.hostile])
        table.add([nil, "y"])
        #expect(table.lines.count == 3)
        #expect(table.lines.allSatisfy(Self.isHarmless))
    }

    @Test
    func json_meansTheSame_andIsHarmless() throws {
        let document = ControlErrorDocument(ControlError(.busy, Self.hostile, advice: "\u{E000}🌙é"))
        let plain = String(decoding: try JSONEncoder().encode(document), as: UTF8.self)
        let escaped = Output.escaped(plain)
        #expect(Self.isHarmless(escaped))
        #expect(escaped.contains("🌙é"))
        #expect(try JSONDecoder().decode(ControlErrorDocument.self, from: Data(escaped.utf8)) == document)
    }

    @Test
    func event_isOneHarmlessLine_whateverItsNameIs() {
        let event = EventDocument(
            at: .min, event: .occurrence, device: Self.hostile, kind: .alarm, name: Self.hostile,
            outcome: .missed, reason: Self.hostile)
        #expect(Self.isHarmless(Output.harmless([Describe.event(event, LocalTimes())])))
    }
}
