// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel

/// The paired devices.
public protocol DeviceRepository: Sendable {
    /// All paired devices, in the order they were paired.
    func devices() async throws(StorageError) -> [PairedDevice]

    /// Adds a device, or replaces the one with the same address.
    ///
    /// Throws `conflict` when another device has the name.
    func save(_ device: PairedDevice) async throws(StorageError)

    /// Forgets a device and its schedules, and ends its open records as cancelled by a person at `instant`, in one
    /// transaction, so that pairing the device again does not resume them.
    ///
    /// What happened stays in the ledger and the log. It is no error when there is no such device.
    func removeDevice(_ address: MacAddress, at instant: Instant) async throws(StorageError)
}
