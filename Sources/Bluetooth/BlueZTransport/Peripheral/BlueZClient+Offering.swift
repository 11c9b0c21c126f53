// SPDX-License-Identifier: Apache-2.0

import GATT

extension BlueZClient {
    /// Whether a device can be offered on an adapter now.
    func canOffer(on adapter: BlueZAdapter) -> Bool {
        isOn(adapter) && tree.properties(of: BlueZName.gattManager, at: adapter.path) != nil
            && tree.properties(of: BlueZName.advertisingManager, at: adapter.path) != nil
    }

    /// Waits until an adapter has everything that is needed to offer a device, or goes away.
    ///
    /// bluetoothd may announce its interfaces one by one. Throws `transport_unavailable` after three seconds.
    func waitForManagers(of adapter: BlueZAdapter) async throws(GATTError) {
        do throws(GATTError) {
            try await gattDeadline(Self.adapterPatience) { () throws(GATTError) in
                try await self.wait { $0.canOffer(on: adapter) || !$0.isOn(adapter) ? true : nil }
            }
        } catch {
            guard error.code == .timedOut else { throw error }
            throw GATTError(
                .unavailable, "The Bluetooth adapter \(adapter.name) cannot offer a device.",
                advice: "Use another adapter. `bluetoothctl show` lists the roles of an adapter.")
        }
    }

    private func isOn(_ adapter: BlueZAdapter) -> Bool {
        tree.adapter(at: adapter.path)?.isPowered == true
    }
}
