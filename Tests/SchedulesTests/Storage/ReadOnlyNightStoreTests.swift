// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Foundation
import SleepModel
import Storage
import StorageConformance
import Testing

@testable import SQLiteStorage

/// A state file that cannot be written for a while.
@Suite(.timeLimit(.minutes(1))) struct ReadOnlyNightStoreTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func open() throws -> ReadOnlyNightStore {
        try ReadOnlyNightStore(directory: directory.path, now: { Samples.morning })
    }

    /// Puts a folder where the state file was, so that it cannot be opened, while the work goes on.
    private func whileUnwritable(_ work: () async throws -> Void) async throws {
        let aside = directory.file + ".aside"
        try FileManager.default.moveItem(atPath: directory.file, toPath: aside)
        try FileManager.default.createDirectory(atPath: directory.file, withIntermediateDirectories: false)
        try await work()
        try FileManager.default.removeItem(atPath: directory.file)
        try FileManager.default.moveItem(atPath: aside, toPath: directory.file)
    }

    /// The store stays open, so its changes are in the write-ahead log.
    @Test func copy_holdsWhatTheFileAndItsLogHold() async throws {
        let store = try await directory.open()
        try await store.pair(Samples.device())
        try await store.save(Samples.schedule())
        let copy = try open()
        #expect(try await copy.devices() == [Samples.device()])
        #expect(try await copy.schedules() == [Samples.schedule()])
        await copy.close()
        await store.close()
    }

    @Test func change_throwsWhyTheFileCannotBeOpened_andIsMadeOnceItCan() async throws {
        let store = try await directory.open()
        try await store.pair(Samples.device())
        await store.close()
        let copy = try open()
        try await whileUnwritable { () async throws -> Void in
            let error = await #expect(throws: StorageError.self) { try await copy.save(Samples.schedule()) }
            #expect(error?.code == .notWritable)
            #expect(try await copy.schedules() == [])
            #expect(try await copy.devices() == [Samples.device()])
        }
        try await copy.save(Samples.schedule())
        #expect(try await copy.schedules() == [Samples.schedule()])
        await copy.close()
        let again = try await directory.open()
        #expect(try await again.schedules() == [Samples.schedule()])
        await again.close()
    }

    @Test func copy_isOfTheNewestGoodBackup_whenTheFileIsDamaged() async throws {
        let store = try await directory.open()
        try await store.pair(Samples.device())
        _ = try await store.backUpIfDue(at: Samples.morning)
        await store.close()
        try Data(repeating: 0xFF, count: 8192).write(to: URL(fileURLWithPath: directory.file))
        let copy = try open()
        #expect(try await copy.devices() == [Samples.device()])
        let error = await #expect(throws: StorageError.self) { try await copy.save(Samples.schedule()) }
        #expect(error?.message.contains("lull.sqlite.backup-1-2027-03-14T073000Z; check the disk") == true)
        await copy.close()
    }

    @Test func open_throws_whenThereIsNothingToRead() throws {
        #expect(throws: StorageError.self) { try open() }
    }

    @Test func open_throwsFromTheFuture_forAFileOfANewerVersion() async throws {
        await (try directory.open()).close()
        try directory.execute("INSERT INTO grdb_migrations VALUES ('2-later')")
        let error = #expect(throws: StorageError.self) { try open() }
        #expect(error?.code == .fromTheFuture)
    }
}
