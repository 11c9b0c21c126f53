// SPDX-License-Identifier: Apache-2.0

import DBus
import GATT
import Synchronization

/// A central that bluetoothd says is connected.
final class RemoteCentral: ConnectedCentral {
    /// What the device asks for, in order.
    enum Request: Sendable {
        case notify([UInt8], of: BluetoothUUID, RemoteCentral)
        case disconnect(RemoteCentral)
    }

    private static let readyBelow = 16
    private static let mostPending = 256

    /// The path of its object.
    let path: ObjectPath
    private let requests: AsyncStream<Request>.Continuation
    /// How many notifications wait to be sent.
    let pending = Atomic<Int>(0)
    private let isLeaving = Atomic<Bool>(false)

    init(path: ObjectPath, requests: AsyncStream<Request>.Continuation) {
        self.path = path
        self.requests = requests
    }

    var isReady: Bool { pending.load(ordering: .relaxed) < Self.readyBelow }

    /// Drops the value if 256 notifications wait already.
    func notify(_ value: [UInt8], of characteristic: BluetoothUUID) {
        guard pending.add(1, ordering: .relaxed).oldValue < Self.mostPending else { return notified() }
        requests.yield(.notify(value, of: characteristic, self))
    }

    func disconnect() {
        guard !isLeaving.exchange(true, ordering: .relaxed) else { return }
        requests.yield(.disconnect(self))
    }

    /// A notification was sent.
    func notified() {
        pending.subtract(1, ordering: .relaxed)
    }
}
