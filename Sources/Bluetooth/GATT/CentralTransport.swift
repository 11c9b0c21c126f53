// SPDX-License-Identifier: Apache-2.0

public import SleepModel

/// The central role: finds peripherals and connects to them.
public protocol CentralTransport: Sendable {
    /// How occasional listening learns of devices now; nil where no radio listens.
    var listeningMode: ListeningMode? { get async }

    /// Listens for advertisements for as long as the stream is consumed.
    ///
    /// The stream keeps the newest 64 and drops older ones. It ends when the transport is closed or can no longer
    /// listen; call again to go on. Throws `transport_unavailable` when there is nothing to listen with.
    func advertisements(_ effort: ScanEffort) async throws(GATTError) -> AsyncStream<Advertisement>

    /// Listens now and then for as long as what it returns is consumed, and says when it cannot, and when it can again.
    ///
    /// Begins, ends and throws as occasional `advertisements` do.
    func listen() async throws(GATTError) -> any AsyncSequence<ListeningEvent, Never> & Sendable

    /// Connects to a peripheral and discovers its characteristics.
    ///
    /// A transport that must know the type of the address, and is not told it, takes what it heard or guesses. The caller bounds the time by cancelling; a cancelled attempt leaves no connection behind. Throws
    /// `connection_failed` while another connection of this transport to the same peripheral is open.
    func connect(to address: MacAddress, kind: AddressKind?) async throws(GATTError) -> any PeripheralConnection

    /// Forgets which characteristics a peripheral has, so that the next connection discovers them anew.
    ///
    /// Returns whether anything was remembered. Ends a connection to it; a peripheral that is bonded stays as it is.
    func forgetCharacteristics(of address: MacAddress) async -> Bool

    /// Ends a connection that an earlier process left open, without waiting; a connection of this transport stays.
    func release(_ address: MacAddress) async

    /// Ends every connection and stream without waiting for the peripherals; the transport cannot be used after that.
    func close() async
}

extension CentralTransport {
    /// No radio listens.
    public var listeningMode: ListeningMode? { get async { nil } }

    /// Occasional advertisements as listening events, for a transport that never waits for an adapter.
    public func occasionalAdvertisements() async throws(GATTError) -> any AsyncSequence<ListeningEvent, Never>
        & Sendable
    {
        try await advertisements(.occasional).map(ListeningEvent.heard)
    }

    /// Connects to a peripheral the type of whose address is not known.
    public func connect(to address: MacAddress) async throws(GATTError) -> any PeripheralConnection {
        try await connect(to: address, kind: nil)
    }
}

/// How much of the time to listen for advertisements.
public enum ScanEffort: Hashable, Sendable {
    /// All the time, because somebody waits for a device.
    case attentive
    /// Now and then, to save power and leave the radio to others.
    case occasional
}

/// One open connection to a peripheral, ended by either side.
public protocol PeripheralConnection: Sendable {
    /// The type of the address that it was made to, where the transport knows it.
    var addressKind: AddressKind? { get }

    /// Reads a characteristic's value.
    func read(_ characteristic: BluetoothUUID) async throws(GATTError) -> [UInt8]

    /// Writes a characteristic's value, and waits for the peripheral's acknowledgement if asked to.
    func write(
        _ value: [UInt8], to characteristic: BluetoothUUID, acknowledged: Bool
    ) async throws(GATTError)

    /// Asks the peripheral to notify a characteristic; one stream per characteristic and connection.
    ///
    /// The stream keeps the newest 64 values and ends with the connection.
    func notifications(of characteristic: BluetoothUUID) async throws(GATTError) -> AsyncStream<[UInt8]>

    /// Ends the connection; what is under way throws `disconnected`. Safe to call twice.
    func disconnect() async

    /// Suspends until either side has ended the connection.
    func waitUntilDisconnected() async
}

extension PeripheralConnection {
    /// Nobody knows it.
    public var addressKind: AddressKind? { nil }
}
