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

    /// Takes what devices advertise, until cancelled.
    private func listen() async {
        let clock = configuration.radioClock
        var pause = Duration.seconds(5)
        // With nothing paired Lull does not listen, and nothing is wrong with that.
        defer {
            radioProblem = nil
            radioWatch.works()
        }
        while !Task.isCancelled {
            do {
                let advertisements = try await configuration.transport.advertisements(.occasional)
                (pause, radioProblem) = (.seconds(5), nil)
                radioWatch.works()
                for await advertisement in advertisements {
                    guard let device = devices.controller(at: advertisement.address) else { continue }
                    await device.connection.observe(advertisement)
                    coordinator.heard(device.address)
                    device.mirror.heard()
                }
                try await clock.sleep(for: .seconds(1))
            } catch is CancellationError {
                return
            } catch {
                let problem = (error as? GATTError)?.message ?? "\(error)"
                // Once, and not with every attempt of a night.
                if radioProblem != problem {
                    configuration.logger.warning("cannot listen for devices", metadata: ["error": "\(error)"])
                }
                radioProblem = problem
                if radioWatch.isDue(at: clock.now().boot) {
                    let cause = NoticeCause.radio(
                        problem: problem, cure: (error as? GATTError)?.advice ?? "See `lull doctor`.")
                    configuration.notices.take([NoticeDraft(cause, at: configuration.nightClock.now().wall)])
                }
                guard (try? await clock.sleep(for: pause)) != nil else { return }
                pause = min(pause * 2, .seconds(60))
            }
        }
    }
}
