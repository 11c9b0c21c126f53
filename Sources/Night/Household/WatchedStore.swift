// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel
public import Storage

/// A store that passes what goes into its log, and the names of devices, on to the source of events.
public struct WatchedStore: NightStore {
    private let store: any NightStore
    private let events: EventSource

    /// Watches `store` for `events`.
    public init(_ store: any NightStore, for events: EventSource) {
        self.store = store
        self.events = events
    }

    /// Makes changes, and passes on what they log.
    public func commit(_ changes: [StoreChange]) async throws(StorageError) -> [Bool] {
        let answers = try await store.commit(changes)
        for (change, isMade) in zip(changes, answers) where isMade {
            if case .pair(let device, _) = change { events.learn(device) }
            events.tell(change.log)
        }
        return answers
    }

    /// The paired devices, whose names it passes on.
    public func devices() async throws(StorageError) -> [PairedDevice] {
        let devices = try await store.devices()
        devices.forEach(events.learn)
        return devices
    }

    /// All schedules.
    public func schedules() async throws(StorageError) -> [Schedule] {
        try await store.schedules()
    }

    /// What differs on single dates.
    public func overrides() async throws(StorageError) -> [OccurrenceOverride] {
        try await store.overrides()
    }

    /// The settings.
    public func settings() async throws(StorageError) -> NightSettings {
        try await store.settings()
    }

    /// The runs that have not ended.
    public func openRecords() async throws(StorageError) -> [OccurrenceRecord] {
        try await store.openRecords()
    }

    /// What the ledger holds of an occurrence.
    public func record(_ key: OccurrenceKey) async throws(StorageError) -> OccurrenceRecord? {
        try await store.record(key)
    }

    /// The occurrences of a schedule that the ledger holds.
    public func keys(
        of schedule: ScheduleID, plannedAfter instant: Instant
    ) async throws(StorageError) -> [OccurrenceKey: OccurrenceStanding] {
        try await store.keys(of: schedule, plannedAfter: instant)
    }

    /// A stretch of the ledger.
    public func records(
        of schedule: ScheduleID?, from start: Instant, to end: Instant, limit: Int
    ) async throws(StorageError) -> [OccurrenceRecord] {
        try await store.records(of: schedule, from: start, to: end, limit: limit)
    }

    /// Lines of the log.
    public func entries(since: Instant?, device: MacAddress?, limit: Int) async throws(StorageError) -> [LogEntry] {
        try await store.entries(since: since, device: device, limit: limit)
    }

    /// The rows that cannot be read.
    public func quarantine() async throws(StorageError) -> [QuarantinedRow] {
        try await store.quarantine()
    }

    /// Removes a row that cannot be read, and passes on what that logs.
    public func removeQuarantined(_ id: String, log: [LogEntry]) async throws(StorageError) -> Bool {
        guard try await store.removeQuarantined(id, log: log) else { return false }
        events.tell(log)
        return true
    }

    /// Makes a backup if one is due.
    public func backUpIfDue(at now: Instant) async throws(StorageError) -> Instant? {
        try await store.backUpIfDue(at: now)
    }

    /// Closes the store.
    public func close() async {
        await store.close()
    }
}
