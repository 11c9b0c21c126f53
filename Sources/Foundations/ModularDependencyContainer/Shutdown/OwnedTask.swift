// SPDX-License-Identifier: Apache-2.0

/// The one place of this module where a task starts outside a task group.
///
/// A group waits for all its tasks. Only a task outside a group can be abandoned when its teardown ignores
/// cancellation, and a time limit must outlast the caller's cancellation. The code that starts a task here keeps it to
/// cancel it, or starts it cancelled. The task keeps the executor preference of the task that starts it.
enum OwnedTask {
    @discardableResult
    static func start(
        isCancelled: Bool = false, _ operation: @escaping @Sendable () async -> Void
    ) -> Task<Void, Never> {
        let executor = withUnsafeCurrentTask { $0?.unownedTaskExecutor?.asTaskExecutor() }
        return Task(executorPreference: executor) {
            // Cancel from inside, so that the operation is cancelled from its first moment.
            if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
            await operation()
        }
    }
}
