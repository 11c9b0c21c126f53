// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Foundation
import GRDB
import SleepModel
import Storage
import StorageConformance
import Testing

@testable import SQLiteStorage

/// What is in use again after a damaged file was replaced.
@Suite(.timeLimit(.minutes(1))) struct RecoveryTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private static let backup = "lull.sqlite.backup-1-2027-03-14T073000Z"
    private static let gone = Samples.schedule("alarm-gone", name: "gone")
    private static let later = Samples.schedule("alarm-later", name: "later")
    private static let aside = "lull.sqlite.damaged-2027-03-14T073000Z"

    /// A file whose backup has one alarm that was removed since, and lacks one that was added.
    private func fill(hasBackup: Bool = true) async throws {
        let store = try await directory.open()
        try await store.pair(Samples.device())
        try await store.save(Samples.schedule(), log: [Samples.entry()])
        try await store.save(Self.gone)
        if hasBackup { _ = try await store.backUpIfDue(at: Samples.morning) }
        try await store.remove(Self.gone.id.rawValue)
        try await store.save(Self.later)
        try await store.override(Samples.skip())
        #expect(try await store.claim(Samples.ended()))
        #expect(try await store.claim(Samples.record(Samples.key(day: 15))))
        await store.close()
    }

    /// Overwrites the first page of a table.
    private func damage(_ table: String) throws {
        let page = try directory.strings("SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'")
            .first
        let number = try #require(page.flatMap { $0 }.flatMap { UInt64($0) })
        let handle = try #require(FileHandle(forUpdatingAtPath: directory.file))
        try handle.seek(toOffset: (number - 1) * 4096)
        try handle.write(contentsOf: Data(repeating: 0xFF, count: 4096))
        try handle.close()
    }

    /// Everything but the schedules is as it was last.
    private func expectTheRest(_ store: SQLiteNightStore) async throws {
        #expect(try await store.devices() == [Samples.device()])
        #expect(try await store.overrides() == [Samples.skip()])
        #expect(try await store.openRecords() == [Samples.record(Samples.key(day: 15))])
        #expect(try await store.record(Samples.key()) == Samples.ended())
        #expect(try await !store.claim(Samples.record()))
    }

    @Test func everythingReadable_isKept_whenAPageOfTheLogIsBad() async throws {
        try await fill()
        try damage("log")
        let store = try await directory.open()
        let recovery = try #require(store.recovery)
        #expect(recovery.backup == "\(directory.path)/\(Self.backup)")
        #expect(recovery.setAside == "\(directory.path)/\(Self.aside)")
        #expect(recovery.incomplete == [.log])
        #expect(
            recovery.rows == [
                StateRecovery.Row(
                    table: .schedules, name: "alarm “gone” of DC:06:41:DC:1A:B4", fate: .removed),
                StateRecovery.Row(
                    table: .schedules, name: "alarm “later” of DC:06:41:DC:1A:B4", fate: .kept),
                StateRecovery.Row(table: .overrides, name: "skip of alarm-1 on 2027-03-14", fate: .kept),
            ])
        #expect(try await store.schedules() == [Samples.schedule(), Self.later])
        #expect(try await store.log() == [Samples.entry()])
        try await expectTheRest(store)
        await store.close()
    }

    @Test func schedules_areThoseOfTheBackup_whenTheirPageIsBad() async throws {
        try await fill()
        try damage("schedules")
        let store = try await directory.open()
        #expect(store.recovery?.incomplete == [.schedules])
        #expect(store.recovery?.rows.filter { $0.fate == .restored }.count == 2)
        #expect(try await store.schedules() == [Samples.schedule(), Self.gone])
        try await expectTheRest(store)
        await store.close()
    }

    @Test func notice_stays_untilSomebodyRemovesIt() async throws {
        try await fill()
        try damage("schedules")
        await (try await directory.open()).close()
        let store = try await directory.open()
        #expect(store.recovery == nil)
        let notice = try #require(try await store.quarantine().first)
        #expect(notice.id == "schedules:-1")
        #expect(notice.isNote && notice.affects(.alarm))
        #expect(notice.error.message.contains("the backup of 2027-03-14T07:30:00Z"))
        #expect(try await store.removeQuarantined(notice.id, log: []))
        #expect(try await store.quarantine() == [])
        #expect(try await store.schedules() == [Samples.schedule(), Self.gone])
        await store.close()
        let again = try await directory.open()
        #expect(try await again.quarantine() == [])
        await again.close()
    }

    @Test func everythingReadable_isKept_withoutABackup() async throws {
        try await fill(hasBackup: false)
        try damage("schedules")
        let store = try await directory.open()
        #expect(store.recovery?.backup == nil)
        #expect(store.recovery?.incomplete == [.schedules])
        #expect(try await store.schedules() == [])
        #expect(try await store.quarantine().map(\.id) == ["schedules:-1"])
        try await expectTheRest(store)
        await store.close()
    }

    @Test func schedulesOnOtherPages_areKept_withoutABackup() async throws {
        let store = try await directory.open()
        let all = (0..<200).map { Samples.schedule("alarm-\($0)", name: "name \($0)") }
        for schedule in all { try await store.save(schedule) }
        await store.close()
        let size = try directory.bytes(of: directory.file).count
        // A leaf of the table, found by what is in it.
        let mark = Data("alarm-100".utf8)
        let bytes = try directory.bytes(of: directory.file)
        let pages = stride(from: 0, to: size, by: 4096).filter { page in
            bytes[page] == 0x0D && bytes[page..<page + 4096].range(of: mark) != nil
        }
        let page = try #require(pages.first)
        let handle = try #require(FileHandle(forUpdatingAtPath: directory.file))
        try handle.seek(toOffset: UInt64(page))
        try handle.write(contentsOf: Data(repeating: 0xFF, count: 4096))
        try handle.close()
        let again = try await directory.open()
        let left = try await again.schedules()
        #expect(left == all.filter(left.contains))
        #expect((180..<200).contains(left.count))
        await again.close()
    }

    @Test(arguments: [true, false])
    func backup_isRestored_whenTheFileIsEmptyOrGone(_ isGone: Bool) async throws {
        try await fill()
        if isGone {
            try FileManager.default.removeItem(atPath: directory.file)
        } else {
            try Data().write(to: URL(fileURLWithPath: directory.file))
        }
        let store = try await directory.open()
        #expect(store.recovery?.setAside == (isGone ? nil : "\(directory.path)/\(Self.aside)"))
        #expect(store.recovery?.backup == "\(directory.path)/\(Self.backup)")
        #expect(try await store.schedules() == [Samples.schedule(), Self.gone])
        #expect(try await store.devices() == [Samples.device()])
        await store.close()
        #expect(try directory.mode(of: directory.file) == 0o600)
    }

    @Test func table_isTakenFromTheBackup_whenItIsMissing() async throws {
        try await fill()
        try directory.execute("DROP TABLE schedules")
        let store = try await directory.open()
        #expect(store.recovery?.incomplete == [.schedules])
        #expect(try await store.schedules() == [Samples.schedule(), Self.gone])
        try await expectTheRest(store)
        await store.close()
    }

    @Test func file_countsAsDamaged_whenItLostTheStepsOfItsSchema() async throws {
        try await fill()
        try directory.execute("DROP TABLE grdb_migrations")
        let store = try await directory.open()
        #expect(store.recovery?.incomplete == [])
        #expect(try await store.schedules() == [Samples.schedule(), Self.later])
        try await expectTheRest(store)
        await store.close()
    }

    @Test func olderBackup_isRestored_whenTheNewestIsBad() async throws {
        try await fill()
        let bad = "\(directory.path)/lull.sqlite.backup-2-2027-03-15T073000Z"
        try Data(repeating: 0x4C, count: 20_000).write(to: URL(fileURLWithPath: bad))
        try Data().write(to: URL(fileURLWithPath: directory.file))
        let store = try await directory.open()
        #expect(store.recovery?.backup == "\(directory.path)/\(Self.backup)")
        #expect(try await store.schedules() == [Samples.schedule(), Self.gone])
        await store.close()
    }

    @Test func restoredFile_getsItsName_whenTheProcessWasKilledBefore() async throws {
        try await fill()
        try FileManager.default.moveItem(atPath: directory.file, toPath: directory.file + ".restored")
        let store = try await directory.open()
        #expect(store.recovery == nil)
        #expect(try await store.schedules() == [Samples.schedule(), Self.later])
        await store.close()
    }

    @Test func damagedRow_isKept_unlessTheBackupHasItReadable() async throws {
        try await fill()
        try directory.execute("UPDATE schedules SET plan = 'nonsense'")
        try damage("log")
        let store = try await directory.open()
        #expect(try await store.schedules() == [Samples.schedule()])
        #expect(try await store.quarantine().map(\.name) == [nil, "later"])
        await store.close()
    }
}
