// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Dispatch
import Glibc
import Synchronization

/// The sleepers of one host clock, and the kernel's timers that wake them.
///
/// Two timers serve any number of sleepers. They are made once and kept, so sleepers still wake in a process that has
/// run out of descriptors.
final class HostSleepers: Sendable {
    private struct State {
        var timers: HostTimers?
        var listener: ZoneWatch.Listener?
        var sleepers = Sleepers()
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
                enter(Sleepers.Sleeper(request: request, continuation: continuation), as: identifier)
            }
        } onCancel: {
            cancel(identifier)
        }
    }

    /// Wakes everybody for whom something happened to the clock, and everybody whose deadline has passed.
    private func followEvents() {
        wake { $0.removeEnded(at: $1) }
    }

    /// Wakes everybody whose deadline has passed.
    private func followTimers() {
        let isEvent = state.withLock { $0.timers?.readExpirations() ?? false }
        // The kernel says only that the clock was set, by however little.
        if isEvent { return followEvents() }
        wake { $0.removeDue(at: $1) }
    }

    // MARK: -

    private func enter(_ sleeper: Sleepers.Sleeper, as identifier: Int) {
        let ending = state.withLock { state -> Result<WakeReason, any Error>? in
            if state.cancelled.contains(identifier) { return .failure(CancellationError()) }
            do { try prepare(&state) } catch { return .failure(error) }
            state.sleepers.add(sleeper, as: identifier)
            arm(&state)
            // Only now, with the timers armed, so that nothing can happen between the look and the wait.
            guard let reason = sleeper.request.reason(at: now()) else { return nil }
            _ = state.sleepers.remove(identifier)
            return .success(reason)
        }
        if let ending { sleeper.continuation.resume(with: ending) }
    }

    private func cancel(_ identifier: Int) {
        let sleeper = state.withLock { state -> Sleepers.Sleeper? in
            if let sleeper = state.sleepers.remove(identifier) { return sleeper }
            state.cancelled.insert(identifier)
            return nil
        }
        sleeper?.continuation.resume(throwing: CancellationError())
    }

    private func wake(
        _ whom: (inout Sleepers, ClockSample) -> [(sleeper: Sleepers.Sleeper, reason: WakeReason)]
    ) {
        let woken = state.withLock { state in
            defer { arm(&state) }
            return whom(&state.sleepers, now())
        }
        for (sleeper, reason) in woken { sleeper.continuation.resume(returning: reason) }
    }

    private func prepare(_ state: inout State) throws(TimerError) {
        guard state.timers == nil else { return }
        state.timers = try HostTimers(wakesHost: wakesHost) { [weak self] in self?.followTimers() }
    }

    /// Arms the timers for the earliest deadlines.
    private func arm(_ state: inout State) {
        let earliest = state.sleepers.earliest
        state.timers?.arm(wall: earliest.wall, boot: earliest.boot, at: now().wall)
    }
}
