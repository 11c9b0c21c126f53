// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SQLiteStorage
import SleepModel
import Storage
import StorageConformance
import Testing

/// One change to a good file, and what becomes of reading it.
struct Damage: Sendable, CustomTestStringConvertible {
    let sql: String
    let code: StorageError.Code
    /// The table and the key that the report names.
    let row: [String]
    var testDescription: String { sql }

    init(_ sql: String, in row: String..., code: StorageError.Code = .corrupt) {
        self.sql = sql
        self.row = row
        self.code = code
    }

    static let device = [
        Damage("UPDATE devices SET address = 'nonsense'", in: "devices", "nonsense"),
        Damage("UPDATE devices SET paired_nanosecond = 1000000000", in: "devices", "DC:06:41:DC:1A:B4"),
        Damage("UPDATE devices SET paired_nanosecond = -1", in: "devices", "DC:06:41:DC:1A:B4"),
        Damage("UPDATE devices SET paired_nanosecond = 5000000000", in: "devices", "DC:06:41:DC:1A:B4"),
        Damage("UPDATE devices SET paired_seconds = 9223372036854775807", in: "devices", "DC:06:41:DC:1A:B4"),
        Damage("UPDATE devices SET limit_volume = 25", in: "devices", "DC:06:41:DC:1A:B4"),
        Damage("UPDATE devices SET limit_volume = 256", in: "devices", "DC:06:41:DC:1A:B4"),
        Damage("UPDATE devices SET limit_brightness = 0", in: "devices", "DC:06:41:DC:1A:B4"),
        Damage("UPDATE devices SET limit_hours = '20:00-07:00'", in: "devices", "DC:06:41:DC:1A:B4"),
        Damage(
            "UPDATE devices SET limit_volume = 102, limit_hours = 'night'", in: "devices", "DC:06:41:DC:1A:B4"),
    ]

    static let schedule =
        [
            Damage("UPDATE schedules SET device = ''", in: "schedules", "alarm-1"),
            Damage("UPDATE schedules SET valid_nanosecond = -1", in: "schedules", "alarm-1"),
            Damage("UPDATE schedules SET kind = 'party'", in: "schedules", "alarm-1"),
        ]
        + ["plan", "rule"].flatMap { column in
            [
                Damage("UPDATE schedules SET \(column) = ''", in: "schedules", "alarm-1"),
                Damage("UPDATE schedules SET \(column) = '{}'", in: "schedules", "alarm-1"),
                Damage(
                    "UPDATE schedules SET \(column) = '{\"v\":1,\"content\":{\"party\":{}}}'", in: "schedules",
                    "alarm-1"),
                Damage("UPDATE schedules SET \(column) = '{\"v\":0,\"content\":{}}'", in: "schedules", "alarm-1"),
                Damage(
                    "UPDATE schedules SET \(column) = replace(\(column), '\"v\":1', '\"v\":2')", in: "schedules",
                    "alarm-1", code: .fromTheFuture),
                Damage("UPDATE schedules SET \(column) = printf('%.*c', 100000, '[')", in: "schedules", "alarm-1"),
            ]
        } + [("plan", "\"volume\":102", "\"volume\":256")].map(replaced)
        + [
            ("62", "256"), ("62", "128"), ("62", "-1"), ("62", "null"), ("07:00", "24:00"), ("later", "jump"),
            ("\"first\"", "null"), ("weekly", "daily"),
            ("{\"weekly\":{\"weekdays\":62}}", "{\"once\":{\"date\":\"2027-02-30\"}}"),
            ("{\"weekly\":{\"weekdays\":62}}", "{\"yearly\":{\"month\":2,\"day\":30,\"leapDay\":\"skip\"}}"),
            ("{\"weekly\":{\"weekdays\":62}}", "{\"yearly\":{\"month\":13,\"day\":1,\"leapDay\":\"skip\"}}"),
            ("\"exceptions\":[]", "\"exceptions\":[\"\"]"),
            ("\"exceptions\":[]", "\"exceptions\":[],\"first\":\"soon\""),
            ("{\"clock\":{\"time\":\"07:00\"}}", "{\"byWeekday\":{\"times\":[null,\"07:00\"]}}"),
            ("{\"clock\":{\"time\":\"07:00\"}}", sun("\"latitude\":91,\"longitude\":0,\"offsetSeconds\":0")),
            ("{\"clock\":{\"time\":\"07:00\"}}", sun("\"latitude\":0,\"longitude\":0,\"offsetSeconds\":86400")),
            (
                "{\"clock\":{\"time\":\"07:00\"}}",
                sun(
                    "\"latitude\":0,\"longitude\":0,\"offsetSeconds\":0,\"earliest\":\"08:00\",\"latest\":\"07:00\"")
            ),
        ].map { replaced(("rule", $0, $1)) }

