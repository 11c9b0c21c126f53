// SPDX-License-Identifier: Apache-2.0

public import SleepModel

/// A transport that tells when something is about to be written over another one.
public struct WatchedTransport: CentralTransport {
    private let base: any CentralTransport
    private let willWrite: @Sendable () -> Void

    /// Calls `willWrite` before each write over `base`.
    public init(_ base: any CentralTransport, willWrite: @escaping @Sendable () -> Void) {
        self.base = base
        self.willWrite = willWrite
    }

    /// How the other transport listens.
    public var listeningMode: ListeningMode? { get async { await base.listeningMode } }

    /// Listens over the other transport.
    public func advertisements(_ effort: ScanEffort) async throws(GATTError) -> AsyncStream<Advertisement> {
        try await base.advertisements(effort)
    }

    /// Listens over the other transport.
    public func listen() async throws(GATTError) -> any AsyncSequence<ListeningEvent, Never> & Sendable {
        try await base.listen()
    }

    /// Connects over the other transport.
    public func connect(to address: MacAddress, kind: AddressKind?) async throws(GATTError) -> any PeripheralConnection
    {
        WatchedConnection(base: try await base.connect(to: address, kind: kind), willWrite: willWrite)
    }

    /// Forgets which characteristics a peripheral has.
    public func forgetCharacteristics(of address: MacAddress) async -> Bool {
        await base.forgetCharacteristics(of: address)
    }

    /// Ends a connection that an earlier process left open.
    public func release(_ address: MacAddress) async { await base.release(address) }

    /// Closes the other transport.
    public func close() async { await base.close() }
}

/// A connection over it.
private struct WatchedConnection: PeripheralConnection {
    let base: any PeripheralConnection
    let willWrite: @Sendable () -> Void

    var addressKind: AddressKind? { base.addressKind }

    func read(_ characteristic: BluetoothUUID) async throws(GATTError) -> [UInt8] {
        try await base.read(characteristic)
    }

    func write(_ value: [UInt8], to characteristic: BluetoothUUID, acknowledged: Bool) async throws(GATTError) {
        willWrite()
        try await base.write(value, to: characteristic, acknowledged: acknowledged)
    }

    func notifications(of characteristic: BluetoothUUID) async throws(GATTError) -> AsyncStream<[UInt8]> {
        try await base.notifications(of: characteristic)
    }

    func disconnect() async { await base.disconnect() }

    func waitUntilDisconnected() async { await base.waitUntilDisconnected() }
}
