// SPDX-License-Identifier: Apache-2.0

/// A service as a server offers it.
public struct ServiceDefinition: Hashable, Sendable {
    /// Its type.
    public var uuid: BluetoothUUID
    /// Its characteristics in the order of their handles.
    public var characteristics: [CharacteristicDefinition]

    /// Makes a service.
    public init(_ uuid: BluetoothUUID, characteristics: [CharacteristicDefinition]) {
        self.uuid = uuid
        self.characteristics = characteristics
    }
}

/// A characteristic as a server offers it; each UUID may occur once in a server.
public struct CharacteristicDefinition: Hashable, Sendable {
    /// Its type.
    public var uuid: BluetoothUUID
    /// What can be done with it; one that notifies gets a configuration descriptor.
    public var properties: CharacteristicProperties
    /// Its first value.
    public var value: [UInt8]

    /// Makes a characteristic.
    public init(_ uuid: BluetoothUUID, _ properties: CharacteristicProperties, value: [UInt8] = []) {
        self.uuid = uuid
        self.properties = properties
        self.value = value
    }
}
