// SPDX-License-Identifier: Apache-2.0

/// The one place of this module where a task starts outside a task group.
///
/// A group waits for all its tasks. A teardown that ignores cancellation can only be left behind by a task outside of
/// any group, and a time limit must outlast the cancellation of whoever waits. Whoever starts a task here keeps it in
/// order to cancel it, or starts it cancelled.
enum OwnedTask {
    @discardableResult
    static func start(
        isCancelled: Bool = false, _ operation: @escaping @Sendable () async -> Void
    ) -> Task<Void, Never> {
        Task {
            // From inside, so that the operation never sees a moment without cancellation.
            if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
            await operation()
        }
    }
}
