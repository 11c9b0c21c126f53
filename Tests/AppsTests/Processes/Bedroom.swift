// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A simulated device and a daemon as two processes, with the commands a person would give.
final class Bedroom: Sendable {
    static let address = "DC:06:41:00:00:07"

    let scratch: Scratch
    private let clock: String?

    init(clock: String? = nil) throws {
        scratch = try Scratch()
        self.clock = clock
    }

    var socket: String { scratch.path("d.sock") }
    var deviceSocket: String { scratch.path("r.sock") }
    var journalPath: String { scratch.path("journal.jsonl") }
    var state: String { scratch.path("state") }

    private var clockArguments: [String] { clock.map { ["--clock", $0] } ?? [] }

    /// Starts the simulated device.
    func startDevice(name: String = "Nursery", _ more: String...) async throws -> Program {
        let device = try Program(
            "lull",
            [
                "simulate", "--listen", deviceSocket, "--journal", journalPath, "--address", Self.address,
                "--name", name,
            ]
                + clockArguments + more,
            in: scratch)
        try await eventually("the device listens") { FileManager.default.fileExists(atPath: deviceSocket) }
        return device
    }

    /// Starts the daemon and waits until it answers; another program may stand before it, with arguments of its own, and
    /// there may be other devices on the air.
    func startDaemon(
        _ more: String..., under launcher: [String] = [], hearing others: [String] = []
    ) async throws -> Program {
        let arguments =
            [
                "--state", state, "--socket", socket, "--transport", "simulated", "--device-socket", deviceSocket,
            ] + others.flatMap { ["--device-socket", $0] } + clockArguments + more
        let command = launcher.isEmpty ? ["lulld"] : launcher + [Program.path(of: "lulld")]
        let daemon = try Program(
            command[0], command.dropFirst() + arguments, in: scratch, environment: ["TZ": "UTC"])
        try await eventually("the daemon answers") {
            try await lull("devices").exitCode == 0
        }
        return daemon
    }

    /// Runs `lull` with the daemon's socket.
    func lull(_ arguments: String...) async throws -> Program.Result {
        try await Program.run("lull", arguments + ["--socket", socket], in: scratch, environment: ["TZ": "UTC"])
    }

    /// Runs `lull` and expects it to succeed.
    @discardableResult
    func must(_ arguments: String..., location: SourceLocation = #_sourceLocation) async throws -> Program.Result {
        let result = try await Program.run(
            "lull", arguments + ["--socket", socket], in: scratch, environment: ["TZ": "UTC"])
        #expect(result.exitCode == 0, "\(arguments): \(result.errors)", sourceLocation: location)
        return result
    }

    /// Starts `lull` with the daemon's socket.
    func start(_ arguments: String...) throws -> Program {
        try Program("lull", arguments + ["--socket", socket], in: scratch, environment: ["TZ": "UTC"])
    }

    /// The arguments that make `lull` do without the daemon.
    func directArguments(_ arguments: [String]) -> [String] {
        ["--direct", "--state", state, "--transport", "simulated", "--device-socket", deviceSocket] + arguments
    }

    /// Runs `lull --direct`.
    func direct(_ arguments: String...) async throws -> Program.Result {
        try await Program.run("lull", directArguments(arguments), in: scratch, environment: ["TZ": "UTC"])
    }

    /// Everything that reached the device so far.
    func journal() throws -> [JournalLine] {
        guard let text = try? String(contentsOfFile: journalPath, encoding: .utf8) else { return [] }
        // The last line may still be on its way.
        return try text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map {
            try JSONDecoder().decode(JournalLine.self, from: Data($0.utf8))
        }
    }

    /// The commands that reached the device so far, but for those that are sent in passing.
    func commands() throws -> [String] {
        try journal().compactMap { $0.event == "command" ? $0.bytes : nil }.filter { !Self.isInPassing($0) }
    }

    /// Whether a command sets the clock, which the device forgets with each start, or asks for a program.
    static func isInPassing(_ command: String) -> Bool { command.hasPrefix("ST") || command.hasPrefix("EGB") }

    /// Waits until the device that was just paired has the time, and the daemon has released it.
    func untilSettled() async throws {
        try await eventually("the device has the time") {
            try journal().contains { $0.bytes?.hasPrefix("ST") == true }
        }
        try await eventually("the device is released") { try journal().last?.event == "disconnect" }
    }
}

/// One line of a device's journal.
struct JournalLine: Decodable, Hashable {
    struct State: Decodable, Hashable {
        struct Light: Decodable, Hashable {
            let red: Int
            let green: Int
            let blue: Int
            let brightness: Int
        }

        struct Sound: Decodable, Hashable {
            let id: Int
            let name: String?
        }

        let power: String
        let light: Light
        let sound: Sound
        let volume: Int
    }

    let at: String
    let monotonic: Double
    let event: String
    let bytes: String?
    let reply: String?
    let state: State?
}
