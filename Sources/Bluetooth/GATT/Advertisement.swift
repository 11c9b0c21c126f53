// SPDX-License-Identifier: Apache-2.0

public import SleepModel

/// One advertisement and its scan response, as a central received them; anybody can send any values.
public struct Advertisement: Hashable, Sendable {
    /// The address of the advertiser.
    public var address: MacAddress
    /// The type of the address, where it is known.
    public var addressKind: AddressKind?
    /// The name it gives itself; any text, so never use it to identify a device.
    public var localName: String?
    /// Manufacturer data by company identifier.
    public var manufacturerData: [UInt16: [UInt8]]
    /// Service data by service.
    public var serviceData: [BluetoothUUID: [UInt8]]
    /// Received signal strength in dBm, where it is known.
    public var rssi: Int?

    /// Makes an advertisement.
    public init(
        address: MacAddress, localName: String? = nil, manufacturerData: [UInt16: [UInt8]] = [:],
        serviceData: [BluetoothUUID: [UInt8]] = [:], rssi: Int? = nil,
        addressKind: AddressKind? = nil
    ) {
        self.address = address
        self.localName = localName
        self.manufacturerData = manufacturerData
        self.serviceData = serviceData
        self.rssi = rssi
        self.addressKind = addressKind
    }

    /// Reads an advertising packet, with its scan response after it if there is one.
    ///
    /// Never fails: structures that do not fit are left out, and of several with the same key the last one counts. A
    /// complete name wins over a shortened one; a name that is not UTF-8 is repaired.
    public init(address: MacAddress, addressKind: AddressKind? = nil, rssi: Int?, packet: [UInt8]) {
        self.init(address: address, rssi: rssi, addressKind: addressKind)
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

    /// Why its sender cannot be paired; nil if it keeps its address, or nobody knows the type of that.
    public var refusal: GATTError? { addressKind.flatMap { PeripheralAddress(address, $0).refusal } }

    private mutating func readServiceData(_ value: [UInt8], width: Int) {
        guard let service = BluetoothUUID(wire: Array(value.prefix(width))) else { return }
        serviceData[service] = Array(value.dropFirst(width))
    }
}
