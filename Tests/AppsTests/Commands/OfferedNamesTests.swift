// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import LullCommands

/// Which names a shell offers when somebody presses the key for that.
struct OfferedNamesTests {
    @Test func names_areOfferedInOrder_eachOnce() {
        #expect(OfferedNames.of(["wake up", "anna", "wake up", "Bär-2"]) == ["Bär-2", "anna", "wake up"])
    }

    @Test(arguments: [
        "", "$(reboot)", "`reboot`", "a;b", "a|b", "a&b", "a>b", "*", "a?", "[a]", "~", "it's", "a\"b", "a\\b", "a\nb",
        "a\u{1B}[0m", "!1", "#a", "a\u{202E}b", "{a,b}",
    ])
    func name_isNotOffered_whenAShellCouldTakeItForMoreThanAWord(name: String) {
        #expect(OfferedNames.of([name, "anna"]) == ["anna"])
    }
}
