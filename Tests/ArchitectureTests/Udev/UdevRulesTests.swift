// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The rules for udev, and the lint itself: one that reports nothing must not be one that sees nothing.
@Suite struct UdevRulesTests {
    private static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func file(_ path: String) throws -> UdevFile {
        UdevFile(path: path, text: try String(contentsOf: root.appending(path: path), encoding: .utf8))
    }

    private static func paths() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: "udev").path)
            .filter { $0.hasSuffix(".rules") }.map { "udev/\($0)" }.sorted()
    }

    @Test func rules_areAsTheLintWantsThem_inEveryFile() throws {
        for path in try Self.paths() {
            for violation in UdevLint.violations(in: try Self.file(path)) {
                Issue.record("\(violation.description)")
            }
        }
    }

    @Test func folder_keepsTheTestRulesApart() throws {
        #expect(try Self.paths() == ["udev/80-lull-bluetooth.rules", "udev/test/80-lull-vhci.rules"])
    }

    @Test func rules_doWhatTheirReadmeSays() throws {
        let rules = try Self.file("udev/80-lull-bluetooth.rules").rules
        let adapter = [
            UdevToken(key: "SUBSYSTEM", operation: "==", value: "bluetooth"),
            UdevToken(key: "KERNEL", operation: "==", value: "hci[0-9]*"),
            // Keeps out connections, such as hci0:64.
            UdevToken(key: "ENV", attribute: "DEVTYPE", operation: "==", value: "host"),
        ]
        #expect(rules.map(\.isExample) == [false, false, true])
        #expect(rules.map { adapter.allSatisfy($0.tokens.contains) } == [true, true, true])
        #expect(
            rules.map { rule in rule.tokens.filter { !$0.isMatch } } == [
                [UdevToken(key: "ATTR", attribute: "device/../power/control", operation: "=", value: "on")],
                [
                    UdevToken(key: "TAG", operation: "+=", value: "systemd"),
                    UdevToken(key: "ENV", attribute: "SYSTEMD_WANTS", operation: "+=", value: "lulld.service"),
                ],
                [
                    UdevToken(key: "IMPORT", attribute: "builtin", operation: "=", value: "path_id"),
                    UdevToken(key: "ENV", attribute: "LULL_ADAPTER", operation: "=", value: "preferred"),
                ],
            ])
    }

    private static let path = "udev/80-lull-x.rules"

    @Test(arguments: [
        (#"FOO=="a", KERNEL=="b""#, 1, "FOO is no key of udev"),
        (#"Kernel=="b""#, 1, #"not KEY, operator and quoted value: Kernel=="b""#),
        (#"KERNEL="b", SUBSYSTEM=="c""#, 1, "KERNEL cannot have ="),
        (#"KERNEL=="b", NAME+="c""#, 1, "NAME cannot have +="),
        (#"KERNEL=="b", ENV{A}:="c""#, 1, "ENV{A} cannot have :="),
        (#"KERNEL=="b", ENV{A}-="c""#, 1, "ENV{A} cannot have -="),
        (#"KERNEL=="b", ENV=="c""#, 1, "ENV needs {…}"),
        (#"KERNEL=="b", ATTR{}="c""#, 1, "ATTR needs {…}"),
        (#"KERNEL{b}=="b""#, 1, "KERNEL has no {…}"),
        (#"KERNEL=="b""# + "\n" + #"KERNEL=="b", ATTR{c}="d"#, 2, #"not KEY, operator and quoted value: ATTR{c}="d"#),
        (#"KERNEL==b"#, 1, "not KEY, operator and quoted value: KERNEL==b"),
        (#"KERNEL=="b", ATTR{c="d""#, 1, #"not KEY, operator and quoted value: ATTR{c="d""#),
        (#"KERNEL=="b","#, 1, "not KEY, operator and quoted value: "),
        (#"KERNEL=="b" SUBSYSTEM=="c""#, 1, "no comma after KERNEL"),
        ("# words\nKERNEL==\"b\", \\\n  # words\n  TAG=\"c\"", 2, "TAG is set, not added to"),
        ("KERNEL==\"b\", \\\n  ATTR{c}=\"d\" \\", 1, "the last line is continued"),
        ("\n# KERNEL==\"b\", \\\n#   TAG=\"c\"", 2, "TAG is set, not added to"),
        (#"KERNEL=="b", ENV{SYSTEMD_WANTS}="c.service""#, 1, "ENV{SYSTEMD_WANTS} is set, not added to"),
        (#"KERNEL=="rfkill", ATTR{c}="d""#, 1, "KERNEL names rfkill"),
        (#"KERNEL=="b", SUBSYSTEM=="hidraw|c""#, 1, "SUBSYSTEM names hidraw"),
        (#"KERNEL=="b", MODE="0660""#, 1, "MODE lets others in"),
        (#"KERNEL=="b", GROUP:="c""#, 1, "GROUP lets others in"),
        (#"KERNEL=="b", TAG+="uaccess""#, 1, "TAG lets others in"),
        (#"ATTR{c}="d""#, 1, "the rule has neither SUBSYSTEM== nor KERNEL=="),
        (#"KERNEL!="b", ATTR{c}="d""#, 1, "the rule has neither SUBSYSTEM== nor KERNEL=="),
        ("LABEL=\"end\"\nKERNEL==\"b\", GOTO=\"end\"", 2, "no LABEL end further down"),
    ])
    func lint_reportsTheLine_whereOneIsPlanted(text: String, line: Int, message: String) {
        let found = UdevLint.violations(in: UdevFile(path: Self.path, text: text))
        #expect(found == [Violation(Self.path, line: line, message)])
    }

    @Test(arguments: ["udev/99-lull-x.rules", "udev/lull.rules", "udev/8-lull-x.rules", "udev/80-x.rules"])
    func lint_reportsTheName_whenItSortsWrong(path: String) {
        let found = UdevLint.violations(in: UdevFile(path: path, text: ""))
        #expect(found == [Violation(path, "the name is not NN-lull-….rules with a number below 99")])
    }

    @Test func lint_allowsTestsAGroup_butNotEverybody() {
        let path = "udev/test/80-lull-x.rules"
        let text = "KERNEL==\"b\", GROUP=\"c\", MODE=\"0660\"\nKERNEL==\"b\", MODE=\"0666\"\n"
        #expect(
            UdevLint.violations(in: UdevFile(path: path, text: text)) == [
                Violation(path, line: 2, "MODE 0666 lets everybody in")
            ])
    }

    @Test(arguments: [
        "", "# words, and KERNEL too\n#\n", "  KERNEL==\"a\",SUBSYSTEM!=\"b\" , ATTR{c/d}=\"e\"  \n",
        "KERNEL==\"a\", ENV{B}=\"say \\\"c, d\\\"\"", #"KERNEL=="a", ENV{B}=e"c\"d", TEST{0100}!="e", RUN+="f""#,
        "SUBSYSTEM!=\"a\", GOTO=\"end\"\nKERNEL==\"b\", \\\n\tTAG+=\"c\"\nLABEL=\"end\"\n",
        "# KERNEL==\"a\", IMPORT{builtin}=\"path_id\"\n",
    ])
    func lint_reportsNothing_inRulesAsTheyShouldBe(text: String) {
        #expect(UdevLint.violations(in: UdevFile(path: Self.path, text: text)) == [])
    }
}
