// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Dispatch
import Foundation
import GRDB
import SleepModel
import Storage
import StorageConformance
import Testing

@testable import SQLiteStorage

@Suite(.timeLimit(.minutes(1))) struct BackupTests {
    let directory: TemporaryDirectory
    private static let day = BackupPlan.period
    /// When a backup of this morning was made, by its name.
    private static let second = Instant(secondsSince1970: Samples.morning.secondsSince1970)

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// What is in the directory beside the open state file.
    private func others() throws -> [String] {
        try directory.names().filter { !["lull.sqlite", "lull.sqlite-wal", "lull.sqlite-shm"].contains($0) }
    }

    @Test func backup_isMadeOnceADay_andHoldsEverything() async throws {
        let store = try await directory.open()
        try await store.pair(Samples.device())
        #expect(try await store.backUpIfDue(at: Samples.morning) == Self.second + Self.day)
        #expect(try await store.backUpIfDue(at: Samples.morning + .seconds(86_399)) == Self.second + Self.day)
        #expect(try others() == ["lull.sqlite.backup-1-2027-03-14T073000Z"])
        try await store.save(Samples.schedule())
        await store.close()
        let again = try await directory.open()
        let next = Samples.morning + Self.day
        #expect(try await again.backUpIfDue(at: next) == Self.second + Self.day + Self.day)
        await again.close()
        let names = try others()
        #expect(names == ["lull.sqlite.backup-1-2027-03-14T073000Z", "lull.sqlite.backup-2-2027-03-15T073000Z"])
        for (name, schedules) in zip(names, [[], [Samples.schedule()]]) {
            let copy = try TemporaryDirectory()
            try FileManager.default.copyItem(atPath: "\(directory.path)/\(name)", toPath: copy.file)
            let restored = try await copy.open()
            #expect(try await restored.devices() == [Samples.device()])
            #expect(try await restored.schedules() == schedules)
            await restored.close()
        }
    }

    @Test func backup_isMadeFiveMinutesAfterTheFirstOne_whenSomebodyArrangesSomething() async throws {
        let store = try await directory.open()
        #expect(try await store.backUpIfDue(at: Samples.morning) == Self.second + Self.day)
        try await store.pair(Samples.device())
        #expect(try await store.backUpIfDue(at: Samples.morning) == Self.second + .seconds(300))
        let next = Self.second + .seconds(300)
        #expect(try await store.backUpIfDue(at: next) == next + Self.day)
        _ = try await store.commit([.claim(Samples.ended(Samples.key(slot: "1")), settling: nil, log: [])])
        #expect(try await store.backUpIfDue(at: next) == next + Self.day)
        await store.close()
        #expect(
            try others() == [
                "lull.sqlite.backup-1-2027-03-14T073000Z", "lull.sqlite.backup-2-2027-03-14T073500Z",
            ])
    }

    @Test func backup_isDueInFiveMinutes_afterARestart() async throws {
        let store = try await directory.open()
        _ = try await store.backUpIfDue(at: Samples.morning)
        try await store.pair(Samples.device())
        await store.close()
        let again = try await directory.open()
        #expect(try await again.backUpIfDue(at: Samples.morning) == Self.second + .seconds(300))
        await again.close()
    }

    @Test func backup_hasTheModeOfTheStateFile() async throws {
        let store = try await directory.open()
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: directory.file)
        _ = try await store.backUpIfDue(at: Samples.morning)
        await store.close()
        #expect(try directory.mode(of: "\(directory.path)/lull.sqlite.backup-1-2027-03-14T073000Z") == 0o640)
    }

    @Test func backups_areOfSevenDaysAtMost() async throws {
        let store = try await directory.open()
        for day in 0..<9 { _ = try await store.backUpIfDue(at: Samples.morning + Self.day * day) }
        await store.close()
        #expect(
            try others()
                == (3...9).map { "lull.sqlite.backup-\($0)-2027-03-\($0 + 13)T073000Z" })
    }

    @Test func backup_isTriedAgain_afterItFailed() async throws {
        let store = try await directory.open()
        // A folder is where the draft would be.
        let draft = directory.file + ".backup-draft"
        try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: false)
        await #expect(throws: StorageError.self) { try await store.backUpIfDue(at: Samples.morning) }
        try FileManager.default.removeItem(atPath: draft)
        _ = try await store.backUpIfDue(at: Samples.morning)
        await store.close()
        #expect(try others() == ["lull.sqlite.backup-1-2027-03-14T073000Z"])
    }

    /// Fills the ledger with so many entries.
    private func fill(_ count: Int) async throws {
        let store = try await directory.open()
        _ = try await store.commit(
            (0..<count).map { .claim(Samples.ended(Samples.key(slot: "\($0)")), settling: nil, log: []) })
        await store.close()
    }

    @Test func backup_isNotKept_whenTheFileIsDamaged() async throws {
        try await fill(200)
        let size = try directory.bytes(of: directory.file).count
        let handle = try #require(FileHandle(forUpdatingAtPath: directory.file))
        try handle.seek(toOffset: UInt64(size / 2 / 4096 * 4096))
        try handle.write(contentsOf: Data(repeating: 0xFF, count: 4096))
        try handle.close()
        let queue = try DatabaseQueue(path: directory.file)
        #expect {
            try StateBackups(path: directory.file).make(of: queue, at: Samples.morning)
        } throws: {
            ($0 as? StorageError)?.code == .corrupt
        }
        try queue.close()
        #expect(try others() == [])
    }

    @Test func copy_givesWay_toWhoeverWaits() async throws {
        try await fill(5000)
        let backups = StateBackups(path: directory.file)
        let queue = try DatabaseQueue(path: directory.file)
        let draft = try backups.openDraft()
        #expect(throws: GaveWay.self) {
            try queue.writeWithoutTransaction { try backups.copy($0, to: draft) { true } }
        }
        try draft.close()
        try queue.close()
        backups.discardDraft()
        #expect(try others() == [])
    }

    @Test func backup_isMade_beforeTheSchemaChanges() async throws {
        let old = try await directory.open()
        #expect(try others() == [])
        try await old.pair(Samples.device())
        await old.close()
        var migrator = NightSchema.migrator
        migrator.registerMigration("3-something-new") { try $0.execute(sql: "CREATE TABLE novelty (x ANY) STRICT") }
        migrator.registerMigration("4-and-more") { try $0.execute(sql: "DROP TABLE novelty") }
        let store = try SQLiteNightStore.open(
            directory: directory.path, at: Samples.morning, keeping: HistoryLimits(), migrator: migrator)
        #expect(store.missedBackup == nil)
        await store.close()
        #expect(try others() == ["lull.sqlite.backup-1-2027-03-14T073000Z"])
        #expect(try steps(of: "lull.sqlite.backup-1-2027-03-14T073000Z") == NightSchema.migrator.migrations)
    }

    /// The steps of the schema that a file in the directory has taken.
    private func steps(of name: String) throws -> [String?] {
        let queue = try DatabaseQueue(path: "\(directory.path)/\(name)")
        defer { try? queue.close() }
        return try queue.read { try String?.fetchAll($0, sql: "SELECT identifier FROM grdb_migrations") }
    }

    @Test func schemaIsChanged_evenIfNoBackupCanBeMade() async throws {
        await (try directory.open()).close()
        let draft = directory.file + ".backup-draft"
        try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: false)
        var migrator = NightSchema.migrator
        migrator.registerMigration("3-something-new") { try $0.execute(sql: "CREATE TABLE novelty (x ANY) STRICT") }
        let store = try SQLiteNightStore.open(
            directory: directory.path, at: Samples.morning, keeping: HistoryLimits(), migrator: migrator)
        let failure = try #require(store.missedBackup)
        #expect(failure.code == .notWritable)
        let line = try #require(try await store.log().last)
        #expect(line.outcome == .backupFailed && line.name == failure.message && line.at == Samples.morning)
        #expect(try await store.devices() == [])
        await store.close()
    }

    @Test func room_isEnough_whereTheFileSystemDoesNotKnowHowMuchThereIs() {
        #expect(StateBackups.bytes(inBlocks: 3, of: 4096) == 12_288)
        #expect(StateBackups.bytes(inBlocks: .max, of: 4096) == .max)
        #expect(StateBackups.bytes(inBlocks: .max, of: 1) == .max)
    }

    @Test func backup_isMade_afterACallThatCouldNotBegin() async throws {
        // So much that it is not copied at once.
        try await fill(5000)
        let store = try await directory.open()
        try await setReadOnly(store, true)
        await #expect(throws: StorageError.self) { try await store.pair(Samples.device()) }
        try await setReadOnly(store, false)
        _ = try await store.backUpIfDue(at: Samples.morning)
        await store.close()
        #expect(try others() == ["lull.sqlite.backup-1-2027-03-14T073000Z"])
    }

    /// Lets no transaction begin that may write.
    private func setReadOnly(_ store: SQLiteNightStore, _ isReadOnly: Bool) async throws {
        let queue = try #require(await store.queue)
        await withCheckedContinuation { continuation in
            queue.asyncWriteWithoutTransaction { database in
                #expect(throws: Never.self) { try database.execute(sql: "PRAGMA query_only = \(isReadOnly)") }
                continuation.resume()
            }
        }
    }

    /// Nobody knows how long a disk takes to answer.
    @Test func store_answers_whileTheDirectoryDoesNot() async throws {
        let store = try await directory.open()
        try await store.pair(Samples.device())
        let gate = DispatchSemaphore(value: 0)
        async let stalled: Void = store.onDisk { gate.wait() }
        async let rows = store.quarantine()
        #expect(try await store.devices() == [Samples.device()])
        gate.signal()
        try await stalled
        #expect(try await rows == [])
        await store.close()
    }
}
