// SPDX-License-Identifier: Apache-2.0

import GATT
import SleepModel

/// Opens the sockets of this host's Bluetooth, and knows the marks of its adapters; the only thing here that needs the
/// kernel's.
///
/// All that open one give a descriptor that does not block and that the caller closes, and throw the error number of the
/// system.
protocol BluetoothRadio: Sendable {
    /// A socket of the kernel's management interface.
    func openManagement() throws(LinkFailure) -> Int32

    /// A socket for PDUs of the attribute protocol, whose connection to `peer` by an adapter is under way or made.
    ///
    /// It can be written once it is made, or has failed.
    func openLink(to peer: PeripheralAddress, by adapter: AdapterInformation) throws(LinkFailure) -> Int32

    /// A socket that takes the connections of centrals to an adapter.
    func openListener(by adapter: AdapterInformation) throws(LinkFailure) -> Int32

    /// What the owner of the host says of the adapter with a name.
    func mark(of adapter: String) -> AdapterMark?
}
