// SPDX-License-Identifier: Apache-2.0

import Foundation
import Processes
import Testing

/// `lull doctor` as a process, with a daemon and without.
@Suite(.timeLimit(.minutes(3)))
struct DoctorProcessTests {
    @Test func doctor_endsWith69_andNamesWhatIsMissing_withoutADaemon() async throws {
        let bedroom = try Bedroom()
        let result = try await bedroom.lull("doctor", "--json", "--state", bedroom.state)
        let findings = try #require(try result.json() as? [[String: Any]])
        #expect(result.exitCode == 69)
        #expect(findings.allSatisfy { Set($0.keys) == ["check", "state", "message", "advice", "source"] })
        #expect(findings.first?["check"] as? String == "daemon")
        #expect(findings.first?["state"] as? String == "failure")
    }

    /// The host may have no radio at all: the daemon reaches the simulated device over a socket.
    @Test func doctor_endsWith0_whileTheDaemonReachesItsDevice() async throws {
        let bedroom = try Bedroom()
        let device = try await bedroom.startDevice()
        let daemon = try await bedroom.startDaemon()
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        let text = try await bedroom.must("doctor", "--state", bedroom.state).output
        await daemon.stop()
        await device.stop()
        #expect(text.contains("device nursery"))
        #expect(!text.contains("failure "))
    }
}
