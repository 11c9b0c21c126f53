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

    /// Lets go of the value.
    func close() {
        state = .closed
    }

    // The value may only be released where it lives.
    isolated deinit {}
}
