// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Foundation
import Glibc
import SystemClock
import Testing

/// Somebody else sends advertisements in the name of the device.
@Suite(.timeLimit(.minutes(3)))
struct ForgeryProcessTests {
    /// A second device under the address of the first says once a second that it is off.
    @Test
    func alarm_ringsOn_whileAForgedAdvertisementSaysOff() async throws {
        let bedroom = try Bedroom()
        let device = try await bedroom.startDevice()
        let air = ["forger.sock", "witness.sock"].map(bedroom.scratch.path)
        let daemon = try await bedroom.startDaemon(hearing: air)
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        let due = ZoneRules.utc.civil(at: HostClock().now().wall + .seconds(5)).time
        try await bedroom.must("alarm", "add", "up", "--device", "nursery", "--at", "\(due)")
        try await eventually("the alarm rings") { try bedroom.commands().contains("SI01") }

        let forger = try Program(
            "lull", ["simulate", "--listen", air[0], "--address", Bedroom.address], in: bedroom.scratch)
        try await eventually("the forger is there") { FileManager.default.fileExists(atPath: air[0]) }
        // Who hears a device that comes later has heard the forger.
        let witness = try Program(
            "lull", ["simulate", "--listen", air[1], "--name", "Witness"], in: bedroom.scratch)
        try await eventually("the witness is heard") {
            try await bedroom.must("scan", "--seconds", "1").output.contains("Witness")
        }
        try await bedroom.must("scan", "--seconds", "3")
        let alarms = try await bedroom.must("alarm", "list", "--json").json() as? [[String: Any]]
        #expect(alarms?.first?["phase"] as? String == "ringing")
        #expect(try bedroom.commands().filter { $0 == "SI01" }.count == 1)
        #expect(try !bedroom.commands().contains("SI00"))

        try await bedroom.must("alarm", "dismiss")
        try await eventually("the device is off") { try bedroom.commands().last == "SI00" }
        let log = try await bedroom.must("log", "--json").json() as? [[String: Any]]
        let outcomes = log?.compactMap { $0["outcome"] as? String } ?? []
        #expect(outcomes.filter { ["started", "touched", "dismissed"].contains($0) } == ["started", "dismissed"])
        await forger.stop()
        await witness.stop()
        await daemon.stop()
        await device.stop()
    }
}
