// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Every table of the command line keeps within the terminal, and breaks lines between words.
@Suite(.timeLimit(.minutes(2)))
struct TableProcessTests {
    private static let capture = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../firmware-fixtures/hatch-rest/simulated-evening.btsnoop").standardizedFileURL.path

    private static let tables: [[String]] = [
        ["devices"], ["status"], ["scan", "--seconds", "1"], ["next", "--days", "3"], ["log"],
        ["favourite", "nursery", "list"], ["program", "nursery", "list"],
        ["routine", "list"], ["alarm", "list"], ["bedtime", "show"],
    ]
    private static let tablesWithoutDaemon: [[String]] = [
        ["explain", "--at", "02:30", "--zone", "America/New_York", "--from", "2027-03-13T00:00:00Z", "--count", "3"],
        ["decode", capture], ["colors"], ["sounds"],
    ]

    /// The lines of a command's output in a terminal of `columns`.
    private func lines(_ arguments: [String], _ columns: Int, in scratch: Scratch) async throws -> [Substring] {
        let result = try await Program.run(
            "lull", arguments, in: scratch, environment: ["TZ": "UTC", "COLUMNS": "\(columns)"])
        #expect(result.exitCode == 0, "\(arguments): \(result.errors)")
        return result.output.split(separator: "\n")
    }

    /// Dates, times, addresses and other words with figures that have to stay whole.
    private func figures(_ lines: [Substring]) -> [String] {
        lines.flatMap { $0.split(whereSeparator: { " ,()".contains($0) }) }
            .filter { $0.contains(where: \.isNumber) && $0.count <= 20 }.map(String.init).sorted()
    }

    private func check(_ arguments: [String], in scratch: Scratch) async throws {
        let wide = try await lines(arguments, 400, in: scratch)
        for columns in [40, 80] {
            let narrow = try await lines(arguments, columns, in: scratch)
            // The heading of a device in `status` and the last lines of a capture are no tables.
            let long = narrow.filter { $0.count > columns && !$0.hasPrefix("nursery (") && !$0.hasSuffix(".") }
            #expect(long == [], "\(arguments) in \(columns) columns")
            #expect(figures(narrow) == figures(wide), "\(arguments) in \(columns) columns")
        }
    }

    @Test
    func tables_fitTheTerminal_andKeepDatesWhole() async throws {
        let bedroom = try Bedroom()
        let device = try await bedroom.startDevice()
        let daemon = try await bedroom.startDaemon()
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        try await bedroom.must("light", "nursery", "amber", "20%")
        try await bedroom.must(
            "alarm", "add", "schoolday", "--device", "nursery", "--at", "07:00", "--days", "mon,tue,wed,thu,fri",
            "--sunrise", "30m", "--sound", "bird")
        try await bedroom.must(
            "routine", "add", "dusk", "--device", "nursery", "--at", "18:30", "--step",
            "light amber 40% fade 10m; sound rain 30%; for 30m")
        try await bedroom.must("bedtime", "set", "nursery", "--at", "20:00", "--wake", "06:30")
        try await bedroom.must("program", "nursery", "set", "1", "--at", "08:30", "--days", "mon,tue,wed")
        for arguments in Self.tables {
            try await check(arguments + ["--socket", bedroom.socket], in: bedroom.scratch)
        }
        for arguments in Self.tablesWithoutDaemon { try await check(arguments, in: bedroom.scratch) }
        let setup = bedroom.scratch.path("setup.yaml")
        try "version: 1\ndevices: []\n".write(toFile: setup, atomically: true, encoding: .utf8)
        try await check(["import", setup, "--dry-run", "--socket", bedroom.socket], in: bedroom.scratch)
        await daemon.stop()
        await device.stop()
    }
}
