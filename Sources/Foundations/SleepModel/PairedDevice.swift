// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// A device that Lull looks after.
public struct PairedDevice: Hashable, Codable, Sendable {
    /// Its address, which identifies it.
    public var address: MacAddress
    /// The nickname people use for it, unique among paired devices.
    public var name: String
    /// What it is.
    public var product: HardwareProduct
    /// When it was paired.
    public var pairedAt: Instant

    /// Makes a device.
    public init(address: MacAddress, name: String, product: HardwareProduct, pairedAt: Instant) {
        self.address = address
        self.name = name
        self.product = product
        self.pairedAt = pairedAt
    }
}
