// SPDX-License-Identifier: Apache-2.0

import GATT
import SleepModel
import Synchronization

/// A transport that does what it is asked at once, or fails at it.
final class AnsweringTransport: CentralTransport, PeripheralConnection {
    private struct State {
        var asked: [String] = []
        var failure: GATTError?
    }

    private let state = Mutex(State())
    private let values = AsyncStream.makeStream(of: [UInt8].self)
    private let advertised = AsyncStream.makeStream(of: Advertisement.self)

    /// What it was asked for, in order.
    var asked: [String] { state.withLock { $0.asked } }

    /// What everything from now on fails with.
    var failure: GATTError? {
        get { state.withLock { $0.failure } }
        set { state.withLock { $0.failure = newValue } }
    }

    func notify(_ value: [UInt8]) { values.continuation.yield(value) }

    func advertise(_ advertisement: Advertisement) { advertised.continuation.yield(advertisement) }

    private func note(_ request: String) throws(GATTError) {
        let failure = state.withLock { state in
            state.asked.append(request)
            return state.failure
        }
        if let failure { throw failure }
    }

    func advertisements(_ effort: ScanEffort) async throws(GATTError) -> AsyncStream<Advertisement> {
        advertised.stream
    }

    func listen() async throws(GATTError) -> any AsyncSequence<ListeningEvent, Never> & Sendable {
        try await occasionalAdvertisements()
    }

    func connect(to address: MacAddress, kind: AddressKind?) async throws(GATTError) -> any PeripheralConnection {
        if let failure { throw failure }
        return self
    }

    func forgetCharacteristics(of address: MacAddress) async -> Bool { false }

    func release(_ address: MacAddress) async {}

    func close() async {}

    func read(_ characteristic: BluetoothUUID) async throws(GATTError) -> [UInt8] {
        try note("read")
        return MadeCapture.on
    }

    func write(_ value: [UInt8], to characteristic: BluetoothUUID, acknowledged: Bool) async throws(GATTError) {
        try note("write \(String(decoding: value, as: UTF8.self))" + (acknowledged ? " acknowledged" : ""))
    }

    func notifications(of characteristic: BluetoothUUID) async throws(GATTError) -> AsyncStream<[UInt8]> {
        try note("notify")
        return values.stream
    }

    func disconnect() async { try? note("disconnect") }

    func waitUntilDisconnected() async {}
}
