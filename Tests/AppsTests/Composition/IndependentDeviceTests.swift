// SPDX-License-Identifier: Apache-2.0

import Clocks
import ControlAPI
import Scheduling
import SleepModel
import Storage
import StoreDoubles
import Testing

@testable import Composition
@testable import Household

/// Devices that do not wait for each other.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct IndependentDeviceTests {
    /// The other device comes first by its address.
    private nonisolated static let other = MacAddress(rawValue: "DC:06:41:00:00:00")

    /// A store that never answers when something of the other device begins.
    private static func store() async throws -> StoreDouble {
        let store = StoreDouble { changes, store async throws(StorageError) in
            for case .claim(_, _, let log) in changes where log.contains(where: { $0.device == other }) {
                for await _ in AsyncStream<Never>.makeStream().stream {}
            }
            return try await store.commit(changes)
        }
        let device = PairedDevice(
            address: try #require(other), name: "attic", product: .hatchRest, pairedAt: House.noon)
        _ = try await store.commit([.pair(device, log: [])])
        return store
    }

    @Test
    func alarm_rings_whileAnotherDeviceWaitsForTheDisk() async throws {
        let house = try await House(store: try await Self.store())
        for (name, device) in [("stuck", "attic"), ("up", "nursery")] {
            _ = try await house.control.perform(
                Endpoints.addAlarm, AlarmRequest(name: name, device: device, at: "12:01", days: "daily", sound: "bird"))
        }
        try await house.run {
            try await house.until { house.night.timekeeper.trust.isTrusted }
            house.clock.advance(by: .seconds(60))
            try await house.until { house.commands.contains("SI01") }
        }
    }
}
