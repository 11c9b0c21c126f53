// SPDX-License-Identifier: Apache-2.0

import Clocks
import DBus

/// The listeners who need bluetoothd to look for devices, and whether it does.
///
/// bluetoothd keeps one discovery session for each adapter and each of its clients: all listeners of a process with one
/// adapter share it, and those with different adapters search at once (source: bluez 5.66 `src/adapter.c`, where
/// `discovery_list` belongs to the adapter). What to ask is decided by a `DiscoveryMachine` for each adapter; the deadlines
/// pass while somebody waits in `passTime`.
@BusActor
final class DiscoverySession {
    private struct Listener {
        var adapter: ObjectPath
        /// Set when the search runs.
        var start: OneShot<Result<Void, BusError>>
    }

    private let mirror: BlueZMirror
    private let calls: BlueZCalls
    private let clock: any NightClock
    /// Kept after a search too, as their numbers tell late answers apart.
    private var machines: [ObjectPath: DiscoveryMachine] = [:]
    /// When a search heard anybody last, as a boot time, by adapter.
    private var reports: [ObjectPath: Duration] = [:]
    private var listeners: [Int: Listener] = [:]

    nonisolated init(_ mirror: BlueZMirror, _ calls: BlueZCalls, clock: any NightClock) {
        self.mirror = mirror
        self.calls = calls
        self.clock = clock
    }

    /// Whether bluetoothd looks for devices with an adapter.
    func isRunning(on adapter: BlueZAdapter) -> Bool { machines[adapter.path]?.isRunning(on: adapter.path) == true }

    /// Whether somebody else listens.
    func isWanted(besides listener: Int) -> Bool { listeners.keys.contains { $0 != listener } }

    /// When the search with an adapter heard anybody last, as a boot time.
    func lastReport(to adapter: BlueZAdapter) -> Duration? { reports[adapter.path] }

    /// Adds a listener, and returns when the search runs; the listener stays until `stop`, even if this throws.
    ///
    /// The search may end by itself; see `isRunning`.
    func start(_ listener: Int, on adapter: BlueZAdapter) async throws(BusError) {
        try await want(listener, on: adapter).outcome()
    }

    /// Adds a listener, or moves it to another adapter; returns what is set when the search runs.
    ///
    /// An adapter that went off meanwhile is not asked.
    @discardableResult
    func want(_ listener: Int, on adapter: BlueZAdapter) -> OneShot<Result<Void, BusError>> {
        if let before = listeners[listener]?.adapter, before != adapter.path { stop(listener) }
        let start = OneShot<Result<Void, BusError>>()
        guard mirror.tree.adapter(at: adapter.path)?.isPowered ?? false else {
            stop(listener)
            start.set(.failure(.adapterOff))
            return start
        }
        listeners[listener] = Listener(adapter: adapter.path, start: start)
        drive(adapter.path) { $0.want(adapter.path, at: now) }
        return start
    }

    /// Removes a listener; removing the last one of an adapter ends its search.
    func stop(_ listener: Int) {
        guard let gone = listeners.removeValue(forKey: listener) else { return }
        gone.start.set(.failure(.cancellation))
        guard !listeners.values.contains(where: { $0.adapter == gone.adapter }) else { return }
        drive(gone.adapter) { $0.want(nil, at: now) }
    }

    /// Notices what changed: an adapter that went off ends its search, and one that searches or hears shows that it does.
    func notice(_ changes: [ObjectTree.Change]) {
        for adapter in machines.compactMap({ $0.value.acceptedAdapter }) {
            guard let seen = mirror.tree.adapter(at: adapter), seen.isPowered else {
                drive(adapter) { $0.lost(adapter) }
                continue
            }
            let isHeard = changes.contains { $0.isReport(of: adapter) }
            if isHeard { reports[adapter] = now }
            if seen.isDiscovering || isHeard { drive(adapter) { $0.proved(on: adapter) } }
        }
    }

    /// Ends all searches with an error for all listeners.
    func end(_ error: BusError) {
        for adapter in machines.keys { machines[adapter]?.forget() }
        fail(error) { _ in true }
    }

    /// Passes time on to the search until it is cancelled; whoever waits for the search runs this meanwhile.
    func passTime() async {
        while !Task.isCancelled {
            do {
                if let due = nextWake {
                    try await withDeadline(max(due - now, .zero), on: clock) { try await self.waitForChange(from: due) }
                } else {
                    try await waitForChange(from: nil)
                }
            } catch is DeadlineExceeded {
                for adapter in machines.keys.sorted() { drive(adapter) { $0.advance(to: now) } }
            } catch {
                return
            }
        }
    }

    /// Waits until some machine wants another time, which it may do already.
    private func waitForChange(from due: Duration?) async throws(BusError) {
        guard nextWake == due else { return }
        _ = try await mirror.wait { [weak self] in self?.nextWake == due ? nil : true }
    }

    private var now: Duration { clock.now().boot }

    private var nextWake: Duration? { machines.values.compactMap(\.nextWake).min() }

    private func fail(_ error: BusError, where isMeant: (Listener) -> Bool) {
        let ended = listeners.filter { isMeant($0.value) }
        for listener in ended.keys { listeners[listener] = nil }
        for listener in ended.values { listener.start.set(.failure(error)) }
    }

    private func drive(_ adapter: ObjectPath, _ step: (inout DiscoveryMachine) -> [DiscoveryMachine.Effect]) {
        let effects = step(&machines[adapter, default: DiscoveryMachine()])
        for effect in effects {
            switch effect {
            case .runs:
                for listener in listeners.values where listener.adapter == adapter { listener.start.set(.success(())) }
            case .fails(let error): fail(error) { $0.adapter == adapter }
            case .ask(.start(let adapter), let number):
                // Repeated reports count too: they show that the device is still there. No limit for the signal
                // strength, because some radios do not report it.
                let filter = BusValue.properties(["Transport": .string("le"), "DuplicateData": .boolean(true)])
                calls.post(adapter, BlueZName.adapter, "SetDiscoveryFilter", [filter])
                ask("StartDiscovery", of: adapter, number)
            case .ask(.stop(let adapter), let number): ask("StopDiscovery", of: adapter, number)
            }
        }
        if !effects.isEmpty { mirror.reconsider() }
    }

    private func ask(_ member: String, of adapter: ObjectPath, _ number: Int) {
        calls.post(adapter, BlueZName.adapter, member) { [weak self] answer in
            guard let self else { return }
            let error: BusError? = if case .failure(let error) = answer { error } else { nil }
            drive(adapter) { $0.answered(number, error, at: now) }
            // The signal that says so may have come before the answer.
            notice([])
            mirror.reconsider()
        }
    }
}

extension ObjectTree.Change {
    /// Whether it comes of something that an adapter has heard.
    fileprivate func isReport(of adapter: ObjectPath) -> Bool {
        switch self {
        case .added(let path, BlueZName.device), .reported(let path, BlueZName.device, _): path.isBelow(adapter)
        case .reported, .added, .removed, .replaced: false
        }
    }
}
