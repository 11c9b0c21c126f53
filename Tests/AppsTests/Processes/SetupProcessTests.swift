// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Foundation
import SystemClock
import Testing

/// The whole setup as one document, by the command line.
@Suite(.timeLimit(.minutes(2)))
struct SetupProcessTests {
    /// A bedroom with a daemon, in which a device with an alarm, a routine and a bedtime is paired.
    private func whileFurnished(_ body: (Bedroom) async throws -> Void) async throws {
        let bedroom = try Bedroom()
        let device = try await bedroom.startDevice()
        let daemon = try await bedroom.startDaemon()
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        try await bedroom.must(
            "alarm", "add", "school", "--device", "nursery", "--at", "07:00", "--days", "mon,fri", "--sunrise", "30m",
            "--zone", "Europe/Berlin")
        try await bedroom.must(
            "routine", "add", "dusk", "--device", "nursery", "--at", "19:00", "--step", "light amber 40%; for 30m")
        try await bedroom.must("bedtime", "set", "--device", "nursery", "--at", "20:00", "--wake", "06:30")
        try await body(bedroom)
        await daemon.stop()
        await device.stop()
    }

    private func json(_ result: Program.Result) throws -> [String: Any] {
        try #require(try result.json() as? [String: Any])
    }

    /// A document without what only the host knows.
    private func lasting(_ document: String) -> [Substring] {
        document.split(separator: "\n").filter { !$0.contains("settled-through") && !$0.contains("valid-from") }
    }

    @Test
    func export_setsUpTheSame_atAnotherDaemon() async throws {
        try await whileFurnished { bedroom in
            let file = bedroom.scratch.path("setup.yaml")
            let printed = try await bedroom.must("export").output
            #expect(try json(try await bedroom.must("export", "--json"))["document"] as? String == printed)
            let written = try json(try await bedroom.must("export", "--to", file, "--json"))
            #expect(written["file"] as? String == file)
            #expect(written["bytes"] as? Int == printed.utf8.count)
            #expect(try String(contentsOfFile: file, encoding: .utf8) == printed)
            let again = try await bedroom.lull("export", "--to", file)
            #expect(again.exitCode == 64)
            #expect(again.errors.contains("exists already"))

            let other = try Bedroom()
            let daemon = try await other.startDaemon()
            let imported = try json(try await other.must("import", file, "--json"))
            #expect(imported["dryRun"] as? Bool == false)
            #expect((imported["changes"] as? [[String: Any]])?.count == 4)
            #expect(lasting(try await other.must("export").output) == lasting(printed))
            let unchanged = try await other.must("import", file)
            #expect(unchanged.output == "The setup is already as the document says.\n")
            await daemon.stop()
        }
    }

