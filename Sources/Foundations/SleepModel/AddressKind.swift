// SPDX-License-Identifier: Apache-2.0

/// The two types that an address of Bluetooth LE has; the raw values are the words of bluetoothd.
public enum AddressKind: String, Hashable, Codable, Sendable, CaseIterable {
    /// Assigned to its maker.
    case assigned = "public"
    /// Chosen by the device itself.
    case random
}
