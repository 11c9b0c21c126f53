// SPDX-License-Identifier: Apache-2.0

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
