// SPDX-License-Identifier: Apache-2.0

public import CivilTime
import SleepModel
public import Storage

/// When the newest line of the log was written, which a right clock does not precede.
public struct LogEnd: Hashable, Sendable {
    /// The time of the line; nil where there is none.
    public let newest: Instant?

    /// The end of a log without lines.
    public init() {
        newest = nil
    }

    /// Reads the end of a store's log; throws what the store throws.
    public init(of store: any NightStore) async throws {
        // Ten, because the newest may be unreadable.
        newest = try await store.entries(since: nil, device: nil, limit: 10).last?.at
    }
}
