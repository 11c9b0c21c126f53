// SPDX-License-Identifier: Apache-2.0

/// What a peripheral puts on the air: an advertising packet, and the scan response for those who ask for more.
public struct AdvertisingPackets: Hashable, Sendable {
    /// The advertising packet: flags, services and service data, and as much of the name as they leave room for.
    public let advertisement: [UInt8]
    /// The scan response: the manufacturer data.
    public let scanResponse: [UInt8]

    /// The most bytes that either has.
    public static let maximumLength = 31

    /// Both one after the other, as a central sees them.
    public var bytes: [UInt8] { advertisement + scanResponse }

    /// Carries `content`, as far as it fits.
    public init(_ content: AdvertisingContent) {
        let services = [(AdvertisingStructure.serviceList16, 2), (AdvertisingStructure.serviceList128, 16)]
            .map { type, width in
                AdvertisingStructure(
                    type: type, value: content.services.map(\.wire).filter { $0.count == width }.flatMap(\.self))
            }
            .filter { !$0.value.isEmpty }
        let serviceData = content.serviceData.sorted { $0.key.description < $1.key.description }.map { service, data in
            AdvertisingStructure(
                type: service.assigned == nil
                    ? AdvertisingStructure.serviceData128 : AdvertisingStructure.serviceData16,
                value: service.wire + data)
        }
        let manufacturerData = content.manufacturerData.sorted { $0.key < $1.key }.map { company, data in
            AdvertisingStructure(
                type: AdvertisingStructure.manufacturerData,
                value: [UInt8(company & 0xFF), UInt8(company >> 8)] + data)
        }
        let flags = AdvertisingStructure(type: AdvertisingStructure.flags, value: [0x06])
        // A name of no length takes two bytes.
        let others = Self.encoded([flags] + services + serviceData, room: Self.maximumLength - 2)
        advertisement =
            Self.localName(content.localName, room: Self.maximumLength - 2 - others.count).encoded + others
        scanResponse = Self.encoded(manufacturerData, room: Self.maximumLength)
    }

    /// The structures on the air, without those that do not fit any more.
    private static func encoded(_ structures: [AdvertisingStructure], room: Int) -> [UInt8] {
        structures.map(\.encoded).reduce(into: []) { bytes, next in
            if bytes.count + next.count <= room { bytes += next }
        }
    }

    private static func localName(_ name: String, room: Int) -> AdvertisingStructure {
        var shortened = name
        while shortened.utf8.count > room { shortened.removeLast() }
        return AdvertisingStructure(
            type: shortened == name ? AdvertisingStructure.completeName : AdvertisingStructure.shortenedName,
            value: Array(shortened.utf8))
    }
}
