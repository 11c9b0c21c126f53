// SPDX-License-Identifier: Apache-2.0

/// What the kernel's management interface answers to a command (source: bluez `doc/mgmt-api.txt`).
public struct ManagementStatus: RawRepresentable, Hashable, Sendable {
    /// The kernel's number.
    public let rawValue: UInt8

    /// Takes any number.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Done.
    public static let success = ManagementStatus(rawValue: 0x00)
    /// The adapter did not do it.
    public static let failed = ManagementStatus(rawValue: 0x03)
    /// Something of the kind is under way already.
    public static let busy = ManagementStatus(rawValue: 0x0A)
    /// It does not fit what the adapter does now, or Bluetooth LE is switched off.
    public static let rejected = ManagementStatus(rawValue: 0x0B)
    /// The adapter cannot do it.
    public static let notSupported = ManagementStatus(rawValue: 0x0C)
    /// The adapter is switched off.
    public static let notPowered = ManagementStatus(rawValue: 0x0F)
    /// There is no such adapter.
    public static let invalidIndex = ManagementStatus(rawValue: 0x11)
    /// A switch of the host, or rfkill, keeps the radio off.
    public static let blocked = ManagementStatus(rawValue: 0x12)
    /// This process lacks `CAP_NET_ADMIN`.
    public static let permissionDenied = ManagementStatus(rawValue: 0x14)
}
