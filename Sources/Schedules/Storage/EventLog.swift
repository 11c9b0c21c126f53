// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel

/// What happened, for people to read.
public protocol EventLog: Sendable {
    /// Entries at or after `since`, of one device if given, oldest first; the newest `limit` (1 to 10,000) of them.
    func entries(since: Instant?, device: MacAddress?, limit: Int) async throws(StorageError) -> [LogEntry]
}
