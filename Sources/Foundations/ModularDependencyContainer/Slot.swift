// SPDX-License-Identifier: Apache-2.0

/// The place of one nonisolated instance.
final class Slot: Sendable {
    enum State {
        case empty
        case building(ResolutionFrame)
        case ready(any ValueBox)
        case closed
    }

    private let state = Lock(State.empty)

    var current: State { state.withLock { $0 } }

    /// Takes an empty slot for the frame; `false` if somebody else was faster.
    func claim(for frame: ResolutionFrame) -> Bool {
        state.withLock { state in
            guard case .empty = state else { return false }
            state = .building(frame)
            return true
        }
    }

    /// Publishes the value, or empties the slot after a failure so that the next one tries again.
    func finish(with value: (any ValueBox)?) {
        state.withLock { $0 = value.map(State.ready) ?? .empty }
    }

    /// Lets go of the value; outside the lock, since its `deinit` is not ours.
    func close() {
        let previous = state.withLock { state in
            let previous = state
            state = .closed
            return previous
        }
        withExtendedLifetime(previous) {}
    }
}
