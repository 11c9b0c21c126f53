// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Foundation
import Glibc
import SleepModel
import Testing

/// Notices with the real programs: a device that is gone, and the owner's command.
@Suite(.timeLimit(.minutes(3)))
struct NoticeProcessTests {
    @Test func daemon_doesNotStart_withANoticeCommandThatCannotBeRun() async throws {
        let bedroom = try Bedroom()
        let result = try await Program.run(
            "lulld",
            [
                "--state", bedroom.state, "--socket", bedroom.socket, "--transport", "simulated", "--notice-command",
                "/nonexistent/tell-me",
            ], in: bedroom.scratch, environment: ["TZ": "UTC"])
        #expect(result.exitCode == 78)
        #expect(
            result.errors == """
                lulld: The notice command “/nonexistent/tell-me” is not the absolute path of a program that you may run.
                       Give one program without arguments, and make it executable with `chmod +x`.

                """)
        #expect(!FileManager.default.fileExists(atPath: bedroom.state))
    }

    /// Writes a program that adds what it is told to a file; returns the paths of both.
    private func noticeCommand(_ name: String, in bedroom: Bedroom) throws -> (command: String, told: String) {
        let (command, told) = (bedroom.scratch.path(name), bedroom.scratch.path(name + ".told"))
        try Data("#!/bin/sh\ncat >> \(told)\n".utf8).write(to: URL(filePath: command))
        chmod(command, 0o755)
        return (command, told)
    }

    @Test func noticeCommand_isAnother_afterTheSettingsAreReadAgain() async throws {
        let bedroom = try Bedroom(clock: "2027-03-14T06:40:00Z,60,\(time(nil))")
        let device = try await bedroom.startDevice()
        let (first, second) = (try noticeCommand("first", in: bedroom), try noticeCommand("second", in: bedroom))
        let file = bedroom.scratch.path("lull.yaml")
        func write(_ command: String) throws {
            try "notice-command: \(command)\n".write(toFile: file, atomically: true, encoding: .utf8)
        }
        try write(first.command)
        let daemon = try await bedroom.startDaemon("--config", file)
        try write(second.command)
        daemon.signal(SIGHUP)
        try await eventually("the settings are read again") {
            try daemon.errorsSoFar().contains("notice-command is “\(second.command)”")
        }
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        await device.stop()
        try await bedroom.must("alarm", "add", "up", "--device", "nursery", "--at", "07:05")
        try await eventually("the second command was told") {
            FileManager.default.contents(atPath: second.told)?.isEmpty == false
        }
        #expect(!FileManager.default.fileExists(atPath: first.told))
        await daemon.stop()
    }

    /// An hour passes in a minute.
    @Test func noticeCommand_getsTheAlarm_thatItsDeviceDoesNotRing() async throws {
        let bedroom = try Bedroom(clock: "2027-03-14T06:40:00Z,60,\(time(nil))")
        let device = try await bedroom.startDevice()
        let (command, told) = try noticeCommand("tell-me", in: bedroom)
        let daemon = try await bedroom.startDaemon("--notice-command", command)
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        await device.stop()
        try await bedroom.must("alarm", "add", "up", "--device", "nursery", "--at", "07:05")
        func alarms() -> [NoticeDocument] {
            let lines = (try? String(contentsOfFile: told, encoding: .utf8))?.split(separator: "\n") ?? []
            return lines.compactMap { try? JSONDecoder().decode(NoticeDocument.self, from: Data($0.utf8)) }
                .filter { $0.grade == .alarm }
        }
        try await eventually("the command was told twice") { alarms().count >= 2 }
        #expect(Set(alarms().map(\.id)).count == 1)
        #expect(alarms().first?.device == "nursery")
        let listed = try await bedroom.must("notices", "--json").json() as? [[String: Any]]
        let notice = listed?.first { $0["kind"] as? String == "alarm-not-ringing" }
        #expect(
            notice.map { Set($0.keys) } == [
                "id", "at", "since", "count", "kind", "grade", "device", "address", "subject", "schedule", "occurrence",
                "message", "advice", "acknowledged",
            ])
        #expect(try await bedroom.must("status").output.contains("`lull notices` shows"))
        try await bedroom.must("notices", "ack", "all")
        #expect(try await bedroom.must("notices").output == "No notices.\n")
        let count = alarms().count
        #expect(try await bedroom.lull("notices", "ack", "99").exitCode == 64)
        #expect(alarms().count == count)
        await daemon.stop()
    }

    /// An hour passes in a minute, so an alarm that does not ring is news every second.
    @Test func program_isToldOnce_whenTheDaemonAndTheClientStartAgain() async throws {
        let bedroom = try Bedroom(clock: "2027-03-14T06:40:00Z,60,\(time(nil))")
        let device = try await bedroom.startDevice()
        let (command, told) = try noticeCommand("tell-me", in: bedroom)
        let memory = bedroom.scratch.path("memory")
        func notices() -> [NoticeDocument] {
            let lines = (try? String(contentsOfFile: told, encoding: .utf8))?.split(separator: "\n") ?? []
            return lines.compactMap { try? JSONDecoder().decode(NoticeDocument.self, from: Data($0.utf8)) }
        }
        func oneMore(_ what: String) async throws {
            let count = notices().filter { $0.grade == .alarm }.count
            try await eventually(what) { notices().filter { $0.grade == .alarm }.count > count }
        }
        let first = try bedroom.start("notices", "run", command, "--memory", memory)
        try await eventually("it waits for a daemon") {
            try first.errorsSoFar().contains("watching begins when it does")
        }
        let daemon = try await bedroom.startDaemon()
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        try await eventually("it follows the daemon") { FileManager.default.fileExists(atPath: memory) }
        await device.stop()
        try await bedroom.must("alarm", "add", "up", "--device", "nursery", "--at", "07:05")
        try await oneMore("the alarm is told")
        await daemon.stop()
        let second = try await bedroom.startDaemon()
        try await oneMore("the alarm is told after a restart of the daemon")
        first.signal(SIGTERM)
        #expect(try await first.result().exitCode == 0)
        let client = try bedroom.start("notices", "run", command, "--memory", memory)
        try await oneMore("the alarm is told after a restart of the client")
        client.signal(SIGTERM)
        #expect(try await client.result().exitCode == 0)
        await second.stop()
        let all = notices()
        #expect(Set(all).count == all.count)
        let others = all.filter { $0.grade != .alarm }.map(\.id)
        #expect(!others.isEmpty && Set(others).count == others.count)
    }

    @Test func run_isRefused_withAProgramThatCannotBeRun() async throws {
        let bedroom = try Bedroom()
        let result = try await bedroom.lull("notices", "run", "/nonexistent/tell-me")
        #expect(result.exitCode == 78)
    }
}
