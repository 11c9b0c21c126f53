// SPDX-License-Identifier: Apache-2.0

import Logging
public import SleepModel
import Storage

/// Writes lines to the log that outlives the process; the household goes on when the store fails.
public struct HouseholdLog: Sendable {
    private let store: any ChangeRepository
    private let logger: Logger

    init(store: any ChangeRepository, logger: Logger) {
        self.store = store
        self.logger = logger
    }

    /// Writes `entries`; a failure of the store goes to the diagnostics and nowhere else.
    public func write(_ entries: LogEntry...) async {
        await write(entries)
    }

    /// Does what may fail with the store: the night goes on, and what the store does not take now is tried again later.
    nonisolated(nonsending) func attempt(on device: MacAddress, _ work: () async throws -> Void) async {
        do {
            try await work()
        } catch is StorageError {
            // The store of the household says so once, and not with every attempt.
        } catch {
            logger.error("a change failed", metadata: ["device": "\(device)", "error": "\(error)"])
        }
    }

    func write(_ entries: [LogEntry]) async {
        guard !entries.isEmpty else { return }
        do {
            try await store.commit(.note(entries))
        } catch {
            logger.error("the log cannot be written", metadata: ["error": "\(error)"])
        }
    }
}
