// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Testing

@testable import SQLiteStorage

@Suite struct BackupPlanTests {
    private static let noon = Instant(secondsSince1970: 1_805_025_600)

    private func backups(_ ages: [Duration]) -> [Backup] {
        ages.reduce(into: []) { backups, age in backups.append(Backup(after: backups, at: Self.noon - age)) }
    }

    @Test(
        arguments: [
            ([], .zero), ([.seconds(60)], .seconds(86_340)), ([.seconds(86_400)], .zero),
            ([.seconds(200_000), .seconds(90_000)], .seconds(-3600)),
            // Those from the future count for nothing.
            ([.seconds(-10)], .zero), ([.seconds(3600), .seconds(-900_000)], .seconds(82_800)),
        ] as [([Duration], Duration)])
    func next_isDueADayAfterTheLastOne(_ ages: [Duration], _ wait: Duration) {
        #expect(BackupPlan.nextDue(after: backups(ages), at: Self.noon, lacksSomething: false) - Self.noon == wait)
    }

    @Test(
        arguments: [([], .zero), ([.seconds(60)], .seconds(240)), ([.seconds(300)], .zero)]
            as [([Duration], Duration)])
    func next_isDueFiveMinutesAfterTheLastOne_whenItLacksSomething(_ ages: [Duration], _ wait: Duration) {
        #expect(BackupPlan.nextDue(after: backups(ages), at: Self.noon, lacksSomething: true) - Self.noon == wait)
    }

    @Test func surplus_isTheOldestByNumber_whateverTheClockSaid() {
        let all = backups((0..<9).map { .seconds($0 * 86_400) })
        #expect(BackupPlan.surplus(of: all.shuffled()) == [all[1], all[0]])
        #expect(BackupPlan.surplus(of: Array(all.prefix(7))) == [])
        #expect(BackupPlan.newestFirst(all.shuffled()) == all.reversed())
    }

    @Test func surplus_leavesTheLastOneOfEachDay_andTheNewest() {
        let hours = [50, 49, 27, 26, 25, 2, 1, 0].map { Duration.seconds($0 * 3600) }
        let all = backups(hours)
        #expect(BackupPlan.surplus(of: all.shuffled()) == [all[3], all[2], all[0]])
        #expect(BackupPlan.surplus(of: Array(all.suffix(3))) == [])
    }

    @Test(arguments: [
        "", "lull.sqlite", "lull.sqlite.backup-", "lull.sqlite.backup-1", "lull.sqlite.backup-0-2027-03-14T073000Z",
        "lull.sqlite.backup--1-2027-03-14T073000Z", "lull.sqlite.backup-01-2027-03-14T073000Z",
        "lull.sqlite.backup-1-2027-03-14T07:30:00Z", "lull.sqlite.backup-1-2027-02-30T073000Z",
        "lull.sqlite.backup-1-2027-03-14T073000Z-wal", "lull.sqlite.backup-draft", "other.backup-1-2027-03-14T073000Z",
    ])
    func name_isNotOfABackup(_ name: String) {
        #expect(Backup(name: name, of: "lull.sqlite") == nil)
    }

    @Test func name_isReadAsItIsWritten() {
        let backup = Backup(
            after: backups([.zero, .zero]), at: Instant(secondsSince1970: 1_805_009_400, nanosecond: 5))
        #expect(backup.name(of: "lull.sqlite") == "lull.sqlite.backup-3-2027-03-14T073000Z")
        #expect(Backup(name: backup.name(of: "lull.sqlite"), of: "lull.sqlite") == backup)
    }
}
