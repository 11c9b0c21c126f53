// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import DeviceDocuments
public import GATT
public import SleepModel

/// One thing that happened in a capture.
public struct CaptureEntry: Hashable, Sendable {
    /// What kind of thing; the raw value is its name in documents.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A device that Lull knows advertised.
        case advertisement
        /// A connection was made.
        case connected
        /// A connection ended.
        case disconnected
        /// The host learnt which handle a characteristic has.
        case discovered
        /// The host wrote a value that was to be acknowledged.
        case write
        /// The host wrote a value that was not.
        case writeWithoutResponse = "write-without-response"
        /// The host read a value.
        case read
        /// The device reported a value by itself.
        case notification
        /// The device refused a request, or a connection could not be made.
        case error
        /// Something else between the two, such as the request for notifications.
        case other
    }

    /// Which way it went, as seen from where the capture was made.
    public enum Direction: String, Hashable, Sendable {
        /// From the host.
        case sent
        /// To the host.
        case received
    }

    /// How a characteristic is known.
    public enum Naming: String, Hashable, Sendable {
        /// Its UUID was in the capture.
        case discovered
        /// It was recognised by what was written to it or came from it.
        case inferred
    }

    /// What a characteristic is to the product.
    public enum Role: String, Hashable, Sendable {
        /// Commands are written to it.
        case command
        /// It notifies replies.
        case reply
        /// It holds the state.
        case state
    }

    /// The number of its packet, from 1; of several packets the one that began it.
    public var packet: Int
    /// Where that packet begins in the file, in bytes.
    public var offset: Int
    /// When it happened.
    public var time: Instant
    /// How long after the first packet of the capture.
    public var elapsed: Duration
    /// Which way it went.
    public var direction: Direction
    /// Which connection, counted from 1; nil for what happened outside one.
    public var connection: Int?
    /// The device; nil on a connection that was there before the capture began.
    public var address: MacAddress?
    /// What kind of thing.
    public var kind: Kind
    /// The handle of the attribute, where there is one.
    public var handle: UInt16?
    /// The characteristic behind it, as far as it is known.
    public var characteristic: BluetoothUUID?
    /// How the characteristic is known.
    public var naming: Naming?
    /// What it is to the product.
    public var role: Role?
    /// The value, or the manufacturer's data of an advertisement.
    public var bytes: [UInt8]
    /// What it means, in words.
    public var text: String
    /// The state it reports, if it does.
    public var state: DeviceStateDocument?
    /// What was advertised, of an advertisement.
    public var advertisement: Advertisement?
    /// What was refused, of an error: a read, a write, or something else.
    public var refused: Kind?
    /// Whether this side ended the connection, of a disconnection.
    public var isEndedByHost = false

    init(
        _ kind: Kind, of record: BtsnoopRecord, since start: Instant, _ direction: Direction, connection: Int? = nil,
        address: MacAddress? = nil, handle: UInt16? = nil, bytes: [UInt8] = [], text: String = ""
    ) {
        packet = record.number
        offset = record.offset
        time = record.time
        elapsed = record.time - start
        self.direction = direction
        self.connection = connection
        self.address = address
        self.kind = kind
        self.handle = handle
        self.bytes = bytes
        self.text = text
    }
}
