// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A connection to a simulated device inside the same process, without any socket.
///
/// The device delivers its PDUs from within its own calls, so what the central answers to them waits here until the
/// task that called the device flushes it.
final class InProcessLink: PeripheralLink {
    /// What the device holds of the connection.
    private struct CentralEnd: CentralLink {
        let connection: SimulatedConnection

        var isReady: Bool { true }

        func send(_ pdu: [UInt8]) {
            connection.receive(pdu)
        }

        func close() {
            connection.ended()
        }
    }

    private enum Item {
        case pdu([UInt8])
        case close
    }

    private struct State {
        var outbox: [Item] = []
        var isFlushing = false
    }

    private let peripheral: SimulatedPeripheral
    private let number: Int
    private let state = Mutex(State())

    /// Connects; nil if the device turns the central away.
    init?(_ connection: SimulatedConnection, to peripheral: SimulatedPeripheral) async {
        guard let number = await peripheral.accept(CentralEnd(connection: connection)) else { return nil }
        self.peripheral = peripheral
        self.number = number
    }

    func send(_ pdu: [UInt8]) {
        state.withLock { $0.outbox.append(.pdu(pdu)) }
    }

    func close() {
        state.withLock { $0.outbox.append(.close) }
    }

    func flush() async {
        // One task at a time delivers for all, so that the order is kept.
        let isFirst = state.withLock { state in
            defer { state.isFlushing = true }
            return !state.isFlushing
        }
        guard isFirst else { return }
        while let item = nextItem() {
            switch item {
            case .pdu(let pdu): await peripheral.receive(pdu, from: number)
            case .close: await peripheral.disconnected(number)
            }
        }
    }

    func disconnect() async {
        await peripheral.disconnected(number)
    }

    private func nextItem() -> Item? {
        state.withLock { state in
            guard !state.outbox.isEmpty else {
                state.isFlushing = false
                return nil
            }
            return state.outbox.removeFirst()
        }
    }
}
