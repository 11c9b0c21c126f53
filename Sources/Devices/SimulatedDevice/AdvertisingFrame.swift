// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import GATT
import SleepModel

/// One advertisement as it passes through a `.advertisements` socket.
struct AdvertisingFrame: Hashable, Sendable {
    var address: MacAddress
    var rssi: Int8
    var packet: [UInt8]

    /// Address and signal strength; the packet may be empty.
    static let minimumLength = 7
    /// An advertising packet and a scan response of 31 bytes each.
    static let maximumLength = 7 + 2 * 31

    init(address: MacAddress, rssi: Int8, packet: [UInt8]) {
        self.address = address
        self.rssi = rssi
        self.packet = packet
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

    /// The packet and scan response of a Hatch Rest with that name, battery level and state.
    static func packet(name: String, batteryPercent: UInt8, payload: [UInt8]) -> [UInt8] {
        let others = [
            AdvertisingStructure(type: AdvertisingStructure.flags, value: [0x06]),
            AdvertisingStructure(
                type: AdvertisingStructure.serviceList, value: littleEndian(RestServices.deviceInformation)),
            AdvertisingStructure(
                type: AdvertisingStructure.serviceData16,
                value: littleEndian(RestServices.battery) + [batteryPercent]),
        ].flatMap(\.encoded)
        let manufacturer = AdvertisingStructure(
            type: AdvertisingStructure.manufacturerData,
            value: littleEndian(RestServices.companyIdentifier) + payload)
        return localName(name, room: 31 - others.count - 2).encoded + others + manufacturer.encoded
    }

    private static func localName(_ name: String, room: Int) -> AdvertisingStructure {
        var shortened = name
        while shortened.utf8.count > room { shortened.removeLast() }
        return AdvertisingStructure(
            type: shortened == name ? AdvertisingStructure.completeName : AdvertisingStructure.shortenedName,
            value: Array(shortened.utf8))
    }

    private static func littleEndian(_ number: UInt16) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8)] }
}
