// SPDX-License-Identifier: Apache-2.0

import Clocks
import DBus

/// The listeners who need bluetoothd to look for devices, and whether it does.
///
/// bluetoothd keeps one discovery session for each of its clients, so all listeners of a process share it. What to ask is
/// decided by `DiscoveryMachine`; its deadlines pass while somebody waits in `passTime`.
@BusActor
final class DiscoverySession {
    private let mirror: BlueZMirror
    private let calls: BlueZCalls
    private let clock: any NightClock
    private var machine = DiscoveryMachine()
    /// When a search heard anybody last, as a boot time.
    private(set) var lastReport: Duration?
    /// The listeners, each with what is set when the search runs.
    private var listeners: [Int: OneShot<Result<Void, BusError>>] = [:]

    nonisolated init(_ mirror: BlueZMirror, _ calls: BlueZCalls, clock: any NightClock) {
        self.mirror = mirror
        self.calls = calls
        self.clock = clock
    }

    /// Whether bluetoothd looks for devices with an adapter.
    func isRunning(on adapter: BlueZAdapter) -> Bool { machine.isRunning(on: adapter.path) }

    /// Whether somebody else listens.
    func isWanted(besides listener: Int) -> Bool { listeners.keys.contains { $0 != listener } }

    /// Adds a listener, and returns when the search runs; the listener stays until `stop`, even if this throws.
    ///
    /// The search may end by itself; see `isRunning`.
    func start(_ listener: Int, on adapter: BlueZAdapter) async throws(BusError) {
        let start = OneShot<Result<Void, BusError>>()
        listeners[listener] = start
        perform(machine.want(adapter.path, at: now))
        try await start.outcome()
    }

    /// Removes a listener; removing the last one ends the search.
    func stop(_ listener: Int) {
        listeners.removeValue(forKey: listener)?.set(.failure(.cancellation))
        if listeners.isEmpty { perform(machine.want(nil, at: now)) }
    }

    /// Notices what changed: an adapter that went off ends its search, and one that searches or hears shows that it does.
    func notice(_ changes: [ObjectTree.Change]) {
        guard let adapter = machine.acceptedAdapter else { return }
        guard let seen = mirror.tree.adapter(at: adapter), seen.isPowered else { return perform(machine.lost(adapter)) }
        let isHeard = changes.contains { $0.isReport(of: adapter) }
        if isHeard { lastReport = now }
        if seen.isDiscovering || isHeard {
            perform(machine.proved(on: adapter))
        }
    }

    /// Ends the search with an error for all listeners.
    func end(_ error: BusError) {
        machine.forget()
        fail(error)
    }

    /// Passes time on to the search until it is cancelled; whoever waits for the search runs this meanwhile.
    func passTime() async {
        while !Task.isCancelled {
            do {
                if let due = machine.nextWake {
                    try await withDeadline(max(due - now, .zero), on: clock) { try await self.waitForChange(from: due) }
                } else {
                    try await waitForChange(from: nil)
                }
            } catch is DeadlineExceeded {
                perform(machine.advance(to: now))
            } catch {
                return
            }
        }
    }

    /// Waits until the machine wants another time, which it may do already.
    private func waitForChange(from due: Duration?) async throws(BusError) {
        guard machine.nextWake == due else { return }
        _ = try await mirror.wait { [weak self] in self?.machine.nextWake == due ? nil : true }
    }

    private var now: Duration { clock.now().boot }

    private func fail(_ error: BusError) {
        let ended = listeners
        listeners = [:]
        for start in ended.values { start.set(.failure(error)) }
    }

    private func perform(_ effects: [DiscoveryMachine.Effect]) {
        for effect in effects {
            switch effect {
            case .runs: for start in listeners.values { start.set(.success(())) }
            case .fails(let error): fail(error)
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
            perform(machine.answered(number, error, at: now))
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
