// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// One wait for one value: ended once, by whoever comes first, on any thread.
final class BusTicket<Value: Sendable>: Sendable {
    typealias Ending = Result<Value, BusError>

    private enum State {
        case new
        case waiting(CheckedContinuation<Ending, Never>)
        case ended(Ending)
    }

    private let state = Mutex(State.new)
    private let upon: @Sendable (Ending) -> Void

    /// Calls `upon` when it ends, before whoever waits goes on, in the context that ends it.
    init(upon: @escaping @Sendable (Ending) -> Void = { _ in }) {
        self.upon = upon
    }

    /// Whether nobody waits any more.
    var isEnded: Bool {
        state.withLock { if case .ended = $0 { true } else { false } }
    }

    /// Ends the wait; does nothing if it has ended.
    func end(_ ending: Ending) {
        let (isFirst, continuation) = state.withLock { state -> (Bool, CheckedContinuation<Ending, Never>?) in
            switch state {
            case .new:
                state = .ended(ending)
                return (true, nil)
            case .waiting(let continuation):
                state = .ended(ending)
                return (true, continuation)
            case .ended:
                return (false, nil)
            }
        }
        if isFirst { upon(ending) }
        continuation?.resume(returning: ending)
    }

    /// Suspends until it ends; a cancelled task ends it with `cancelled` at once.
    ///
    /// For one waiter.
    nonisolated(nonsending) func value() async throws(BusError) -> Value {
        let ending = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ending = state.withLock { state -> Ending? in
                    if case .ended(let ending) = state { return ending }
                    state = .waiting(continuation)
                    return nil
                }
                if let ending { continuation.resume(returning: ending) }
            }
        } onCancel: {
            end(.failure(.cancellation))
        }
        return try ending.get()
    }
}
