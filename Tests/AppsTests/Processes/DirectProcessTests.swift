// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

/// Control without the daemon.
@Suite(.timeLimit(.minutes(2)))
struct DirectProcessTests {
    @Test
    func direct_pairsAndControls_andWhatItKeepsIsTheDaemons() async throws {
        let bedroom = try Bedroom()
        let device = try await bedroom.startDevice()
        let paired = try await bedroom.direct("pair", Bedroom.address, "--as", "nursery")
        let light = try await bedroom.direct("light", "nursery", "amber", "20%", "--json")
        let status = try await bedroom.direct("status", "--json")
        let identified = try await bedroom.direct("identify", "nursery")
        let commands = try bedroom.commands()
        let daemon = try await bedroom.startDaemon()
        let devices = try await bedroom.must("devices", "--json")
        await daemon.stop()
        await device.stop()
        #expect(paired.exitCode == 0, "\(paired.errors)")
        #expect(light.exitCode == 0, "\(light.errors)")
        #expect(identified.exitCode == 0, "\(identified.errors)")
        #expect(commands.prefix(3) == ["SCFF890E33", "SN00", "SI01"])
        #expect(commands.last == "SCFF890E33")
        let state = try (status.json() as? [[String: Any]])?.first?["state"] as? [String: Any]
        #expect(state?["power"] as? String == "on")
        #expect(devices.output.contains("nursery"))
    }

    @Test
    func direct_refuses_whileTheDaemonRuns() async throws {
        let bedroom = try Bedroom()
        let daemon = try await bedroom.startDaemon()
        let result = try await bedroom.direct("devices")
        await daemon.stop()
        #expect(result.exitCode == 75)
        #expect(result.errors.contains("--direct"))
    }

    @Test
    func identify_leavesTheDeviceAsItWas_whenItIsInterrupted() async throws {
        let bedroom = try Bedroom()
        let device = try await bedroom.startDevice()
        _ = try await bedroom.direct("pair", Bedroom.address, "--as", "nursery")
        _ = try await bedroom.direct("light", "nursery", "amber", "20%")
        let identify = try Program("lull", bedroom.directArguments(["identify", "nursery"]), in: bedroom.scratch)
        try await eventually("it blinks") { try bedroom.commands().contains("SCFFFFFFFF") }
        identify.signal(SIGINT)
        let ended = try await identify.result()
        let last = try bedroom.commands().last
        await device.stop()
        #expect([0, 75].contains(ended.exitCode), "\(ended.errors)")
        #expect(last == "SCFF890E33")
    }

    @Test(arguments: [
        (["watch"], 64 as Int32, "needs the daemon"),
        (["routine", "run", "x"], 64, "needs the daemon"),
        (["demo"], 64, "--direct"),
    ])
    func direct_saysWhy_whereItMakesNoSense(arguments: [String], exitCode: Int32, says: String) async throws {
        let bedroom = try Bedroom()
        let result = try await Program.run("lull", bedroom.directArguments(arguments), in: bedroom.scratch)
        #expect(result.exitCode == exitCode)
        #expect(result.errors.contains(says), "\(result.errors)")
    }

    @Test
    func options_needDirect_toMeanAnything() async throws {
        let scratch = try Scratch()
        let result = try await Program.run("lull", ["devices", "--state", "/x"], in: scratch)
        #expect(result.exitCode == 64)
        #expect(result.errors.contains("need --direct"))
    }
}
