// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import LullCommands

/// Options that stand in front of a command.
@Suite
struct GlobalOptionsTests {
    @Test(arguments: [
        ("--direct light n amber", "light n amber --direct"),
        ("--direct --state /s --json alarm list", "alarm list --direct --state /s --json"),
        ("--state=/s --direct status", "status --state=/s --direct"),
        ("--direct scan --seconds 3", "scan --seconds 3 --direct"),
        ("--direct light -- n", "light --direct -- n"),
        ("light n amber --direct", "light n amber --direct"),
        ("--help", "--help"), ("--direct --help", "--direct --help"), ("--direct", "--direct"),
        ("--state", "--state"), ("--unknown light", "--unknown light"), ("", ""),
    ])
    func options_standBehindTheCommand_whereverTheyWereGiven(_ given: String, _ expected: String) {
        let arguments = given.split(separator: " ").map(String.init)
        #expect(GlobalOptions.moved(arguments).joined(separator: " ") == expected)
    }
}
