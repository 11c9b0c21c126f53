// SPDX-License-Identifier: Apache-2.0

import Clocks
import ControlAPI
import DeviceModules
import GATT
import Household
import SleepModel
import Storage

/// Listens for devices that are near.
@MainActor
struct NearbyScan {
    let store: any NightStore
    let controllers: any DeviceControllers
    let products: ProductCatalogue
    let transport: any CentralTransport
    let clock: any NightClock

    /// The devices heard within 1 to 60 seconds, the ones that can be controlled first, then by signal.
    func devices(within seconds: Int) async throws -> [DeviceDocument] {
        guard (1...60).contains(seconds) else {
            throw RequestReader.invalid("\(seconds) seconds are out of range.", "Give a number from 1 to 60.")
        }
        var nearby = NearbyDevices(paired: try await store.devices(), products: products)
        nearby = try await listen(for: .seconds(seconds), from: nearby)
        for controller in controllers.all {
            guard [.connected, .held].contains(controller.link) else { continue }
            nearby.hold(controller.address, rssi: controller.radio.rssi)
        }
        return nearby.documents
    }

    /// Everything heard in a time; the task that listens hands over what it has when it is cancelled.
    private func listen(for time: Duration, from start: NearbyDevices) async throws -> NearbyDevices {
        let clock = clock
        let advertisements = try await transport.advertisements(.attentive)
        return try await withThrowingTaskGroup(of: NearbyDevices?.self) { group in
            group.addTask {
                var nearby = start
                for await advertisement in advertisements { nearby.hear(advertisement) }
                return nearby
            }
            group.addTask {
                try await clock.sleep(for: time)
                return nil
            }
            let early = try await group.next()
            group.cancelAll()
            if case .some(.some(let nearby)) = early {
                try Task.checkCancellation()
                guard nearby.count > 0 else { throw GATTError(.unavailable, "Listening for devices ended.") }
                return nearby
            }
            return try await group.next().flatMap { $0 } ?? start
        }
    }
}
