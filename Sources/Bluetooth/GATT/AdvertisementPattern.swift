// SPDX-License-Identifier: Apache-2.0

/// Bytes by which an advertisement can be told, before anybody asks its sender for more.
public struct AdvertisementPattern: Hashable, Sendable {
    /// The type of the structure that they stand in, as `AdvertisingStructure` numbers them.
    public var type: UInt8
    /// The bytes that the structure's value begins with.
    public var bytes: [UInt8]

    /// Makes a pattern.
    public init(type: UInt8, bytes: [UInt8]) {
        self.type = type
        self.bytes = bytes
    }

    /// Manufacturer data of a company.
    public static func company(_ identifier: UInt16) -> AdvertisementPattern {
        AdvertisementPattern(
            type: AdvertisingStructure.manufacturerData, bytes: [UInt8(identifier & 0xFF), UInt8(identifier >> 8)])
    }

    /// A complete list of services with 16 bits that begins with one of them.
    public static func firstService(_ number: UInt16) -> AdvertisementPattern {
        AdvertisementPattern(
            type: AdvertisingStructure.serviceList16, bytes: [UInt8(number & 0xFF), UInt8(number >> 8)])
    }
}
