// SPDX-License-Identifier: Apache-2.0

/// The error of an operation that did not end in time.
public struct DeadlineExceeded: Error, Hashable, Sendable {
    /// Makes the error.
    public init() {}
}

/// Runs `operation` and cancels it when `duration` has passed on `clock`.
///
/// Throws `DeadlineExceeded` then, otherwise what `operation` throws. The call returns only when the operation has
/// ended, so an operation that ignores cancellation delays it; if such an operation succeeds all the same, its value is
/// returned, as nobody else could release what it made.
public func withDeadline<Value: Sendable>(
    _ duration: Duration, on clock: any NightClock, operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: DeadlineEnding<Value>.self) { group in
        group.addTask {
            do { return .operation(.success(try await operation())) } catch { return .operation(.failure(error)) }
        }
        group.addTask {
            do { try await clock.sleep(for: duration) } catch { return .time(error) }
            return .time(DeadlineExceeded())
        }
        var timeError: (any Error)?
        for try await ending in group {
            group.cancelAll()
            switch ending {
            case .operation(.success(let value)): return value
            case .operation(.failure(let error)): throw timeError ?? error
            case .time(let error): timeError = error
            }
        }
        throw timeError ?? DeadlineExceeded()
    }
}

/// Which of the two ended, and how.
private enum DeadlineEnding<Value: Sendable>: Sendable {
    case operation(Result<Value, any Error>)
    case time(any Error)
}
