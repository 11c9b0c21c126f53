// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

/// The daemon and its commands as a person meets them.
@Suite(.timeLimit(.minutes(2)))
struct DaemonProcessTests {
    @Test
    func commands_controlTheDevice_andSayWhatItReports() async throws {
        let bedroom = try Bedroom()
        let device = try await bedroom.startDevice()
        let daemon = try await bedroom.startDaemon()
        try await bedroom.must("pair", Bedroom.address.lowercased(), "--as", "nursery")
        let light = try await bedroom.must("light", "nurs", "amber", "--brightness", "20", "--json")
        let sound = try await bedroom.must("sound", "dc:06", "rain", "--volume", "30%", "--json")
        try await bedroom.must("power", "nursery", "off")
        let status = try await bedroom.must("status", "--json")
        let journal = try bedroom.commands()
        await daemon.stop()
        await device.stop()

        #expect(try Self.outcome(light) == "confirmed")
        #expect(try Self.outcome(sound) == "confirmed")
        #expect(journal == ["SCFF890E33", "SN00", "SI01", "SV4D", "SN07", "SI00"])
        let document = try #require(try status.json() as? [[String: Any]])
        let state = try #require(document.first?["state"] as? [String: Any])
        #expect(state["power"] as? String == "off")
        #expect((state["light"] as? [String: Any])?["brightness"] as? Int == 51)
        #expect(
            Set(document.first?.keys.map { $0 } ?? []) == [
                "address", "route", "name", "product", "link", "listening", "unreachableSince", "lastHeard",
                "stopPending", "state", "clockDriftSeconds", "battery", "owners", "next", "running", "timerRunning",
                "timer", "paused", "pauses", "skipped", "moved", "mornings", "nap", "limit", "mirror", "damaged",
                "unsaved",
            ])
    }

    @Test
    func schedules_areStillThere_afterTheDaemonWasKilled() async throws {
        let bedroom = try Bedroom()
        let device = try await bedroom.startDevice()
        var daemon = try await bedroom.startDaemon()
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        try await bedroom.must(
            "alarm", "add", "up", "--device", "nursery", "--at", "07:00", "--days", "mon,fri",
            "--except", "2050-01-03,2050-01-07,2050-01-10,2050-01-14,2050-01-17,2050-01-21")
        try await bedroom.must("bedtime", "set", "--device", "nursery", "--at", "20:00", "--wake", "06:45")
        try await bedroom.must("routine", "add", "r", "--device", "nursery", "--step", "light amber 40%; for 5m")
        let before = try await Self.everything(bedroom)
        daemon.signal(SIGKILL)
        await daemon.stop()
        daemon = try await bedroom.startDaemon()
        let after = try await Self.everything(bedroom)
        await daemon.stop()
        await device.stop()
        #expect(before == after)
        #expect(before.allSatisfy { $0.count > 10 })
    }

    @Test
    func daemon_stopsCleanly_whenItIsAskedTo() async throws {
        let bedroom = try Bedroom()
        let device = try await bedroom.startDevice()
        let daemon = try await bedroom.startDaemon()
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        try await bedroom.must("power", "nursery", "on")
        daemon.signal(SIGTERM)
        let ended = try await daemon.result()
        device.signal(SIGTERM)
        let deviceEnded = try await device.result()
        #expect(ended.exitCode == 0, "\(ended.errors)")
        #expect(deviceEnded.exitCode == 0)
        #expect(!FileManager.default.fileExists(atPath: bedroom.socket))
        #expect(!FileManager.default.fileExists(atPath: bedroom.deviceSocket))
        #expect(try bedroom.journal().last?.event == "disconnect")
    }

    @Test
    func unpair_forgetsTheDevice_andLeavesItAsItIs() async throws {
        let bedroom = try Bedroom()
        let device = try await bedroom.startDevice()
        let daemon = try await bedroom.startDaemon()
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        try await bedroom.must("alarm", "add", "up", "--device", "nursery", "--at", "07:00")
        let refused = try await bedroom.lull("unpair", "nursery")
        let gone = try await bedroom.must("unpair", "nursery", "--yes")
        let devices = try await bedroom.must("devices", "--json")
        let next = try await bedroom.must("next", "--json")
        let commands = try bedroom.commands()
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        try await bedroom.must("light", "nursery", "red", "10%")
        await daemon.stop()
        await device.stop()
        #expect(devices.output == "[]\n")
        #expect(next.output == "[]\n")
        #expect(commands == [])
        #expect(refused.exitCode == 64)
        #expect(
            refused.errors == """
                lull: The alarm “up” would go with it: somebody must confirm that “nursery” is unpaired, and there is no \
                terminal to ask at.
                      Add --yes if that is what you want.

                """)
        #expect(gone.output == "Unpaired nursery (\(Bedroom.address)).\n  alarm  up\n")
    }

    @Test
    func decode_explainsAFeedbackReport_asTheContractSays() async throws {
        let scratch = try Scratch()
        let result = try await Program.run(
            "lull", ["decode", "feedback", "54 6A135F70 43EE76740C 53045D 5003 6500000000", "--json"], in: scratch)
        let expected = """
            {"product":"hatch-rest","power":"on","favourite":3,"light":{"red":238,"green":118,"blue":116,\
            "brightness":12,"gradient":false},"sound":{"id":4,"name":"dryer"},"volume":93,\
            "clock":"2026-05-24T20:28:32","timerRunning":false}
            """
        #expect(result.exitCode == 0)
        #expect(try NSDictionary(dictionary: #require(try result.json() as? [String: Any])) == Self.object(expected))
    }

    @Test
    func demo_livesThroughANight_andEndsByItself() async throws {
        let scratch = try Scratch()
        let result = try await Program.run("lull", ["demo", "--json"], in: scratch)
        let timeline = try #require(try result.json() as? [[String: Any]])
        #expect(result.exitCode == 0, "\(result.errors)")
        #expect(
            timeline.filter { $0["who"] as? String == "person" }.compactMap { $0["what"] as? String } == [
                "lull pair DC:06:41:00:00:01 --as nursery", "lull light nursery amber 20%",
                "lull sound nursery ocean 30%", "lull favourite nursery save 1", "lull limit nursery --volume 50%",
                "lull bedtime set --device nursery --at 20:30 --reminder 5m --wind-down 20m --sound rain "
                    + "--night-light 'red 5%' --return 10m --wake 06:45",
                "lull alarm add school --device nursery --at 07:00 --sunrise 10m --volume 60%",
                "lull nap nursery 15m --sound wind", "lull light nursery amber 40%",
                "somebody unplugs nursery for five minutes", "somebody touches nursery", "lull alarm dismiss",
            ])
        let device = timeline.filter { $0["who"] as? String == "device" }.compactMap { $0["what"] as? String }
        // Somebody needs a light in the night, which returns, and the device loses its power.
        let lights = device.map { String($0.split(separator: ",")[0]) }
        let feed = try #require(lights.lastIndex(of: "amber 40%"))
        #expect(lights[feed...(feed + 3)] == ["amber 40%", "red 5%", "off", "red 5%"])
        // The limit holds for the alarm too.
        #expect(device.count { $0.hasSuffix("bird at 50%") } == 2)
        #expect(device.last == "off")
    }

    // MARK: -

    private static func outcome(_ result: Program.Result) throws -> String? {
        (try result.json() as? [String: Any])?["outcome"] as? String
    }

    private static func object(_ text: String) throws -> NSDictionary {
        NSDictionary(
            dictionary: try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]))
    }

    private static func everything(_ bedroom: Bedroom) async throws -> [String] {
        [
            try await bedroom.must("devices", "--json").output.replacing(#/"rssi":[^,]*/#, with: ""),
            try await bedroom.must("alarm", "list", "--json").output,
            try await bedroom.must("bedtime", "show", "--json").output,
            try await bedroom.must("routine", "list", "--json").output,
            try await bedroom.must("next", "--days", "7", "--json").output,
        ]
    }
}
