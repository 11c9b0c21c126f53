// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Storage

/// A store that shows what is noted in its log, and how devices are called, to the source of events.
struct WatchedStore: NightStore {
    let store: any NightStore
    let events: EventSource

    func commit(_ changes: [StoreChange]) async throws(StorageError) -> [Bool] {
        let answers = try await store.commit(changes)
        for (change, isMade) in zip(changes, answers) where isMade {
            if case .pair(let device, _) = change { events.learn(device) }
            events.tell(change.log)
        }
        return answers
    }

    func devices() async throws(StorageError) -> [PairedDevice] {
        let devices = try await store.devices()
        devices.forEach(events.learn)
        return devices
    }

    func schedules() async throws(StorageError) -> [Schedule] {
        try await store.schedules()
    }

    func overrides() async throws(StorageError) -> [OccurrenceOverride] {
        try await store.overrides()
    }

    func settings() async throws(StorageError) -> NightSettings {
        try await store.settings()
    }

    func openRecords() async throws(StorageError) -> [OccurrenceRecord] {
        try await store.openRecords()
    }

    func record(_ key: OccurrenceKey) async throws(StorageError) -> OccurrenceRecord? {
        try await store.record(key)
    }

    func keys(
        of schedule: ScheduleID, plannedAfter instant: Instant
    ) async throws(StorageError) -> [OccurrenceKey: OccurrenceStanding] {
        try await store.keys(of: schedule, plannedAfter: instant)
    }

    func records(
        of schedule: ScheduleID?, from start: Instant, to end: Instant, limit: Int
    ) async throws(StorageError) -> [OccurrenceRecord] {
        try await store.records(of: schedule, from: start, to: end, limit: limit)
    }

    func entries(since: Instant?, device: MacAddress?, limit: Int) async throws(StorageError) -> [LogEntry] {
        try await store.entries(since: since, device: device, limit: limit)
    }

    func close() async {
        await store.close()
    }
}
