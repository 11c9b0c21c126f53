// SPDX-License-Identifier: Apache-2.0

public import SleepModel

/// The controllers of the paired devices: one for each, from pairing or start until it is closed.
@MainActor
public protocol DeviceControllers: AnyObject, Sendable {
    /// All controllers, by address.
    var all: [DeviceController] { get }

    /// The controller of an address; nil when no device of it is open.
    func controller(of address: MacAddress) -> DeviceController?

    /// Opens the controller of a device from what the store holds; the open one if there is one.
    ///
    /// Throws when no codec is known for its product, and what the store threw.
    func open(_ device: PairedDevice) async throws -> DeviceController

    /// Closes the controller of a device: nothing is sent to it any more, and its link is released.
    func close(_ address: MacAddress) async

    /// Runs `work` for each controller from its opening until its closing; ends when it is cancelled, and the work with it.
    func run(_ work: @escaping @MainActor @Sendable (DeviceController) async -> Void) async

    /// Closes every controller and everything they were made of; leaves behind what does not end in time.
    func shutdown() async
}
