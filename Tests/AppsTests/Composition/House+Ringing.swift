// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import Coordination
import DeviceModules
import SimulatedDevice
import SleepModel

@testable import Composition
@testable import Household

extension House {
    /// Does `body` in a house in which an alarm rings, with the sound of a bird at 60 %.
    static func ringing(
        radioClock: ManualClock? = nil, _ body: @escaping @MainActor @Sendable (House) async throws -> Void
    ) async throws {
        let house = try await House(radioClock: radioClock)
        try await house.live {
            _ = try await house.control.perform(
                Endpoints.addAlarm,
                AlarmRequest(name: "up", device: "nursery", at: "12:00:05", sound: "bird", volume: 60))
        } _: {
            try await house.until { await house.peripheral.state.isOn }
            try await house.until { house.night.coordinator.lastOutcome(on: house.address)?.isConfirmed == true }
            try await body(house)
        }
    }
}
