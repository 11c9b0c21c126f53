// SPDX-License-Identifier: Apache-2.0

import Scheduling
public import SleepModel
import Storage

/// The pauses of the household: kept in the store, and followed by every device.
@MainActor
public final class HouseholdPauses {
    private let store: any NightStore
    private let devices: any DeviceControllers
    /// The settings as they were read or kept last; nil until somebody asks.
    private var known: NightSettings?

    init(store: any NightStore, devices: any DeviceControllers) {
        self.store = store
        self.devices = devices
    }

    /// The settings that hold now; throws what the store threw.
    public func settings() async throws -> NightSettings {
        if let known { return known }
        let read = try await store.settings()
        known = known ?? read
        return known ?? read
    }

    /// Makes settings durable with lines of the log, and lets every device go by them; throws what the store threw.
    public func keep(_ settings: NightSettings, log entries: [LogEntry]) async throws {
        // Set before they are on disk, so that whoever asks meanwhile builds on them.
        known = settings
        do {
            try await store.commit(.settings(settings, log: entries))
        } catch {
            known = nil
            throw error
        }
        try await follow(settings)
    }

    /// Lets every device go by settings that are on disk.
    func follow(_ settings: NightSettings) async throws {
        known = settings
        for device in devices.all { try await device.pause(settings.pauses(of: device.address)) }
    }

    /// Forgets the pause of a device that is not paired any more; the store has forgotten it.
    public func forget(_ device: MacAddress) {
        known?.devicePauses[device] = nil
    }

    /// Notes settings that are on disk already, and that every device follows already.
    public func adopt(_ settings: NightSettings) {
        known = settings
    }
}
