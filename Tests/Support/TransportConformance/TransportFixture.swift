// SPDX-License-Identifier: Apache-2.0

public import GATT
public import SleepModel

/// A transport with one peripheral in reach, and what the conformance cases have to know about the two.
///
/// Every case takes a fresh one, as some leave the transport closed.
public struct TransportFixture: Sendable {
    /// The transport to be examined.
    public var transport: any CentralTransport
    /// The peripheral; it takes one central at a time.
    public var address: MacAddress
    /// An address at which there is nothing.
    public var absentAddress: MacAddress
    /// A characteristic that can be read.
    public var readable: BluetoothUUID
    /// The value it has all the time.
    public var readableValue: [UInt8]
    /// A characteristic that can be written in both ways.
    public var writable: BluetoothUUID
    /// What to write to it.
    public var command: [UInt8]
    /// A characteristic that notifies each time `command` has been written.
    public var notifying: BluetoothUUID
    /// What it notifies then.
    public var reply: [UInt8]
    /// A characteristic the peripheral does not have.
    public var absent: BluetoothUUID
    /// How often to connect again; on the air each time may take seconds.
    public var reconnections: Int
    /// Makes the peripheral end the connection.
    public var dropConnection: @Sendable () async -> Void

    /// Makes a fixture.
    public init(
        transport: any CentralTransport, address: MacAddress, absentAddress: MacAddress, readable: BluetoothUUID,
        readableValue: [UInt8], writable: BluetoothUUID, command: [UInt8], notifying: BluetoothUUID, reply: [UInt8],
        absent: BluetoothUUID, reconnections: Int, dropConnection: @escaping @Sendable () async -> Void
    ) {
        self.transport = transport
        self.address = address
        self.absentAddress = absentAddress
        self.readable = readable
        self.readableValue = readableValue
        self.writable = writable
        self.command = command
        self.notifying = notifying
        self.reply = reply
        self.absent = absent
        self.reconnections = reconnections
        self.dropConnection = dropConnection
    }
}
