// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Foundation
import Glibc
import SystemClock
import Testing

/// A device that does by itself what its daemon cannot do any more.
@Suite(.timeLimit(.minutes(3)))
struct MirrorProcessTests {
    @Test
    func device_ringsAndEndsByItself_whenTheDaemonIsKilled() async throws {
        // A minute passes in a second.
        let epoch = HostClock().now().wall + .seconds(1)
        let bedroom = try Bedroom(clock: "2027-01-04T13:00:00Z,60,\(epoch.iso8601)")
        let device = try await bedroom.startDevice()
        let daemon = try await bedroom.startDaemon()
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        try await bedroom.must(
            "alarm", "add", "school", "--device", "nursery", "--at", "13:45", "--sound", "bird", "--ring-for", "5m")
        let on = try await bedroom.must("mirror", "nursery", "on")
        try await eventually("the device holds the program") {
            try await bedroom.must("mirror", "nursery", "show", "--json").output.contains("\"program\":4")
        }
        let list = try await bedroom.must("program", "nursery", "list")
        daemon.signal(SIGKILL)
        await daemon.stop()
        try await eventually("the device rings and is off again", within: .seconds(120)) {
            let states = try bedroom.journal().compactMap(\.state)
            return states.last?.power == "off" && states.contains { $0.power == "on" && $0.sound.id == 9 }
        }
        let states = try bedroom.journal().filter { $0.event == "state" }
        let commands = try bedroom.commands()
        await device.stop()
        #expect(on.output.hasPrefix("nursery: the mirror is on.\n  alarm  “school”  "))
        #expect(list.output.contains("mirror"))
        #expect(!commands.contains("SI01"))
        let last = states.suffix(2)
        #expect(last.map(\.state?.power) == ["on", "off"])
        #expect(last.first?.state?.sound.id == 9)
        #expect(last.first.map { ("2027-01-04T13:44:30Z"..."2027-01-04T13:45:30Z").contains($0.at) } == true)
    }
}
