// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Foundation
import Glibc
import SystemClock
import Testing

/// Mornings in which something comes in between.
@Suite(.timeLimit(.minutes(2)))
struct MorningProcessTests {
    private static func time(in seconds: Int) -> String {
        "\(ZoneRules.utc.civil(at: HostClock().now().wall + .seconds(seconds)).time)"
    }

    @Test
    func snooze_silencesEachOfTwoAlarms_thoughTheOtherIsSnoozedAlready() async throws {
        let bedroom = try Bedroom()
        let device = try await bedroom.startDevice()
        let daemon = try await bedroom.startDaemon()
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        try await bedroom.must(
            "alarm", "add", "first", "--device", "nursery", "--at", Self.time(in: 4), "--sound", "bird")
        try await bedroom.must(
            "alarm", "add", "second", "--device", "nursery", "--at", Self.time(in: 10), "--sound", "ocean")
        try await eventually("the first one rings") { try bedroom.commands().contains("SN09") }
        try await bedroom.must("alarm", "snooze")
        try await eventually("the second one rings") { try bedroom.commands().contains("SN05") }
        let snoozed = try await bedroom.must("alarm", "snooze", "--json").json() as? [String: Any]
        try await eventually("the device is off again") { try bedroom.commands().last == "SI00" }
        let ringing = try await bedroom.must("next", "--json").json() as? [[String: Any]]
        await daemon.stop()
        await device.stop()
        #expect(snoozed?["name"] as? String == "second")
        #expect(ringing?.map { $0["why"] as? String } == ["after a snooze", "after a snooze"])
    }

    @Test
    func dismissal_switchesTheDeviceOff_evenWhenTheDaemonStopsBeforeItGetsThere() async throws {
        let bedroom = try Bedroom()
        let device = try await bedroom.startDevice()
        var daemon = try await bedroom.startDaemon()
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        try await bedroom.must("alarm", "add", "up", "--device", "nursery", "--at", Self.time(in: 4))
        try await eventually("the alarm rings") { try bedroom.commands().contains("SN09") }
        device.signal(SIGSTOP)
        try await bedroom.must("alarm", "dismiss")
        daemon.signal(SIGKILL)
        await daemon.stop()
        device.signal(SIGCONT)
        daemon = try await bedroom.startDaemon()
        try await eventually("the device is off") { try bedroom.commands().last == "SI00" }
        let log = try await bedroom.must("log", "--json").json() as? [[String: Any]]
        await daemon.stop()
        await device.stop()
        #expect(try bedroom.commands().filter { $0 == "SN09" }.count == 1)
        #expect(
            log?.filter { $0["kind"] as? String == "alarm" }.map { $0["outcome"] as? String } == [
                "saved", "started", "dismissed",
            ])
    }

    @Test
    func unpair_switchesTheDeviceOff_whileARoutineRuns() async throws {
        let bedroom = try Bedroom()
        let device = try await bedroom.startDevice()
        let daemon = try await bedroom.startDaemon()
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        try await bedroom.must("routine", "add", "read", "--device", "nursery", "--step", "light amber 40%; for 30m")
        try await bedroom.must("routine", "run", "read")
        try await eventually("the light is on") { try bedroom.commands().last == "SI01" }
        try await bedroom.must("unpair", "nursery", "--yes")
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        let routines = try await bedroom.must("routine", "list", "--json")
        let commands = try bedroom.commands()
        await daemon.stop()
        await device.stop()
        #expect(routines.output == "[]\n")
        #expect(commands == ["SCFF890E66", "SN00", "SI01", "SI00"])
    }

    @Test
    func alarm_saysWhenItRings_whenItsSunriseHasBegunAlready() async throws {
        let bedroom = try Bedroom()
        let device = try await bedroom.startDevice()
        let daemon = try await bedroom.startDaemon()
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        let added = try await bedroom.must(
            "alarm", "add", "up", "--device", "nursery", "--at", Self.time(in: 300), "--sunrise", "30m", "--json")
        try await eventually("the light grows") { try bedroom.commands().contains("SI01") }
        let next = try await bedroom.must("next", "--json").json() as? [[String: Any]]
        await daemon.stop()
        await device.stop()
        let document = try added.json() as? [String: Any]
        #expect(document?["next"] as? String == next?.first?["at"] as? String)
        #expect(next?.map { $0["why"] as? String } == ["its sunrise has begun"])
    }
}
