// SPDX-License-Identifier: Apache-2.0

public import Testing

/// Returns once the condition holds; records an issue if it does not hold within the limit.
///
/// Yields between two looks, so that other tasks go on, and never sleeps.
public nonisolated(nonsending) func eventually(
    within limit: Duration = .seconds(30), sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () async throws -> Bool
) async rethrows {
    let end = ContinuousClock.now + limit
    while try await !condition() {
        guard ContinuousClock.now < end, !Task.isCancelled else {
            Issue.record("The condition did not hold within \(limit).", sourceLocation: sourceLocation)
            return
        }
        await Task.yield()
    }
}
