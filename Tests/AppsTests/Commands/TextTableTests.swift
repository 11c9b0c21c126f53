// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import LullCommands

/// Tables keep within the terminal, whatever their cells hold.
@Suite
struct TextTableTests {
    private static let wide = "目覚まし時計🌙"

    private func table(width: Int) -> [String] {
        var table = TextTable(["name", "device", "why"], width: width)
        table.add(["school", "nursery", "every mon,tue,wed,thu,fri at 07:00 in the host's zone Europe/Berlin"])
        table.add([Self.wide, nil, String(repeating: "x", count: 200)])
        table.add(["a\u{1B}[2J\nb", "e\u{301}", "short"])
        return table.lines
    }

    @Test(arguments: [20, 40, 80, 120])
    func line_isNoWiderThanTheTerminal_whateverCellsHold(width: Int) {
        let lines = table(width: width)
        #expect(lines.allSatisfy { $0.columns <= width }, "\(lines)")
        #expect(lines.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 } })
    }

    @Test
    func rows_areOneLineEach_whereTheyFit() {
        var table = TextTable(["name", "at"], width: 40)
        table.add([Self.wide, "07:00"])
        table.add(["nap", "13:00"])
        #expect(table.lines == ["NAME            AT", "\(Self.wide)  07:00", "nap             13:00"])
    }

    @Test
    func cell_goesOnInTheNextLine_whereItIsTooLong() {
        var table = TextTable(["name", "why"], width: 24)
        table.add(["school", "every weekday at seven"])
        #expect(table.lines == ["NAME    WHY", "school  every weekday at", "        seven"])
    }

    @Test
    func cell_isBrokenBetweenWords_soThatDatesStayWhole() {
        var table = TextTable(["at", "why", "days"], width: 32)
        table.add(["Sun 2027-03-14 07:30", "an hour later", "mon,tue,wed"])
        #expect(
            table.lines == [
                "AT          WHY        DAYS", "Sun         an hour    mon,tue,", "2027-03-14  later      wed", "07:30",
            ])
    }

    @Test
    func rows_becomeLists_whereColumnsDoNotFit() {
        var table = TextTable(["name", "device", "sunrise"], width: 22)
        table.add(["schoolday", "nursery-1", "half an hour"])
        table.add(["nap", "bath", nil])
        #expect(
            table.lines == [
                "NAME     schoolday", "DEVICE   nursery-1", "SUNRISE  half an hour", "",
                "NAME     nap", "DEVICE   bath", "SUNRISE  -",
            ])
    }

    @Test(arguments: [("amber", 5), ("目", 2), ("🌙", 2), ("e\u{301}", 1), ("", 0), ("한", 2)])
    func text_takesAsManyColumns(text: String, columns: Int) {
        #expect(text.columns == columns)
    }

    @Test(arguments: [(true, "\u{1B}[33ma\u{FFFD}[2J\u{1B}[0m"), (false, "a\u{FFFD}[2J")])
    func line_hasItsColourAlone_andOnlyWhereItIsShown(isColoured: Bool, expected: String) {
        #expect(StyledLine("a\u{1B}[2J", .warning).text(isColoured: isColoured) == expected)
    }
}
