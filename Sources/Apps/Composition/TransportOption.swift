// SPDX-License-Identifier: Apache-2.0

import BlueZTransport
public import DeviceModules
public import GATT
import SimulatedDevice
import SystemClock

/// How the daemon reaches devices.
public enum TransportOption: String, Sendable, CaseIterable {
    /// This host's Bluetooth service.
    case bluez
    /// Simulated devices, each behind a socket.
    case simulated

    /// What is used when nobody says otherwise.
    public static let usual = TransportOption.bluez

    /// Makes the transport; `sockets` are those of simulated devices, `adapter` is a Bluetooth adapter by its name or
    /// address, and `products` are the ones to listen for.
    public func makeTransport(
        deviceSockets sockets: [String], adapter: String? = nil, products: ProductCatalogue = .all
    ) -> any CentralTransport {
        switch self {
        case .bluez: BlueZCentral(adapter: adapter, companies: products.companies, clock: HostClock())
        case .simulated:
            SimulatedTransport(
                socketPaths: sockets.isEmpty ? [DefaultPaths.deviceSocket] : sockets, clock: HostClock())
        }
    }

    /// How long to try, to hold and to wait over it.
    public var policy: ConnectionPolicy {
        switch self {
        // The kernel itself tries for 20 seconds; a device that advertises once in a while may need most of them.
        case .bluez: ConnectionPolicy(connectDeadline: .seconds(20))
        case .simulated: ConnectionPolicy()
        }
    }
}
