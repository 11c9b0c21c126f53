// SPDX-License-Identifier: Apache-2.0

import Clocks
import DBus

/// Who wants bluetoothd to look for devices, and whether it does.
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
    /// Who wants it, each with what is set when it runs.
    private var listeners: [Int: OneShot<Result<Void, BusError>>] = [:]
    /// Where it is wanted.
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

    /// Lets a listener have devices looked for until `stop`, also if this throws; returns when bluetoothd does.
    ///
    /// The search may end by itself, as `isRunning` tells.
    func start(_ listener: Int, on adapter: BlueZAdapter) async throws(BusError) {
        let start = OneShot<Result<Void, BusError>>()
        listeners[listener] = start
        self.adapter = adapter.path
        revise()
        try await start.outcome()
    }

    /// A listener wants nothing more for now; the last one ends the search.
    func stop(_ listener: Int) {
        listeners.removeValue(forKey: listener)?.set(.failure(.cancellation))
        revise()
    }

    /// bluetoothd ends the search when its adapter goes off.
    func noticeEnd() {
        guard case .running(let adapter) = phase, mirror.tree.adapter(at: adapter)?.isPowered != true else { return }
        phase = .idle
    }

    /// The search has ended, or could not begin.
    func end(_ error: BusError) {
        let ended = listeners
        listeners = [:]
        adapter = nil
        phase = .idle
        for start in ended.values { start.set(.failure(error)) }
    }

    /// Takes the next step to what is wanted, if bluetoothd has answered the one before.
    private func revise() {
        switch phase {
        case .changing: break
        case .running(let running) where listeners.isEmpty || running != adapter:
            change("StopDiscovery", on: running, to: .idle)
        case .running:
            for start in listeners.values { start.set(.success(())) }
        case .idle:
            guard !listeners.isEmpty, let adapter else { return }
            // Every report counts, also one that repeats the last: it says that the device is still there. No limit of
            // signal strength, as some radios do not tell it.
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
        // One that is in progress runs already, and one that cannot be ended does not run.
        if phase != .idle, case .failure(let error) = answer, error.name != "org.bluez.Error.InProgress" {
            end(error)
        }
        revise()
        mirror.reconsider()
    }
}
