// SPDX-License-Identifier: Apache-2.0

import BlueZTransport
import GATT
import SleepModel

extension HostFacts {
    var bluetoothFindings: [Finding] {
        let source = "a question to org.bluez on the system bus"
        func failure(_ check: String, _ message: String, _ advice: String) -> [Finding] {
            [Finding(check, .failure, message, advice: advice, source: source)]
        }
        switch bluetooth {
        case .noBus(let reason):
            return failure(
                "bus", "The system's message bus cannot be reached: \(reason)",
                "Start it: `sudo systemctl start dbus`.")
        case .noService:
            return failure(
                "bluetoothd", "The Bluetooth service (bluetoothd) is not running.",
                "Start it: `sudo systemctl start bluetooth`. If it is not there: `sudo apt install bluez`.")
        case .denied:
            return failure(
                "bluetoothd", "The message bus does not let this user talk to the Bluetooth service.",
                "Add the user to the group bluetooth, `sudo adduser $USER bluetooth`, and sign in again.")
        case .silent(let limit):
            return failure(
                "bluetoothd",
                "The Bluetooth service (bluetoothd) does not answer within \(limit.components.seconds) s.",
                "Restart it: `sudo systemctl restart bluetooth`.")
        case .failed(let reason):
            return failure(
                "bluetoothd", "The Bluetooth service (bluetoothd) answers with an error: \(reason)",
                "See `systemctl status bluetooth`, and restart it: `sudo systemctl restart bluetooth`.")
        case .adapters(let adapters):
            let name = kernel.blueZVersion.map { "bluetoothd of BlueZ \($0)" } ?? "bluetoothd"
            return [Finding("bluetoothd", .ok, "\(name) answers.", source: source)]
                + adapterFindings(adapters, source: source)
        }
    }

    private func adapterFindings(_ adapters: [BlueZSurvey.Adapter], source: String) -> [Finding] {
        guard !adapters.isEmpty else {
            guard let first = kernel.adapters.first else { return [] }
            return [
                Finding(
                    "adapter", .failure, "The kernel shows \(first.name), and bluetoothd does not know it.",
                    advice: "Restart it: `sudo systemctl restart bluetooth`. If that does not help, see "
                        + "`sudo dmesg | grep -i bluetooth`.",
                    source: source)
            ]
        }
        func facts(of adapter: BlueZSurvey.Adapter) -> KernelFacts.Adapter? {
            kernel.adapters.first { $0.name == adapter.name }
        }
        let isOneOn = adapters.contains { $0.isPowered && facts(of: $0)?.mark != .ignored }
        let isOnePreferred = adapters.contains { $0.isPowered && facts(of: $0)?.mark == .preferred }
        return adapters.flatMap { adapter -> [Finding] in
            let (driver, mark) = (facts(of: adapter)?.driver, facts(of: adapter)?.mark)
            let details = [driver.map { "driver \($0)" }, mark.map { "\($0.rawValue) by a rule of udev" }]
            let title =
                "\(adapter.name) (" + ([adapter.address.rawValue] + details.compactMap(\.self)).joined(separator: ", ")
                + ")"
            guard isOneOn || mark != .ignored else {
                return [
                    Finding(
                        "adapter", .failure, "The adapter \(title) is not used, and no other one is on.",
                        advice: "Switch another one on, or name this one: `lulld --adapter \(adapter.name)`.",
                        source: "\(AdapterMark.directory)/+bluetooth:\(adapter.name)")
                ]
            }
            guard adapter.isPowered else {
                // Another one that is on does its work.
                return [
                    Finding(
                        "adapter", isOneOn ? .ok : .failure, "The adapter \(title) is switched off.",
                        advice: isOneOn ? nil : "Switch it on: `bluetoothctl power on`.", source: source)
                ]
            }
            let isUsed = isOnePreferred ? mark == .preferred : mark != .ignored
            return [Finding("adapter", .ok, "The adapter \(title) is on.", source: source)]
                + (isUsed ? foreignSearch(adapter, source: source) : [])
        }
    }

    /// A search that no daemon of ours asked for.
    private func foreignSearch(_ adapter: BlueZSurvey.Adapter, source: String) -> [Finding] {
        guard adapter.isDiscovering, daemon.devices?.isEmpty ?? true else { return [] }
        return [
            Finding(
                "discovery", .warning, "Another program searches with \(adapter.name), which slows connecting down.",
                advice: "End its search: close other Bluetooth programs, or `bluetoothctl scan off` there.",
                source: source)
        ]
    }

    var kernelFindings: [Finding] { presenceFindings + switchFindings + [logFinding, rightsFinding] }

    private var presenceFindings: [Finding] {
        guard kernel.adapters.isEmpty else { return [] }
        return [
            Finding(
                "adapter", .failure, "This computer has no Bluetooth adapter that the kernel knows.",
                advice: "Plug one in. If there is one, `sudo dmesg | grep -i bluetooth` says what is wrong.",
                source: "/sys/class/bluetooth")
        ]
    }

    private var switchFindings: [Finding] {
        let source = "/sys/class/rfkill"
        let blocked = kernel.switches.filter { $0.isHardBlocked || $0.isSoftBlocked }
        guard !blocked.isEmpty else {
            return [Finding("rfkill", .ok, "Nothing blocks the radio.", source: source)]
        }
        let isOneFree = kernel.switches.count > blocked.count
        return blocked.map { radio in
            radio.isHardBlocked
                ? Finding(
                    "rfkill", isOneFree ? .warning : .failure,
                    "A switch of the machine turns the radio of \(radio.name) off.",
                    advice: "Find the switch or the key for radios and turn it on; `rfkill list bluetooth` shows it.",
                    source: source)
                : Finding(
                    "rfkill", isOneFree ? .warning : .failure, "A program has switched the radio of \(radio.name) off.",
                    advice: "Switch it on: `sudo rfkill unblock bluetooth`.", source: source)
        }
    }

    private var logFinding: Finding {
        let source = "/dev/kmsg"
        guard let complaints = kernel.complaints else {
            return Finding(
                "firmware", .ok,
                "This user may not read the kernel's log, so nothing is known of drivers and firmware.",
                advice: "Read it as root: `sudo lull doctor`.", source: source)
        }
        guard let last = complaints.last else {
            return Finding("firmware", .ok, "The kernel's log has no complaint about Bluetooth.", source: source)
        }
        return Finding(
            "firmware", .warning, "The kernel complains about Bluetooth: \(last)",
            advice: "See all of it: `sudo dmesg | grep -i bluetooth`. A lack of firmware is mended by the package that "
                + "has the adapter's.",
            source: source)
    }

    private var rightsFinding: Finding {
        let list = kernel.capabilities.isEmpty ? "no rights of their own" : kernel.capabilities.joined(separator: ", ")
        return Finding(
            "rights", .ok, "Commands of this user have \(list); over bluetoothd none is needed.",
            source: "/proc/self/status")
    }
}
