// SPDX-License-Identifier: Apache-2.0

import GATT
import Glibc
import SleepModel

/// Why the kernel makes no connection, or has ended one: one row for each error number.
///
/// Sources: `bt_to_errno` of the kernel's net/bluetooth/lib.c, and `l2cap_chan_connect` of its l2cap_core.c.
struct LinkFailure: Error, Hashable, Sendable {
    /// The error number of the system.
    let number: Int32

    /// The stable name of the failure.
    var code: GATTError.Code {
        switch number {
        case EACCES, EPERM: .notAllowed
        case EMLINK: .noRoom
        case EBADE: .needsBond
        case ENODEV, EHOSTUNREACH, ENETDOWN, EAFNOSUPPORT, EPROTONOSUPPORT, EOPNOTSUPP, EMFILE, ENFILE:
            .unavailable
        default: .connectionFailed
        }
    }

    /// What it means for a connection to `device` by the adapter named `adapter`.
    func error(_ device: MacAddress, by adapter: String) -> GATTError {
        let (sentence, cure) = text(device.rawValue, adapter)
        return GATTError(code, sentence, advice: cure)
    }

    /// What it means when a socket could not be opened, or not be used with the adapter named `adapter`.
    func errorOfSocket(_ adapter: String = "the adapter") -> GATTError {
        let (sentence, cure) = text("A device", adapter)
        return GATTError(code == .notAllowed ? code : .unavailable, sentence, advice: cure)
    }

    private func text(_ device: String, _ adapter: String) -> (sentence: String, cure: String) {
        switch number {
        case ECONNREFUSED:
            (
                "\(device) refused the connection, or \(adapter) may not use Bluetooth LE.",
                "Run `sudo btmgmt --index \(adapter) le on`, and close the Hatch app if it is open."
            )
        case EHOSTDOWN, ETIMEDOUT: ("\(device) does not answer.", Self.comeCloser)
        case EMLINK:
            (
                "The Bluetooth adapter \(adapter) has no room for another connection.",
                "Disconnect another device: `sudo btmgmt --index \(adapter) con` lists them."
            )
        case EBUSY, EALREADY, EADDRINUSE:
            (
                "Another program, such as bluetoothd, uses \(device) by \(adapter) now.",
                "Run `bluetoothctl disconnect \(device)`, or stop bluetoothd: `sudo systemctl stop bluetooth`."
            )
        case EACCES, EPERM:
            (
                "The system does not allow this process to use Bluetooth sockets.",
                "Run as root, or allow AF_BLUETOOTH and CAP_NET_ADMIN in the service."
            )
        case ENODEV, EHOSTUNREACH, ENETDOWN:
            (
                "The Bluetooth adapter \(adapter) went away or is switched off.",
                "Plug it in, then run `sudo btmgmt --index \(adapter) power on`."
            )
        case EAFNOSUPPORT, EPROTONOSUPPORT:
            (
                "This system has no Bluetooth sockets.",
                "Run `sudo modprobe bluetooth`; a container needs the network of its host."
            )
        case EOPNOTSUPP:
            ("The Bluetooth adapter \(adapter) has no Bluetooth LE.", "Use an adapter that has: see --adapter.")
        case EMFILE, ENFILE:
            ("This process has no room for another open file.", "Raise the limit, for example with LimitNOFILE=.")
        case EBADE:
            ("\(device) is bonded to another host.", "Hold its ring to reset it, and pair it again.")
        case ECONNRESET, ECONNABORTED, ENOTCONN, EPIPE:
            ("\(device) ended the connection at once.", Self.comeCloser)
        default: ("The connection to \(device) failed: \(String(cString: strerror(number))).", Self.comeCloser)
        }
    }

    private static let comeCloser = "Move the device closer, and close the Hatch app if it is open."
}
