// SPDX-License-Identifier: Apache-2.0

/// The household that a command with `--direct` opens in its own process.
public struct DirectHousehold: Sendable {
    /// The directory of devices and schedules.
    public let state: String
    /// How to reach devices.
    public let transport: TransportOption
    /// A Bluetooth adapter by its name or address; nil for any.
    public let adapter: String?
    /// The sockets of simulated devices.
    public let deviceSockets: [String]

    /// Takes where everything is.
    public init(state: String, transport: TransportOption, adapter: String?, deviceSockets: [String]) {
        self.state = state
        self.transport = transport
        self.adapter = adapter
        self.deviceSockets = deviceSockets
    }
}
