// SPDX-License-Identifier: Apache-2.0

public import SleepModel

/// The schedules of all devices.
public protocol ScheduleRepository: Sendable {
    /// All schedules, in the order they were added.
    func schedules() async throws(StorageError) -> [Schedule]
}
