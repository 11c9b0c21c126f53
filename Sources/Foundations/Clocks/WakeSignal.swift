// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Tells one waiting loop that something changed; signals given while nobody waits are kept as one.
public final class WakeSignal: Sendable {
    private struct State {
        var isPending = false
        var waiter: (ticket: Int, continuation: CheckedContinuation<Void, Never>)?
        var nextTicket = 0
        var withdrawn: Set<Int> = []
    }

    private let state = Mutex(State())

    /// Makes a signal that is not pending.
    public init() {}

    /// Wakes the waiting loop, or the next one to wait.
    public func raise() {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            if state.waiter == nil { state.isPending = true }
            return state.waiter?.continuation
        }
        waiter?.resume()
    }

    /// Suspends until the signal is raised or the task is cancelled; for one waiter at a time.
    public func wait() async {
        let ticket = state.withLock { state in
            state.nextTicket += 1
            return state.nextTicket
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let previous = state.withLock { state -> CheckedContinuation<Void, Never>? in
                    if state.withdrawn.remove(ticket) != nil { return continuation }
                    if state.isPending {
                        state.isPending = false
                        return continuation
                    }
                    defer { state.waiter = (ticket, continuation) }
                    return state.waiter?.continuation
                }
                previous?.resume()
            }
        } onCancel: {
            let continuation = state.withLock { state -> CheckedContinuation<Void, Never>? in
                guard let waiter = state.waiter, waiter.ticket == ticket else {
                    state.withdrawn.insert(ticket)
                    return nil
                }
                state.waiter = nil
                return waiter.continuation
            }
            continuation?.resume()
        }
        state.withLock { _ = $0.withdrawn.remove(ticket) }
    }
}
