// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Something that happens once, for any number of tasks to wait for.
final class OneTimeEvent: Sendable {
    private struct State {
        var hasHappened = false
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var identifiers = 0
    }

    private let state = Mutex(State())

    /// Whether it has happened.
    var hasHappened: Bool { state.withLock { $0.hasHappened } }

    /// Lets everybody go on who waits, now or later; does nothing the second time.
    func happen() {
        let waiters = state.withLock { state in
            state.hasHappened = true
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Suspends until it has happened or the task is cancelled.
    func wait() async {
        let identifier = state.withLock { state in
            state.identifiers += 1
            return state.identifiers
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    // The cancellation handler may have run already and found nobody waiting.
                    if state.hasHappened || Task.isCancelled { return true }
                    state.waiters[identifier] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: identifier) }?.resume()
        }
    }

    /// Returns what `body` returns, which is cancelled when this happens first.
    func cancelling<Value: Sendable>(_ body: @escaping @Sendable () async -> Value?) async -> Value? {
        await withTaskGroup(of: Value?.self) { group in
            group.addTask { await body() }
            group.addTask {
                await self.wait()
                return nil
            }
            var value: Value?
            for await result in group {
                group.cancelAll()
                value = value ?? result
            }
            return value
        }
    }
}
