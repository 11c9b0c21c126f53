// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import GATT
import SleepModel

/// Packets as a controller and a host would have exchanged them.
extension HCIPacket {
    /// A connection that this side made.
    static func connected(_ handle: UInt16, to address: MacAddress) -> HCIPacket {
        // Interval, latency, timeout and clock accuracy are not known here; these are usual values.
        event(
            0x3E,
            [0x01, 0x00] + bytes(handle) + [0x00, addressType(address)] + address.bytes.reversed()
                + bytes(24) + bytes(0) + bytes(500) + [0x00])
    }

    /// A connection that could not be made.
    static func connectionFailed(to address: MacAddress) -> HCIPacket {
        event(
            0x3E,
            [0x01, HCIStatus.notEstablished] + bytes(0) + [0x00, addressType(address)] + address.bytes.reversed()
                + bytes(0) + bytes(0) + bytes(0) + [0x00])
    }

    /// The end of a connection.
    static func disconnected(_ handle: UInt16, reason: UInt8) -> HCIPacket {
        event(0x05, [0x00] + bytes(handle) + [reason])
    }

    /// An advertisement with its scan response, as one extended report, into which both fit.
    static func advertised(_ advertisement: Advertisement) -> HCIPacket {
        let data = advertisement.packet
        let rssi = advertisement.rssi.map { UInt8(bitPattern: Int8(clamping: $0)) } ?? 127
        let address = advertisement.address
        return event(
            0x3E,
            [0x0D, 1] + bytes(0x0001) + [addressType(address)] + address.bytes.reversed() + [
                0x01, 0x00, 0xFF, 127, rssi,
            ]
                + bytes(0) + [0x00] + Array(repeating: 0, count: 6) + [UInt8(data.count)] + data)
    }

    /// One PDU of the attribute protocol on a connection.
    static func attribute(_ pdu: ATTPDU, isSent: Bool, on handle: UInt16) -> HCIPacket {
        let payload = pdu.encoded.prefix(ATTPDU.maximumLength)
        let frame = bytes(UInt16(payload.count)) + bytes(4) + payload
        // The boundary flag of a first piece differs by direction.
        let header = handle | (isSent ? 0 : 0x2000)
        return HCIPacket(.data, isSent: isSent, bytes(header) + bytes(UInt16(frame.count)) + frame)
    }

    private static func event(_ code: UInt8, _ parameters: [UInt8]) -> HCIPacket {
        HCIPacket(.event, isSent: false, [code, UInt8(clamping: parameters.count)] + parameters)
    }

    private static func bytes(_ number: UInt16) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8)] }

    /// Random if the two top bits say so, as in all known devices; otherwise public.
    private static func addressType(_ address: MacAddress) -> UInt8 {
        address.bytes.first.map { $0 & 0xC0 == 0xC0 } ?? false ? 1 : 0
    }
}

extension Advertisement {
    /// The longest data of one extended report.
    private static let packetLimit = 229

    /// The advertising data of an advertisement; leaves out what does not fit.
    fileprivate var packet: [UInt8] {
        var structures = manufacturerData.sorted { $0.key < $1.key }.map { company, data in
            AdvertisingStructure(
                type: AdvertisingStructure.manufacturerData,
                value: [UInt8(company & 0xFF), UInt8(company >> 8)] + data)
        }
        // Texts of UUIDs take time, and anybody can advertise many of them.
        let services = serviceData.map { (text: $0.key.description, service: $0.key, data: $0.value) }
        structures += services.sorted { $0.text < $1.text }.map { _, service, data in
            let type =
                service.assigned == nil ? AdvertisingStructure.serviceData128 : AdvertisingStructure.serviceData16
            return AdvertisingStructure(type: type, value: service.wire + data)
        }
        if let localName {
            structures.append(
                AdvertisingStructure(
                    type: AdvertisingStructure.completeName, value: Array(localName.utf8.prefix(Self.packetLimit))))
        }
        return structures.map(\.encoded).reduce(into: []) { packet, next in
            if packet.count + next.count <= Self.packetLimit { packet += next }
        }
    }
}
