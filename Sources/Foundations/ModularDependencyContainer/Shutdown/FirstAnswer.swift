// SPDX-License-Identifier: Apache-2.0

/// A value that several sides may give; the first counts, and whoever waits gets it exactly once.
///
/// `Clocks` has the same as `OneShot`. This module does not use it, because it is a product of its own: who depends on
/// the container does not get time zones with it, and its one lock is one that the thread sanitizer sees.
final class FirstAnswer<Value: Sendable>: Sendable {
    private enum State {
        case awaited([CheckedContinuation<Value, Never>])
        case given(Value)
    }

    private let state = Lock(State.awaited([]))

    func give(_ value: Value) {
        let waiting = state.withLock { state -> [CheckedContinuation<Value, Never>] in
            guard case .awaited(let waiting) = state else { return [] }
            state = .given(value)
            return waiting
        }
        for continuation in waiting { continuation.resume(returning: value) }
    }

    /// Waits whatever happens to the task; who wants less gives an answer on cancellation.
    var value: Value {
        get async {
            await withCheckedContinuation { continuation in
                let value = state.withLock { state -> Value? in
                    switch state {
                    case .given(let value):
                        return value
                    case .awaited(let waiting):
                        state = .awaited(waiting + [continuation])
                        return nil
                    }
                }
                if let value { continuation.resume(returning: value) }
            }
        }
    }

    /// As `value`, but the task's cancellation gives `substitute` if nothing was given before.
    func value(ifCancelled substitute: Value) async -> Value {
        await withTaskCancellationHandler {
            await value
        } onCancel: {
            give(substitute)
        }
    }
}
