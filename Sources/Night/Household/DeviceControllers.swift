// SPDX-License-Identifier: Apache-2.0

public import SleepModel

/// The controllers of the paired devices: one for each, from pairing or start until it is closed.
@MainActor
public protocol DeviceControllers: AnyObject, Sendable {
    /// All controllers, by address.
    var all: [DeviceController] { get }

    /// The controller of a device; nil when it is not open.
    func controller(of device: DeviceKey) -> DeviceController?

    /// Opens the controller of a device from what the store holds; the open one if there is one.
    ///
    /// Throws when no codec is known for its product, and what the store threw.
    func open(_ device: PairedDevice) async throws -> DeviceController

    /// Closes the controller of a device: nothing is sent to it any more, and its link is released.
    func close(_ device: DeviceKey) async

    /// Runs `work` for each controller from its opening until its closing, and `listening` for the addresses of those that
    /// are open; ends when it is cancelled, and all of that with it.
    ///
    /// While none is open nothing listens. When another one opens or one closes, the listening is cancelled and begins
    /// anew for those that are open then.
    func run(
        _ work: @escaping @MainActor @Sendable (DeviceController) async -> Void,
        listening: @escaping @MainActor @Sendable (Set<MacAddress>) async -> Void
    ) async
}

extension DeviceControllers {
    /// The controller of the device at an address, for those who know no more than that: an advertisement, a schedule.
    func controller(at address: MacAddress) -> DeviceController? {
        all.first { $0.address == address }
    }
}
