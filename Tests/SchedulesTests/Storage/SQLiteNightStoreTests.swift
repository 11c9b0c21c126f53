// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Foundation
import GRDB
import SleepModel
import Storage
import StorageConformance
import Testing

@testable import SQLiteStorage

@Suite struct SQLiteNightStoreTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func open(_ path: String? = nil) async throws(StorageError) -> SQLiteNightStore {
        try await SQLiteNightStore.open(directory: path ?? directory.path, at: Samples.morning)
    }

    private func codeOfOpening(_ path: String? = nil) async -> StorageError.Code? {
        do {
            await (try open(path)).close()
            return nil
        } catch {
            return error.code
        }
    }

    private func fill(_ store: SQLiteNightStore) async throws {
        try await store.pair(Samples.device())
        try await store.save(Samples.schedule(), log: [Samples.entry(1)])
        #expect(try await store.claim(Samples.record(), log: [Samples.entry(2)]))
        #expect(try await store.claim(Samples.ended(Samples.key(day: 13))))
    }

    private func expectFilled(_ store: SQLiteNightStore) async throws {
        #expect(try await store.devices() == [Samples.device()])
        #expect(try await store.schedules() == [Samples.schedule()])
        #expect(try await store.openRecords() == [Samples.record()])
        #expect(try await store.record(Samples.key(day: 13)) == Samples.ended(Samples.key(day: 13)))
        #expect(
            try await store.log() == [Samples.entry(1), Samples.entry(2)])
    }

    @Test(.timeLimit(.minutes(1)))
    func open_findsEverything_afterClosing() async throws {
        let first = try await open()
        try await fill(first)
        await first.close()
        let second = try await open()
        try await expectFilled(second)
        #expect(try await !second.claim(Samples.record()))
        await second.close()
    }

    /// The files as they are when a call returns are what a killed process leaves behind.
    @Test(.timeLimit(.minutes(1)))
    func open_findsEveryClaim_afterTheProcessWasKilled() async throws {
        let store = try await open()
        try await fill(store)
        let copy = try TemporaryDirectory()
        for name in ["lull.sqlite", "lull.sqlite-wal"] {
            try FileManager.default.copyItem(atPath: "\(directory.path)/\(name)", toPath: "\(copy.path)/\(name)")
        }
        await store.close()
        let survivor = try await open(copy.path)
        try await expectFilled(survivor)
        #expect(try await !survivor.claim(Samples.record()))
        await survivor.close()
        withExtendedLifetime(copy) {}
    }

    @Test(.timeLimit(.minutes(1)))
    func claim_isMade_whenItsTaskIsCancelled() async throws {
        let store = try await open()
        let isClaimed = try await withThrowingTaskGroup(of: Bool.self) { group in
            group.cancelAll()
            group.addTask { try await store.claim(Samples.record(), log: [Samples.entry()]) }
            return try await group.next()
        }
        #expect(isClaimed == true)
        #expect(try await store.record(Samples.key()) == Samples.record())
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)))
    func open_makesPrivateDirectories_whereTheyAreMissing() async throws {
        let path = directory.path + "/state/lull/"
        await (try open(path)).close()
        #expect(try directory.mode(of: directory.path + "/state") == 0o700)
        #expect(try directory.mode(of: path) == 0o700)
        #expect(try directory.mode(of: path + "lull.sqlite") == 0o600)
    }

    @Test func configuration_syncsEveryCommit_andLocksTheFile() throws {
        let queue = try DatabaseQueue(path: directory.file, configuration: SQLiteNightStore.configuration)
        let settings = try queue.read { database in
            try ["journal_mode", "synchronous", "locking_mode"].map {
                try String.fetchOne(database, sql: "PRAGMA \($0)")
            }
        }
        #expect(settings == ["wal", "2", "exclusive"])
        try queue.close()
    }

    @Test(.timeLimit(.minutes(1)))
    func open_throwsBusy_whileAnotherHoldsTheFile() async throws {
        let holder = try await open()
        try await fill(holder)
        #expect(await codeOfOpening() == .busy)
        try await expectFilled(holder)
        await holder.close()
        #expect(await codeOfOpening() == nil)
    }

    @Test(.timeLimit(.minutes(1)))
    func open_throwsFromTheFuture_whenAStepOfTheSchemaIsUnknown() async throws {
        let store = try await open()
        try await fill(store)
        await store.close()
        try directory.execute("INSERT INTO grdb_migrations VALUES ('2-later')")
        let before = try directory.bytes(of: directory.file)
        #expect(await codeOfOpening() == .fromTheFuture)
        #expect(try directory.bytes(of: directory.file) == before)
    }

    @Test(.timeLimit(.minutes(1)))
    func open_throwsNotWritable_whenAPartOfThePathIsAFile() async throws {
        let file = directory.path + "/file"
        try Data().write(to: URL(fileURLWithPath: file))
        for path in [file, file + "/below", file + "/far/below"] {
            #expect(await codeOfOpening(path) == .notWritable)
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func open_throwsNotWritable_whenTheFileIsADirectory() async throws {
        try FileManager.default.createDirectory(atPath: directory.file, withIntermediateDirectories: false)
        #expect(await codeOfOpening() == .notWritable)
    }

    /// Root may write anywhere, so it cannot see this.
    @Test(.timeLimit(.minutes(1)), .enabled(if: geteuid() != 0), arguments: [0o500, 0o000])
    func open_throwsNotPermitted_whenTheDirectoryIsNotOurs(_ mode: Int) async throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: directory.path)
        #expect(await codeOfOpening() == .notPermitted)
        #expect(await codeOfOpening(directory.path + "/below") == .notPermitted)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: directory.path)
    }

    @Test(.timeLimit(.minutes(1)), .enabled(if: geteuid() != 0), arguments: [0o400, 0o000])
    func open_throwsNotPermitted_whenTheFileIsNotOurs(_ mode: Int) async throws {
        await (try open()).close()
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: directory.file)
        #expect(await codeOfOpening() == .notPermitted)
    }
}
