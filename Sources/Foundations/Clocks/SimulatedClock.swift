// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Synchronization

/// A clock whose time passes only while everybody who lives by it is idle, for demonstrations and tests.
///
/// What `run` starts is idle when every task of it sleeps or waits for another. Then the clock jumps to the next moment
/// that one of them sleeps for. The same work gives the same night on every run, as fast as the machine allows.
///
/// Tasks outside of the task tree of `run`, and work on threads of a library, such as a database, are not waited for.
public final class SimulatedClock: NightClock {
    /// How fast time passes while everybody is idle.
    public enum Pace: Sendable {
        /// As fast as the machine allows.
        case unlimited
        /// At most so many simulated seconds in a second of a clock of real time; a speed below one counts as one.
        case limited(speed: Int, clock: any NightClock)
        /// Only when somebody moves the clock behind, best while everybody is `idle()`.
        case still
    }

    private struct State {
        var runs = 0
        var waitingForIdle: [CheckedContinuation<Void, Never>] = []
    }

    /// The clock behind this one, which shows the same time; use it to step, to suspend and to change zones.
    public let manual: ManualClock

    private let pace: Pace
    private let executor = SimulationExecutor()
    private let state = Mutex(State())

    /// Starts at the time of `manual`.
    public init(_ manual: ManualClock, pace: Pace = .unlimited) {
        self.manual = manual
        self.pace = pace
    }

    /// Reads all clocks at once.
    public func now() -> ClockSample {
        manual.now()
    }

    /// Suspends until a deadline passes, or something happens to the clock behind.
    public func sleep(until request: WakeRequest) async throws -> WakeReason {
        try await manual.sleep(until: request)
    }

    /// Runs `body` and lets time pass whenever it and every task it has started are idle, until it returns.
    ///
    /// All of it runs on the main queue, so `body` must not block.
    public func run<Value: Sendable>(
        _ body: @escaping @MainActor @Sendable () async throws -> Value
    ) async throws -> Value {
        state.withLock { $0.runs += 1 }
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { [executor] in
                try await withTaskExecutorPreference(executor) { try await body() }
            }
            group.addTask {
                await self.passTime()
                return nil
            }
            defer { group.cancelAll() }
            while let ended = try await group.next() {
                if let value = ended { return value }
            }
            throw CancellationError()
        }
    }

    /// Suspends until everybody else is idle, while no time passes; returns at once if nothing runs.
    public func idle() async {
        await withCheckedContinuation { waiter in
            let isRunning = state.withLock { state in
                guard state.runs > 0 else { return false }
                state.waitingForIdle.append(waiter)
                return true
            }
            if isRunning { executor.work.raise() } else { waiter.resume() }
        }
    }

    /// Why time does not pass any further.
    private enum Halt {
        /// Nobody sleeps for anything, or time stands still.
        case nothingDue
        /// The pace does not allow more until this time of its clock.
        case tooFast(until: Duration, clock: any NightClock)
        case cancelled
    }

    /// Jumps from deadline to deadline until cancelled.
    private func passTime() async {
        let isCancelled = OneShot<Void>()
        let begin = Begin(simulated: manual.now().boot, real: realTime)
        defer { endRun() }
        await withTaskCancellationHandler {
            while true {
                switch await jump(since: begin, until: isCancelled) {
                case .nothingDue: await executor.work.wait()
                case .tooFast(let due, let clock): _ = try? await clock.sleep(until: WakeRequest(boot: due))
                case .cancelled: return
                }
            }
        } onCancel: {
            isCancelled.set(())
        }
    }

    /// When a run began, on both clocks.
    private struct Begin {
        var simulated: Duration
        var real: Duration
    }

    private var realTime: Duration {
        if case .limited(_, let clock) = pace { clock.now().boot } else { .zero }
    }

    /// Jumps from deadline to deadline, on the main queue whenever it is empty, for as long as that is possible.
    private func jump(since begin: Begin, until isCancelled: OneShot<Void>) async -> Halt {
        await withCheckedContinuation { continuation in
            executor.whenIdle { [self] in
                guard !isCancelled.isSet else {
                    continuation.resume(returning: .cancelled)
                    return false
                }
                guard !resumeWaiting() else { return true }
                if let halt = jumpOnce(since: begin) {
                    continuation.resume(returning: halt)
                    return false
                }
                return true
            }
        }
    }

    /// Jumps to the next deadline, or says why not.
    private func jumpOnce(since begin: Begin) -> Halt? {
        guard let delay = manual.delayUntilDeadline else { return .nothingDue }
        switch pace {
        case .still: return .nothingDue
        case .limited(let speed, let clock):
            let due = begin.real + (manual.now().boot + delay - begin.simulated) / max(speed, 1)
            guard clock.now().boot >= due else { return .tooFast(until: due, clock: clock) }
        case .unlimited: break
        }
        manual.advance(by: delay)
        return nil
    }

    /// Resumes who waits for idleness; false if nobody does.
    private func resumeWaiting() -> Bool {
        let waiting = state.withLock { state in
            defer { state.waitingForIdle = [] }
            return state.waitingForIdle
        }
        for waiter in waiting { waiter.resume() }
        return !waiting.isEmpty
    }

    /// Nobody finds out about idleness any more, so nobody may wait for it.
    private func endRun() {
        let waiting = state.withLock { state in
            state.runs -= 1
            guard state.runs == 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waitingForIdle = [] }
            return state.waitingForIdle
        }
        for waiter in waiting { waiter.resume() }
    }
}
