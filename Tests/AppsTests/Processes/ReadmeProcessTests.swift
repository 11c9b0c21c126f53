// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Foundation
import Processes
import SystemClock
import Testing

/// The commands of the README, as a reader types them, with simulated devices.
@Suite(.timeLimit(.minutes(5)))
struct ReadmeProcessTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardized

    /// What a command of the README answers besides success, and why.
    private static let refusals: [String: (exitCode: Int32, error: String)] = [
        // It rings in the morning.
        "lull alarm dismiss weekday": (64, "lull: “weekday” does not ring now.")
    ]

    /// The commands in the README's shell blocks, each once, without comments and in their order; `isDaemon` are those
    /// that run in the background.
    private static func commands(isDaemon: Bool) throws -> [String] {
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let blocks = readme.components(separatedBy: "```").filter { $0.hasPrefix("sh\n") }
        let lines = blocks.joined().replacing("\\\n", with: "").split(separator: "\n").map { line in
            (line.firstRange(of: " #").map { line[..<$0.lowerBound] } ?? line).trimmingCharacters(in: .whitespaces)
        }
        var seen: Set<String> = []
        return lines.filter { line in
            ["lull ", "lulld ", "curl "].contains(where: line.hasPrefix) && line.hasSuffix("&") == isDaemon
                && seen.insert(line).inserted
        }
    }

    /// A folder with what the README speaks of.
    private static func folder() throws -> Scratch {
        let scratch = try Scratch()
        try FileManager.default.createDirectory(
            atPath: scratch.path("run"), withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path("firmware-fixtures"),
            withDestinationPath: root.appending(path: "firmware-fixtures").path)
        let blocks = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
            .components(separatedBy: "```")
        let holidays = try #require(blocks.first { $0.hasPrefix("text\nBEGIN:VCALENDAR") })
        try "\(holidays.dropFirst("text\n".count))".write(
            toFile: scratch.path("school-holidays.ics"), atomically: true, encoding: .utf8)
        return scratch
    }

    /// Starts a line of the README in a shell.
    private static func start(_ line: String, in scratch: Scratch) throws -> Program {
        let words = line.hasSuffix("&") ? "exec \(line.dropLast())" : line
        return try Program(
            "/bin/sh", ["-c", "cd '\(scratch.path(""))' && \(words)"], in: scratch,
            environment: [
                "PATH": "\(ChildProcess.programs.path):/usr/bin:/bin", "TZ": "UTC", "HOME": scratch.path(""),
                "XDG_RUNTIME_DIR": scratch.path("run"),
            ])
    }

    @Test func commands_succeed_inTheOrderOfTheReadme() async throws {
        let scratch = try Self.folder()
        // A Monday evening before the dates that the README names.
        let clock = HostClock()
        let (start, epoch) = (clock.now().boot, clock.now().wall.iso8601)
        let options = "--clock 2026-11-30T18:00:00Z,1,\(epoch) --state '\(scratch.path("state"))'"
        var daemons: [Program] = []
        for line in try Self.commands(isDaemon: true) where line.contains(".sock") {
            let isReady = line.firstRange(of: "--listen ").map {
                scratch.path("\(line[$0.upperBound...].prefix { $0 != " " })")
            }
            daemons.append(
                try Self.start(line.hasPrefix("lulld") ? "\(line.dropLast())\(options) &" : line, in: scratch))
            if let isReady {
                try await eventually("a device listens") { FileManager.default.fileExists(atPath: isReady) }
            }
        }
        #expect(daemons.count == 3)
        #expect(try Self.commands(isDaemon: false).count > 35)
        try await eventually("the daemon answers") {
            try await Self.start("lull devices", in: scratch).result().exitCode == 0
        }
        for line in try Self.commands(isDaemon: false) {
            if line == "lull alarm snooze" { try await ring(in: scratch, since: start, on: clock) }
            let result = try await Self.start(line, in: scratch).result()
            let expected = Self.refusals[line]
            #expect(result.exitCode == expected?.exitCode ?? 0, "\(line): \(result.errors)")
            #expect(result.errors.hasPrefix(expected?.error ?? ""), "\(line)")
            #expect(!result.output.isEmpty || expected != nil, "\(line)")
            if line.hasPrefix("curl ") { #expect(result.output.hasPrefix("{\"checks\":"), "\(result.output)") }
        }
        for program in daemons.reversed() { await program.stop() }
    }

    /// Waits until an alarm rings that is added for now, seconds after a time of the daemon's clock.
    private func ring(in scratch: Scratch, since start: Duration, on clock: HostClock) async throws {
        let seconds = 18 * 3600 + Int((clock.now().boot - start).components.seconds) + 3
        let time = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        let added = try await Self.start(
            "lull alarm add soon --device nursery --at \(time.joined(separator: ":"))", in: scratch
        ).result()
        #expect(added.exitCode == 0, "\(added.errors)")
        try await eventually("it rings") {
            try await Self.start("lull alarm list", in: scratch).result().output.contains("ringing")
        }
    }
}
