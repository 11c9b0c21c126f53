// SPDX-License-Identifier: Apache-2.0

public import SleepModel

/// The paired devices.
public protocol DeviceRepository: Sendable {
    /// All paired devices, in the order they were paired.
    func devices() async throws(StorageError) -> [PairedDevice]
}
