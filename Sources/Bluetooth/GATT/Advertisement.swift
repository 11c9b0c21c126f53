// SPDX-License-Identifier: Apache-2.0

public import SleepModel

/// One advertisement and its scan response, as a central received them; anybody can send any values.
public struct Advertisement: Hashable, Sendable {
    /// The address of the advertiser.
    public var address: MacAddress
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
        serviceData: [BluetoothUUID: [UInt8]] = [:], rssi: Int? = nil
    ) {
        self.address = address
        self.localName = localName
        self.manufacturerData = manufacturerData
        self.serviceData = serviceData
        self.rssi = rssi
    }
}