    private static func sun(_ rest: String) -> String { "{\"sun\":{\"time\":{\"event\":\"sunrise\",\(rest)}}}" }

    private static func replaced(_ part: (column: String, old: String, new: String)) -> Damage {
        Damage(
            "UPDATE schedules SET \(part.column) = replace(\(part.column), '\(part.old)', '\(part.new)')",
            in: "schedules",
            "alarm-1")
    }

    static let run = [
        Damage("UPDATE runs SET rule = 'luck'", in: "occurrences", "alarm-1", "2027-03-14", "scheduled"),
        Damage("UPDATE runs SET actor = ''", in: "occurrences", "alarm-1"),
        Damage("UPDATE runs SET kind = ''", in: "occurrences", "alarm-1"),
        Damage("UPDATE runs SET device = ''", in: "occurrences", "alarm-1"),
        Damage("UPDATE runs SET run = 'x'", in: "occurrences", "alarm-1"),
        Damage("UPDATE runs SET planned_nanosecond = -1", in: "occurrences", "alarm-1"),
        Damage("UPDATE runs SET run = replace(run, '\"v\":1', '\"v\":7')", in: "occurrences", code: .fromTheFuture),
    ]

    static let entry = [
        Damage("UPDATE ledger SET outcome = 'vanished'", in: "occurrences", "alarm-1", "2027-03-14", "scheduled"),
        Damage("UPDATE ledger SET reason = 'whim'", in: "occurrences", "alarm-1"),
        Damage("UPDATE ledger SET ended_nanosecond = NULL", in: "occurrences", "alarm-1"),
        Damage("UPDATE ledger SET rule = 'luck'", in: "occurrences", "alarm-1"),
    ]

    static let override = [
        Damage("UPDATE overrides SET date = '2027-02-30'", in: "overrides", "alarm-1"),
        Damage("UPDATE overrides SET change = 'perhaps'", in: "overrides", "alarm-1"),
        Damage("UPDATE overrides SET change = 'time'", in: "overrides", "alarm-1"),
        Damage("UPDATE overrides SET time_of_day = '06:30'", in: "overrides", "alarm-1"),
        Damage("UPDATE overrides SET change = 'time', time_of_day = '24:00'", in: "overrides", "alarm-1"),
        Damage("UPDATE overrides SET since_nanosecond = -1", in: "overrides", "alarm-1"),
    ]

    static let pause = [
        Damage("UPDATE pauses SET device = '' WHERE device IS NULL", in: "pauses"),
        Damage("UPDATE pauses SET until = 'later' WHERE device IS NULL", in: "pauses"),
        Damage(
            "UPDATE pauses SET since_nanosecond = 1000000000 WHERE device = 'DC:06:41:DC:1A:B4'", in: "pauses",
            "DC:06:41:DC:1A:B4"
        ),
    ]

    static let hold = [
        Damage("UPDATE holds SET device = ''", in: "holds"),
        Damage("UPDATE holds SET holds = '{}'", in: "holds", "DC:06:41:DC:1A:B4"),
        Damage("UPDATE holds SET nap = '{}'", in: "holds", "DC:06:41:DC:1A:B4"),
        Damage("UPDATE holds SET settled_seconds = NULL", in: "holds", "DC:06:41:DC:1A:B4"),
        Damage("UPDATE holds SET holds = replace(holds, '2027-03-14', '2027-02-30')", in: "holds"),
        Damage("UPDATE holds SET holds = replace(holds, '\"v\":1', '\"v\":2')", in: "holds", code: .fromTheFuture),
    ]

    static let log = [
        Damage("UPDATE log SET device = 'nonsense'", in: "log", "1"),
        Damage("UPDATE log SET planned_nanosecond = NULL", in: "log", "1"),
        Damage("UPDATE log SET at_nanosecond = 1000000000", in: "log", "1"),
        Damage("UPDATE log SET reason = 'whim'", in: "log", "1"),
        Damage("UPDATE log SET kind = 'whim'", in: "log", "1"),
        Damage("UPDATE log SET outcome = 'rang'", in: "log", "1"),
        Damage("UPDATE log SET actor = ''", in: "log", "1"),
        Damage("UPDATE log SET slot = NULL", in: "log", "1"),
        Damage("UPDATE log SET date = '2027-02-30'", in: "log", "1"),
    ]
}

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
