// SPDX-License-Identifier: Apache-2.0

import GRDB
import SleepModel
import Storage
import StorageConformance
import Testing

@testable import SQLiteStorage

/// Room on the disk that is kept for the night.
@Suite(.timeLimit(.minutes(1))) struct SpaceReserveTests {
    private static let longName = String(repeating: "x", count: 400_000)

    private let directory: TemporaryDirectory
    private let reserve: SpaceReserve

    init() throws {
        directory = try TemporaryDirectory()
        reserve = SpaceReserve(of: directory.file)
    }

    /// Refuses what needs more room than the file has now, as a full disk does, or no longer.
    private func fill(_ store: SQLiteNightStore, _ isFull: Bool) async throws {
        _ = try await store.transaction { database in
            let pages = isFull ? try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0 : 1_000_000
            return try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(pages)")
        }
    }

    @Test func reserve_isTaken_whenAStoreIsOpened() async throws {
        let store = try await directory.open()
        #expect(DatabaseFile.size(of: reserve.path) == 4 << 20)
        await store.close()
        let reopened = try await directory.open()
        #expect(reserve.isTaken)
        await reopened.close()
    }

    @Test func reserve_isGivenUpForWhatRuns_andTakenAgain() async throws {
        let store = try await directory.open()
        try await fill(store, true)
        let note = StoreChange.note([Samples.entry(name: Self.longName)])
        await #expect(throws: StorageError.self) { _ = try await store.commit([note]) }
        #expect(!reserve.isTaken)
        try await fill(store, false)
        _ = try await store.commit([note])
        #expect(reserve.isTaken)
        await store.close()
    }

    @Test func reserve_isKept_whenPeopleArrangeSomething() async throws {
        let store = try await directory.open()
        try await fill(store, true)
        let changes: [StoreChange] = [
            .settings(NightSettings(), log: []), .note([Samples.entry(name: Self.longName)]),
        ]
        await #expect(throws: StorageError.self) { _ = try await store.commit(changes) }
        #expect(reserve.isTaken)
        await store.close()
    }
}
