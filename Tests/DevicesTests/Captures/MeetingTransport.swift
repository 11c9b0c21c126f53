// SPDX-License-Identifier: Apache-2.0

import Clocks
import GATT
import SleepModel
import Synchronization

/// A transport that answers reads when as many as were agreed have come, and nobody before.
final class MeetingTransport: CentralTransport, PeripheralConnection {
    private let guests: Int
    private let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])
    private let arrivals = WakeSignal()

    init(guests: Int) {
        self.guests = guests
    }

    /// Returns when `count` readers wait.
    func wait(for count: Int) async {
        while waiting.withLock({ $0.count }) < count, !Task.isCancelled { await arrivals.wait() }
    }

    /// Answers everybody who waits.
    func release() {
        let released = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for guest in released { guest.resume() }
    }

    func advertisements(_ effort: ScanEffort) async throws(GATTError) -> AsyncStream<Advertisement> {
        AsyncStream { nil }
    }

    func listen() async throws(GATTError) -> any AsyncSequence<ListeningEvent, Never> & Sendable {
        try await occasionalAdvertisements()
    }

    func connect(to address: MacAddress, kind: AddressKind?) async throws(GATTError) -> any PeripheralConnection {
        self
    }

    func forgetCharacteristics(of address: MacAddress) async -> Bool { false }

    func release(_ address: MacAddress) async {}

    func close() async {}

    func read(_ characteristic: BluetoothUUID) async throws(GATTError) -> [UInt8] {
        await withCheckedContinuation { continuation in
            let isComplete = waiting.withLock { waiting in
                waiting.append(continuation)
                return waiting.count == guests
            }
            arrivals.raise()
            if isComplete { release() }
        }
        return MadeCapture.off
    }

    func write(_ value: [UInt8], to characteristic: BluetoothUUID, acknowledged: Bool) async throws(GATTError) {}

    func notifications(of characteristic: BluetoothUUID) async throws(GATTError) -> AsyncStream<[UInt8]> {
        AsyncStream { nil }
    }

    func disconnect() async {}

    func waitUntilDisconnected() async {}
}
