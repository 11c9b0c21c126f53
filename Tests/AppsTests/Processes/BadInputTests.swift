// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

/// Errors are a sentence with a next step, and the exit code of the contract.
@Suite(.timeLimit(.minutes(2)))
struct BadInputTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let arguments: [String]
        let exitCode: Int32
        let code: String
        let says: String

        var testDescription: String { arguments.joined(separator: " ") }
    }

    private static let withoutDaemon = [
        Case(
            arguments: ["decode", "feedback", "54ZZ"], exitCode: 65, code: "bad_data",
            says: "the character at offset 2 is not a hexadecimal digit"),
        Case(
            arguments: ["decode", "feedback", "541"], exitCode: 65, code: "bad_data",
            says: "ends at offset 3 in the middle of a byte"),
        Case(
            arguments: ["decode", "feedback", "54F8001C"], exitCode: 65, code: "bad_data",
            says: "At offset 4: a feedback report has 20 bytes"),
        Case(
            arguments: ["decode", "advertisement", "5254F8001CCC44FDD12D7F530554450000000000" + "50DF6500"],
            exitCode: 65, code: "bad_data", says: "At offset 6: expected the tag C"),
        Case(
            arguments: ["decode", "nonsense", "00"], exitCode: 64, code: "invalid_argument", says: "nonsense"),
        Case(
            arguments: ["devices", "--socket", "/tmp/lull-nobody-here/d.sock"], exitCode: 69,
            code: "daemon_unreachable", says: "does not answer"),
        Case(
            arguments: ["volume", "nursery", "-5"], exitCode: 64, code: "invalid_argument",
            says: "Volume -5% is out of range."),
        Case(
            arguments: ["foo"], exitCode: 64, code: "invalid_argument", says: "`lull` has no command “foo”."),
        Case(arguments: ["devices", "--dance"], exitCode: 64, code: "invalid_argument", says: "--dance"),
        Case(
            arguments: ["alarm", "edit", "school"], exitCode: 64, code: "invalid_argument",
            says: "Nothing is given to change."),
        Case(
            arguments: ["simulate", "--address", "nowhere"], exitCode: 64, code: "invalid_argument",
            says: "is not a device address"),
        Case(
            arguments: ["simulate", "--advertise", "raw"], exitCode: 64, code: "invalid_argument",
            says: "--advertise is about an adapter"),
        Case(
            arguments: ["simulate", "--listen", "/proc/none/r.sock"], exitCode: 74, code: "input_output",
            says: "cannot be made"),
    ]

    @Test(arguments: withoutDaemon)
    func command_saysWhatIsWrong_withoutADaemon(bad: Case) async throws {
        let scratch = try Scratch()
        let result = try await Program.run("lull", bad.arguments + ["--json"], in: scratch)
        try Self.expect(result, bad)
    }

    @Test func command_saysHowToWriteALight_thatTheShellHasSplit() async throws {
        let result = try await Program.run(
            "lull", ["bedtime", "set", "--device", "nursery", "--night-light", "red", "5%"], in: try Scratch())
        #expect(result.exitCode == 64)
        #expect(
            result.errors == """
                lull: Unexpected argument '5%'.
                      Quote a light with its brightness, as 'red 5%'. See `lull bedtime set --help`.

                """, "\(result.errors)")
    }

    @Test(arguments: [
        ([], "Name the device or group, as in `lull bedtime set nursery --at 19:30`."),
        (["nursery", "--device", "nursery"], "Unexpected argument 'nursery'."),
    ])
    func bedtime_takesItsDeviceOnce(devices: [String], says: String) async throws {
        let result = try await Program.run("lull", ["bedtime", "set", "--at", "19:30"] + devices, in: try Scratch())
        #expect(result.exitCode == 64)
        #expect(result.errors == "lull: \(says)\n      See `lull bedtime set --help`.\n")
    }

    /// It is the one that is missing, as people see it.
    @Test(arguments: [
        (["alarm", "edit", "school", "--volum", "30"], "--volum", "--volume"),
        (["alarm", "add", "school", "--device", "nursery", "--att", "07:00"], "--att", "--at"),
        (["routine", "edit", "dusk", "--stepp", "light off"], "--stepp", "--step"),
        (["routine", "add", "dusk", "--device", "nursery", "--stepp", "light off"], "--stepp", "--step"),
        (["bedtime", "set", "--device", "nursery", "--wined-down", "30m"], "--wined-down", "--wind-down"),
        (["favourite", "nursery", "edit", "2", "--colour", "red"], "--colour", "--color"),
        (["program", "nursery", "set", "2", "--attt", "07:00"], "--attt", "--at"),
    ])
    func command_namesAnUnknownOption_withTheNearestOne(
        arguments: [String], unknown: String, nearest: String
    ) async throws {
        let result = try await Program.run("lull", arguments, in: try Scratch())
        #expect(result.exitCode == 64)
        #expect(
            result.errors.hasPrefix("lull: Unknown option '\(unknown)'.\n      Did you mean '\(nearest)'?"),
            "\(result.errors)")
    }

    private static let withDaemon = [
        Case(
            arguments: ["light", "bath", "amber"], exitCode: 64, code: "unknown_device",
            says: "No paired device is called “bath”."),
        Case(
            arguments: ["volume", "nursery", "300%"], exitCode: 64, code: "invalid_argument",
            says: "Volume 300% is out of range."),
        Case(
            arguments: ["light", "nursery", "greenish"], exitCode: 64, code: "invalid_argument",
            says: "“greenish” is not a colour."),
        Case(
            arguments: ["light", "nursry", "amber"], exitCode: 64, code: "unknown_device",
            says: "Did you mean “nursery”?"),
        Case(
            arguments: ["sound", "nursery", "rainn"], exitCode: 64, code: "invalid_argument",
            says: "Did you mean “rain”?"),
        Case(
            arguments: ["light", "nursery", "ambr"], exitCode: 64, code: "invalid_argument",
            says: "Did you mean “amber”?"),
        Case(
            arguments: ["volume", "nursery", "thirty"], exitCode: 64, code: "invalid_argument",
            says: "“thirty” is not a percentage."),
        Case(
            arguments: ["sound", "nursery", "rain", "--volume", "0.5"], exitCode: 64, code: "invalid_argument",
            says: "“0.5” is not a percentage."),
        Case(
            arguments: ["pair"], exitCode: 64, code: "invalid_argument", says: "`lull scan` shows it."),
        Case(
            arguments: ["nap", "nursery"], exitCode: 64, code: "invalid_argument",
            says: "Missing expected argument '<45m|off>'."),
        Case(
            arguments: ["sound", "nursery", "trumpet"], exitCode: 64, code: "invalid_argument",
            says: "“trumpet” is not a sound of this device."),
        Case(
            arguments: ["limit", "nursery", "60%"], exitCode: 64, code: "invalid_argument",
            says: "“60%” is neither show nor off."),
        Case(
            arguments: ["pair", "12:34"], exitCode: 64, code: "invalid_argument",
            says: "“12:34” is not a device address."),
        Case(
            arguments: ["pair", Bedroom.address], exitCode: 64, code: "already_exists", says: "is already paired"),
        Case(
            arguments: ["alarm", "add", "x", "--device", "nursery", "--at", "25:00"], exitCode: 64,
            code: "invalid_argument", says: "“25:00” is not a time of day."),
        Case(
            arguments: ["alarm", "add", "x", "--device", "nursery", "--at", "07:00", "--date", "2020-01-01"],
            exitCode: 64, code: "invalid_argument", says: "has passed"),
        Case(
            arguments: ["alarm", "add", "x", "--device", "nursery", "--at", "07:00", "--zone", "Mars/Olympus"],
            exitCode: 64, code: "invalid_argument", says: "Mars/Olympus"),
        Case(
            arguments: ["alarm", "add", "x\u{1B}[2J", "--device", "nursery", "--at", "07:00"], exitCode: 64,
            code: "invalid_argument", says: "x\u{FFFD}[2J"),
        Case(
            arguments: ["alarm", "dismiss"], exitCode: 64, code: "nothing_active", says: "No alarm rings now."),
        Case(
            arguments: ["alarm", "remove", "gone"], exitCode: 64, code: "unknown_schedule", says: "gone"),
        Case(
            arguments: ["routine", "add", "r", "--device", "nursery", "--step", "lights amber"], exitCode: 64,
            code: "invalid_argument", says: "“lights” is not light, sound"),
        Case(
            arguments: ["bedtime", "set", "--device", "nursery", "--at", "20:00", "--wind-down", "9h"], exitCode: 64,
            code: "invalid_argument", says: "out of range"),
        Case(
            arguments: ["next", "--days", "0"], exitCode: 64, code: "invalid_argument", says: "0 days"),
        Case(
            arguments: ["log", "--since", "someday"], exitCode: 64, code: "invalid_argument",
            says: "“someday” is not a moment."),
    ]

    @Test
    func command_saysWhatIsWrong_withADaemon() async throws {
        let bedroom = try Bedroom()
        let device = try await bedroom.startDevice()
        let daemon = try await bedroom.startDaemon()
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        for bad in Self.withDaemon {
            let result = try await Program.run(
                "lull", bad.arguments + ["--json", "--socket", bedroom.socket], in: bedroom.scratch)
            try Self.expect(result, bad)
        }
        await device.stop()
        let unreachable = try await bedroom.lull("power", "nursery", "on", "--json")
        #expect([69, 75].contains(unreachable.exitCode))
        await daemon.stop()
    }

    @Test
    func daemon_refusesToStart_whenAnotherRunsOnTheStateDirectory() async throws {
        let bedroom = try Bedroom()
        let daemon = try await bedroom.startDaemon()
        let second = try await Program.run(
            "lulld", ["--state", bedroom.state, "--socket", bedroom.scratch.path("e.sock")], in: bedroom.scratch)
        await daemon.stop()
        #expect(second.exitCode == 75)
        #expect(second.errors.contains("A daemon already runs on the state directory"))
    }

    @Test(arguments: [
        (["--state", "/proc/none"], 74 as Int32, "cannot be made"),
        (["--state", "/dev/null/state"], 74, "cannot be made"),
        (["--transport", "pigeon"], 64, "“pigeon” is not a transport"),
        (["--clock", "tomorrow"], 64, "is not START,SPEED,EPOCH"),
    ])
    func daemon_saysWhatIsWrong_whenItCannotStart(arguments: [String], exitCode: Int32, says: String) async throws {
        let scratch = try Scratch()
        let socket = scratch.path("d.sock")
        let result = try await Program.run("lulld", arguments + ["--socket", socket], in: scratch)
        #expect(result.exitCode == exitCode)
        #expect(result.errors.contains(says), "\(result.errors)")
    }

    private static func expect(_ result: Program.Result, _ bad: Case) throws {
        let document = try JSONSerialization.jsonObject(with: Data(result.errors.utf8)) as? [String: [String: String]]
        let error = document?["error"]
        #expect(result.exitCode == bad.exitCode, "\(bad.arguments): \(result.errors)")
        #expect(result.output.isEmpty)
        #expect(error?["code"] == bad.code)
        let words = [error?["message"], error?["advice"]].compactMap(\.self).joined(separator: " ")
        #expect(words.contains(bad.says), "\(words)")
        #expect(error?["advice"]?.isEmpty == false)
    }
}
