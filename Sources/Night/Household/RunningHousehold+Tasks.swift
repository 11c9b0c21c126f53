// SPDX-License-Identifier: Apache-2.0

import Clocks
import Coordination
import DeviceModules
import GATT
import Logging
import SleepModel
import Storage

extension RunningHousehold {
    /// Runs schedules, delivers what they want and listens to devices, until cancelled.
    ///
    /// Throws only what makes going on impossible, such as a system without timers.
    public func run() async throws {
        defer { events.finish() }
        try await devices.run({ _ in true }, performing: { try await self.perform($0) })
    }

    /// Delivers to devices while `body` does one thing, and releases them at once when it is done; no schedule runs.
    public func deliver<Value: Sendable>(
        while body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask {
                try await self.devices.run({ !$0.isForSchedules }, performing: { try await self.perform($0) })
                return nil
            }
            group.addTask { [transport = configuration.transport] in
                let result: Result<Value, any Error>
                do { result = .success(try await body()) } catch { result = .failure(error) }
                await transport.close()
                return try result.get()
            }
            defer { group.cancelAll() }
            while let ended = try await group.next() {
                if let value = ended { return value }
            }
            throw CancellationError()
        }
    }

    /// Does what a task is for, until it is cancelled or there is nothing more to do.
    ///
    /// Throws what makes going on impossible for the whole household.
    func perform(_ task: HouseholdTask) async throws {
        switch task {
        case .common(.release): await releaseLeftovers()
        case .common(.time): try await passTime()
        case .common(.firstLooks): await waitForFirstLooks()
        case .common(.audit): await auditLedger()
        case .common(.life): try await followLife()
        case .common(.backups): try await makeBackups()
        case .common(.notices): try await notices.run()
        case .listening: await listen()
        case .device(let key, let part):
            guard let device = devices.controller(of: key) else { return }
            switch part {
            case .delivery: await device.run()
            case .events:
                async let learned: Void = storeAddressKinds(of: device)
                await events.follow(device)
                await learned
            case .plan: await device.passTime(by: timekeeper)
            }
        }
    }

    /// Releases devices that a killed process left connected, which keeps everybody else from them.
    private func releaseLeftovers() async {
        for device in devices.all { await configuration.transport.release(device.address) }
    }

    /// Stores the type of a device's address that nobody had told when it was paired, until cancelled.
    ///
    /// A store that fails says so itself; the type is learned again after the next start.
    private func storeAddressKinds(of device: DeviceController) async {
        for await kind in device.connection.learnedKinds {
            _ = try? await configuration.store.commit(.addressKind(kind, of: device.address))
        }
    }
}
