// SPDX-License-Identifier: Apache-2.0

import CBluetooth
import GATT
import Glibc
import SleepModel

/// The kernel's own Bluetooth, without bluetoothd.
struct KernelRadio: BluetoothRadio {
    func openManagement() throws(LinkFailure) -> Int32 {
        try Self.opened(lull_management_socket()) { lull_management_bind($0) }
    }

    func openLink(to peer: PeripheralAddress, by adapter: AdapterInformation) throws(LinkFailure) -> Int32 {
        let own = PeripheralAddress(adapter.address, .assigned)
        return try Self.opened(lull_l2cap_socket()) { descriptor in
            guard lull_l2cap_bind(descriptor, own.bytes, own.kind.number) == 0 else { return -1 }
            let result = lull_l2cap_connect(descriptor, peer.bytes, peer.kind.number)
            return result < 0 && errno == EINPROGRESS ? 0 : result
        }
    }

    func openListener(by adapter: AdapterInformation) throws(LinkFailure) -> Int32 {
        let own = PeripheralAddress(adapter.address, .assigned)
        return try Self.opened(lull_l2cap_socket()) { descriptor in
            guard lull_l2cap_bind(descriptor, own.bytes, own.kind.number) == 0 else { return -1 }
            return listen(descriptor, 8)
        }
    }

    func mark(of adapter: String) -> AdapterMark? { AdapterMark(ofAdapter: adapter) }

    /// The descriptor, once `prepare` has succeeded with it.
    private static func opened(_ descriptor: Int32, _ prepare: (Int32) -> Int32) throws(LinkFailure) -> Int32 {
        guard descriptor >= 0 else { throw LinkFailure(number: errno) }
        guard prepare(descriptor) == 0 else {
            let number = errno
            close(descriptor)
            throw LinkFailure(number: number)
        }
        return descriptor
    }
}
