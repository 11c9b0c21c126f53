// SPDX-License-Identifier: Apache-2.0

import BlueZTransport
public import DeviceModules
public import GATT
import L2CAPTransport
public import Programs
import SimulatedDevice
import SystemClock

extension TransportOption {
    /// Makes the transport, which listens for `products`.
    ///
    /// `sockets` are those of simulated devices, and `adapter` is a Bluetooth adapter by its name or address. With
    /// `resetsAdapter` an adapter that hears nothing is switched off and on.
    public func makeTransport(
        deviceSockets sockets: [String], adapter: String? = nil, products: ProductCatalogue = .all,
        resetsAdapter: Bool = false
    ) -> any CentralTransport {
        switch self {
        case .bluez:
            BlueZCentral(
                adapter: adapter, companies: products.companies, patterns: products.advertisementPatterns,
                clock: HostClock(), resetsAdapter: resetsAdapter)
        case .l2cap:
            L2CAPCentral(
                adapter: adapter, companies: products.companies, clock: HostClock(), resetsAdapter: resetsAdapter)
        case .simulated:
            SimulatedTransport(
                socketPaths: sockets.isEmpty ? [DefaultPaths.deviceSocket] : sockets, clock: HostClock())
        }
    }

    /// What this process may not do over it, and what to do about that; nil if it may do everything.
    public var missingRight: GATTError? {
        switch self {
        case .l2cap: L2CAPCentral.missingRight
        case .bluez, .simulated: nil
        }
    }

    /// How long to try, to hold and to wait over it.
    public var policy: ConnectionPolicy {
        switch self {
        // All attempts of the transport, and then the time to subscribe.
        case .bluez, .l2cap: ConnectionPolicy(connectDeadline: ConnectionAttempts.budget + .seconds(5))
        case .simulated: ConnectionPolicy()
        }
    }
}
