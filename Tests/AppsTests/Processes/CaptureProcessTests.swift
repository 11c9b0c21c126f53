// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

/// What passes between Lull and a device, recorded, explained and played by the command line.
@Suite(.timeLimit(.minutes(2)))
struct CaptureProcessTests {
    private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../firmware-fixtures/hatch-rest").standardizedFileURL.path

    private func run(_ arguments: String...) async throws -> Program.Result {
        try await Program.run("lull", arguments, in: try Scratch())
    }

    private func object(_ result: Program.Result) throws -> [String: Any] {
        try #require(try result.json() as? [String: Any])
    }

    @Test
    func record_writesWhatPassed_toBeDecodedAndReplayed() async throws {
        let bedroom = try Bedroom()
        let device = try await bedroom.startDevice()
        let daemon = try await bedroom.startDaemon()
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        let file = bedroom.scratch.path("evening.btsnoop")
        let recording = try bedroom.start("record", "nursery", file, "--seconds", "5", "--json")
        try await eventually("it is recorded") {
            let status = try await bedroom.must("status", "nursery", "--json").json() as? [[String: Any]]
            return ["held", "connected"].contains(status?.first?["link"] as? String)
        }
        try await bedroom.must("light", "nursery", "amber", "20%")
        try await bedroom.must("volume", "nursery", "30%")
        let written = try object(try await recording.result())
        #expect(written["truncated"] as? Bool == false)
        let decoded = try object(try await run("decode", file, "--json"))
        let entries = try #require(decoded["entries"] as? [[String: Any]])
        #expect(decoded["packets"] as? Int == written["packets"] as? Int)
        let sent = entries.filter { $0["kind"] as? String == "write" }.compactMap { $0["text"] as? String }
        #expect(sent.contains { $0.contains("volume 30") })
        let replayed = try await run("replay", file, "--speed", "1000", "--json")
        #expect(replayed.exitCode == 0, "\(replayed.errors)")
        let again = try await bedroom.lull("record", "nursery", file)
        await daemon.stop()
        await device.stop()
        #expect(again.exitCode == 64)
        #expect(again.errors.contains("exists already"))
    }

    @Test(arguments: [(SIGINT, false), (SIGTERM, true)])
    func record_writesWhatThereIs_andFreesTheDevice_whenItIsInterrupted(signal: Int32, isDirect: Bool) async throws {
        let bedroom = try Bedroom()
        var device = try await bedroom.startDevice()
        let daemon = try await bedroom.startDaemon()
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        try await bedroom.untilSettled()
        let file = bedroom.scratch.path("evening.btsnoop")
        let recording: Program
        if isDirect {
            daemon.signal(SIGTERM)
            _ = try await daemon.result()
            await device.stop()
            // Its reports are cut, so that it is connected and has not said anything.
            device = try await bedroom.startDevice("--fault", "truncated-read")
            recording = try Program(
                "lull", bedroom.directArguments(["record", "nursery", file, "--seconds", "600"]), in: bedroom.scratch,
                environment: ["TZ": "UTC"])
            try await eventually("it is read") { try bedroom.journal().contains { $0.event == "fault" } }
        } else {
            recording = try bedroom.start("record", "nursery", file, "--seconds", "600")
            try await eventually("it is connected") {
                let status = try await bedroom.must("status", "nursery", "--json").json() as? [[String: Any]]
                return ["held", "connected"].contains(status?.first?["link"] as? String)
            }
        }
        recording.signal(signal)
        let ended = try await recording.result()
        if isDirect {
            try await eventually("the device is free") { try bedroom.journal().last?.event == "disconnect" }
        }
        #expect(ended.exitCode == 0, "\(ended.errors)")
        let decoded = try object(try await run("decode", file, "--json"))
        let again = isDirect ? nil : try await bedroom.lull("record", "nursery", file + "2", "--seconds", "1")
        await daemon.stop()
        await device.stop()
        let packets = try #require(decoded["packets"] as? Int)
        #expect(ended.output == "Interrupted: wrote \(packets) packets to \(file).\n")
        #expect(packets > 0)
        #expect(again?.exitCode ?? 0 == 0, "\(again?.errors ?? "")")
    }

    @Test(arguments: ["simulated-evening.btsnoop", "simulated-lost-link.btsnoop"])
    func replay_leadsToStates_forEveryCaptureOfTheProject(name: String) async throws {
        let decoded = try await run("decode", "\(Self.fixtures)/\(name)")
        #expect(decoded.exitCode == 0)
        #expect(decoded.output.contains("switch on"))
        let replayed = try await run("replay", "\(Self.fixtures)/\(name)", "--speed", "1000", "--json")
        #expect(replayed.exitCode == 0, "\(replayed.errors)")
        #expect(try object(replayed)["states"] != nil)
    }

    @Test
    func capture_thatIsCutOrNone_exits65_andSaysWhere() async throws {
        let scratch = try Scratch()
        let whole = try #require(FileManager.default.contents(atPath: "\(Self.fixtures)/simulated-evening.btsnoop"))
        let cut = scratch.path("cut.btsnoop")
        try whole.prefix(10).write(to: URL(filePath: cut))
        let none = scratch.path("none.btsnoop")
        try Data("hello, this is no capture at all".utf8).write(to: URL(filePath: none))
        for (path, place) in [(cut, "offset 10"), (none, "does not begin")] {
            for command in ["decode", "replay"] {
                let result = try await run(command, path, "--json")
                #expect(result.exitCode == 65, "\(command) \(path)")
                #expect(result.errors.contains("\"code\":\"bad_data\""), "\(result.errors)")
                #expect(result.errors.contains(place), "\(result.errors)")
            }
        }
    }

    @Test(arguments: [
        (["decode", "nothing-here"], 64, "is neither a kind of bytes nor a file"),
        (["decode", "feedback"], 64, "No bytes were given."),
        (["replay", "nothing-here"], 74, "cannot be read"),
        (["replay", "x", "--speed", "0"], 64, "--speed 0 is out of range."),
    ])
    func badInput_getsOneSentence(arguments: [String], exitCode: Int32, sentence: String) async throws {
        let result = try await Program.run("lull", arguments, in: try Scratch())
        #expect(result.exitCode == exitCode)
        #expect(result.errors.contains(sentence), "\(result.errors)")
    }
}
