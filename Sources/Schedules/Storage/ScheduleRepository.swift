// SPDX-License-Identifier: Apache-2.0

public import SleepModel

/// The schedules of all devices.
public protocol ScheduleRepository: Sendable {
    /// All schedules, in the order they were added.
    func schedules() async throws(StorageError) -> [Schedule]

    /// Adds a schedule, or replaces the one with the same identity, and notes `log` in the same transaction.
    ///
    /// Throws `conflict` when another schedule of the same device and kind has the name.
    func save(_ schedule: Schedule, log: [LogEntry]) async throws(StorageError)

    /// Removes a schedule; what happened stays in the log. Does nothing when there is none.
    func removeSchedule(_ id: ScheduleID, log: [LogEntry]) async throws(StorageError)
}
