// SPDX-License-Identifier: Apache-2.0

import Clocks
import ControlAPI
import SimulatedDevice
import SleepModel
import Testing

@testable import Composition

/// Listening for devices.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct ScanTests {
    @Test
    func scan_listensAsLongAsAsked_andListsWhatItHears() async throws {
        let house = try await House(isPaired: false)
        let before = house.clock.now().boot
        let found = try await house.passTime(inStepsOf: .seconds(1)) {
            try await house.control.perform(Endpoints.scan, ScanRequest(seconds: 3))
        }
        #expect(
            found == [
                DeviceDocument(
                    address: house.address, name: "Nursery", product: "hatch-rest", supported: true, reason: nil,
                    rssi: -58, paired: false)
            ])
        #expect(house.clock.now().boot - before >= .seconds(3))
    }

    @Test
    func scan_listsAPairedDevice_thatIsConnectedAndSilent() async throws {
        let house = try await House()
        let found = try await house.run {
            _ = try await house.control.perform(Endpoints.volume, VolumeRequest(device: "nursery", volume: 10))
            #expect(await house.peripheral.isConnected)
            return try await house.passTime(inStepsOf: .seconds(1)) {
                try await house.control.perform(Endpoints.scan, ScanRequest(seconds: 1))
            }
        }
        #expect(found.map(\.name) == ["nursery"])
        #expect(found.map(\.paired) == [true])
    }

    @Test(arguments: [Int.min, -1, 0, 61, Int.max])
    func scan_isRefused_outOfRange(_ seconds: Int) async throws {
        let house = try await House()
        await #expect(throws: ControlError.self) {
            _ = try await house.control.perform(Endpoints.scan, ScanRequest(seconds: seconds))
        }
    }
}
