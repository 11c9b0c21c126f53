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

    private static let gone = TemporaryDirectory.gone
    private static let later = TemporaryDirectory.later

    /// Everything but the schedules is as it was last.
    private func expectTheRest(_ store: SQLiteNightStore) async throws {
        #expect(try await store.devices() == [Samples.device()])
        #expect(try await store.overrides() == [Samples.skip()])
        #expect(try await store.openRecords() == [Samples.record(Samples.key(day: 15))])
        #expect(try await store.record(Samples.key()) == Samples.ended())
        #expect(try await !store.claim(Samples.record()))
    }

    @Test func everythingReadable_isKept_whenAPageOfTheLogIsBad() async throws {
        try await directory.fillForRestore()
        try directory.damage("log")
        let store = try await directory.open()
        let recovery = try #require(store.recovery)
        #expect(recovery.backup == directory.backup)
        #expect(recovery.setAside == directory.aside)
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
        #expect(try await store.log() == [Samples.entry()] + store.restoration)
        try await expectTheRest(store)
        await store.close()
    }

    @Test func schedules_areThoseOfTheBackup_whenTheirPageIsBad() async throws {
        try await directory.fillForRestore()
        try directory.damage("schedules")
        let store = try await directory.open()
        #expect(store.recovery?.incomplete == [.schedules])
        #expect(store.recovery?.rows.filter { $0.fate == .restored }.count == 2)
        #expect(try await store.schedules() == [Samples.schedule(), Self.gone])
        try await expectTheRest(store)
        await store.close()
    }

    @Test func notice_stays_untilSomebodyRemovesIt() async throws {
        try await directory.fillForRestore()
        try directory.damage("schedules")
        await (try await directory.open()).close()
        let store = try await directory.open()
        #expect(store.recovery == nil)
        let notice = try #require(try await store.quarantine().first)
        #expect(notice.id == "schedules:-1")
        #expect(notice.isNote && notice.table == .schedules)
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
        try await directory.fillForRestore(hasBackup: false)
        try directory.damage("schedules")
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
        try directory.damageLeaf(holding: "alarm-100")
        let again = try await directory.open()
        let left = try await again.schedules()
        #expect(left == all.filter(left.contains))
        #expect((180..<200).contains(left.count))
        await again.close()
    }

    @Test(arguments: [true, false])
    func backup_isRestored_whenTheFileIsEmptyOrGone(_ isGone: Bool) async throws {
        try await directory.fillForRestore()
        if isGone {
            try FileManager.default.removeItem(atPath: directory.file)
        } else {
            try Data().write(to: URL(fileURLWithPath: directory.file))
        }
        let store = try await directory.open()
        #expect(store.recovery?.setAside == (isGone ? nil : directory.aside))
        #expect(store.recovery?.backup == directory.backup)
        #expect(try await store.schedules() == [Samples.schedule(), Self.gone])
        #expect(try await store.devices() == [Samples.device()])
        await store.close()
        #expect(try directory.mode(of: directory.file) == 0o600)
    }

    @Test func table_isTakenFromTheBackup_whenItIsMissing() async throws {
        try await directory.fillForRestore()
        try directory.execute("DROP TABLE schedules")
        let store = try await directory.open()
        #expect(store.recovery?.incomplete == [.schedules])
        #expect(try await store.schedules() == [Samples.schedule(), Self.gone])
        try await expectTheRest(store)
        await store.close()
    }

    @Test func file_countsAsDamaged_whenItLostTheStepsOfItsSchema() async throws {
        try await directory.fillForRestore()
        try directory.execute("DROP TABLE grdb_migrations")
        let store = try await directory.open()
        #expect(store.recovery?.incomplete == [])
        #expect(try await store.schedules() == [Samples.schedule(), Self.later])
        try await expectTheRest(store)
        await store.close()
    }

    @Test func olderBackup_isRestored_whenTheNewestIsBad() async throws {
        try await directory.fillForRestore()
        let bad = "\(directory.path)/lull.sqlite.backup-2-2027-03-15T073000Z"
        try Data(repeating: 0x4C, count: 20_000).write(to: URL(fileURLWithPath: bad))
        try Data().write(to: URL(fileURLWithPath: directory.file))
        let store = try await directory.open()
        #expect(store.recovery?.backup == directory.backup)
        #expect(try await store.schedules() == [Samples.schedule(), Self.gone])
        await store.close()
    }

    @Test func damagedRow_isKept_unlessTheBackupHasItReadable() async throws {
        try await directory.fillForRestore()
        try directory.execute("UPDATE schedules SET plan = 'nonsense'")
        try directory.damage("log")
        let store = try await directory.open()
        #expect(try await store.schedules() == [Samples.schedule()])
        #expect(try await store.quarantine().map(\.name) == [nil, "later"])
        await store.close()
    }
}
