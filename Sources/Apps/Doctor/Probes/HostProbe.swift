// SPDX-License-Identifier: Apache-2.0

public import BlueZTransport
import CivilTime
public import Clocks
import ControlAPI
import ControlClient

/// Looks at a host, with the rights of this user, and changes nothing.
///
/// It works with or without a daemon, bluetoothd, adapter and rights: what cannot be seen is told as such.
public struct HostProbe: Sendable {
    private let root: String
    private let stateDirectory: String
    private let daemonSocket: String
    private let survey: @Sendable () async -> BlueZSurvey
    private let clock: any NightClock

    /// How long the daemon has to answer.
    private static let daemonLimit = Duration.seconds(5)

    /// Makes a probe; `root` is the folder that stands for `/`, empty for the host's own, and `survey` asks bluetoothd,
    /// on the system bus unless it is given.
    public init(
        root: String = "", stateDirectory: String, daemonSocket: String, clock: any NightClock,
        survey: (@Sendable () async -> BlueZSurvey)? = nil
    ) {
        self.root = root
        self.stateDirectory = stateDirectory
        self.daemonSocket = daemonSocket
        self.clock = clock
        self.survey = survey ?? { await BlueZSurvey.take(clock: clock) }
    }

    /// All there is to see; takes 15 s at most, as long as the bus and bluetoothd may take to answer.
    public func facts() async -> HostFacts {
        let files = HostFiles(root: root)
        async let bluetooth = survey()
        async let daemon = daemonFacts()
        let zones = ZoneDatabase(directory: root + "/usr/share/zoneinfo")
        return HostFacts(
            kernel: KernelProbe(files: files).facts, bluetooth: await bluetooth, daemon: await daemon,
            time: TimeProbe(
                files: files, now: clock.now().wall, zones: zones, zone: zones.hostZoneIdentifier()
            ).facts,
            state: StateProbe(path: stateDirectory).facts, notices: NoticeProbe(files: files).facts)
    }

    private func daemonFacts() async -> DaemonFacts {
        let client = ControlHTTPClient(socketPath: daemonSocket, timeout: Self.daemonLimit)
        do throws(ControlError) {
            let devices = try await client.perform(Endpoints.status, DeviceChoice(device: nil))
            return DaemonFacts(
                socket: daemonSocket, answer: .devices(devices), health: try? await client.perform(Endpoints.health))
        } catch {
            return DaemonFacts(socket: daemonSocket, answer: .failed(error))
        }
    }
}
