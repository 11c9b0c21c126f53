// SPDX-License-Identifier: Apache-2.0

import Clocks
import Storage
import Synchronization

/// Calls of a store that nobody waits for longer than a while.
///
/// A disk can stall for minutes, and nothing that rings may wait for it.
final class PunctualCalls: Sendable {
    private let clock: any NightClock
    private let patience: Duration?
    /// How many calls are on their way for longer than anybody waits.
    private let overdue = Mutex(0)

    /// Waits for `patience` on `clock`, or without it as long as a call takes.
    init(clock: any NightClock, patience: Duration?) {
        self.clock = clock
        self.patience = patience
    }

    /// Whether a call is on its way for longer than anybody waits.
    var areOverdue: Bool { overdue.withLock { $0 > 0 } }

    /// Waits for an answer; throws `overdue` when it does not come in time.
    ///
    /// An answer that comes later is given to `follow`, and calls are overdue until that returns.
    func answer<Value: Sendable>(
        _ call: @escaping @Sendable () async throws(StorageError) -> Value,
        late follow: @escaping @Sendable (Result<Value, StorageError>) async -> Void = { _ in }
    ) async throws(StorageError) -> Value {
        guard let patience else { return try await call() }
        let answer = OneShot<Result<Value, StorageError>>()
        // No child tasks: the caller leaves when the time is over, before the answer comes, and also if it is cancelled.
        // They run where the caller runs, because a simulated clock waits for nothing else.
        let executor = withUnsafeCurrentTask { $0?.unownedTaskExecutor?.asTaskExecutor() }
        Task(executorPreference: executor) {
            let result: Result<Value, StorageError>
            do throws(StorageError) { result = .success(try await call()) } catch { result = .failure(error) }
            guard !answer.set(result) else { return }
            await follow(result)
            self.endOverdue()
        }
        let limit = Task(executorPreference: executor) { [clock] in
            try await clock.sleep(for: patience)
            // Before the answer is set, so that a caller who sees it finds calls overdue.
            self.overdue.withLock { $0 += 1 }
            if !answer.set(.failure(.overdue)) { self.endOverdue() }
        }
        defer { limit.cancel() }
        return try await answer.value().get()
    }

    private func endOverdue() {
        overdue.withLock { $0 -= 1 }
    }
}

extension StorageError {
    /// The store has not answered in time.
    static let overdue = StorageError(
        .overdue, "The disk has not answered yet, so nobody knows whether this is saved.")
}
