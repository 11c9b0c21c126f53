// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Storage

/// A store whose disk can be full, or so slow that a test goes on meanwhile.
actor FullStore: NightStore {
    private let store = InMemoryNightStore()
    private var isFull = false
    private var isSlow = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// How many changes were asked for together, each time.
    private(set) var commits: [Int] = []

    func fill(_ isFull: Bool) { self.isFull = isFull }

    /// Lets nothing be written until it is `released`.
    func hold() { isSlow = true }

    /// Whether somebody waits to write.
    var isWaited: Bool { !waiting.isEmpty }

    func release() {
        isSlow = false
        waiting.forEach { $0.resume() }
        waiting = []
    }

    func commit(_ changes: [StoreChange]) async throws(StorageError) -> [Bool] {
        if isSlow { await withCheckedContinuation { waiting.append($0) } }
        if isFull { throw StorageError(.full, "The disk is full.") }
        commits.append(changes.count)
        return try await store.commit(changes)
    }

    func devices() async throws(StorageError) -> [PairedDevice] { try await store.devices() }
    func schedules() async throws(StorageError) -> [Schedule] { try await store.schedules() }
    func overrides() async throws(StorageError) -> [OccurrenceOverride] { try await store.overrides() }
    func settings() async throws(StorageError) -> NightSettings { try await store.settings() }
    func openRecords() async throws(StorageError) -> [OccurrenceRecord] { try await store.openRecords() }
    func record(_ key: OccurrenceKey) async throws(StorageError) -> OccurrenceRecord? { try await store.record(key) }

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

    func close() async { await store.close() }
}
