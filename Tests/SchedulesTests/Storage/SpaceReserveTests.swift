// SPDX-License-Identifier: Apache-2.0

import GRDB
import Glibc
import SleepModel
import Storage
import StorageConformance
import Testing

@testable import SQLiteStorage

/// Room on the disk that is kept for the night.
@Suite(.timeLimit(.minutes(1))) struct SpaceReserveTests {
    private let directory: TemporaryDirectory
    private let reserve: SpaceReserve

    init() throws {
        directory = try TemporaryDirectory()
        reserve = SpaceReserve(of: directory.file)
    }

    /// Makes every new line of the log fail, as on a full disk, until the store gives up its present reserve.
    private func fill(_ store: SQLiteNightStore) async throws {
        let path = reserve.path
        let present = Self.file(at: path)
        // A second link keeps the file number in use, so that no other file gets it.
        #expect(link(path, path + ".first") == 0)
        try await store.transaction { database in
            database.add(
                function: DatabaseFunction("require_room", argumentCount: 0) { _ in
                    if Self.file(at: path) == present { throw DatabaseError(resultCode: .SQLITE_FULL) }
                    return nil
                })
            try database.execute(
                sql: "CREATE TEMP TRIGGER full BEFORE INSERT ON log BEGIN SELECT require_room(); END")
        }
    }

    /// The number of the file at a path; nil when there is none.
    private static func file(at path: String) -> ino_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_ino : nil
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
        try await fill(store)
        #expect(try await store.commit([.note([Samples.entry()])]) == [true])
        #expect(!reserve.isTaken)
        #expect(await store.shortage() == .onlyWhatRuns(.full(directory.file)))
        #expect(try await store.commit([.note([])]) == [true])
        #expect(reserve.isTaken)
        #expect(await store.shortage() == nil)
        #expect(try await store.log() == [Samples.entry()])
        await store.close()
    }

    @Test func shortage_isOfTheReserve_untilAChangeFindsRoomForIt() async throws {
        // Nothing else can be at its path.
        #expect(mkdir(reserve.path, 0o700) == 0)
        let store = try await directory.open()
        #expect(await store.shortage() == .noReserve(.noReserve(directory.file)))
        #expect(try await store.commit([.pair(Samples.device(), log: [])]) == [true])
        #expect(await store.shortage() == .noReserve(.noReserve(directory.file)))
        #expect(rmdir(reserve.path) == 0)
        #expect(try await store.commit([.note([])]) == [true])
        #expect(await store.shortage() == nil)
        #expect(reserve.isTaken)
        await store.close()
    }

    /// Alarms of several devices may begin in the same moment.
    @Test func changes_ofOneMoment_allUseTheReserve() async throws {
        let store = try await directory.open()
        try await fill(store)
        let answers = try await withThrowingTaskGroup(of: [Bool].self) { group in
            for _ in 0..<10 { group.addTask { try await store.commit([.note([Samples.entry()])]) } }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(answers == Array(repeating: true, count: 10))
        await store.close()
    }

    @Test func reserve_isKept_whenPeopleArrangeSomething() async throws {
        let store = try await directory.open()
        try await fill(store)
        let changes: [StoreChange] = [.settings(NightSettings(), log: [Samples.entry()])]
        await #expect(throws: StorageError.self) { _ = try await store.commit(changes) }
        #expect(reserve.isTaken)
        await store.close()
    }
}
