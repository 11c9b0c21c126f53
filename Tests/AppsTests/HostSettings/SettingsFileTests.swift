// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HostSettings

/// What a file of settings sets, and what is wrong in it.
struct SettingsFileTests {
    private func file(_ lines: String...) -> SettingsFile {
        SettingsFile(path: "/etc/lull/lull.yaml", text: lines.joined(separator: "\n"))
    }

    @Test func file_setsWhatItsLinesSay_withCommentsAndQuotationMarks() {
        let file = file(
            "# The house.", "---", "transport: l2cap", "", "adapter: \"hci1\" # the one in the hall",
            "notice-command: '/usr/local/bin/my speaker'", "wake: true", "log-level: debug", "state: /srv/lull",
            "socket: /run/lull/l.sock")
        #expect(file.problems == [])
        #expect(
            file.entries == [
                .transport: .init(text: "l2cap", line: 3), .adapter: .init(text: "hci1", line: 5),
                .noticeCommand: .init(text: "/usr/local/bin/my speaker", line: 6), .wake: .init(text: "true", line: 7),
                .logLevel: .init(text: "debug", line: 8), .state: .init(text: "/srv/lull", line: 9),
                .socket: .init(text: "/run/lull/l.sock", line: 10),
            ])
    }

    @Test(arguments: ["", "\n\n", "# Nothing.\n---\n"])
    func file_setsNothing_withoutLines(text: String) {
        let file = SettingsFile(path: "/x", text: text)
        #expect(file.entries == [:])
        #expect(file.problems == [])
    }

    @Test func lines_mayEndAsOnWindows() {
        let file = SettingsFile(path: "/x", text: "wake: true\r\nlog-level: info\r\n")
        #expect(file.entries == [.wake: .init(text: "true", line: 1), .logLevel: .init(text: "info", line: 2)])
        #expect(file.problems == [])
    }

    @Test(
        arguments: [
            ("log-levl: info", "“log-levl” is no setting; did you mean log-level?"),
            (
                "colour: red",
                "“colour” is no setting; the settings are adapter, grades, history-days, link-days, log-level, notice-command, reset-radio, socket, state, transport, wake."
            ),
            (
                "log-level: loud",
                "log-level is “loud”, which is not one of trace, debug, info, notice, warning, error, critical."
            ),
            ("transport: wifi", "transport is “wifi”, which is not one of bluez, l2cap, simulated."),
            ("grades: lull", "grades is “lull”, which is not a list such as lull=control,family=admin, or none."),
            ("wake: yes", "wake is “yes”, which is not true or false."),
            ("state: lull", "state is “lull”, which is not an absolute path, such as /var/lib/lull."),
            ("socket: ''", "socket is “”, which is not a path of 1 to 107 bytes."),
            ("adapter: \"\"", "adapter is “”, which is not an adapter, such as hci0, nor an address."),
            ("adapter: hci 0", "adapter is “hci 0”, which is not an adapter, such as hci0, nor an address."),
            ("notice-command: ''", "notice-command is “”, which is empty."),
            ("adapter:", "adapter has no value."),
            ("adapter: ~", "adapter has no value."),
            ("wake:true", "it is not a name and a value, such as “log-level: info”."),
            ("wake", "it is not a name and a value, such as “log-level: info”."),
            ("  wake: true", "it is not a name and a value, such as “log-level: info”."),
            ("- wake", "it is not a name and a value, such as “log-level: info”."),
            ("adapter: [hci0]", "it is not a name and a value, such as “log-level: info”."),
            ("adapter: &a hci0", "it is not a name and a value, such as “log-level: info”."),
            ("adapter: \"hci0", "it is not a name and a value, such as “log-level: info”."),
            ("state: \"/a\\0b\"", "state is “/a\u{FFFD}b”, which contains a NUL character."),
        ])
    func line_isRefusedWithItsNumber_thatSetsNothing(line: String, says: String) {
        let file = file("# One.", line, "wake: true")
        #expect(file.problems.map(\.description) == ["/etc/lull/lull.yaml, line 2: " + says])
    }

    @Test func setting_isRefused_thatStandsTwice() {
        let file = file("wake: true", "wake: false")
        #expect(file.problems.map(\.description) == ["/etc/lull/lull.yaml, line 2: wake stands on line 1 already."])
        #expect(file.entries[.wake]?.text == "true")
    }

    @Test func problems_areAllNamed_inTheirOrder() {
        let file = file("a: 1", "wake: 2", "log-level: info", "b")
        #expect(file.problems.count == 3)
        #expect(file.entries == [.logLevel: .init(text: "info", line: 3)])
    }

    /// The file that comes with the daemon has every setting, behind a "#".
    @Test func example_setsEverything_withoutItsMarks() throws {
        var root = URL(filePath: #filePath).resolvingSymlinksInPath()
        for _ in 0..<4 { root.deleteLastPathComponent() }
        let text = try String(contentsOf: root.appending(path: "systemd/lull.yaml"), encoding: .utf8)
        #expect(SettingsFile(path: "/x", text: text).entries == [:])
        let lines = text.split(separator: "\n").map { $0.hasPrefix("#") && !$0.hasPrefix("# ") ? $0.dropFirst() : $0 }
        let file = SettingsFile(path: "/x", text: lines.joined(separator: "\n"))
        #expect(file.problems == [])
        #expect(Set(file.entries.keys) == Set(SettingKey.allCases))
    }
}
