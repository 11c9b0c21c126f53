// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Dispatch
import Glibc
import HeapModule
import Synchronization

/// The sleepers of one host clock, and the kernel's timers that wake them.
///
/// Two timers serve any number of sleepers. They are made once and kept, so sleepers still wake in a process that has
/// run out of descriptors.
final class HostSleepers: Sendable {
    private struct Sleeper {
        let request: WakeRequest
        let continuation: CheckedContinuation<WakeReason, any Error>
    }

    private struct Entry<Deadline: Comparable & Sendable>: Comparable, Sendable {
        let deadline: Deadline
        let identifier: Int

        static func < (left: Self, right: Self) -> Bool {
            (left.deadline, left.identifier) < (right.deadline, right.identifier)
        }
    }

    private struct State {
        var timers: HostTimers?
        var listener: ZoneWatch.Listener?
        var sleepers: [Int: Sleeper] = [:]
        /// The deadlines; those of sleepers that have woken are passed over.
        var wall = Heap<Entry<Instant>>()
        var boot = Heap<Entry<Duration>>()
        /// Sleepers that were cancelled before they were entered.
        var cancelled: Set<Int> = []
        var nextIdentifier = 0
    }

    private let state = Mutex(State())
    private let now: @Sendable () -> ClockSample
    private let zones: ZoneWatch?
    private let wakesHost: Bool

    /// Makes the timers; if the system refuses them, the next sleeper asks for them again.
    ///
    /// `now` reads the clock. What `zones` sees is an event of the clock as well.
    init(now: @escaping @Sendable () -> ClockSample, zones: ZoneWatch?, wakesHost: Bool) {
        self.now = now
        self.zones = zones
        self.wakesHost = wakesHost
        let listener = zones?.listen { [weak self] in self?.followEvents() }
        state.withLock { state in
            state.listener = listener
            try? prepare(&state)
        }
    }

    deinit {
        state.withLock { state in
            state.timers?.close()
            state.listener.map { zones?.forget($0) }
        }
    }

    /// Suspends until `request` ends at the clock's time; returns why.
    ///
    /// Throws `CancellationError` when the task is cancelled, and `TimerError` when the system refuses the timers.
    func sleep(until request: WakeRequest) async throws -> WakeReason {
        let identifier = state.withLock { state in
            state.nextIdentifier += 1
            return state.nextIdentifier
        }
        defer { state.withLock { _ = $0.cancelled.remove(identifier) } }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enter(Sleeper(request: request, continuation: continuation), as: identifier)
            }
        } onCancel: {
            cancel(identifier)
        }
    }

    /// Wakes everybody for whom something happened to the clock, and everybody whose deadline has passed.
    private func followEvents() {
        look { state, sample in state.sleepers.keys.filter { state.sleepers[$0]?.request.reason(at: sample) != nil } }
    }

    /// Wakes everybody whose deadline has passed.
    private func followTimers() {
        let isEvent = state.withLock { $0.timers?.readExpirations() ?? false }
        // The kernel says only that the clock was set, by however little.
        if isEvent { return followEvents() }
        look { state, sample in
            var due: [Int] = []
            while let entry = state.wall.min, entry.deadline <= sample.wall {
                due.append(state.wall.removeMin().identifier)
            }
            while let entry = state.boot.min, entry.deadline <= sample.boot {
                due.append(state.boot.removeMin().identifier)
            }
            return due
        }
    }

    // MARK: -

    private func enter(_ sleeper: Sleeper, as identifier: Int) {
        let ending = state.withLock { state -> Result<WakeReason, any Error>? in
            if state.cancelled.contains(identifier) { return .failure(CancellationError()) }
            do { try prepare(&state) } catch { return .failure(error) }
            state.sleepers[identifier] = sleeper
            if let wall = sleeper.request.wall {
                state.wall.insert(Entry(deadline: wall, identifier: identifier))
            }
            if let boot = sleeper.request.boot {
                state.boot.insert(Entry(deadline: boot, identifier: identifier))
            }
            arm(&state)
            // Only now, with the timers armed, so that nothing can happen between the look and the wait.
            guard let reason = sleeper.request.reason(at: now()) else { return nil }
            state.sleepers[identifier] = nil
            return .success(reason)
        }
        if let ending { sleeper.continuation.resume(with: ending) }
    }

    private func cancel(_ identifier: Int) {
        let sleeper = state.withLock { state -> Sleeper? in
            if let sleeper = state.sleepers.removeValue(forKey: identifier) { return sleeper }
            state.cancelled.insert(identifier)
            return nil
        }
        sleeper?.continuation.resume(throwing: CancellationError())
    }

    private func look(for due: (inout State, ClockSample) -> [Int]) {
        let woken = state.withLock { state in
            let sample = now()
            let woken = due(&state, sample).compactMap { identifier -> (Sleeper, WakeReason)? in
                guard let sleeper = state.sleepers.removeValue(forKey: identifier) else { return nil }
                return (sleeper, sleeper.request.reason(at: sample) ?? .deadline)
            }
            arm(&state)
            return woken
        }
        for (sleeper, reason) in woken { sleeper.continuation.resume(returning: reason) }
    }

    private func prepare(_ state: inout State) throws(TimerError) {
        guard state.timers == nil else { return }
        state.timers = try HostTimers(wakesHost: wakesHost) { [weak self] in self?.followTimers() }
    }

    /// Arms the timers for the earliest deadlines.
    private func arm(_ state: inout State) {
        let sleepers = state.sleepers
        while let entry = state.wall.min, sleepers[entry.identifier] == nil { state.wall.removeMin() }
        while let entry = state.boot.min, sleepers[entry.identifier] == nil { state.boot.removeMin() }
        if state.wall.count > sleepers.count * 2 + 64 {
            state.wall = Heap(state.wall.unordered.filter { sleepers[$0.identifier] != nil })
        }
        if state.boot.count > sleepers.count * 2 + 64 {
            state.boot = Heap(state.boot.unordered.filter { sleepers[$0.identifier] != nil })
        }
        state.timers?.arm(wall: state.wall.min?.deadline, boot: state.boot.min?.deadline, at: now().wall)
    }
}
