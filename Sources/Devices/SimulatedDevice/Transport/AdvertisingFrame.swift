// SPDX-License-Identifier: Apache-2.0

import GATT
import SleepModel

/// One advertisement as it passes through a `.advertisements` socket.
struct AdvertisingFrame: Hashable, Sendable {
    var address: MacAddress
    var rssi: Int8
    var packet: [UInt8]

    /// Address and signal strength; the packet may be empty.
    static let minimumLength = 7
    /// An advertising packet and a scan response.
    static let maximumLength = minimumLength + 2 * partLength
    private static let partLength = 31
}

extension AdvertisingFrame {
    /// The frame of a device that advertises `content`; the signal strength is that of one in the same room.
    init(address: MacAddress, content: AdvertisingContent, rssi: Int8 = -58) {
        self.init(address: address, rssi: rssi, packet: Self.packet(of: content))
    }

    init?(bytes: [UInt8]) {
        guard bytes.count >= Self.minimumLength, let address = MacAddress(bytes: Array(bytes.prefix(6))) else {
            return nil
        }
        self.init(address: address, rssi: Int8(bitPattern: bytes[6]), packet: Array(bytes.dropFirst(7)))
    }

    var bytes: [UInt8] { address.bytes + [UInt8(bitPattern: rssi)] + packet }

    var advertisement: Advertisement {
        Advertisement(address: address, rssi: Int(rssi), packet: packet)
    }

    /// The advertising packet and the scan response that carry `content`, as far as it fits into 31 bytes each.
    ///
    /// The packet has flags, services and service data, and as much of the name as they leave room for; the scan
    /// response has the manufacturer data.
    static func packet(of content: AdvertisingContent) -> [UInt8] {
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
        let others = encoded([flags] + services + serviceData, room: partLength - 2)
        return localName(content.localName, room: partLength - 2 - others.count).encoded + others
            + encoded(manufacturerData, room: partLength)
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
