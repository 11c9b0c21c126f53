// SPDX-License-Identifier: Apache-2.0

import GATT
import SleepModel

extension GATTError {
    static let cancellation = GATTError(.cancelled, "The operation was cancelled.")

    /// What an answer of the kernel means that is not success; nil is no answer at all.
    init(_ status: ManagementStatus?, adapter: String) {
        switch status {
        case .notPowered:
            self.init(
                .unavailable, "The Bluetooth adapter \(adapter) is switched off.",
                advice: "Switch it on: `sudo btmgmt --index \(adapter) power on`. "
                    + "If that fails, `rfkill list bluetooth` says why.")
        case .blocked:
            self.init(
                .unavailable, "The Bluetooth adapter \(adapter) is blocked by rfkill or a switch of this host.",
                advice: "Run `sudo rfkill unblock bluetooth`.")
        case .permissionDenied: self = .missingRight
        case .invalidIndex:
            self.init(.unavailable, "The Bluetooth adapter \(adapter) went away.", advice: "Plug it in again.")
        case .notSupported:
            self.init(
                .unavailable, "The Bluetooth adapter \(adapter) has no Bluetooth LE.",
                advice: "Use an adapter that has: see --adapter.")
        case .busy, .rejected:
            self.init(
                .unavailable, "The Bluetooth adapter \(adapter) does not search: another program uses it.",
                advice: "Close other programs that use Bluetooth, or stop bluetoothd: `sudo systemctl stop bluetooth`.")
        default:
            self.init(
                .unavailable, "The Bluetooth adapter \(adapter) does not search.",
                advice: "Switch it off and on: `sudo btmgmt --index \(adapter) power off`, then the same with `on`.")
        }
    }

    /// An adapter searches and hears nobody; `linked` are the devices that other programs are connected to by it.
    static func silence(of adapter: String, wasReset: Bool, besides linked: [MacAddress]) -> GATTError {
        silence(
            of: adapter, wasReset: wasReset, besides: linked, ending: "End it in the program that has it.",
            switching: "`sudo btmgmt --index \(adapter) power off`, then the same with `on`")
    }

    /// Searching and advertising are for those who may administer the network.
    static let missingRight = GATTError(
        .notAllowed, "To search or advertise without bluetoothd needs the right CAP_NET_ADMIN.",
        advice:
            "Run as root, or give it: AmbientCapabilities=CAP_NET_ADMIN in a service, `sudo setcap cap_net_admin+ep`.")
}
