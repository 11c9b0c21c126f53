// SPDX-License-Identifier: Apache-2.0

import Clocks
import GATT
import SleepModel

/// Who wants bluetoothd to look for devices, and whether it does.
///
/// bluetoothd keeps one discovery session for each of its clients, so all listeners of a process share it.
struct DiscoverySession {
    /// Who wants it.
    var listeners: Set<Int> = []
    /// Where it runs.
    var adapter: ObjectPath?
    /// Whether bluetoothd has still to end the one before; it would take a new one for that one.
    var isStopping = false
}

extension BlueZClient {
    /// How long an adapter may be missing or off until that is an error.
    static let adapterPatience = Duration.seconds(3)

    /// The adapter with a name such as `hci0` or an address; nil names the first one that is on.
    ///
    /// Waits until it is there and on, for `patience` at most; nil waits for as long as it takes. Throws
    /// `transport_unavailable` with what is missing.
    func adapter(_ name: String?, patience: Duration? = adapterPatience) async throws(GATTError) -> BlueZAdapter {
        try await open()
        if let adapter = poweredAdapter(name) { return adapter }
        guard let patience else { return try await wait { $0.poweredAdapter(name) } }
        do {
            return try await gattDeadline(patience) { () throws(GATTError) in
                try await self.wait { $0.poweredAdapter(name) }
            }
        } catch  where error.code == .timedOut {
            throw missing(name)
        }
    }

    private func poweredAdapter(_ name: String?) -> BlueZAdapter? {
        tree.adapters.first { $0.isPowered && $0.isCalled(name) }
    }

    private func missing(_ name: String?) -> GATTError {
        guard isPresent else {
            return GATTError(
                .unavailable, "The Bluetooth service (bluetoothd) does not run.",
                advice: "Start it: `sudo systemctl start bluetooth`.")
        }
        if let adapter = tree.adapters.first(where: { $0.isCalled(name) }) {
            return GATTError(
                .unavailable, "The Bluetooth adapter \(adapter.name) is switched off.",
                advice: "Switch it on: `bluetoothctl power on`; if that fails, `rfkill list bluetooth` says why.")
        }
        return GATTError(
            .unavailable, "There is no Bluetooth adapter\(name.map { " “\($0)”" } ?? "").",
            advice: "Plug one in; `bluetoothctl list` shows those that are there.")
    }

    /// Lets a listener have devices looked for; returns when bluetoothd does so.
    func startDiscovery(_ listener: Int, on adapter: BlueZAdapter) async throws(GATTError) {
        try await wait { $0.discovery.isStopping ? nil : true }
        discovery.listeners.insert(listener)
        guard discovery.adapter != adapter.path else { return }
        let epoch = epoch
        do throws(BusError) {
            // Every report counts, also one that repeats the last: it says that the device is still there. No limit of
            // signal strength, as some radios do not tell it.
            let filter: [BusValue: BusValue] = [
                .string("Transport"): .variant(.string("le")), .string("DuplicateData"): .variant(.boolean(true)),
            ]
            try await call(
                adapter.path, BlueZName.adapter, "SetDiscoveryFilter", [.dictionary(filter, key: "s", value: "v")])
            try await call(adapter.path, BlueZName.adapter, "StartDiscovery")
        } catch  where error.name == "org.bluez.Error.InProgress" {
            // It runs already.
        } catch {
            throw GATTError(error)
        }
        if epoch == self.epoch { discovery.adapter = adapter.path }
    }

    /// A listener wants nothing more for now; the last one ends the search.
    func stopDiscovery(_ listener: Int) {
        discovery.listeners.remove(listener)
        guard discovery.listeners.isEmpty, let adapter = discovery.adapter else { return }
        let epoch = epoch
        discovery.adapter = nil
        discovery.isStopping = true
        post(adapter, BlueZName.adapter, "StopDiscovery") { [weak self] in
            self?.assumeIsolated { client in
                guard epoch == client.epoch else { return }
                client.discovery.isStopping = false
                client.reconsider()
            }
        }
    }

    /// The search on an adapter came to an end of which nobody here was asked.
    func discoveryEnded(on adapter: ObjectPath) {
        if discovery.adapter == adapter { discovery.adapter = nil }
    }

    /// Runs `operation` for no longer than `duration`; throws `timed_out` then.
    @discardableResult
    nonisolated func gattDeadline<Value: Sendable>(
        _ duration: Duration, _ operation: @escaping @Sendable () async throws(GATTError) -> Value
    ) async throws(GATTError) -> Value {
        do {
            return try await withDeadline(duration, on: clock) { try await operation() }
        } catch let error as GATTError {
            throw error
        } catch is DeadlineExceeded {
            throw GATTError(.timedOut, "Bluetooth did not answer in time.")
        } catch {
            throw .cancellation
        }
    }
}

extension BlueZAdapter {
    /// Whether a person means it by a name or an address; nil means any.
    func isCalled(_ name: String?) -> Bool {
        guard let name else { return true }
        return self.name == name || address == MacAddress(rawValue: name)
    }
}
