// SPDX-License-Identifier: Apache-2.0

public import GATT
import SimulatedDevice
import SystemClock

/// How the daemon reaches devices.
public enum TransportOption: String, Sendable, CaseIterable {
    /// Simulated devices, each behind a socket.
    case simulated

    /// Makes the transport; `sockets` are those of simulated devices.
    public func makeTransport(deviceSockets sockets: [String]) -> any CentralTransport {
        switch self {
        case .simulated:
            SimulatedTransport(
                socketPaths: sockets.isEmpty ? [DefaultPaths.deviceSocket] : sockets, clock: HostClock())
        }
    }
}
