// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Storage
import Synchronization

/// A store some of whose commits fail, as on a disk that is full from time to time.
final class FlakyStore: NightStore {
    /// Of the next commits, which fail.
    let failures = Mutex<[Bool]>([])
    private let store: any NightStore

    init(_ store: any NightStore) {
        self.store = store
    }

    func commit(_ changes: [StoreChange]) async throws(StorageError) -> [Bool] {
        guard failures.withLock({ $0.isEmpty ? false : $0.removeFirst() }) else {
            return try await store.commit(changes)
        }
        throw StorageError(.full, "The disk is full.")
    }

    func devices() async throws(StorageError) -> [PairedDevice] { try await store.devices() }
    func schedules() async throws(StorageError) -> [Schedule] { try await store.schedules() }
    func overrides() async throws(StorageError) -> [OccurrenceOverride] { try await store.overrides() }
    func settings() async throws(StorageError) -> NightSettings { try await store.settings() }
    func openRecords() async throws(StorageError) -> [OccurrenceRecord] { try await store.openRecords() }
    func close() async { await store.close() }

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
}
