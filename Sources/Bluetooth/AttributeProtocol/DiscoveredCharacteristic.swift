// SPDX-License-Identifier: Apache-2.0

public import GATT

/// A characteristic as a client found it on a server.
public struct DiscoveredCharacteristic: Hashable, Sendable {
    /// Its type.
    public var uuid: BluetoothUUID
    /// What the server says can be done with it.
    public var properties: CharacteristicProperties
    /// The attribute that holds its value.
    public var valueHandle: UInt16
    /// The descriptor that switches its notifications; nil if there is none.
    public var configurationHandle: UInt16? = nil
}
