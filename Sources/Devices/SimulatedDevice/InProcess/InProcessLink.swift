// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import GATT
import Synchronization

/// A connection to a device of the same process, without any socket.
///
/// The device notifies from within its own calls, so what is meant for it waits here until a task of the central's side
/// flushes it; nothing runs on its own.
final class InProcessLink: PeripheralLink {
    private let device: any PeripheralDevice
    private let session: ATTSession
    private let ends: InProcessEnds

    /// Connects; nil if the device turns the central away.
    init?(_ connection: ATTConnection, to device: any PeripheralDevice) async {
        let ends = InProcessEnds(connection)
        let session = ATTSession(device, ends)
        guard await device.connected(session) else { return nil }
        self.device = device
        self.session = session
        self.ends = ends
    }

    /// Whether the device has been told of the end.
    var isOver: Bool { ends.isOver }

    func send(_ pdu: [UInt8]) {
        ends.put(.pdu(pdu))
    }

    func close() {
        ends.put(.end)
    }

    func disconnect() async {
        close()
        await flush()
    }

    func flush() async {
        // One task at a time delivers for all, so that the order is kept.
        guard ends.beginDelivery() else { return }
        while let item = ends.next() {
            switch item {
            case .pdu(let pdu): await session.receive(pdu)
            case .end:
                await device.disconnected(session)
                session.disconnect()
            }
        }
    }
}

/// What lies between the two ends of a connection: the central's connection, and what waits for the device.
private final class InProcessEnds: CentralLink {
    enum Item {
        case pdu([UInt8])
        case end
    }

    private struct State {
        var waiting: [Item] = []
        var isDelivering = false
        var isOver = false
    }

    private let connection: ATTConnection
    private let state = Mutex(State())

    init(_ connection: ATTConnection) {
        self.connection = connection
    }

    var isOver: Bool { state.withLock { $0.isOver } }

    var isReady: Bool { true }

    func send(_ pdu: [UInt8]) {
        connection.receive(pdu)
    }

    /// The central learns of the end at once, the device with the next delivery.
    func close() {
        put(.end)
        connection.ended()
    }

    func put(_ item: Item) {
        state.withLock { state in
            if !state.isOver { state.waiting.append(item) }
        }
    }

    /// Whether nobody else delivers already; whoever has begun takes items until there is none.
    func beginDelivery() -> Bool {
        state.withLock { state in
            defer { state.isDelivering = true }
            return !state.isDelivering
        }
    }

    /// The next item for the device; the end comes once, and nothing after it.
    func next() -> Item? {
        state.withLock { state in
            guard !state.isOver, !state.waiting.isEmpty else {
                state.isDelivering = false
                return nil
            }
            let item = state.waiting.removeFirst()
            if case .end = item {
                state.isOver = true
                state.waiting = []
            }
            return item
        }
    }
}
