// SPDX-License-Identifier: Apache-2.0

/// One length-type-value element of advertising data.
public struct AdvertisingStructure: Hashable, Sendable {
    /// The type the Bluetooth SIG assigned, for example 0xFF for manufacturer data.
    public var type: UInt8
    /// The value, 0 to 254 bytes.
    public var value: [UInt8]

    /// Makes a structure.
    public init(type: UInt8, value: [UInt8]) {
        self.type = type
        self.value = value
    }

    /// A list of 16-bit service UUIDs.
    public static let serviceList16: UInt8 = 0x03
    /// A list of 128-bit service UUIDs.
    public static let serviceList128: UInt8 = 0x07
    /// The flags of the advertiser.
    public static let flags: UInt8 = 0x01
    /// The beginning of a local name that is too long.
    public static let shortenedName: UInt8 = 0x08
    /// The local name.
    public static let completeName: UInt8 = 0x09
    /// Data of a service with a 16-bit UUID.
    public static let serviceData16: UInt8 = 0x16
    /// Data of a service with a 128-bit UUID.
    public static let serviceData128: UInt8 = 0x21
    /// A company identifier and that company's data.
    public static let manufacturerData: UInt8 = 0xFF

    /// The structure as it is on the air; a value of more than 254 bytes is cut.
    public var encoded: [UInt8] {
        let carried = value.prefix(254)
        return [UInt8(carried.count + 1), type] + carried
    }

    /// Reads structures up to the end, the first empty one, or the first that says it is longer than what is left.
    public static func structures(in bytes: [UInt8]) -> [AdvertisingStructure] {
        var structures: [AdvertisingStructure] = []
        var position = 0
        while position + 1 < bytes.count {
            let length = Int(bytes[position])
            guard length > 0, length < bytes.count - position else { break }
            structures.append(
                AdvertisingStructure(
                    type: bytes[position + 1], value: Array(bytes[position + 2..<position + 1 + length])))
            position += 1 + length
        }
        return structures
    }
}
