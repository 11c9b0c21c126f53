// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// A device that Lull looks after.
public struct PairedDevice: Hashable, Codable, Sendable {
    /// Its address, which identifies it.
    public var address: MacAddress
    /// The nickname people use for it, unique among paired devices.
    public var name: String
    /// The type of its address; nil where nobody has told it.
    public var addressKind: AddressKind?
    /// What it is.
    public var product: HardwareProduct
    /// When it was paired.
    public var pairedAt: Instant
    /// What nothing may exceed on it; nil for no limit.
    public var limit: DeviceLimit?
    /// Whether the end of the night and the next alarm are kept in its own programs too.
    public var isMirrored: Bool

    /// Makes a device.
    public init(
        address: MacAddress, name: String, product: HardwareProduct, pairedAt: Instant,
        limit: DeviceLimit? = nil, isMirrored: Bool = false, addressKind: AddressKind? = nil
    ) {
        self.address = address
        self.name = name
        self.product = product
        self.pairedAt = pairedAt
        self.limit = limit
        self.isMirrored = isMirrored
        self.addressKind = addressKind
    }
}

/// What makes a device this device: one at the same address that is another product is another device.
public struct DeviceKey: Hashable, Sendable {
    /// The device's address.
    public var address: MacAddress
    /// What it is.
    public var product: HardwareProduct

    /// Makes a key.
    public init(address: MacAddress, product: HardwareProduct) {
        self.address = address
        self.product = product
    }
}

extension PairedDevice {
    /// What makes it this device.
    public var key: DeviceKey { DeviceKey(address: address, product: product) }
}
