// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import LullCommands

/// Numbers below zero are values, so that what is wrong with them is said.
@Suite
struct NegativeNumbersTests {
    @Test(arguments: [("volume nursery -5", -5), ("volume -5% nursery", nil), ("volume nursery 30%", 30)])
    func percent_isRead_alsoBelowZero(text: String, expected: Int?) throws {
        let arguments = NegativeNumbers.marked(text.split(separator: " ").map(String.init))
        let percents = arguments.compactMap { Percent(argument: $0)?.value }
        #expect(percents == [expected ?? -5])
    }

    @Test(arguments: ["--json", "-h", "-", "--", "-x5", "-5.5"])
    func option_staysAnOption(text: String) {
        #expect(NegativeNumbers.marked([text]) == [text])
    }

    @Test
    func number_staysAsItIs_behindTheEndOfOptions() {
        #expect(NegativeNumbers.marked(["light", "--", "-5"]) == ["light", "--", "-5"])
    }
}
