// SPDX-License-Identifier: Apache-2.0

/// The place of one nonisolated instance.
final class Slot: Sendable {
    enum State {
        case empty
        case building(ResolutionFrame)
        case ready(any AnyObject & Sendable)
        case closed
    }

    private let state = Lock(State.empty)

    var current: State { state.withLock { $0 } }

    /// The value, if it is built and not released yet.
    var ready: (any AnyObject & Sendable)? {
        state.withLock { state in
            guard case .ready(let box) = state else { return nil }
            return box
        }
    }

    /// Takes an empty slot for the frame; `false` if another thread was faster.
    func claim(for frame: ResolutionFrame) -> Bool {
        state.withLock { state in
            guard case .empty = state else { return false }
            state = .building(frame)
            return true
        }
    }

    /// Publishes a value that nobody could wait for; a slot that was closed meanwhile stays closed.
    func fill(with value: any AnyObject & Sendable) {
        state.withLock { state in
            guard case .empty = state else { return }
            state = .ready(value)
        }
    }

    /// Publishes the value, or empties the slot after a failure so that the next resolution tries again; a slot that
    /// was closed meanwhile stays closed.
    func finish(with value: (any AnyObject & Sendable)?) {
        state.withLock { state in
            guard case .building = state else { return }
            state = value.map(State.ready) ?? .empty
        }
    }

    /// Releases the value outside the lock, because its `deinit` may run any code.
    func close() {
        let previous = state.withLock { state in
            let previous = state
            state = .closed
            return previous
        }
        withExtendedLifetime(previous) {}
    }
}

/// The place of one main-actor instance, which need not be `Sendable`.
@MainActor
final class MainActorSlot {
    enum State {
        case empty
        case building
        case ready(AnyObject)
        case closed
    }

    var state = State.empty

    nonisolated init() {}

    /// Releases the value.
    func close() {
        state = .closed
    }

    // The value may be released only on the main actor.
    isolated deinit {}
}
