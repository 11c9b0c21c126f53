// SPDX-License-Identifier: Apache-2.0

public import BlueZTransport
import ControlAPI
import SleepModel

/// What there is to know of a host, as far as this user may see it.
public struct HostFacts: Hashable, Sendable {
    /// What the kernel shows of Bluetooth.
    public var kernel: KernelFacts
    /// What the message bus and bluetoothd answer.
    public var bluetooth: BlueZSurvey
    /// What the daemon answers.
    public var daemon: DaemonFacts
    /// The clock and the zones.
    public var time: TimeFacts
    /// The state directory.
    public var state: StateFacts
    /// Who runs a program for each notice.
    public var notices: NoticeFacts

    /// Makes a value.
    public init(
        kernel: KernelFacts, bluetooth: BlueZSurvey, daemon: DaemonFacts, time: TimeFacts, state: StateFacts,
        notices: NoticeFacts = NoticeFacts()
    ) {
        self.notices = notices
        self.kernel = kernel
        self.bluetooth = bluetooth
        self.daemon = daemon
        self.time = time
        self.state = state
    }

    /// All that follows from it, in the order in which to see to it.
    public var findings: [Finding] {
        let radio = usesNoRadio ? [simulationFinding] : bluetoothFindings + kernelFindings
        return daemonFindings + (reachesDevices ? radio.map(\.lesser) : radio) + timeFindings + stateFindings
            + noticeFindings + deviceFindings
    }

    /// Whether the daemon has devices and listens with no radio, as with simulated ones.
    private var usesNoRadio: Bool {
        guard let devices = daemon.devices, !devices.isEmpty else { return false }
        return devices.allSatisfy { $0.listening == nil }
    }

    private var simulationFinding: Finding {
        Finding(
            "bluetooth", .ok, "The daemon reaches its devices without Bluetooth, as simulated ones.",
            source: "`lull status`")
    }

    /// Whether the daemon hears or holds a device, by whatever way: then the radio keeps no alarm from ringing.
    ///
    /// What is wrong with another device is found by itself.
    private var reachesDevices: Bool {
        guard let devices = daemon.devices, !daemon.isDeaf else { return false }
        return devices.contains {
            $0.unreachableSince == nil && [.advertising, .connected, .held].contains($0.link)
        }
    }
}
