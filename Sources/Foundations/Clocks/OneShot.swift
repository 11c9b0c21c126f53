// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A value that is set once, by whoever comes first on any thread, and that any number of tasks can wait for.
///
/// The three ways to wait differ in what a cancelled task does: it goes on waiting (`value()`), it sets a substitute for
/// everybody (`value(ifCancelled:)`), or it stops waiting (`valueUnlessCancelled()`).
public final class OneShot<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiting: [CheckedContinuation<Value, Never>] = []
        var cancellable: [Int: CheckedContinuation<Value?, Never>] = [:]
        var identifiers = 0
    }

    private let state = Mutex(State())

    /// Makes a value that is not set.
    public init() {}

    /// Whether the value is set.
    public var isSet: Bool { state.withLock { $0.value != nil } }

    /// How many tasks wait.
    var waitingCount: Int { state.withLock { $0.waiting.count + $0.cancellable.count } }

    /// Sets the value; returns false, and does nothing, if it is set already.
    @discardableResult
    public func set(_ value: Value) -> Bool {
        let waiting = state.withLock { state -> State? in
            guard state.value == nil else { return nil }
            defer { state = State(value: value) }
            return state
        }
        guard let waiting else { return false }
        for continuation in waiting.waiting { continuation.resume(returning: value) }
        for continuation in waiting.cancellable.values { continuation.resume(returning: value) }
        return true
    }

    /// Waits until the value is set, even if the task is cancelled.
    public nonisolated(nonsending) func value() async -> Value {
        await withCheckedContinuation { continuation in
            let value = state.withLock { state -> Value? in
                if state.value == nil { state.waiting.append(continuation) }
                return state.value
            }
            if let value { continuation.resume(returning: value) }
        }
    }

    /// Waits until the value is set; if the task is cancelled, sets `substitute` for everybody.
    public nonisolated(nonsending) func value(ifCancelled substitute: Value) async -> Value {
        await withTaskCancellationHandler {
            await value()
        } onCancel: {
            set(substitute)
        }
    }

    /// Waits until the value is set; returns nil if the task is cancelled first, and the others go on waiting.
    public nonisolated(nonsending) func valueUnlessCancelled() async -> Value? {
        let identifier = state.withLock { state in
            state.identifiers += 1
            return state.identifiers
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (isOver, value) = state.withLock { state -> (Bool, Value?) in
                    // The cancellation handler may have run already and found nobody waiting.
                    if state.value != nil || Task.isCancelled { return (true, state.value) }
                    state.cancellable[identifier] = continuation
                    return (false, nil)
                }
                if isOver { continuation.resume(returning: value) }
            }
        } onCancel: {
            state.withLock { $0.cancellable.removeValue(forKey: identifier) }?.resume(returning: nil)
        }
    }
}

extension OneShot where Value == Void {
    /// Sets it; does nothing if it is set already.
    public func set() {
        set(())
    }
}
