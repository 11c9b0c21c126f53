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

    /// Runs `work` for each controller from its opening until its closing; ends when it is cancelled, and the work with it.
    func run(_ work: @escaping @MainActor @Sendable (DeviceController) async -> Void) async
}

extension DeviceControllers {
    /// The controller of the device at an address, for those who know no more than that: an advertisement, a schedule.
    func controller(at address: MacAddress) -> DeviceController? {
        all.first { $0.address == address }
    }
}
