// SPDX-License-Identifier: Apache-2.0

import UnixSignals

/// Runs `body` until it ends, or until the process is asked to stop with SIGINT or SIGTERM; nil then.
///
/// A `body` that is interrupted is cancelled and waited for.
public func untilInterrupted<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value? {
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
    return try await withThrowingTaskGroup(of: Value?.self) { group in
        group.addTask { try await body() }
        group.addTask {
            for await _ in signals { break }
            return nil
        }
        defer { group.cancelAll() }
        return try await group.next().flatMap { $0 }
    }
}

/// Waits until the process is asked to stop with SIGINT or SIGTERM; false when the task is cancelled before.
public func interruption() async -> Bool {
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
    for await _ in signals { return true }
    return false
}
