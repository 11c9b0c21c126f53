// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What a device keeps by itself, by command line, daemon and socket.
@Suite(.timeLimit(.minutes(2)))
struct MemoryProcessTests {
    private func inBedroom(_ body: (Bedroom) async throws -> Void) async throws {
        let bedroom = try Bedroom()
        let device = try await bedroom.startDevice()
        let daemon = try await bedroom.startDaemon()
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        try await body(bedroom)
        await daemon.stop()
        await device.stop()
    }

    private func object(_ result: Program.Result) throws -> [String: Any] {
        try #require(try result.json() as? [String: Any])
    }

    private func list(_ result: Program.Result) throws -> [[String: Any]] {
        try #require(try result.json() as? [[String: Any]])
    }

    @Test
    func favourite_isEditedListedAndPlayed() async throws {
        try await inBedroom { bedroom in
            let edited = try object(
                try await bedroom.must(
                    "favourite", "nursery", "edit", "2", "--color", "#010203", "--brightness", "40", "--sound", "rain",
                    "--volume", "30", "--ring", "off", "--json"))
            #expect(edited["favourite"] as? Int == 2)
            #expect(edited["enabled"] as? Bool == false)
            let favourites = try list(try await bedroom.must("favourite", "nursery", "list", "--json"))
            #expect(favourites.map { $0["favourite"] as? Int } == [1, 2, 3, 4, 5, 6])
            #expect((favourites[1]["sound"] as? [String: Any])?["name"] as? String == "rain")
            #expect(favourites[1]["volume"] as? Int == 77)
            let played = try object(try await bedroom.must("favourite", "nursery", "play", "2", "--json"))
            let state = try #require(played["state"] as? [String: Any])
            #expect(played["outcome"] as? String == "confirmed")
            #expect(state["favourite"] as? Int == 2)
            #expect(state["power"] as? String == "on")
            #expect((state["light"] as? [String: Any])?["brightness"] as? Int == 102)
        }
    }

    @Test
    func favourite_keepsWhatTheDeviceShows_whenItIsSaved() async throws {
        try await inBedroom { bedroom in
            let dark = try await bedroom.lull("favourite", "nursery", "save", "5")
            #expect(dark.exitCode == 64)
            #expect(dark.errors.contains("“nursery” is off, so there is nothing to keep."))
            try await bedroom.must("light", "nursery", "amber", "20%")
            try await bedroom.must("sound", "nursery", "wind", "--volume", "10")
            let saved = try object(try await bedroom.must("favourite", "nursery", "save", "5", "--json"))
            let favourites = try list(try await bedroom.must("favourite", "nursery", "list", "--json"))
            #expect(favourites[4] as NSDictionary == saved as NSDictionary)
            #expect((saved["light"] as? [String: Any])?["brightness"] as? Int == 51)
            #expect((saved["sound"] as? [String: Any])?["name"] as? String == "wind")
        }
    }

    @Test
    func program_isSetShownDisabledAndDeleted() async throws {
        try await inBedroom { bedroom in
            let empty = try await bedroom.lull("program", "nursery", "set", "10", "--color", "amber")
            #expect(empty.exitCode == 64)
            try await bedroom.must(
                "program", "nursery", "set", "10", "--name", "Schlaf schön", "--at", "19:30", "--for", "45m", "--days",
                "mon,fri", "--color", "amber", "--brightness", "20", "--sound", "rain", "--volume", "30", "--lock", "on"
            )
            let shown = try list(try await bedroom.must("program", "nursery", "list", "--json"))[9]
            #expect(shown["name"] as? String == "Schlaf schön")
            #expect(shown["start"] as? String == "19:30")
            #expect(shown["durationSeconds"] as? Int == 2700)
            #expect(shown["days"] as? [String] == ["mon", "fri"])
            #expect(shown["enabled"] as? Bool == true)
            #expect(shown["toddlerLock"] as? Bool == true)
            try await bedroom.must("program", "nursery", "set", "10", "--at", "20:00")
            try await bedroom.must("program", "nursery", "disable", "10")
            let disabled = try object(try await bedroom.must("program", "nursery", "show", "10", "--json"))
            #expect(disabled["enabled"] as? Bool == false)
            #expect(disabled["start"] as? String == "20:00")
            #expect(disabled["name"] as? String == "Schlaf schön")
            try await bedroom.must("program", "nursery", "delete", "10")
            let deleted = try await bedroom.must("program", "nursery", "show", "10")
            #expect(deleted.output == "program    10, empty slot\n")
        }
    }

