// SPDX-License-Identifier: Apache-2.0

import Clocks
import Household
import Logging
import ModularDependencyContainer
import Scheduling
import SleepModel
import Storage

/// Keeps one container per device: the same key gives the same controller, and two devices share no provider.
@MainActor
final class DeviceContainers: DeviceControllers {
    /// What makes a container a device's own.
    struct Key: Hashable {
        let address: MacAddress
        let product: HardwareProduct
    }

    private let root: DependencyContainer<AppRoot>
    private let store: any NightStore
    private let clock: any NightClock
    private let logger: Logger
    private var opened: [Key: (dependencies: DeviceDependencies, controller: DeviceController)] = [:]
    private let openings: AsyncStream<DeviceController>.Continuation
    private let toRun: AsyncStream<DeviceController>
    /// The work of each device, which ends before its container does.
    private let work = LifecycleTasks<MacAddress>()

    init(root: DependencyContainer<AppRoot>) throws {
        self.root = root
        store = try root.resolve((any NightStore).self)
        clock = try root.resolve((any NightClock).self)
        logger = try root.resolve(Logger.self)
        // A household has a handful of devices; each is announced once.
        (toRun, openings) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1024))
    }

    var all: [DeviceController] {
        opened.values.map(\.controller).sorted { $0.address < $1.address }
    }

    func controller(of address: MacAddress) -> DeviceController? {
        opened.first { $0.key.address == address }?.value.controller
    }

    func open(_ device: PairedDevice) async throws -> DeviceController {
        let key = Key(address: device.address, product: device.product)
        if let known = opened[key] { return known.controller }
        let book = try await DeviceBook.read(device.address, from: store, at: clock.now().wall)
        if let known = opened[key] { return known.controller }
        let dependencies = try root.buildChild(
            DeviceDependencies.self,
            inputs: DeviceDependencies.Inputs(
                macAddress: device.address, hardwareProduct: device.product, deviceBook: book))
        let controller: DeviceController
        do {
            controller = try dependencies.container.resolveMainActor(DeviceController.self)
        } catch {
            await dependencies.container.shutdown(deadline: Self.patience)
            throw error
        }
        opened[key] = (dependencies, controller)
        openings.yield(controller)
        return controller
    }

    func close(_ address: MacAddress) async {
        guard let key = opened.keys.first(where: { $0.address == address }),
            let closed = opened.removeValue(forKey: key)
        else { return }
        closed.controller.close()
        await work.cancel(address)
        note(await closed.dependencies.container.shutdown(deadline: Self.patience))
    }

    func run(_ work: @escaping @MainActor @Sendable (DeviceController) async -> Void) async {
        // A controller may have been closed again before its turn.
        for await device in toRun where controller(of: device.address) === device {
            await self.work.run(device.address, value: ObjectIdentifier(device)) { _ in await work(device) }
        }
        await self.work.shutdown()
    }

    func shutdown() async {
        note(await root.shutdown(deadline: Self.patience))
    }

    private func note(_ report: ShutdownReport) {
        for entry in report.failures + report.timedOut {
            logger.warning("did not end well", metadata: ["what": "\(entry)"])
        }
    }

    /// How long devices may take to end.
    private static let patience = Duration.seconds(3)
}
