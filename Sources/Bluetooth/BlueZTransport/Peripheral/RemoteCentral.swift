// SPDX-License-Identifier: Apache-2.0

import GATT
import Synchronization

/// A central that bluetoothd says is connected.
final class RemoteCentral: ConnectedCentral {
    /// What the device wants to have done for a central, in order.
    enum Wish: Sendable {
        case notify([UInt8], of: BluetoothUUID, RemoteCentral)
        case disconnect(RemoteCentral)
    }

    private static let readyBelow = 16

    /// What bluetoothd calls it.
    let path: ObjectPath
    private let wishes: AsyncStream<Wish>.Continuation
    private let pending = Atomic<Int>(0)

    init(path: ObjectPath, wishes: AsyncStream<Wish>.Continuation) {
        self.path = path
        self.wishes = wishes
    }

    var isReady: Bool { pending.load(ordering: .relaxed) < Self.readyBelow }

    func notify(_ value: [UInt8], of characteristic: BluetoothUUID) {
        pending.add(1, ordering: .relaxed)
        wishes.yield(.notify(value, of: characteristic, self))
    }

    func disconnect() {
        wishes.yield(.disconnect(self))
    }

    /// A notification was handed on.
    func notified() {
        pending.subtract(1, ordering: .relaxed)
    }
}
