// SPDX-License-Identifier: Apache-2.0

/// What a peripheral tells about itself in its advertisement and scan response.
public struct AdvertisingContent: Hashable, Sendable {
    /// Its name; a transport shortens what does not fit.
    public var localName: String
    /// The services it lists.
    public var services: [BluetoothUUID]
    /// Service data by service.
    public var serviceData: [BluetoothUUID: [UInt8]]
    /// Manufacturer data by company identifier.
    public var manufacturerData: [UInt16: [UInt8]]

    /// Makes the content of an advertisement.
    public init(
        localName: String, services: [BluetoothUUID] = [], serviceData: [BluetoothUUID: [UInt8]] = [:],
        manufacturerData: [UInt16: [UInt8]] = [:]
    ) {
        self.localName = localName
        self.services = services
        self.serviceData = serviceData
        self.manufacturerData = manufacturerData
    }
}
