// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import DeviceDocuments
import SleepModel
import Testing

@testable import Composition

/// What is known of a device as soon as it is paired.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct PairingTests {
    @Test
    func status_showsWhatPairingRead_rightAfterIt() async throws {
        let house = try await House(isPaired: false)
        let status = try await house.run {
            _ = try await house.control.perform(
                Endpoints.pair, PairRequest(address: house.address.rawValue, name: "nursery"))
            return try await house.control.perform(Endpoints.status, DeviceChoice(device: "nursery"))
        }
        #expect(status.map(\.link) == [.advertising])
        #expect(status.first?.state?.product == "hatch-rest")
        #expect(status.first?.state?.power == "off")
    }

    /// A script may pair a device again.
    @Test
    func pair_isNoError_whenTheDeviceHasThatNameAlready() async throws {
        let house = try await House()
        let again = try await house.control.perform(
            Endpoints.pair, PairRequest(address: house.address.rawValue, name: "nursery"))
        #expect((again.name, again.paired) == ("nursery", true))
        let error = await #expect(throws: ControlError.self) {
            try await house.control.perform(
                Endpoints.pair, PairRequest(address: house.address.rawValue, name: "attic"))
        }
        #expect(error?.code == .alreadyExists)
    }

    @Test
    func program_staysDisabled_whenSomethingElseOfItIsSet() async throws {
        let house = try await House()
        let change = try await house.run {
            var request = ProgramRequest(device: "nursery", number: 1)
            (request.name, request.at, request.color) = ("Up", "07:00", "amber")
            _ = try await house.passTime { [request] in
                try await house.control.perform(Endpoints.setProgram, request)
            }
            let off = ProgramSwitchRequest(device: "nursery", number: 1, enabled: false)
            _ = try await house.passTime { try await house.control.perform(Endpoints.switchProgram, off) }
            var louder = ProgramRequest(device: "nursery", number: 1)
            louder.volume = 20
            return try await house.passTime { [louder] in
                try await house.control.perform(Endpoints.setProgram, louder)
            }
        }
        #expect(change.program.enabled == false)
        #expect(change.program.volume == Level(percent: 20)?.rawValue)
    }
}
