// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Glibc
import SystemClock
import Testing

/// An alarm some seconds ahead, with a daemon that is killed at the worst moments.
@Suite(.timeLimit(.minutes(3)))
struct AlarmProcessTests {
    enum Kill: String, CaseIterable {
        case never
        case beforeTheSunrise
        case duringTheSunrise
        case whileRinging
        case afterTheEnd
    }

    @Test(arguments: Kill.allCases)
    func alarm_reachesTheDeviceOnce_howeverOftenTheDaemonIsKilled(kill: Kill) async throws {
        let bedroom = try Bedroom()
        let device = try await bedroom.startDevice()
        var daemon = try await bedroom.startDaemon()
        func restart() async throws {
            daemon.signal(SIGKILL)
            await daemon.stop()
            daemon = try await bedroom.startDaemon()
        }

        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        let due = ZoneRules.utc.civil(at: HostClock().now().wall + .seconds(kill == .beforeTheSunrise ? 30 : 15)).time
        try await bedroom.must(
            "alarm", "add", "up", "--device", "nursery", "--at", "\(due)", "--sunrise", "6s", "--volume", "40")
        if kill == .beforeTheSunrise { try await restart() }
        try await eventually("the sunrise is half way up") {
            try bedroom.commands().filter { $0.hasPrefix("SCFFA757") }.count >= 6
        }
        if kill == .duringTheSunrise { try await restart() }
        try await eventually("the alarm rings") { try bedroom.commands().contains("SN09") }
        if kill == .whileRinging {
            try await restart()
            let alarms = try await bedroom.must("alarm", "list", "--json").json() as? [[String: Any]]
            #expect(alarms?.first?["phase"] as? String == "ringing")
        }
        try await bedroom.must("alarm", "dismiss")
        try await eventually("the device is off") { try bedroom.commands().last == "SI00" }
        if kill == .afterTheEnd { try await restart() }

        let log = try await bedroom.must("log", "--json").json() as? [[String: Any]]
        let commands = try bedroom.commands()
        await daemon.stop()
        await device.stop()
        let sunrise = commands.filter { $0.hasPrefix("SCFFA757") }
        let levels = sunrise.compactMap { UInt8($0.suffix(2), radix: 16) }
        #expect(commands.filter { !$0.hasPrefix("SCFFA757") } == ["SN00", "SI01", "SV66", "SN09", "SI00"])
        #expect(levels == levels.sorted() && Set(levels).count == levels.count)
        #expect(levels.first == 1 && levels.last == 255)
        #expect(
            log?.filter { $0["kind"] as? String == "alarm" }.map { $0["outcome"] as? String } == [
                "saved", "started", "ringing", "dismissed",
            ])
    }

    /// A device that loses its power comes back off and has forgotten everything; an alarm that rang goes on ringing.
    @Test
    func alarm_ringsAgain_whenTheDeviceLostItsPowerMeanwhile() async throws {
        let bedroom = try Bedroom()
        let device = try await bedroom.startDevice()
        let daemon = try await bedroom.startDaemon()
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        let due = ZoneRules.utc.civil(at: HostClock().now().wall + .seconds(5)).time
        try await bedroom.must("alarm", "add", "up", "--device", "nursery", "--at", "\(due)", "--volume", "40")
        try await eventually("the alarm rings") { try bedroom.commands().contains("SI01") }
        device.signal(SIGKILL)
        await device.stop()
        let again = try await bedroom.startDevice()
        try await eventually("the alarm rings again") { try bedroom.commands().filter { $0 == "SI01" }.count == 2 }
        try await eventually("the log says so") {
            let log = try await bedroom.must("log", "--json").json() as? [[String: Any]]
            let outcomes = log?.filter { $0["kind"] as? String == "daemon" }.map { $0["outcome"] as? String }
            // The time that it got as it was paired may be noted late.
            return outcomes?.filter { $0 != "set" }.suffix(2) == ["unreachable", "reached"]
        }
        try await bedroom.must("alarm", "dismiss")
        try await eventually("the device is off") { try bedroom.commands().last == "SI00" }
        await daemon.stop()
        await again.stop()
        #expect(try bedroom.journal().compactMap(\.state).last?.power == "off")
    }
}
