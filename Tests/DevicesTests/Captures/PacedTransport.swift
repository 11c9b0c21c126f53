// SPDX-License-Identifier: Apache-2.0

import Clocks
import GATT
import HatchRest
import SleepModel
import Synchronization

/// A transport on which everything takes a time of its own, and reports wait until they are called for.
struct PacedTransport: CentralTransport {
    private let base: any CentralTransport
    private let clock: ManualClock
    private let turnstile = Turnstile()

    init(_ base: any CentralTransport, clock: ManualClock) {
        self.base = base
        self.clock = clock
    }

    /// Lets one report through, and returns when its reader is back for more.
    func takeReport() async { await turnstile.letOneThrough() }

    func advertisements(_ effort: ScanEffort) async throws(GATTError) -> AsyncStream<Advertisement> {
        try await base.advertisements(effort)
    }

    func listen() async throws(GATTError) -> any AsyncSequence<ListeningEvent, Never> & Sendable {
        try await occasionalAdvertisements()
    }

    func connect(to address: MacAddress, kind: AddressKind?) async throws(GATTError) -> any PeripheralConnection {
        let connection = try await base.connect(to: address, kind: kind)
        clock.advance(by: .milliseconds(640))
        return PacedConnection(base: connection, clock: clock, turnstile: turnstile)
    }

    func forgetCharacteristics(of address: MacAddress) async -> Bool { false }

    func release(_ address: MacAddress) async {}

    func close() async { await base.close() }
}

private struct PacedConnection: PeripheralConnection {
    let base: any PeripheralConnection
    let clock: ManualClock
    let turnstile: Turnstile

    func read(_ characteristic: BluetoothUUID) async throws(GATTError) -> [UInt8] {
        let value = try await base.read(characteristic)
        clock.advance(by: .milliseconds(45))
        return value
    }

    func write(_ value: [UInt8], to characteristic: BluetoothUUID, acknowledged: Bool) async throws(GATTError) {
        try await base.write(value, to: characteristic, acknowledged: acknowledged)
        clock.advance(by: .milliseconds(30))
    }

    func notifications(of characteristic: BluetoothUUID) async throws(GATTError) -> AsyncStream<[UInt8]> {
        let values = try await base.notifications(of: characteristic)
        clock.advance(by: .milliseconds(45))
        guard characteristic == HatchRestUUID.feedback else { return values }
        return AsyncStream { [turnstile] in
            await turnstile.pass()
            for await value in values { return value }
            return nil
        }
    }

    func disconnect() async { await base.disconnect() }

    func waitUntilDisconnected() async { await base.waitUntilDisconnected() }
}

/// Lets a reader through as often as somebody says.
private final class Turnstile: Sendable {
    private let counts = Mutex((allowed: 0, passed: 0, returned: 0))
    private let opened = WakeSignal()
    private let back = WakeSignal()

    /// Waits for a turn; a cancelled task does not wait.
    func pass() async {
        counts.withLock { $0.returned = $0.passed }
        back.raise()
        while !Task.isCancelled {
            let isOpen = counts.withLock { counts in
                guard counts.passed < counts.allowed else { return false }
                counts.passed += 1
                return true
            }
            if isOpen { return }
            await opened.wait()
        }
    }

    func letOneThrough() async {
        let turn = counts.withLock { counts in
            counts.allowed += 1
            return counts.allowed
        }
        opened.raise()
        while counts.withLock({ $0.returned }) < turn, !Task.isCancelled { await back.wait() }
    }
}
