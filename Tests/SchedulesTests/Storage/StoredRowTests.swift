// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SQLiteStorage
import SleepModel
import Storage
import StorageConformance
import Testing

@Suite struct StoredRowTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func openDamaged(_ damage: Damage) async throws -> SQLiteNightStore {
        let store = try await directory.open()
        try await store.pair(Samples.device())
        try await store.save(Samples.schedule(), log: [Samples.entry()])
        try await store.override(Samples.skip())
        #expect(try await store.commit(.settings(Samples.settings, log: [])))
        #expect(try await store.commit(.holidays(try Samples.holidays(), log: [])))
        #expect(try await store.commit(.group(try Samples.group(), log: [])))
        #expect(try await store.commit(.notices([Samples.notice()], dropping: [])))
        #expect(try await store.claim(Samples.record()))
        #expect(try await store.commit(.hold(Samples.holds, on: Samples.nursery, log: [])))
        await store.close()
        try directory.execute(damage.sql)
        return try await directory.open()
    }

    /// The one row that the store has in quarantine.
    private func quarantined(_ store: SQLiteNightStore, _ damage: Damage) async throws -> QuarantinedRow {
        let rows = try await store.quarantine()
        #expect(rows.count == 1)
        let row = try #require(rows.first)
        #expect(row.error.code == damage.code)
        for name in damage.row { #expect(row.error.message.contains(name), "\(row.error.message)") }
        return row
    }

    @Test(.timeLimit(.minutes(1)), arguments: Damage.device)
    func device_isUsedAsFarAsItCanBe_whenItsRowIsDamaged(_ damage: Damage) async throws {
        let store = try await openDamaged(damage)
        var device = Samples.device()
        device.pairedAt = .min
        let row = try await quarantined(store, damage)
        #expect(row.table == .devices)
        #expect(row.name == device.name)
        #expect(try await store.devices() == (row.device == nil ? [] : [device]))
        #expect(try await store.schedules() == [Samples.schedule()])
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)), arguments: Damage.device)
    func device_isPairedAgain_underTheNameOfADamagedOne(_ damage: Damage) async throws {
        let store = try await openDamaged(damage)
        try await store.pair(Samples.device())
        #expect(try await store.quarantine() == [])
        #expect(try await store.devices() == [Samples.device()])
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)), arguments: Damage.hold)
    func holds_areQuarantined_untilTheRowIsRemoved(_ damage: Damage) async throws {
        let store = try await openDamaged(damage)
        let row = try await quarantined(store, damage)
        #expect(row.table == .holds)
        #expect(try await store.holds() == [:])
        #expect(try await store.devices() == [Samples.device()])
        #expect(try await store.removeQuarantined(row.id, log: []))
        #expect(try await store.quarantine() == [])
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)), arguments: Damage.schedule)
    func schedule_isQuarantinedByItself_untilItIsReplaced(_ damage: Damage) async throws {
        let store = try await openDamaged(damage)
        var other = Samples.schedule("alarm-2", name: "other")
        try await store.save(other)
        other.settledThrough = Samples.morning + .seconds(1)
        for schedule in [Samples.schedule(), other] {
            let record = Samples.record(Samples.key(schedule.id.rawValue, day: 15))
            #expect(try await store.claim(record, settling: schedule))
        }
        let row = try await quarantined(store, damage)
        #expect(row.id == "schedules:1")
        #expect(row.schedule == Samples.schedule().id)
        #expect(row.name == Samples.schedule().name)
        #expect(try await store.schedules() == [other])
        #expect(try await store.devices() == [Samples.device()])
        try await store.save(Samples.schedule())
        #expect(try await store.quarantine() == [])
        #expect(try await store.schedules() == [Samples.schedule(), other])
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)), arguments: Damage.schedule)
    func schedule_isQuarantinedByItself_untilItIsRemoved(_ damage: Damage) async throws {
        let store = try await openDamaged(damage)
        #expect(try await store.schedules() == [])
        _ = try await quarantined(store, damage)
        #expect(try await store.removeQuarantined("schedules:1", log: [Samples.entry(7)]))
        #expect(try await store.quarantine() == [])
        #expect(try await store.overrides() == [])
        #expect(try await store.log() == [Samples.entry(), Samples.entry(7)])
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)))
    func schedule_isSaved_underTheNameOfADamagedOne() async throws {
        let store = try await openDamaged(Damage("UPDATE schedules SET plan = ''"))
        let again = Samples.schedule("alarm-2")
        try await store.save(again)
        #expect(try await store.quarantine() == [])
        #expect(try await store.schedules() == [again])
        #expect(try await store.overrides() == [])
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)))
    func removal_isRefused_forWhatCanBeRead() async throws {
        let store = try await openDamaged(Damage("UPDATE overrides SET change = 'perhaps'"))
        for id in ["schedules:1", "overrides:2", "devices:1", "", "overrides:1; DROP TABLE log"] {
            #expect(try await !store.removeQuarantined(id, log: [Samples.entry(7)]))
        }
        #expect(try await store.schedules() == [Samples.schedule()])
        #expect(try await store.log() == [Samples.entry()])
        #expect(try await store.quarantine().count == 1)
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)), arguments: Damage.run)
    func run_isQuarantinedByItself_untilItIsReplaced(_ damage: Damage) async throws {
        let store = try await openDamaged(damage)
        let other = Samples.record(Samples.key(day: 15))
        #expect(try await store.claim(other))
        #expect(try await !store.claim(Samples.record()))
        #expect(try await store.openRecords() == [Samples.record(run: nil), other])
        #expect(try await quarantined(store, damage).table == .runs)
        await #expect(throws: StorageError.self) { try await store.record(Samples.key()) }
        #expect(try await store.record(other.key) == other)
        #expect(try await store.update(Samples.record(run: Samples.runs[2])))
        #expect(try await store.openRecords() == [Samples.record(run: Samples.runs[2]), other])
        #expect(try await store.quarantine() == [])
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)), arguments: Damage.run)
    func run_isQuarantinedByItself_untilItIsEnded(_ damage: Damage) async throws {
        let store = try await openDamaged(damage)
        #expect(try await store.openRecords() == [Samples.record(run: nil)])
        #expect(try await store.update(Samples.ended()))
        #expect(try await store.quarantine() == [])
        #expect(try await store.record(Samples.key()) == Samples.ended())
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)))
    func run_isReplaced_whenItsKeyCannotBeRead() async throws {
        let store = try await openDamaged(Damage("UPDATE runs SET date = 'soon'"))
        #expect(try await store.openRecords() == [Samples.record(run: nil)])
        #expect(try await store.update(Samples.record(run: Samples.runs[2])))
        #expect(try await store.openRecords() == [Samples.record(run: Samples.runs[2])])
        #expect(try await store.quarantine() == [])
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)), arguments: Damage.entry)
    func entry_isQuarantinedByItself_untilItIsVoided(_ damage: Damage) async throws {
        let good = try await directory.open()
        #expect(try await good.claim(Samples.ended()))
        await good.close()
        try directory.execute("DROP TRIGGER ledger_is_append_only;" + damage.sql)
        let store = try await directory.open()
        #expect(try await !store.claim(Samples.record()))
        #expect(try await !store.update(Samples.ended()))
        let other = Samples.ended(Samples.key(day: 15))
        #expect(try await store.claim(other))
        #expect(try await store.quarantine() == [])
        #expect(try await store.records(of: nil, from: .min, to: .max, limit: 10) == [other])
        let row = try await quarantined(store, damage)
        #expect(row.table == .ledger)
        #expect(try await !store.removeQuarantined(row.id, log: []))
        let keys = try await store.keys(of: other.key.schedule, plannedAfter: .min)
        #expect(keys.mapValues(\.planned) == [Samples.key(): Samples.morning, other.key: Samples.morning])
        #expect(try await store.void(Samples.key()))
        #expect(try await store.records(of: nil, from: .min, to: .max, limit: 10) == [other])
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)))
    func key_isLeftOut_whenItsDateCannotBeRead() async throws {
        let store = try await openDamaged(Damage("UPDATE runs SET date = 'soon'"))
        let other = Samples.record(Samples.key(day: 15))
        #expect(try await store.claim(other))
        let keys = try await store.keys(of: other.key.schedule, plannedAfter: .min)
        #expect(keys.mapValues(\.planned) == [other.key: Samples.morning])
        #expect(try await store.quarantine().map(\.table) == [.runs])
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)), arguments: Damage.override)
    func override_isQuarantinedByItself_untilItIsRemoved(_ damage: Damage) async throws {
        let store = try await openDamaged(damage)
        var other = Samples.skip(day: 16)
        other.change = .time(Samples.time(6, 30))
        try await store.override(other)
        #expect(try await store.overrides() == [other])
        let row = try await quarantined(store, damage)
        #expect(row.kind == .alarm)
        #expect(row.device == Samples.nursery)
        #expect(try await store.removeQuarantined(row.id, log: []))
        #expect(try await store.quarantine() == [])
        #expect(try await store.overrides() == [other])
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)), arguments: Damage.pause)
    func pause_isQuarantinedByItself_untilItIsReplacedOrRemoved(_ damage: Damage) async throws {
        let store = try await openDamaged(damage)
        let row = try await quarantined(store, damage)
        #expect(row.table == .pauses)
        let left = try await store.settings()
        #expect(left != Samples.settings)
        #expect(try await store.commit(.settings(left, log: [])))
        #expect(try await store.settings() == left)
        #expect(try await quarantined(store, damage).error == row.error)
        #expect(try await store.commit(.settings(Samples.settings, log: [])))
        #expect(try await store.settings() == Samples.settings)
        for row in try await store.quarantine() { #expect(try await store.removeQuarantined(row.id, log: [])) }
        #expect(try await store.quarantine() == [])
        #expect(try await store.settings() == Samples.settings)
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)), arguments: Damage.holidays)
    func holidays_areQuarantinedByThemselves_untilTheyAreImportedAgain(_ damage: Damage) async throws {
        let store = try await openDamaged(damage)
        let other = try Samples.holidays("bank")
        try await store.commit(.holidays(other, log: []))
        #expect(try await store.holidays() == [other])
        let row = try await quarantined(store, damage)
        #expect(row.table == .holidays)
        #expect(row.name == "school")
        let again = try Samples.holidays("School")
        try await store.commit(.holidays(again, log: []))
        #expect(try await store.quarantine() == [])
        #expect(try await store.holidays() == [other, again])
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)), arguments: Damage.group)
    func group_isQuarantinedByItself_untilItIsSetAgain(_ damage: Damage) async throws {
        let store = try await openDamaged(damage)
        #expect(try await store.groups() == [])
        let row = try await quarantined(store, damage)
        #expect(row.table == .groups)
        #expect(row.name == "kids")
        let again = try Samples.group("Kids")
        try await store.commit(.group(again, log: []))
        #expect(try await store.quarantine() == [])
        #expect(try await store.groups() == [again])
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)), arguments: Damage.holidays)
    func holidays_areQuarantinedByThemselves_untilTheyAreRemoved(_ damage: Damage) async throws {
        let store = try await openDamaged(damage)
        let row = try await quarantined(store, damage)
        #expect(try await store.removeQuarantined(row.id, log: []))
        #expect(try await store.quarantine() == [])
        #expect(try await store.holidays() == [])
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)), arguments: Damage.notice)
    func notice_isQuarantinedByItself_untilItIsRemoved(_ damage: Damage) async throws {
        let store = try await openDamaged(damage)
        try await store.commit(.notices([Samples.plainNotice()], dropping: []))
        #expect(try await store.notices() == [Samples.plainNotice()])
        let row = try await quarantined(store, damage)
        #expect(row.id == "notices:3")
        #expect(try await store.removeQuarantined(row.id, log: []))
        #expect(try await store.quarantine() == [])
        #expect(try await store.notices() == [Samples.plainNotice()])
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)), arguments: Damage.log)
    func line_isQuarantinedByItself_onceSomebodyAsksForIt(_ damage: Damage) async throws {
        let store = try await openDamaged(damage)
        try await store.note([Samples.entry(60, device: Samples.bedroom)])
        #expect(
            try await store.entries(since: nil, device: Samples.bedroom, limit: 10)
                == [Samples.entry(60, device: Samples.bedroom)])
        #expect(try await store.quarantine() == [])
        #expect(try await store.log() == [Samples.entry(60, device: Samples.bedroom)])
        let row = try await quarantined(store, damage)
        #expect(row.id == "log:1")
        #expect(try await store.removeQuarantined("log:1", log: []))
        #expect(try await store.quarantine() == [])
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)))
    func forget_cancelsItsRecord_whenTheRunCannotBeRead() async throws {
        let store = try await openDamaged(Damage("UPDATE runs SET run = 'x'"))
        try await store.forget(Samples.nursery)
        #expect(try await store.openRecords() == [])
        #expect(try await store.record(Samples.key())?.outcome == .cancelled)
        await store.close()
    }
}
