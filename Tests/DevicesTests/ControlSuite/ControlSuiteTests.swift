// SPDX-License-Identifier: Apache-2.0

import CivilTime
import DeviceModules
import GATT
import HatchRest
import SimulatedDevice
import SleepModel
import Testing

/// Everything that can be asked of a Rest, against every account of its firmware, with and without faults.
///
/// After each step the device is as the client believes it is, or the client said that it does not know.
@Suite(.timeLimit(.minutes(5)))
struct ControlSuiteTests {
    static let profiles = [RestProfile()] + RestProfile.allSwitches
    /// Faults that occur by chance, each in one of twelve occasions or fewer.
    static let probabilities: [RestFault: Double] = [
        .connectFailure: 0.08, .disconnectMidWrite: 0.02, .silence: 0.02, .lostReply: 0.02, .lateReply: 0.02,
        .droppedConnection: 0.02, .truncatedRead: 0.05, .clockReset: 0.01, .powerCycle: 0.005,
    ]

    @Test(arguments: profiles)
    func suite_isConfirmedThroughout_withoutFaults(profile: RestProfile) async throws {
        let house = try SuiteHouse(profile)
        let knowledge = try await house.live {
            var suite = ControlSuite(house)
            return try await suite.run()
        }
        let expected = profile.has(.programHourMinute) ? ["program 2"] : []
        #expect(knowledge.unknown.sorted() == expected)
        #expect(knowledge.wrong == [])
        #expect(knowledge.confirmed == ControlSuite.steps - expected.count)
    }

    @Test(arguments: profiles, [1, 2, 3] as [UInt64])
    func suite_isConfirmedOrSaidToBeUnknown_withFaults(profile: RestProfile, seed: UInt64) async throws {
        let house = try SuiteHouse(
            profile, faults: RestFaultPlan(seed: seed, probabilities: Self.probabilities))
        let knowledge = try await house.live {
            var suite = ControlSuite(house)
            return try await suite.run()
        }
        #expect(knowledge.wrong == [])
        // Faults must not be so many that nothing is left to be confirmed.
        #expect(knowledge.confirmed >= 5)
        #expect(house.journal.entries().contains { if case .fault = $0.event { true } else { false } })
    }
}