    @Test
    func timer_runsAndEnds() async throws {
        try await inBedroom { bedroom in
            let off = try await bedroom.lull("timer", "nursery", "45m")
            #expect(off.exitCode == 64)
            try await bedroom.must("power", "nursery", "on")
            try await bedroom.must("timer", "nursery", "45m")
            let running = try object(try await bedroom.must("timer", "nursery", "show", "--json"))
            let left = try #require(running["remainingSeconds"] as? Int)
            #expect((2600...2700).contains(left))
            try await bedroom.must("timer", "nursery", "off")
            let ended = try object(try await bedroom.must("timer", "nursery", "--json"))
            #expect(ended["remainingSeconds"] is NSNull)
        }
    }

    @Test
    func timer_switchesTheDeviceOff_whenItEnds() async throws {
        try await inBedroom { bedroom in
            try await bedroom.must("light", "nursery", "amber", "20%")
            try await bedroom.must("timer", "nursery", "2s")
            try await eventually("the device is off") { try bedroom.journal().compactMap(\.state).last?.power == "off" }
            try await eventually("the daemon knows") {
                let status = try list(try await bedroom.must("status", "nursery", "--json"))
                return (status.first?["state"] as? [String: Any])?["power"] as? String == "off"
            }
        }
    }

    @Test
    func clock_isSetToTheHostsLocalTime() async throws {
        try await inBedroom { bedroom in
            let set = try object(try await bedroom.must("clock", "nursery", "set", "--json"))
            #expect(abs(try #require(set["driftSeconds"] as? Int)) <= 2)
            let times = try bedroom.journal().compactMap(\.bytes).filter { $0.hasPrefix("ST20") && $0.hasSuffix("U") }
            #expect(times.count == 2, "Once at pairing, and once on request.")
        }
    }

    private static let badInput: [(arguments: [String], sentence: String)] = [
        (["favourite", "nursery", "play", "7"], "There is no favourite 7."),
        (["favourite", "nursery", "play"], "needs a number"),
        (["favourite", "nursery", "list", "--color", "red"], "need `edit`"),
        (["favourite", "nursery", "edit", "1"], "`edit` needs something to change."),
        (["favourite", "nursery", "edit", "1", "--volume", "300"], "Volume 300% is out of range."),
        (["program", "nursery", "show", "11"], "There is no program 11."),
        (["program", "nursery", "enable", "4"], "Program 4 of “nursery” is empty."),
        (["program", "nursery", "set", "1", "--at", "25:00"], "“25:00” is not a time of day."),
        (["program", "nursery", "set", "1", "--name", "a name that is too long"], "is too long for a program's name."),
        (["timer", "nursery", "20h"], "The timer 20h is out of range."),
        (["timer", "nursery", "soon"], "“soon” is not a length of time."),
        (["timer", "nursery", "soon"], "Write the timer as 30s, 10m or 1h30m."),
        (["power", "nursery"], "Missing expected argument '<on|off>'."),
        (["clock", "attic"], "No paired device is called “attic”."),
    ]

    @Test
    func badInput_getsOneSentence() async throws {
        try await inBedroom { bedroom in
            for (arguments, sentence) in Self.badInput {
                let result = try await Program.run(
                    "lull", arguments + ["--socket", bedroom.socket], in: bedroom.scratch, environment: ["TZ": "UTC"])
                #expect(result.exitCode == 64, "\(arguments)")
                #expect(result.errors.contains(sentence), "\(arguments): \(result.errors)")
            }
        }
    }
}
