// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Storage
import Synchronization

/// The real store, with the kill points of a commit around it, and every commit in the journal.
struct DoomedStore: NightStore {
    let store: any NightStore
    let journal: Journal
    let disk = FullDisk()
    let observe: @Sendable () -> Void

    func commit(_ changes: [StoreChange]) async throws(StorageError) -> [Bool] {
        observe()
        write(.commits(changes.map { JournalChange($0) }))
        if disk.refuses() {
            write(.failed)
            throw StorageError(.full, "The disk is full.")
        }
        KillSwitch.shared.begins(changes)
        let answers = try await store.commit(changes)
        KillSwitch.shared.ends()
        write(.made(answers))
        return answers
    }

    private func write(_ event: JournalEvent) {
        do {
            try journal.write(event)
        } catch {
            // Without its journal a run proves nothing.
            fatalError("\(error)")
        }
    }

    func devices() async throws(StorageError) -> [PairedDevice] { try await store.devices() }

    func schedules() async throws(StorageError) -> [Schedule] { try await store.schedules() }

    func overrides() async throws(StorageError) -> [OccurrenceOverride] { try await store.overrides() }

    func settings() async throws(StorageError) -> NightSettings { try await store.settings() }

    func openRecords() async throws(StorageError) -> [OccurrenceRecord] { try await store.openRecords() }

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

    func close() async { await store.close() }
}

/// How many of the next commits find the disk full.
final class FullDisk: Sendable {
    private let commits = Mutex(0)

    func fill(for count: Int) {
        commits.withLock { $0 = count }
    }

    func refuses() -> Bool {
        commits.withLock { count in
            guard count > 0 else { return false }
            count -= 1
            return true
        }
    }
}
