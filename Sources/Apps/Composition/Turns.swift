// SPDX-License-Identifier: Apache-2.0

/// Lets one do its work after the other, in the order they came.
@MainActor
final class Turns {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Waits for its turn, cancelled or not, and does `body`; which must not take another turn.
    func take<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        if isTaken { await withCheckedContinuation { waiting.append($0) } }
        isTaken = true
        defer {
            if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
        }
        return try await body()
    }
}
