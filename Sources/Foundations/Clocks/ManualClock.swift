// SPDX-License-Identifier: Apache-2.0

public import CivilTime
import Synchronization

/// A clock that stands still until a test moves it.
public final class ManualClock: NightClock {
    private struct State {
        var sample: ClockSample
        var sleepers = Sleepers()
        var cancelled: Set<Int> = []
        var nextIdentifier = 0
        var watchers: [Int: Watcher] = [:]
    }

    /// A test that waits until enough tasks sleep with a deadline no later than a boot time.
    private struct Watcher {
        let count: Int
        let latest: Duration?
        let continuation: CheckedContinuation<Void, Never>
    }

    private let state: Mutex<State>

    /// Starts at `wall`, with the boot clock at `boot`.
    public init(wall: Instant, boot: Duration = .zero, bootID: String = "manual") {
        state = Mutex(State(sample: ClockSample(wall: wall, boot: boot, monotonic: boot, bootID: bootID)))
    }

    /// Reads all clocks at once.
    public func now() -> ClockSample {
        state.withLock { $0.sample }
    }

    /// Lets elapsed time pass: wall, boot and monotonic clocks move together.
    public func advance(by duration: Duration) {
        wake { state in
            state.sample = state.sample.after(duration)
            // Nothing but deadlines ends a sleep when all clocks move together.
            return state.sleepers.removeDue(at: state.sample)
        }
    }

    /// Lets the host sleep: wall and boot clocks move, the monotonic one stands; every sleeper is told.
    public func suspend(for duration: Duration) {
        move { sample in
            sample.wall = sample.wall + duration
            sample.boot += duration
        }
    }

    /// Sets the wall clock, as an administrator or a time server would; every sleeper is told.
    public func step(to wall: Instant) {
        move { $0.wall = wall }
    }

    /// Says that the host may be in another zone now; every sleeper is told.
    public func changeZone() {
        move { $0.zones.zone += 1 }
    }

    /// Says that the zone data may be another now; every sleeper is told.
    public func changeZoneData() {
        move { $0.zones.data += 1 }
    }

    /// Starts the host anew: the boot clock begins at zero under a new boot identifier.
    public func reboot(bootID: String, downtime: Duration) {
        move { sample in
            sample = ClockSample(
                wall: sample.wall + downtime, boot: .zero, monotonic: .zero, bootID: bootID, zones: sample.zones)
        }
    }

    /// How much time has to pass until a deadline wakes a task, in whole nanoseconds; nil if no task has one.
    public var delayUntilDeadline: Duration? {
        let delay = state.withLock { state in
            let earliest = state.sleepers.earliest
            let byWall = earliest.wall.map { $0 - state.sample.wall }
            let byBoot = earliest.boot.map { $0 - state.sample.boot }
            return [byWall, byBoot].compactMap(\.self).min()
        }
        // The wall clock knows no smaller unit, and would fall behind the boot clock.
        return delay.map { delay in
            let (seconds, attoseconds) = delay.components
            return .seconds(seconds) + .nanoseconds((attoseconds + 999_999_999) / 1_000_000_000)
        }
    }

    /// How many tasks sleep on the clock.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Suspends until at least `count` tasks sleep on the clock, or the task is cancelled.
    public func waitForSleepers(_ count: Int) async {
        await waitForSleepers(count, until: nil)
    }

    /// Suspends until a task sleeps that elapsed time would wake within `delay`, or the task is cancelled.
    ///
    /// Long deadlines beside it do not count, so a test can tell a pause from the time limit around it.
    public func waitForSleeper(within delay: Duration) async {
        await waitForSleepers(1, until: now().boot + delay)
    }

    private func waitForSleepers(_ count: Int, until latest: Duration?) async {
        let identifier = nextIdentifier()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let watcher = Watcher(count: count, latest: latest, continuation: continuation)
                let isOver = state.withLock { state in
                    // The cancellation handler may have run already and found nobody waiting.
                    if Task.isCancelled || Self.isMet(watcher, by: state.sleepers) { return true }
                    state.watchers[identifier] = watcher
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.watchers.removeValue(forKey: identifier) }?.continuation.resume()
        }
    }

    /// Suspends until a deadline passes, or something happens to the clock, by one of the calls above.
    public func sleep(until request: WakeRequest) async throws -> WakeReason {
        let identifier = nextIdentifier()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enlist(identifier, request, continuation)
            }
        } onCancel: {
            cancel(identifier)
        }
    }

    private static func isMet(_ watcher: Watcher, by sleepers: Sleepers) -> Bool {
        guard let latest = watcher.latest else { return sleepers.count >= watcher.count }
        return sleepers.requests.count { $0.boot.map { $0 <= latest } ?? false } >= watcher.count
    }

    private func nextIdentifier() -> Int {
        state.withLock { state in
            state.nextIdentifier += 1
            return state.nextIdentifier
        }
    }

    private func enlist(
        _ identifier: Int, _ request: WakeRequest, _ continuation: CheckedContinuation<WakeReason, any Error>
    ) {
        enum Outcome { case cancelled, over(WakeReason), waiting([CheckedContinuation<Void, Never>]) }
        let outcome = state.withLock { state -> Outcome in
            if state.cancelled.remove(identifier) != nil { return .cancelled }
            let request = request.begun(at: state.sample)
            if let reason = request.reason(at: state.sample) { return .over(reason) }
            state.sleepers.add(Sleepers.Sleeper(request: request, continuation: continuation), as: identifier)
            guard !state.watchers.isEmpty else { return .waiting([]) }
            let ready = state.watchers.filter { Self.isMet($0.value, by: state.sleepers) }
            for identifier in ready.keys { state.watchers.removeValue(forKey: identifier) }
            return .waiting(ready.values.map(\.continuation))
        }
        switch outcome {
        case .cancelled: continuation.resume(throwing: CancellationError())
        case .over(let reason): continuation.resume(returning: reason)
        case .waiting(let watchers): for watcher in watchers { watcher.resume() }
        }
    }

    private func cancel(_ identifier: Int) {
        let sleeper = state.withLock { state -> Sleepers.Sleeper? in
            if let sleeper = state.sleepers.remove(identifier) { return sleeper }
            state.cancelled.insert(identifier)
            return nil
        }
        sleeper?.continuation.resume(throwing: CancellationError())
    }

    private func move(_ change: (inout ClockSample) -> Void) {
        wake { state in
            change(&state.sample)
            return state.sleepers.removeEnded(at: state.sample)
        }
    }

    private func wake(_ change: (inout State) -> [(sleeper: Sleepers.Sleeper, reason: WakeReason)]) {
        for (sleeper, reason) in state.withLock({ change(&$0) }) { sleeper.continuation.resume(returning: reason) }
    }
}
