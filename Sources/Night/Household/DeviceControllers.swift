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

    /// Runs those tasks of a household that are `wanted`, each for its value, until it is cancelled or one of them throws.
    ///
    /// Those of a device run from its opening until its closing. When it ends, the tasks end one after the other, newest
    /// first. Throws what a task threw.
    func run(
        _ wanted: @escaping @Sendable (HouseholdTask) -> Bool,
        performing perform: @escaping @MainActor @Sendable (HouseholdTask) async throws -> Void
    ) async throws
}

extension DeviceControllers {
    /// The controller of the device at an address, for those who know no more than that: an advertisement, a schedule.
    func controller(at address: MacAddress) -> DeviceController? {
        all.first { $0.address == address }
    }
}
