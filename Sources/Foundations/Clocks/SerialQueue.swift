// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Runs one body at a time, first come, first served: an actor alone interleaves its calls at every suspension.
///
/// A body keeps the isolation of its caller. A body must not wait for another one in the same queue.
public final class SerialQueue: Sendable {
    private struct State {
        var isBusy = false
        var waiting: [(identifier: Int, continuation: CheckedContinuation<Bool, Never>)] = []
        var identifiers = 0
    }

    private let state = Mutex(State())

    /// Makes an empty queue.
    public init() {}

    /// How many callers wait.
    public var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Runs `body` alone; throws `CancellationError` if the task is cancelled while it waits.
    public nonisolated(nonsending) func run<Value>(
        _ body: nonisolated(nonsending) () async throws -> Value
    ) async throws -> Value {
        if let identifier = enter() {
            let isEntered = await withTaskCancellationHandler {
                await wait(identifier, isCancellable: true)
            } onCancel: {
                withdraw(identifier)
            }
            guard isEntered else { throw CancellationError() }
        }
        defer { leave() }
        return try await body()
    }

    /// Runs `body` alone, even if the task is cancelled.
    public nonisolated(nonsending) func runEvenIfCancelled<Value, Failure>(
        _ body: nonisolated(nonsending) () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        if let identifier = enter() { _ = await wait(identifier, isCancellable: false) }
        defer { leave() }
        return try await body()
    }

    /// Enters the queue if it is free; returns a number to wait under if it is not.
    private func enter() -> Int? {
        state.withLock { state in
            guard state.isBusy else {
                state.isBusy = true
                return nil
            }
            state.identifiers += 1
            return state.identifiers
        }
    }

    /// Suspends until the queue is free; returns false if the caller was withdrawn first.
    private nonisolated(nonsending) func wait(_ identifier: Int, isCancellable: Bool) async -> Bool {
        await withCheckedContinuation { continuation in
            let isEntered = state.withLock { state -> Bool? in
                // The cancellation handler may have run already and found nobody waiting.
                if isCancellable && Task.isCancelled { return false }
                guard state.isBusy else {
                    state.isBusy = true
                    return true
                }
                state.waiting.append((identifier, continuation))
                return nil
            }
            if let isEntered { continuation.resume(returning: isEntered) }
        }
    }

    private func withdraw(_ identifier: Int) {
        let continuation = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            state.waiting.firstIndex { $0.identifier == identifier }.map { state.waiting.remove(at: $0).continuation }
        }
        continuation?.resume(returning: false)
    }

    /// Lets the next caller in; the queue stays busy until nobody waits, so that nobody can push in.
    private func leave() {
        let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst().continuation }
            state.isBusy = false
            return nil
        }
        next?.resume(returning: true)
    }
}
