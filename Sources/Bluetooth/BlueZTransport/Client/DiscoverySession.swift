// SPDX-License-Identifier: Apache-2.0

import Clocks
import DBus

/// The listeners who need bluetoothd to look for devices, and whether it does.
///
/// bluetoothd keeps one discovery session for each of its clients, so all listeners of a process share it.
@BusActor
final class DiscoverySession {
    private enum Phase: Hashable {
        case idle
        /// bluetoothd has still to answer the last change; it refuses anything else until then.
        case changing
        case running(ObjectPath)
    }

    private let mirror: BlueZMirror
    private let calls: BlueZCalls
    /// The listeners, each with what is set when the search runs.
    private var listeners: [Int: OneShot<Result<Void, BusError>>] = [:]
    /// The adapter to search with.
    private var adapter: ObjectPath?
    private var phase = Phase.idle

    nonisolated init(_ mirror: BlueZMirror, _ calls: BlueZCalls) {
        self.mirror = mirror
        self.calls = calls
    }

    /// Whether bluetoothd looks for devices with an adapter.
    func isRunning(on adapter: BlueZAdapter) -> Bool {
        phase == .running(adapter.path)
    }

    /// Adds a listener, and returns when the search runs; the listener stays until `stop`, even if this throws.
    ///
    /// The search may end by itself; see `isRunning`.
    func start(_ listener: Int, on adapter: BlueZAdapter) async throws(BusError) {
        let start = OneShot<Result<Void, BusError>>()
        listeners[listener] = start
        self.adapter = adapter.path
        revise()
        try await start.outcome()
    }

    /// Removes a listener; removing the last one ends the search.
    func stop(_ listener: Int) {
        listeners.removeValue(forKey: listener)?.set(.failure(.cancellation))
        revise()
    }

    /// Notices that bluetoothd has ended the search because the adapter went off.
    func noticeEnd() {
        guard case .running(let adapter) = phase, mirror.tree.adapter(at: adapter)?.isPowered != true else { return }
        phase = .idle
    }

    /// Ends the search with an error for all listeners.
    func end(_ error: BusError) {
        let ended = listeners
        listeners = [:]
        adapter = nil
        phase = .idle
        for start in ended.values { start.set(.failure(error)) }
    }

    /// Takes the next step towards what the listeners need, once bluetoothd has answered the last one.
    private func revise() {
        switch phase {
        case .changing: break
        case .running(let running) where listeners.isEmpty || running != adapter:
            change("StopDiscovery", on: running, to: .idle)
        case .running:
            for start in listeners.values { start.set(.success(())) }
        case .idle:
            guard !listeners.isEmpty, let adapter else { return }
            // Repeated reports count too: they show that the device is still there. No limit for the signal strength,
            // because some radios do not report it.
            let filter = BusValue.properties(["Transport": .string("le"), "DuplicateData": .boolean(true)])
            calls.post(adapter, BlueZName.adapter, "SetDiscoveryFilter", [filter])
            change("StartDiscovery", on: adapter, to: .running(adapter))
        }
    }

    private func change(_ member: String, on adapter: ObjectPath, to phase: Phase) {
        self.phase = .changing
        let epoch = mirror.epoch
        calls.post(adapter, BlueZName.adapter, member) { [weak self] answer in
            guard let self, epoch == mirror.epoch else { return }
            changed(to: phase, answer)
        }
    }

    private func changed(to phase: Phase, _ answer: Result<BusReply, BusError>) {
        self.phase = phase
        // A search that is in progress runs already, and a search that cannot be stopped does not run.
        if phase != .idle, case .failure(let error) = answer, error.name != "org.bluez.Error.InProgress" {
            end(error)
        }
        revise()
        mirror.reconsider()
    }
}
