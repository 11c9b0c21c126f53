// SPDX-License-Identifier: Apache-2.0

import Clocks
import DBus
import GATT
import SleepModel

/// What is done about an adapter that hears nothing.
extension BlueZClient {
    /// How long an adapter that is switched off and on stays off.
    nonisolated static let resetRest = Duration.seconds(2)

    /// Ends a window of listening that began at a boot time, and returns whether to listen again at once.
    ///
    /// Throws `transport_unavailable` when the adapter heard nothing and every step has been taken.
    /// One with a link of this process is not deaf; one with a link of another program is given more time. `name` is that of
    /// the adapter that the owner chose; nil for any.
    func windowEnded(since start: Duration, on adapter: BlueZAdapter, for name: String?) async throws(GATTError) -> Bool
    {
        guard !hasHeard(since: start, on: adapter) else {
            silence.heard()
            return false
        }
        let other = otherAdapters(than: adapter, for: name).first
        let linked = tree.connectedDevices(of: adapter.path).map(\.address)
        let means = SilenceMachine.Means(
            hasOtherAdapter: other != nil, mayReset: mayResetAdapter, hasForeignLink: !linked.isEmpty)
        switch silence.silent(means, at: clock.now().boot) {
        case .pause: return false
        case .searchAnew: try? await refresh(BlueZName.adapter, at: adapter.path)
        case .replaceAdapter: usualAdapter = other.map { UsualAdapter(address: $0.address) }
        case .resetAdapter: await reset(adapter)
        case .report: throw .silence(of: adapter.name, wasReset: silence.wasReset, besides: linked)
        }
        return true
    }

    /// Whether an adapter has heard anybody since a boot time, or is connected to somebody for this process.
    func hasHeard(since start: Duration, on adapter: BlueZAdapter) -> Bool {
        let isHeard = discovery.lastReport(to: adapter).map { $0 >= start } ?? false
        return isHeard
            || tree.connectedDevices(of: adapter.path).contains { devices.lastUse(of: $0.path) != nil }
    }

    /// Switches an adapter off and on; a task that is cancelled meanwhile leaves it on too.
    private func reset(_ adapter: BlueZAdapter) async {
        let cycle = AdapterPowerCycle(adapter.path, mirror, calls)
        try? await clock.sleep(for: Self.resetRest)
        cycle.switchOn()
    }
}

extension GATTError {
    /// An adapter searches and hears nobody; `linked` are the devices that other programs are connected to by it.
    fileprivate static func silence(of adapter: String, wasReset: Bool, besides linked: [MacAddress]) -> GATTError {
        silence(
            of: adapter, wasReset: wasReset, besides: linked,
            ending: "End it: `bluetoothctl disconnect \(linked.first?.rawValue ?? "")`.",
            switching: "`bluetoothctl power off`, then `bluetoothctl power on`")
    }
}
