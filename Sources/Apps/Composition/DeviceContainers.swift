// SPDX-License-Identifier: Apache-2.0

import Clocks
import Household
import Logging
import ModularDependencyContainer
import SleepModel

/// Keeps one container per device: the same key gives the same controller, and two devices share no provider.
@MainActor
final class DeviceContainers: DeviceControllers {
    private let household: HouseholdDependencies
    private let logger: Logger
    private var opened: [DeviceKey: Opened] = [:]
    private let openings: AsyncStream<DeviceController>.Continuation
    private let toRun: AsyncStream<DeviceController>
    private let changes: AsyncStream<Set<MacAddress>>.Continuation
    private let toHear: AsyncStream<Set<MacAddress>>
    /// Everything that runs; what runs for a device ends before its container does.
    private let tasks = LifecycleTasks<HouseholdTask>()

    init(_ household: HouseholdDependencies) {
        self.household = household
        logger = household.logger
        // A household has a handful of devices; each is announced once.
        (toRun, openings) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1024))
        (toHear, changes) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    var all: [DeviceController] {
        opened.values.map(\.controller).sorted { $0.address < $1.address }
    }

    func controller(of device: DeviceKey) -> DeviceController? { opened[device]?.controller }

    func open(_ device: PairedDevice) async throws -> DeviceController {
        if let known = opened[device.key] { return known.controller }
        do {
            let modules = try await household.buildChild(
                DeviceModuleDependencies.self,
                inputs: .init(macAddress: device.address, hardwareProduct: device.product))
            do {
                let runner = try await modules.buildChild(DeviceDependencies.self)
                // Somebody may have opened it meanwhile.
                if let known = opened[device.key] {
                    await modules.container.shutdown(deadline: Self.patience)
                    return known.controller
                }
                let controller = try runner.container.resolveMainActor(DeviceController.self)
                controller.follow(device)
                opened[device.key] = Opened(modules: modules, runner: runner, controller: controller)
                openings.yield(controller)
                changes.yield(addresses)
                return controller
            } catch {
                await modules.container.shutdown(deadline: Self.patience)
                throw error
            }
        } catch let error as DependencyError {
            // Whoever asked for the device knows what the store says, and not how it is wired.
            throw error.underlying ?? error
        }
    }

    func close(_ device: DeviceKey) async {
        guard let closed = opened.removeValue(forKey: device) else { return }
        closed.controller.close()
        changes.yield(addresses)
        for part in HouseholdTask.Part.allCases.reversed() { await tasks.cancel(.device(device, part)) }
        note(await closed.modules.container.shutdown(deadline: Self.patience))
    }

    func run(
        _ wanted: @escaping @Sendable (HouseholdTask) -> Bool,
        performing perform: @escaping @MainActor @Sendable (HouseholdTask) async throws -> Void
    ) async throws {
        let run = Run(wanted: wanted, perform: perform)
        for common in HouseholdTask.Common.allCases { await start(.common(common), for: true, in: run) }
        await withTaskGroup(of: Void.self) { group in
            // Apart, so that no device waits for a radio that is slow to stop.
            group.addTask { await self.followAddresses(in: run) }
            group.addTask { await self.followOpenings(in: run) }
            _ = await run.failure.valueUnlessCancelled()
            group.cancelAll()
        }
        await tasks.shutdown()
        if run.failure.isSet { throw await run.failure.value() }
    }

    private func start(_ task: HouseholdTask, for value: some Equatable & Sendable, in run: Run) async {
        guard run.wanted(task) else { return }
        await tasks.run(task, value: value) { _ in
            // What ends because it is cancelled has not failed.
            do { try await run.perform(task) } catch is CancellationError {} catch { run.failure.set(error) }
        }
    }

    private func followAddresses(in run: Run) async {
        for await addresses in toHear {
            if addresses.isEmpty {
                await tasks.cancel(.listening)
            } else {
                await start(.listening, for: addresses, in: run)
            }
        }
    }

    private func followOpenings(in run: Run) async {
        // A controller may have been closed again before its turn.
        for await device in toRun where controller(of: device.key) === device {
            for part in HouseholdTask.Part.allCases {
                await start(.device(device.key, part), for: ObjectIdentifier(device), in: run)
            }
        }
    }

    private var addresses: Set<MacAddress> { Set(opened.keys.map(\.address)) }

    /// What a call of `run` is asked for, and the first failure of its tasks.
    private struct Run: Sendable {
        let wanted: @Sendable (HouseholdTask) -> Bool
        let perform: @MainActor @Sendable (HouseholdTask) async throws -> Void
        let failure = OneShot<any Error>()
    }

    /// The containers of one device, the outer one first, and its controller.
    private struct Opened {
        let modules: DeviceModuleDependencies
        let runner: DeviceDependencies
        let controller: DeviceController
    }

    private func note(_ report: ShutdownReport) {
        for entry in report.failures + report.timedOut {
            logger.warning("did not end well", metadata: ["what": "\(entry)"])
        }
    }

    /// How long devices may take to end.
    private static let patience = Duration.seconds(3)
}
