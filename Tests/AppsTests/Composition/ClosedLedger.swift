// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Storage
import Synchronization

/// A store whose ledger cannot be looked through any more once it is closed, over one that forgets nothing.
final class ClosedLedger: NightStore {
    enum Answer {
        /// As if it were open.
        case ledger
        case failure
        /// None, until the caller is cancelled.
        case nothing
    }

    private let store = InMemoryNightStore()
    private let answer = Mutex(Answer.ledger)
    private let questions = Mutex(0)

    /// How often the ledger was asked since it was closed.
    var questionCount: Int { questions.withLock(\.self) }

    /// Answers so from now on.
    func close(with answer: Answer) { self.answer.withLock { $0 = answer } }

    func keys(
        of schedule: ScheduleID, plannedAfter instant: Instant
    ) async throws(StorageError) -> [OccurrenceKey: OccurrenceStanding] {
        let answer = answer.withLock(\.self)
        guard answer != .ledger else { return try await store.keys(of: schedule, plannedAfter: instant) }
        questions.withLock { $0 += 1 }
        if answer == .nothing { for await _ in AsyncStream<Never>.makeStream().stream {} }
        throw StorageError(.failed, "The disk is gone.")
    }

    func commit(_ changes: [StoreChange]) async throws(StorageError) -> [Bool] { try await store.commit(changes) }
    func devices() async throws(StorageError) -> [PairedDevice] { try await store.devices() }
    func schedules() async throws(StorageError) -> [Schedule] { try await store.schedules() }
    func overrides() async throws(StorageError) -> [OccurrenceOverride] { try await store.overrides() }
    func settings() async throws(StorageError) -> NightSettings { try await store.settings() }
    func openRecords() async throws(StorageError) -> [OccurrenceRecord] { try await store.openRecords() }
    func record(_ key: OccurrenceKey) async throws(StorageError) -> OccurrenceRecord? { try await store.record(key) }

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
