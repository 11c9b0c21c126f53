// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Foundation
import SleepModel
import Storage
import StorageConformance
import Testing

@testable import SQLiteStorage

/// A restore that meets trouble of its own.
@Suite(.timeLimit(.minutes(1))) struct RestoreTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func expectRestored(_ store: SQLiteNightStore) async throws {
        #expect(store.recovery?.backup == directory.backup)
        #expect(try await store.schedules() == [Samples.schedule(), TemporaryDirectory.gone])
        #expect(try await store.devices() == [Samples.device()])
    }

    // MARK: - What runs

    @Test func run_goesOnWithoutItsState_whenItsPageIsBad() async throws {
        try await directory.fillForRestore(hasBackup: false)
        try directory.damage("runs")
        let store = try await directory.open()
        let key = Samples.key(day: 15)
        #expect(try await store.openRecords() == [Samples.record(key, run: nil)])
        #expect(try await store.update(Samples.record(key)))
        #expect(try await store.openRecords() == [Samples.record(key)])
        await store.close()
    }

    @Test func run_staysOver_whenItWasPlannedLongAgo() async throws {
        try await directory.fillForRestore(hasBackup: false)
        try directory.damage("runs")
        let store = try await SQLiteNightStore.open(
            directory: directory.path, at: Samples.morning + .seconds(3 * 86_400))
        #expect(try await store.openRecords() == [])
        await store.close()
    }

    // MARK: - What may pass

    @Test func restore_waits_whenTheOnlyBackupCannotBeReadNow() async throws {
        try await directory.fillForRestore()
        try directory.damage("schedules")
        let elsewhere = directory.path + "/elsewhere"
        try FileManager.default.moveItem(atPath: directory.backup, toPath: elsewhere)
        try FileManager.default.createDirectory(atPath: directory.backup, withIntermediateDirectories: false)
        let before = try directory.bytes(of: directory.file)
        let error = await #expect(throws: StorageError.self) { try await directory.open() }
        #expect(error?.message.contains("its backup \(directory.backup) cannot be read") == true)
        #expect(try directory.bytes(of: directory.file) == before)
        #expect(!FileManager.default.fileExists(atPath: directory.aside))

        try FileManager.default.removeItem(atPath: directory.backup)
        try FileManager.default.moveItem(atPath: elsewhere, toPath: directory.backup)
        let store = try await directory.open()
        try await expectRestored(store)
        await store.close()
    }

    @Test func olderBackup_isRestored_whenTheNewestCannotBeReadNow() async throws {
        try await directory.fillForRestore()
        try directory.damage("schedules")
        try FileManager.default.createDirectory(
            atPath: directory.file + ".backup-2-2027-03-15T073000Z", withIntermediateDirectories: false)
        let store = try await directory.open()
        try await expectRestored(store)
        await store.close()
    }

    @Test func restore_waits_whenTheDamagedFileCannotBeCopied() async throws {
        try await directory.fillForRestore()
        try directory.damage("log")
        let before = try directory.bytes(of: directory.file)
        // A folder is where the copy would be.
        let copy = directory.file + ".salvage"
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: false)
        await #expect(throws: StorageError.self) { try await directory.open() }
        #expect(try directory.bytes(of: directory.file) == before)

        try FileManager.default.removeItem(atPath: copy)
        let store = try await directory.open()
        #expect(try await store.schedules() == [Samples.schedule(), TemporaryDirectory.later])
        await store.close()
    }

    // MARK: - What is left of the file

    @Test func log_isSetAside_whenItsFileIsGone() async throws {
        try await directory.fillForRestore()
        let other = try TemporaryDirectory()
        let killed = try await other.open()
        try await killed.pair(Samples.device())
        let log = try other.bytes(of: other.file + "-wal")
        await killed.close()
        try FileManager.default.removeItem(atPath: directory.file)
        try log.write(to: URL(fileURLWithPath: directory.file + "-wal"))

        let store = try await directory.open()
        try await expectRestored(store)
        #expect(store.recovery?.setAside == directory.aside + "-wal")
        #expect(try directory.bytes(of: directory.aside + "-wal") == log)
        await store.close()
    }

    @Test func loss_isTold_whenTheTableDoesNotAcceptARow() async throws {
        try await directory.fillForRestore()
        // A damaged file can hold what its own table would not accept.
        let edit = "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, "
        try directory.execute(edit + "'plan TEXT NOT NULL', 'plan TEXT') WHERE name = 'schedules'")
        try directory.execute("UPDATE schedules SET plan = NULL")
        try directory.execute(edit + "'plan TEXT', 'plan TEXT NOT NULL') WHERE name = 'schedules'")
        let store = try await directory.open()
        #expect(store.recovery?.incomplete == [.schedules])
        #expect(try await store.schedules() == [Samples.schedule()])
        #expect(try await store.quarantine().map(\.id) == ["schedules:-1"])
        await store.close()
    }

    /// The numbers of a history grow for years, and one page of it says nothing about the others.
    @Test(arguments: [0, 1_000_000, Int.max - 10_000])
    func history_isReadBesideABadPage_whateverItsNumbers(_ offset: Int) async throws {
        let store = try await directory.open()
        try await store.note((1...5000).map { Samples.entry(name: "entry <\($0)>") })
        await store.close()
        try directory.execute("UPDATE log SET number = number + \(offset)")
        try directory.damageLeaf(holding: "entry <2500>")
        try directory.damage("log_by_instant")
        let again = try await directory.open()
        #expect(again.recovery?.incomplete == [.log])
        let names = try await again.entries(since: nil, device: nil, limit: 10_000).compactMap(\.name)
        #expect((4900..<5000).contains(names.filter { $0.hasPrefix("entry <") }.count))
        #expect(names.contains("entry <1>") && names.contains("entry <5000>"))
        await again.close()
    }

    @Test func history_isReadBehindABadPage_thatLeadsToManyOthers() async throws {
        let store = try await directory.open()
        try await store.note((1...60_000).map { Samples.entry(name: "entry <\($0)>") })
        await store.close()
        // The pages that lead to others begin with 5; the first of them that is not the root of a table.
        let bytes = try directory.bytes(of: directory.file)
        let roots = try directory.strings("SELECT rootpage FROM sqlite_schema").compactMap { $0.flatMap { Int($0) } }
        let inner = (1..<bytes.count / 4096).first { bytes[$0 * 4096] == 5 && !roots.contains($0 + 1) }
        let page = try #require(inner)
        let handle = try #require(FileHandle(forUpdatingAtPath: directory.file))
        try handle.seek(toOffset: UInt64(page * 4096))
        try handle.write(contentsOf: Data(repeating: 0xFF, count: 4096))
        try handle.close()

        let again = try await directory.open()
        #expect(again.recovery?.incomplete == [.log])
        let last = try await again.entries(since: nil, device: nil, limit: 10_000).compactMap(\.name)
        #expect(last.contains("entry <60000>"))
        await again.close()
    }

    // MARK: - A process that is killed

    /// What a process may have done of a restore before it was killed.
    enum Progress: CaseIterable {
        case nothing
        case madeTheFile
        case setTheFileAside
        case setAllAside
        case everything
    }

    @Test(arguments: Progress.allCases)
    func nextStart_saysWhatHappened_whenTheRestoreWasKilled(_ progress: Progress) async throws {
        try await directory.fillForRestore()
        try directory.damage("schedules")
        try Data("a log".utf8).write(to: URL(fileURLWithPath: directory.file + "-wal"))
        if progress != .nothing {
            let file = try StateFile("lull.sqlite", in: directory.path)
            let (exchange, _) = try StateRestorer(file: file, migrator: NightSchema.migrator)
                .prepare(at: Samples.morning)
            if progress == .setTheFileAside { #expect(rename(directory.file, directory.aside) == 0) }
            if [.setAllAside, .everything].contains(progress) { try exchange.setAside() }
            if progress == .everything { try exchange.putInPlace() }
        }
        let store = try await directory.open()
        #expect(try await store.schedules() == [Samples.schedule(), TemporaryDirectory.gone])
        #expect(try await store.openRecords() == [Samples.record(Samples.key(day: 15))])
        #expect(try await store.quarantine().map(\.id) == ["schedules:-1"])
        let lines = try await store.log().filter { [.stateSetAside, .stateRestored].contains($0.outcome) }
        #expect(
            lines.compactMap(\.name).prefix(3) == [
                directory.aside, "from the backup of 2027-03-14T07:30:00Z", "some of the schedules could not be read",
            ])
        #expect(store.restoration == (progress == .everything ? [] : lines))
        await store.close()
        #expect(
            try directory.names() == [
                "lull.sqlite", "lull.sqlite.backup-1-2027-03-14T073000Z", "lull.sqlite.damaged-2027-03-14T073000Z",
                "lull.sqlite.damaged-2027-03-14T073000Z-wal", "lull.sqlite.notes",
            ])
    }

    @Test func leftovers_areRemoved_whenAnEarlierRestoreWasKilled() async throws {
        try await directory.fillForRestore()
        try directory.damage("log")
        for name in [".restore-draft", ".restore-draft-journal", ".salvage", ".salvage-wal"] {
            try Data("half".utf8).write(to: URL(fileURLWithPath: directory.file + name))
        }
        let store = try await directory.open()
        #expect(try await store.schedules() == [Samples.schedule(), TemporaryDirectory.later])
        await store.close()
        #expect(try directory.names().filter { $0.contains("draft") || $0.contains("salvage") } == [])
    }
}
