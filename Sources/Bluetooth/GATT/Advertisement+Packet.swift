// SPDX-License-Identifier: Apache-2.0

public import SleepModel

extension Advertisement {
    /// Reads an advertising packet, with its scan response after it if there is one.
    ///
    /// Never fails: structures that do not fit are left out, and of several with the same key the last one counts. A
    /// complete name wins over a shortened one; a name that is not UTF-8 is repaired.
    public init(address: MacAddress, rssi: Int?, packet: [UInt8]) {
        self.init(address: address, rssi: rssi)
        var shortenedName: String?
        for structure in AdvertisingStructure.structures(in: packet) {
            let value = structure.value
            switch structure.type {
            case AdvertisingStructure.completeName: localName = String(decoding: value, as: UTF8.self)
            case AdvertisingStructure.shortenedName: shortenedName = String(decoding: value, as: UTF8.self)
            case AdvertisingStructure.serviceData16: readServiceData(value, width: 2)
            case AdvertisingStructure.serviceData128: readServiceData(value, width: 16)
            case AdvertisingStructure.manufacturerData:
                guard value.count >= 2 else { continue }
                manufacturerData[UInt16(value[0]) | UInt16(value[1]) << 8] = Array(value.dropFirst(2))
            default: continue
            }
        }
        localName = localName ?? shortenedName
    }

    private mutating func readServiceData(_ value: [UInt8], width: Int) {
        guard let service = BluetoothUUID(wire: Array(value.prefix(width))) else { return }
        serviceData[service] = Array(value.dropFirst(width))
    }
}
