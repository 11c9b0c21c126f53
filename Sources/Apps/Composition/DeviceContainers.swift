// SPDX-License-Identifier: Apache-2.0

import Clocks
import DeviceModules
import Logging
import ModularDependencyContainer
import Scheduling
import SleepModel
import Storage

/// Keeps one container per device: the same key gives the same rooms, and two devices share no provider.
@MainActor
final class DeviceContainers {
    /// What makes a container a device's own.
    struct Key: Hashable {
        let address: MacAddress
        let product: HardwareProduct
    }

    private let root: DependencyContainer<AppRoot>
    private let store: any NightStore
    private let clock: any NightClock
    private let logger: Logger
    private var opened: [Key: (dependencies: DeviceDependencies, rooms: DeviceRooms)] = [:]
    private let openings: AsyncStream<DeviceRooms>.Continuation

    /// Rooms as they are opened, for the one loop that lets them work.
    let toRun: AsyncStream<DeviceRooms>

    /// The work of each device, which ends before its container does.
    let work = LifecycleTasks<MacAddress>()

    init(root: DependencyContainer<AppRoot>) throws {
        self.root = root
        store = try root.resolve((any NightStore).self)
        clock = try root.resolve((any NightClock).self)
        logger = try root.resolve(Logger.self)
        // A household has a handful of devices; each is announced once.
        (toRun, openings) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1024))
    }

    /// All rooms, by address.
    var all: [DeviceRooms] {
        opened.values.map(\.rooms).sorted { $0.address < $1.address }
    }

    /// The rooms of an address.
    func rooms(_ address: MacAddress) -> DeviceRooms? {
        opened.first { $0.key.address == address }?.value.rooms
    }

    /// Opens the rooms of a device, from what the store holds of it; the ones already open if there are any.
    func open(_ device: PairedDevice) async throws -> DeviceRooms {
        let key = Key(address: device.address, product: device.product)
        if let known = opened[key] { return known.rooms }
        let book = try await DeviceBook.read(device.address, from: store, at: clock.now().wall)
        if let known = opened[key] { return known.rooms }
        let dependencies = try root.buildChild(
            DeviceDependencies.self,
            inputs: DeviceDependencies.Inputs(
                macAddress: device.address, hardwareProduct: device.product, deviceBook: book))
        let rooms: DeviceRooms
        do {
            rooms = try dependencies.container.resolveMainActor(DeviceRooms.self)
        } catch {
            await dependencies.container.shutdown(deadline: Self.patience)
            throw error
        }
        opened[key] = (dependencies, rooms)
        openings.yield(rooms)
        return rooms
    }

    /// Closes the rooms of a device: nothing is sent to it any more, and its link is released.
    func close(_ address: MacAddress) async {
        guard let key = opened.keys.first(where: { $0.address == address }),
            let closed = opened.removeValue(forKey: key)
        else { return }
        closed.rooms.close()
        await work.cancel(address)
        note(await closed.dependencies.container.shutdown(deadline: Self.patience))
    }

    /// Ends every device and everything else that lives as long as the process; what hangs is left behind.
    func shutdown() async {
        note(await root.shutdown(deadline: Self.patience))
    }

    private func note(_ report: ShutdownReport) {
        for entry in report.failures + report.timedOut {
            logger.warning("did not end well", metadata: ["what": "\(entry)"])
        }
    }

    /// How long devices may take to be let go of.
    private static let patience = Duration.seconds(3)
}
