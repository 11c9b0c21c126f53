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