    @Test
    func import_saysWhatItChanges_andDoesItUnlessItIsDry() async throws {
        try await whileFurnished { bedroom in
            let file = bedroom.scratch.path("setup.yaml")
            let text = try await bedroom.must("export").output
            try text.replacing("at: 07:00", with: "at: 06:00").replacing(
                "kind: routine", with: "kind: routine\n    enabled: false"
            )
            .replacing("name: dusk", with: "name: dawn").write(toFile: file, atomically: true, encoding: .utf8)
            let table = [
                "CHANGE   WHAT     NAME    DEVICE   DETAIL", "changed  alarm    school  nursery  07:00 → 06:00",
                "changed  routine  dawn    nursery  “dusk” → “dawn”, disabled", "",
            ].joined(separator: "\n")
            let dry = try await bedroom.must("import", file, "--dry-run")
            #expect(dry.output == table + "\nNothing was changed. Import without --dry-run to make these changes.\n")
            #expect(try await bedroom.must("export").output == text)
            #expect(
                try await bedroom.must("import", file).output == table + "\nThe setup is as the document says now.\n")
            #expect(try await bedroom.must("alarm", "list").output.contains("06:00"))
        }
    }

    @Test
    func import_letsAnAlarmRingOn_andEndsItWithItsDevice() async throws {
        let bedroom = try Bedroom()
        let device = try await bedroom.startDevice()
        let daemon = try await bedroom.startDaemon()
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        let due = ZoneRules.utc.civil(at: HostClock().now().wall + .seconds(4)).time
        try await bedroom.must("alarm", "add", "up", "--device", "nursery", "--at", "\(due)")
        try await eventually("the alarm rings") { try bedroom.commands().contains("SN09") }
        let file = bedroom.scratch.path("setup.yaml")
        try await bedroom.must("export").output.replacing("name: up", with: "name: rise")
            .write(toFile: file, atomically: true, encoding: .utf8)
        try await bedroom.must("import", file)
        let alarms = try await bedroom.must("alarm", "list", "--json").json() as? [[String: Any]]
        #expect(alarms?.map { $0["name"] as? String } == ["rise"])
        #expect(alarms?.map { $0["phase"] as? String } == ["ringing"])

        await device.stop()
        try "version: 1\ndevices: []".write(toFile: file, atomically: true, encoding: .utf8)
        let refused = try await bedroom.lull("import", file)
        #expect(refused.exitCode == 64)
        #expect(
            refused.errors == """
                lull: The import removes what the file does not have: the device “nursery” and the alarm “rise”.
                      Add --yes if that is what you want.

                """)
        let answer = try json(try await bedroom.must("import", file, "--yes", "--json"))
        #expect(answer["maybeOn"] as? [String] == ["nursery"])
        #expect(try await bedroom.must("devices", "--json").output == "[]\n")
        await daemon.stop()
        let commands = try bedroom.commands()
        #expect(Set(commands).count == commands.count, "told once, and not again: \(commands)")
    }

    @Test
    func import_saysWhatIsWrong_andChangesNothing() async throws {
        try await whileFurnished { bedroom in
            let text = try await bedroom.must("export").output
            func file(_ name: String, _ bytes: Data) throws -> String {
                let path = bedroom.scratch.path(name)
                try bytes.write(to: URL(filePath: path))
                return path
            }
            func file(_ name: String, _ old: String, _ new: String) throws -> String {
                try file(name, Data(text.replacing(old, with: new).utf8))
            }
            let cases: [(file: String, exitCode: Int32, code: String, says: String)] = [
                ("-", 65, "bad_data", "it is empty"),
                (bedroom.scratch.path("none"), 74, "input_output", "cannot be read: no such file"),
                ("/", 74, "input_output", "cannot be read: is a directory"),
                ("/dev/zero", 65, "bad_data", "has more than 1 MiB"),
                (try file("bytes", Data([0x76, 0xFF])), 65, "bad_data", "is not text in UTF-8"),
                (try file("line", "kind: routine", "kind: ["), 65, "bad_data", "line "),
                (
                    try file("zone", "Europe/Berlin", "Mars/Olympus"), 65, "bad_data",
                    "The alarm “school” of “nursery”: "
                ),
                (try file("plan", "sunrise: 30m", "sunrise: 9h"), 65, "bad_data", "sunrise 9h is out of range."),
                (try file("product", "hatch-rest", "hatch-moon"), 65, "bad_data", "it is a hatch-moon"),
                (
                    try file("name", "name: nursery", #"name: "a\e[2J\u202E""#), 65, "bad_data",
                    "The device “a\u{FFFD}[2J\u{FFFD}”"
                ),
            ]
            for bad in cases {
                let result = try await bedroom.lull("import", bad.file, "--json")
                #expect(result.exitCode == bad.exitCode, "\(bad.file): \(result.errors)")
                let error = try JSONDecoder().decode([String: [String: String]].self, from: Data(result.errors.utf8))
                #expect(error["error"]?["code"] == bad.code)
                #expect(error["error"]?["message"]?.contains(bad.says) == true, "\(result.errors)")
            }
            #expect(try await bedroom.must("export").output == text)
        }
    }
}
