// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel
public import Storage

/// The changes one at a time, as the cases mostly make them.
extension NightStore {
    /// Enters an occurrence.
    public func claim(
        _ record: OccurrenceRecord, settling schedule: Schedule? = nil, log: [LogEntry] = []
    ) async throws(StorageError) -> Bool {
        try await commit(.claim(record, settling: schedule, log: log))
    }

    /// Keeps an open occurrence's next state, or its end.
    public func update(_ record: OccurrenceRecord, log: [LogEntry] = []) async throws(StorageError) -> Bool {
        try await commit(.update(record, log: log))
    }

    /// Voids an occurrence because of a wrong clock.
    public func void(
        _ key: OccurrenceKey, at instant: Instant = Samples.morning, log: [LogEntry] = []
    ) async throws(StorageError) -> Bool {
        try await commit(.void(key, .clockStep, at: instant, log: log))
    }

    /// Adds or replaces a schedule.
    public func save(_ schedule: Schedule, log: [LogEntry] = []) async throws(StorageError) {
        try await commit(.save(schedule, log: log))
    }

    /// Removes a schedule.
    @discardableResult
    public func remove(_ schedule: String, log: [LogEntry] = []) async throws(StorageError) -> Bool {
        try await commit(.remove(ScheduleID(rawValue: schedule), log: log))
    }

    /// Keeps what is different on a date.
    public func override(_ override: OccurrenceOverride, log: [LogEntry] = []) async throws(StorageError) {
        try await commit(.override(override, log: log))
    }

    /// Adds or replaces a device.
    public func pair(_ device: PairedDevice, log: [LogEntry] = []) async throws(StorageError) {
        try await commit(.pair(device, log: log))
    }

    /// Forgets a device.
    @discardableResult
    public func forget(
        _ device: MacAddress, at instant: Instant = Samples.morning, log: [LogEntry] = []
    ) async throws(StorageError) -> Bool {
        try await commit(.forget(device, at: instant, log: log))
    }

    /// Notes entries.
    public func note(_ entries: [LogEntry]) async throws(StorageError) {
        try await commit(.note(entries))
    }

    /// The newest entries of all devices.
    public func log() async throws(StorageError) -> [LogEntry] {
        try await entries(since: nil, device: nil, limit: 10_000)
    }
}
