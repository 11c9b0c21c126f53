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
    /// The table and the key that the error names.
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
            "UPDATE pauses SET since_nanosecond = 1000000000 WHERE device IS NOT NULL", in: "pauses", "DC:06:41:DC:1A:B"
        ),
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
        await store.close()
        try directory.execute(damage.sql)
        return try await directory.open()
    }

    private func expect(_ damage: Damage, _ work: () async throws(StorageError) -> Void) async {
        do {
            try await work()
            Issue.record("nothing was thrown")
        } catch {
            #expect(error.code == damage.code)
            for name in damage.row { #expect(error.message.contains(name), "\(error.message)") }
        }
    }

    @Test(.timeLimit(.minutes(1)), arguments: Damage.device)
    func devices_throwNamingTheRow_whenItCannotBeRead(_ damage: Damage) async throws {
        let store = try await openDamaged(damage)
        await expect(damage) { () async throws(StorageError) in _ = try await store.devices() }
        #expect(try await store.schedules() == [Samples.schedule()])
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)), arguments: Damage.schedule)
    func schedules_throwNamingTheRow_untilItIsReplaced(_ damage: Damage) async throws {
        let store = try await openDamaged(damage)
        var other = Samples.schedule("alarm-2", name: "other")
        try await store.save(other)
        other.settledThrough = Samples.morning + .seconds(1)
        for schedule in [Samples.schedule(), other] {
            let record = Samples.record(Samples.key(schedule.id.rawValue, day: 15))
            #expect(try await store.claim(record, settling: schedule))
        }
        await expect(damage) { () async throws(StorageError) in _ = try await store.schedules() }
        #expect(try await store.devices() == [Samples.device()])
        try await store.save(Samples.schedule())
        #expect(try await store.schedules() == [Samples.schedule(), other])
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)), arguments: Damage.schedule)
    func schedules_throwNamingTheRow_untilItIsRemoved(_ damage: Damage) async throws {
        let store = try await openDamaged(damage)
        await expect(damage) { () async throws(StorageError) in _ = try await store.schedules() }
        try await store.remove(Samples.schedule().id.rawValue)
        #expect(try await store.schedules() == [])
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)), arguments: Damage.run)
    func openRecords_throwNamingTheRow_untilItIsReplaced(_ damage: Damage) async throws {
        let store = try await openDamaged(damage)
        let other = Samples.record(Samples.key(day: 15))
        #expect(try await store.claim(other))
        #expect(try await !store.claim(Samples.record()))
        await expect(damage) { () async throws(StorageError) in _ = try await store.openRecords() }
        await expect(damage) { () async throws(StorageError) in _ = try await store.record(Samples.key()) }
        #expect(try await store.record(other.key) == other)
        #expect(try await store.update(Samples.record(run: Samples.runs[2])))
        #expect(try await store.openRecords() == [Samples.record(run: Samples.runs[2]), other])
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)), arguments: Damage.run)
    func openRecords_throwNamingTheRow_untilItIsEnded(_ damage: Damage) async throws {
        let store = try await openDamaged(damage)
        await expect(damage) { () async throws(StorageError) in _ = try await store.openRecords() }
        #expect(try await store.update(Samples.ended()))
        #expect(try await store.openRecords() == [])
        #expect(try await store.record(Samples.key()) == Samples.ended())
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)), arguments: Damage.entry)
    func record_throwsNamingTheRow_untilItIsVoided(_ damage: Damage) async throws {
        let good = try await directory.open()
        #expect(try await good.claim(Samples.ended()))
        await good.close()
        try directory.execute("DROP TRIGGER ledger_is_append_only;" + damage.sql)
        let store = try await directory.open()
        #expect(try await !store.claim(Samples.record()))
        #expect(try await !store.update(Samples.ended()))
        let other = Samples.ended(Samples.key(day: 15))
        #expect(try await store.claim(other))
        await expect(damage) { () async throws(StorageError) in _ = try await store.record(Samples.key()) }
        await expect(damage) { () async throws(StorageError) in
            _ = try await store.records(of: nil, from: .min, to: .max, limit: 10)
        }
        let keys = try await store.keys(of: other.key.schedule, plannedAfter: .min)
        #expect(keys.mapValues(\.planned) == [Samples.key(): Samples.morning, other.key: Samples.morning])
        #expect(try await store.void(Samples.key()))
        #expect(try await store.records(of: nil, from: .min, to: .max, limit: 10) == [other])
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)), arguments: Damage.override)
    func overrides_throwNamingTheRow_untilTheirScheduleIsRemoved(_ damage: Damage) async throws {
        let store = try await openDamaged(damage)
        await expect(damage) { () async throws(StorageError) in _ = try await store.overrides() }
        try await store.remove("alarm-1")
        #expect(try await store.overrides() == [])
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)), arguments: Damage.pause)
    func settings_throwNamingTheRow_untilTheyAreReplaced(_ damage: Damage) async throws {
        let store = try await openDamaged(damage)
        await expect(damage) { () async throws(StorageError) in _ = try await store.settings() }
        #expect(try await store.commit(.settings(Samples.settings, log: [])))
        #expect(try await store.settings() == Samples.settings)
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)), arguments: Damage.log)
    func entries_throwNamingTheRow_unlessItIsOutsideTheQuestion(_ damage: Damage) async throws {
        let store = try await openDamaged(damage)
        try await store.note([Samples.entry(60, device: Samples.bedroom)])
        await expect(damage) { () async throws(StorageError) in
            _ = try await store.log()
        }
        #expect(
            try await store.entries(since: nil, device: Samples.bedroom, limit: 10)
                == [Samples.entry(60, device: Samples.bedroom)])
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
