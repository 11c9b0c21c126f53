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
    static let maximumLength = minimumLength + 2 * AdvertisingPackets.maximumLength
}

extension AdvertisingFrame {
    /// The frame of a device that advertises `content`; the signal strength is that of one in the same room.
    init(address: MacAddress, content: AdvertisingContent, rssi: Int8 = -58) {
        self.init(address: address, rssi: rssi, packet: AdvertisingPackets(content).bytes)
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
}
