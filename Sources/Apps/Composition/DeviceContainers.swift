// SPDX-License-Identifier: Apache-2.0

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
    /// What runs for one device, which ends before its container does.
    private let work = LifecycleTasks<DeviceKey>()
    /// What follows the set of devices; tasks of their own, so that no device waits for a radio that is slow to stop.
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
        await work.cancel(device)
        note(await closed.modules.container.shutdown(deadline: Self.patience))
    }

    func run(
        _ work: @escaping @MainActor @Sendable (DeviceController) async -> Void,
        listening: @escaping @MainActor @Sendable (Set<MacAddress>) async -> Void
    ) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.listen(listening) }
            // A controller may have been closed again before its turn.
            for await device in toRun where controller(of: device.key) === device {
                await self.work.run(device.key, value: ObjectIdentifier(device)) { _ in await work(device) }
            }
        }
        async let listening: Void = tasks.shutdown()
        await self.work.shutdown()
        await listening
    }

    private func listen(_ listening: @escaping @MainActor @Sendable (Set<MacAddress>) async -> Void) async {
        for await addresses in toHear {
            if addresses.isEmpty {
                await tasks.cancel(.listening)
            } else {
                await tasks.run(.listening, value: addresses, operation: listening)
            }
        }
    }

    private var addresses: Set<MacAddress> { Set(opened.keys.map(\.address)) }

    /// What follows the set of devices that are open.
    private enum HouseholdTask: Hashable {
        /// Listening to advertisements, for the addresses of all devices.
        case listening
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
