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
    private var opened: [DeviceKey: (dependencies: DeviceDependencies, controller: DeviceController)] = [:]
    private let openings: AsyncStream<DeviceController>.Continuation
    private let toRun: AsyncStream<DeviceController>
    /// The work of each device, which ends before its container does.
    private let work = LifecycleTasks<DeviceKey>()

    init(_ household: HouseholdDependencies) {
        self.household = household
        logger = household.logger
        // A household has a handful of devices; each is announced once.
        (toRun, openings) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1024))
    }

    var all: [DeviceController] {
        opened.values.map(\.controller).sorted { $0.address < $1.address }
    }

    func controller(of device: DeviceKey) -> DeviceController? { opened[device]?.controller }

    func open(_ device: PairedDevice) async throws -> DeviceController {
        if let known = opened[device.key] { return known.controller }
        let dependencies: DeviceDependencies
        do {
            dependencies = try await household.buildChild(
                DeviceDependencies.self,
                inputs: DeviceDependencies.Inputs(macAddress: device.address, hardwareProduct: device.product))
        } catch {
            // Whoever asked for the device knows what the store says, and not how it is wired.
            throw error.underlying ?? error
        }
        do {
            // Somebody may have opened it meanwhile.
            if let known = opened[device.key] {
                await dependencies.container.shutdown(deadline: Self.patience)
                return known.controller
            }
            let controller = try dependencies.container.resolveMainActor(DeviceController.self)
            opened[device.key] = (dependencies, controller)
            openings.yield(controller)
            return controller
        } catch {
            await dependencies.container.shutdown(deadline: Self.patience)
            throw error.underlying ?? error
        }
    }

    func close(_ device: DeviceKey) async {
        guard let closed = opened.removeValue(forKey: device) else { return }
        closed.controller.close()
        await work.cancel(device)
        note(await closed.dependencies.container.shutdown(deadline: Self.patience))
    }

    func run(_ work: @escaping @MainActor @Sendable (DeviceController) async -> Void) async {
        // A controller may have been closed again before its turn.
        for await device in toRun where controller(of: device.key) === device {
            await self.work.run(device.key, value: ObjectIdentifier(device)) { _ in await work(device) }
        }
        await self.work.shutdown()
    }

    private func note(_ report: ShutdownReport) {
        for entry in report.failures + report.timedOut {
            logger.warning("did not end well", metadata: ["what": "\(entry)"])
        }
    }

    /// How long devices may take to end.
    private static let patience = Duration.seconds(3)
}
