// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HostSettings

/// Who wins of an option, a variable and a file.
struct DaemonSettingsTests {
    private static let file = SettingsFile(path: "/x", text: "log-level: info\nadapter: hci0\nwake: true")

    @Test(
        arguments: [
            (["debug"], "trace", "debug", .option), ([], "trace", "trace", .variable), ([], "", "info", .line(1)),
            ([], nil, "info", .line(1)),
        ] as [([String], String?, String, DaemonSettings.Source)])
    func option_winsOverAVariable_andThatOverTheFile(
        option: [String], variable: String?, text: String, source: DaemonSettings.Source
    ) {
        let settings = DaemonSettings(
            options: option.first.map { [.logLevel: $0] } ?? [:],
            variables: variable.map { ["LULL_LOG_LEVEL": $0] } ?? [:], file: Self.file)
        #expect(settings[.logLevel] == .init(text: text, source: source))
        #expect(settings[.adapter] == .init(text: "hci0", source: .line(2)))
        #expect(settings[.state] == nil)
        #expect(settings.problems == [])
    }

    @Test func variable_isRefused_withABadValue() {
        let settings = DaemonSettings(options: [:], variables: ["LULL_WAKE": "maybe"], file: nil)
        #expect(
            settings.problems.map(\.description)
                == ["The variable LULL_WAKE is “maybe”, which is not true or false."])
    }

    @Test func everySetting_hasAnOptionAndAVariable() {
        #expect(
            SettingKey.allCases.map(\.variable) == [
                "LULL_STATE", "LULL_SOCKET", "LULL_TRANSPORT", "LULL_ADAPTER", "LULL_RESET_RADIO", "LULL_WAKE",
                "LULL_NOTICE_COMMAND", "LULL_LOG_LEVEL", "LULL_GRADES", "LULL_HISTORY_DAYS", "LULL_LINK_DAYS",
            ])
        #expect(
            SettingKey.allCases.map(\.option) == [
                "--state", "--socket", "--transport", "--adapter", "--reset-radio", "--wake", "--notice-command",
                "--log-level", "--grades", "--history-days", "--link-days",
            ])
    }

    @Test func changes_areThoseOfValues_whoeverSetThem() {
        let one = DaemonSettings(options: [:], variables: [:], file: Self.file)
        let other = DaemonSettings(
            options: [.adapter: "hci0"], variables: ["LULL_LOG_LEVEL": "debug", "LULL_TRANSPORT": "l2cap"],
            file: SettingsFile(path: "/x", text: "log-level: info"))
        #expect(one.changes(to: other) == [.transport, .wake, .logLevel])
        #expect(one.changes(to: one) == [])
    }
}
