// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Storage

/// A store that shows what is noted in its log, and how devices are called, to the source of events.
struct WatchedStore: NightStore {
    let store: any NightStore
    let events: EventSource

    func devices() async throws(StorageError) -> [PairedDevice] {
        let devices = try await store.devices()
        devices.forEach(events.learn)
        return devices
    }

    func save(_ device: PairedDevice) async throws(StorageError) {
        try await store.save(device)
        events.learn(device)
    }

    func removeDevice(_ address: MacAddress, at instant: Instant) async throws(StorageError) {
        try await store.removeDevice(address, at: instant)
    }

    func schedules() async throws(StorageError) -> [Schedule] {
        try await store.schedules()
    }

    func save(_ schedule: Schedule, log: [LogEntry]) async throws(StorageError) {
        try await store.save(schedule, log: log)
        events.tell(log)
    }

    func removeSchedule(_ id: ScheduleID, log: [LogEntry]) async throws(StorageError) {
        try await store.removeSchedule(id, log: log)
        events.tell(log)
    }

    func claim(
        _ record: OccurrenceRecord, settling schedule: Schedule?, log: [LogEntry]
    ) async throws(StorageError) -> Bool {
        let isClaimed = try await store.claim(record, settling: schedule, log: log)
        if isClaimed { events.tell(log) }
        return isClaimed
    }

    func update(_ record: OccurrenceRecord, log: [LogEntry]) async throws(StorageError) -> Bool {
        let isUpdated = try await store.update(record, log: log)
        if isUpdated { events.tell(log) }
        return isUpdated
    }

    func openRecords() async throws(StorageError) -> [OccurrenceRecord] {
        try await store.openRecords()
    }

    func record(_ key: OccurrenceKey) async throws(StorageError) -> OccurrenceRecord? {
        try await store.record(key)
    }

    func keys(of schedule: ScheduleID, plannedAfter instant: Instant) async throws(StorageError) -> Set<OccurrenceKey> {
        try await store.keys(of: schedule, plannedAfter: instant)
    }

    func append(_ entries: [LogEntry]) async throws(StorageError) {
        try await store.append(entries)
        events.tell(entries)
    }

    func entries(since: Instant?, device: MacAddress?, limit: Int) async throws(StorageError) -> [LogEntry] {
        try await store.entries(since: since, device: device, limit: limit)
    }

    func close() async {
        await store.close()
    }
}
