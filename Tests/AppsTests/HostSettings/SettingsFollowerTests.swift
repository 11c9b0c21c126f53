// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Foundation
import Synchronization
import Testing

@testable import HostSettings

/// What becomes of settings that are read again.
final class SettingsFollowerTests: Sendable {
    private let path = NSTemporaryDirectory() + "lull-settings-\(UUID().uuidString).yaml"

    deinit { try? FileManager.default.removeItem(atPath: path) }

    private func follow(
        from before: String, to after: String?, refusing refused: SettingKey? = nil
    ) throws -> (settings: DaemonSettings, lines: [String], followed: [String]) {
        try before.write(toFile: path, atomically: true, encoding: .utf8)
        let reader = SettingsReader(file: path, options: [:], variables: [:])
        let first = try reader.readForStart()
        if let after {
            try after.write(toFile: path, atomically: true, encoding: .utf8)
        } else {
            try FileManager.default.removeItem(atPath: path)
        }
        let log = LogLines()
        let taken = Mutex<[String]>([])
        let follower = SettingsFollower(reader, from: first, logger: log.logger) { key, text throws(ControlError) in
            guard key != refused else {
                throw ControlError(.badConfiguration, "It cannot be run.", advice: "Make it executable.")
            }
            taken.withLock { $0.append("\(key.rawValue) \(text ?? "-")") }
        }
        let settings = follower.readAgain(after: first)
        return (settings, log.all, taken.withLock(\.self))
    }

    @Test func settings_cannotComeFromStandardInput() {
        let error = #expect(throws: ControlError.self) {
            try SettingsReader(file: "-", options: [:], variables: [:]).readForStart()
        }
        #expect(error?.code == .badConfiguration)
        #expect(error?.message == "Settings cannot come from standard input, as SIGHUP reads them again.")
    }

    @Test func daemon_followsWhatItCan_andSaysWhatWaits() throws {
        let (settings, lines, followed) = try follow(
            from: "log-level: info\nnotice-command: /bin/a", to: "log-level: debug\ntransport: l2cap")
        #expect(settings[.logLevel]?.text == "debug")
        #expect(followed == ["notice-command -", "log-level debug"])
        #expect(
            lines == [
                "notice The settings were read again: transport is “l2cap” when lulld starts again; "
                    + "notice-command is as usual; log-level is “debug”."
            ])
    }

    @Test func nothing_isFollowed_whenNothingChanged() throws {
        let (_, lines, followed) = try follow(from: "wake: true", to: "# A comment.\nwake: true")
        #expect(followed == [])
        #expect(lines == ["notice The settings were read again, and nothing changed."])
    }

    @Test func settings_stayAsTheyAre_withSomethingWrongInThem() throws {
        let (settings, lines, followed) = try follow(from: "log-level: info", to: "log-level: loud\nwake: true")
        #expect(settings[.logLevel]?.text == "info")
        #expect(settings[.wake] == nil)
        #expect(followed == [])
        #expect(
            lines == [
                "error \(path), line 1: log-level is “loud”, which is not one of trace, debug, info, notice, warning, "
                    + "error, critical.",
                "error The settings stay as they are. `lulld --check-config` shows what is wrong.",
            ])
    }

    @Test func settings_stayAsTheyAre_whenTheFileIsGone() throws {
        let (settings, lines, _) = try follow(from: "log-level: info", to: nil)
        #expect(settings[.logLevel]?.text == "info")
        #expect(lines.count == 1)
        #expect(lines.first?.hasSuffix("no such file or directory. The settings stay as they are.") == true, "\(lines)")
    }

    @Test func settings_stayAsTheyAre_whenOneCannotBeFollowed() throws {
        let (settings, lines, followed) = try follow(
            from: "log-level: info", to: "log-level: debug\nnotice-command: /bin/none", refusing: .noticeCommand)
        #expect(settings[.logLevel]?.text == "info")
        #expect(followed == [])
        #expect(lines == ["error \(path), line 2: It cannot be run. The settings stay as they are."])
    }
}
