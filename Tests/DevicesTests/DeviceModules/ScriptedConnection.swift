// SPDX-License-Identifier: Apache-2.0

import GATT
import HatchRest
import SleepModel
import Synchronization

/// One connection of a `ScriptedTransport`.
final class ScriptedConnection: PeripheralConnection {
    private struct State {
        var hasEnded = false
        var streams: [BluetoothUUID: AsyncStream<[UInt8]>.Continuation] = [:]
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private static let ended = GATTError(.disconnected, "The connection has ended.")

    private let transport: ScriptedTransport
    private let state = Mutex(State())

    init(_ transport: ScriptedTransport) {
        self.transport = transport
    }

    var addressKind: AddressKind? { transport.addressKind }

    func read(_ characteristic: BluetoothUUID) async throws(GATTError) -> [UInt8] {
        try check()
        transport.note(.read)
        return transport.nextReport()
    }

    func write(_ value: [UInt8], to characteristic: BluetoothUUID, acknowledged: Bool) async throws(GATTError) {
        try check()
        guard !acknowledged || !transport.refusesAcknowledgedWrites else {
            transport.note(.refusedWrite)
            throw GATTError(.attributeError, "The device refused the request: write not permitted.")
        }
        let command = String(decoding: value, as: UTF8.self)
        transport.note(.command(command))
        await transport.pass(.reply)
        switch transport.answer(to: command) {
        case .replies(let texts):
            for text in texts {
                transport.note(.reply(text))
                notify(Array(text.utf8), of: HatchRestUUID.reply)
            }
        case .drop: end()
        }
    }

    func notifications(of characteristic: BluetoothUUID) async throws(GATTError) -> AsyncStream<[UInt8]> {
        try check()
        guard transport.hasCharacteristics else { throw GATTError(.noSuchCharacteristic, "No.") }
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self, bufferingPolicy: .bufferingNewest(64))
        state.withLock { $0.streams[characteristic] = continuation }
        return stream
    }

    func disconnect() async {
        guard !state.withLock({ $0.hasEnded }) else { return }
        transport.note(.disconnecting)
        await transport.pass(.disconnect)
        end()
    }

    func waitUntilDisconnected() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.hasEnded { return true }
                state.waiters.append(continuation)
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    func notify(_ bytes: [UInt8], of characteristic: BluetoothUUID) {
        _ = state.withLock { $0.streams[characteristic] }?.yield(bytes)
    }

    /// How many tasks wait for its end.
    var waiterCount: Int { state.withLock { $0.waiters.count } }

    func end() {
        let ending = state.withLock { state -> State? in
            guard !state.hasEnded else { return nil }
            defer { state = State(hasEnded: true) }
            return state
        }
        guard let ending else { return }
        transport.note(.disconnected)
        for stream in ending.streams.values { stream.finish() }
        for waiter in ending.waiters { waiter.resume() }
    }

    private func check() throws(GATTError) {
        if state.withLock({ $0.hasEnded }) { throw Self.ended }
    }
}
