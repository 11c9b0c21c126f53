// SPDX-License-Identifier: Apache-2.0

import Foundation
import GATT
import Glibc
import SimulatedDevice
import SleepModel
import SystemClock
import Testing

@testable import Composition

/// `lull simulate` as a process of its own.
@Suite(.timeLimit(.minutes(2)))
struct SimulateProcessTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private var socket: String { scratch.path("r.sock") }

    private func start(_ arguments: String..., input: String = "") throws -> Program {
        let path = scratch.path("input")
        try input.write(toFile: path, atomically: true, encoding: .utf8)
        return try Program("lull", ["simulate", "--listen", socket] + arguments, in: scratch, input: path)
    }

    /// Sends commands to the device on the socket, and returns the report it gives after them.
    private func report(after commands: String...) async throws -> String {
        let transport = SimulatedTransport(socketPaths: [socket], clock: HostClock())
        let address = try #require(MacAddress(rawValue: SimulationProcess.defaultAddress))
        let connection = try await transport.connect(to: address)
        for command in commands {
            try await connection.write(
                Array(command.utf8), to: BluetoothUUID(0x0224_0002, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232),
                acknowledged: true)
        }
        let report = try await connection.read(BluetoothUUID(0x0226_0002, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232))
        await connection.disconnect()
        return Hexadecimal.text(report)
    }

    @Test
    func restartedDevice_hasItsPresets_isOff_andKnowsNoTime() async throws {
        let presets = scratch.path("presets.json")
        let first = try start("--presets", presets, "--lag", "0s")
        _ = try await report(
            after: "ST20260524202832U", "PSB02", "PSC01020340", "PSN03", "PSV50", "PSLC0", "PSF", "SI01")
        await first.stop()
        let second = try start("--presets", presets, "--lag", "0s")
        let off = try await report()
        #expect(off.hasPrefix("54F800"))
        #expect(off.hasSuffix("50DF6500000000"))
        #expect(try await report(after: "SI01", "SP02").hasSuffix("4301020340530350" + "50026500000000"))
        await second.stop()
    }

    @Test
    func damagedPresets_areOneSentence_andStayAsTheyAre() async throws {
        let path = scratch.path("presets.json")
        try "no presets".write(toFile: path, atomically: true, encoding: .utf8)
        let result = try await start("--presets", path).result()
        #expect(result.exitCode == 65)
        #expect(result.errors.contains("does not hold the favourites and programs of a Rest."))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "no presets")
    }

    @Test
    func typedLines_touchTheDevice_andTheirEndDoesNotEndIt() async throws {
        let journal = scratch.path("journal.jsonl")
        let device = try start("--journal", journal, "--interactive", input: "touch\n\nwobble\nhold\nunplug 1s")
        func text() -> String { (try? String(contentsOfFile: journal, encoding: .utf8)) ?? "" }
        func states() throws -> [String] {
            // The last line may still be on its way.
            try text().split(separator: "\n", omittingEmptySubsequences: false).dropLast().compactMap {
                try JSONDecoder().decode(JournalLine.self, from: Data($0.utf8)).state?.power
            }
        }
        try await eventually("the device was unplugged") { try states().count == 3 }
        #expect(try states() == ["on", "off", "off"])
        #expect(text().contains("\"fault\":\"power-cycle\""))
        let sentences = try device.errorsSoFar().split(separator: "\n").filter { $0.contains("“") }
        #expect(sentences == ["“wobble” is not understood. Type touch, hold, or unplug 10s."])
        try await eventually("the device listens") { try device.errorsSoFar().contains("listens on") }
        #expect(device.isRunning)
        device.signal(SIGTERM)
        #expect(try await device.result().exitCode == 0)
    }

    @Test
    func device_saysThatItListens_onlyWhenItDoes() async throws {
        let first = try start()
        try await eventually("the device listens") { try first.errorsSoFar().contains("listens on \(socket)") }
        let second = try await start().result()
        #expect(second.exitCode == 75)
        #expect(!second.errors.contains("listens on"))
        await first.stop()
    }

    @Test
    func socket_isInTheDirectoryOfTheSession() async throws {
        let session = scratch.path("session")
        let device = try Program("lull", ["simulate"], in: scratch, environment: ["XDG_RUNTIME_DIR": session])
        try await eventually("the device listens") {
            FileManager.default.fileExists(atPath: session + "/lull/simulated.sock")
        }
        await device.stop()
    }

    @Test(arguments: ["", "touch me", "unplug", "unplug 0s", "unplug soon", "UNPLUG 3s", "touch\u{7}"])
    func line_isNotUnderstood_whenItIsNoAct(line: String) {
        #expect(BedsideAct(parsing: line) == nil)
    }

    @Test
    func line_namesAnAct() {
        #expect(BedsideAct(parsing: " touch ") == .touch)
        #expect(BedsideAct(parsing: "hold\r") == .hold)
        #expect(BedsideAct(parsing: "unplug 1m30s") == .unplug(.seconds(90)))
    }
}
