// SPDX-License-Identifier: Apache-2.0

import BlueZTransport
import CivilTime
import ControlAPI
import SleepModel

extension HostFacts {
    var daemonFindings: [Finding] {
        let source = "a question to \(daemon.socket)"
        switch daemon.answer {
        case .devices(let devices):
            var findings = [Finding("daemon", .ok, "The daemon answers.", source: source)]
            if let unsaved = devices.lazy.compactMap(\.unsaved).first {
                findings.append(
                    Finding(
                        "storage", .warning, unsaved,
                        advice: "Free space, or repair the disk of the state directory: `df -h \(state.path)`.",
                        source: source))
            }
            return findings + healthFindings
        case .failed(let error):
            return [Finding("daemon", .failure, error.message, advice: error.advice, source: source)]
        }
    }

    /// What the daemon says is wrong; what it says of the store and of devices is found in another way.
    private var healthFindings: [Finding] {
        let source = "`GET \(Endpoints.health.path)` at \(daemon.socket)"
        return (daemon.health?.checks ?? []).compactMap { check in
            guard let reason = check.reason, let advice = advice(for: check.name) else { return nil }
            // The daemon waits a while before it calls that failing; nothing rings meanwhile all the same.
            let isFailure = check.status == .failing || check.name == .radio && daemon.isDeaf
            return Finding(
                check.name.rawValue, isFailure ? .failure : .warning, reason, advice: advice, source: source)
        }
    }

    /// What to do when the daemon says that something is wrong with it; nil for what the doctor finds by itself.
    private func advice(for subject: HealthSubject) -> String? {
        switch subject {
        case .schedules: "Wait a minute. If it stays so, see the daemon's log: `journalctl -u lulld`."
        case .loop: "Start the daemon again: `sudo systemctl restart lulld`."
        case .clock: "Set the clock: `sudo timedatectl set-ntp true`."
        case .radio:
            "If the adapter is well otherwise, switch it off and on: `\(adapterProgram) power off`, then "
                + "`\(adapterProgram) power on`. With `reset-radio: true` in its settings the daemon does that by itself."
        case .store, .devices: nil
        }
    }

    /// The command that switches an adapter here; bluetoothctl does it through bluetoothd, and needs that.
    private var adapterProgram: String {
        if case .adapters = bluetooth { "bluetoothctl" } else { "sudo btmgmt" }
    }

    var deviceFindings: [Finding] {
        guard let devices = daemon.devices else { return [] }
        let source = "`lull status`"
        guard !devices.isEmpty else {
            return [
                Finding(
                    "devices", .warning, "No device is paired, so nothing can ring.",
                    advice: "Look for it with `lull scan`, then `lull pair ADDRESS --as NAME`.", source: source)
            ]
        }
        return devices.map { device in
            let check = "device \(device.name)"
            let heard = device.lastHeard.map { "it was last heard at \($0.iso8601)" }
            // What rings or shines next would be missed.
            let state: Finding.State = device.next == nil ? .warning : .failure
            guard let since = device.unreachableSince else {
                guard device.link == .absent else {
                    return Finding(
                        check, .ok,
                        "\(device.name) is in reach (link: \(device.link))\(heard.map { "; \($0)" } ?? "").",
                        source: source)
                }
                // A daemon that has just started has heard nobody yet.
                let silence = device.lastHeard.map { "at \($0.iso8601), and not for five minutes" }
                return Finding(
                    check, device.lastHeard == nil ? .warning : state,
                    silence.map { "\(device.name) was last heard \($0)." }
                        ?? "\(device.name) has not been heard since the daemon started.",
                    advice: "Check that it has power and is near: `lull scan`.", source: source)
            }
            return Finding(
                check, state,
                "\(device.name) has been out of reach since \(since.iso8601)"
                    + "; \(heard ?? "it has not been heard since the daemon started").",
                advice: "Check that it has power, move it closer, and close the Hatch app: "
                    + "`lull status \(device.address)`.",
                source: source)
        }
    }
}
