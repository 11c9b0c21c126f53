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

    static let schedule = [
        Damage("UPDATE schedules SET device = ''", in: "schedules", "alarm-1"),
        Damage("UPDATE schedules SET weekdays = 256", in: "schedules", "alarm-1"),
        Damage("UPDATE schedules SET weekdays = NULL", in: "schedules", "alarm-1"),
        Damage("UPDATE schedules SET once_on = '2027-03-14'", in: "schedules", "alarm-1"),
        Damage("UPDATE schedules SET weekdays = NULL, once_on = '2027-02-30'", in: "schedules", "alarm-1"),
        Damage("UPDATE schedules SET time_of_day = NULL", in: "schedules", "alarm-1"),
        Damage("UPDATE schedules SET time_of_day = '24:00'", in: "schedules", "alarm-1"),
        Damage("UPDATE schedules SET gap = 'jump'", in: "schedules", "alarm-1"),
        Damage("UPDATE schedules SET overlap = NULL", in: "schedules", "alarm-1"),
        Damage("UPDATE schedules SET kind = 'party'", in: "schedules", "alarm-1"),
        Damage("UPDATE schedules SET plan = ''", in: "schedules", "alarm-1"),
        Damage("UPDATE schedules SET plan = '{}'", in: "schedules", "alarm-1"),
        Damage("UPDATE schedules SET plan = '{\"v\":1,\"content\":{\"party\":{}}}'", in: "schedules", "alarm-1"),
        Damage("UPDATE schedules SET plan = '{\"v\":0,\"content\":{}}'", in: "schedules", "alarm-1"),
        Damage(
            "UPDATE schedules SET plan = replace(plan, '\"volume\":102', '\"volume\":256')", in: "schedules", "alarm-1"),
        Damage(
            "UPDATE schedules SET plan = replace(plan, '\"v\":1', '\"v\":2')", in: "schedules", "alarm-1",
            code: .fromTheFuture),
        Damage("UPDATE schedules SET plan = printf('%.*c', 100000, '[')", in: "schedules", "alarm-1"),
    ]

    static let ledger = [
        Damage("UPDATE ledger SET rule = 'luck'", in: "ledger", "alarm-1", "2027-03-14", "scheduled"),
        Damage("UPDATE ledger SET actor = ''", in: "ledger", "alarm-1"),
        Damage("UPDATE ledger SET kind = ''", in: "ledger", "alarm-1"),
        Damage("UPDATE ledger SET device = ''", in: "ledger", "alarm-1"),
        Damage("UPDATE ledger SET run = 'x'", in: "ledger", "alarm-1"),
        Damage("UPDATE ledger SET ended_seconds = 1", in: "ledger", "alarm-1"),
        Damage("UPDATE ledger SET planned_nanosecond = -1", in: "ledger", "alarm-1"),
        Damage("UPDATE ledger SET run = replace(run, '\"v\":1', '\"v\":7')", in: "ledger", code: .fromTheFuture),
    ]

    static let log = [
        Damage("UPDATE log SET device = 'nonsense'", in: "log", "1"),
        Damage("UPDATE log SET planned_nanosecond = NULL", in: "log", "1"),
        Damage("UPDATE log SET at_nanosecond = 1000000000", in: "log", "1"),
    ]
}

@Suite struct StoredRowTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func openDamaged(_ damage: Damage) async throws -> SQLiteNightStore {
        let store = try await SQLiteNightStore.open(directory: directory.path)
        try await store.save(Samples.device())
        try await store.save(Samples.schedule(), log: [Samples.entry()])
        #expect(try await store.claim(Samples.record(), settling: nil, log: []))
        await store.close()
        try directory.execute(damage.sql)
        return try await SQLiteNightStore.open(directory: directory.path)
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
        try await store.save(other, log: [])
        other.settledThrough = Samples.morning + .seconds(1)
        for schedule in [Samples.schedule(), other] {
            let record = Samples.record(Samples.key(schedule.id.rawValue, day: 15))
            #expect(try await store.claim(record, settling: schedule, log: []))
        }
        await expect(damage) { () async throws(StorageError) in _ = try await store.schedules() }
        #expect(try await store.devices() == [Samples.device()])
        try await store.save(Samples.schedule(), log: [])
        #expect(try await store.schedules() == [Samples.schedule(), other])
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)), arguments: Damage.schedule)
    func schedules_throwNamingTheRow_untilItIsRemoved(_ damage: Damage) async throws {
        let store = try await openDamaged(damage)
        await expect(damage) { () async throws(StorageError) in _ = try await store.schedules() }
        try await store.removeSchedule(Samples.schedule().id, log: [])
        #expect(try await store.schedules() == [])
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)), arguments: Damage.ledger)
    func records_throwNamingTheRow_untilItIsReplaced(_ damage: Damage) async throws {
        let store = try await openDamaged(damage)
        let other = Samples.record(Samples.key(day: 15))
        #expect(try await store.claim(other, settling: nil, log: []))
        #expect(try await !store.claim(Samples.record(), settling: nil, log: []))
        await expect(damage) { () async throws(StorageError) in _ = try await store.openRecords() }
        await expect(damage) { () async throws(StorageError) in _ = try await store.record(Samples.key()) }
        #expect(try await store.record(other.key) == other)
        #expect(try await store.keys(of: other.key.schedule, plannedAfter: .min) == [Samples.key(), other.key])
        #expect(try await store.update(Samples.ended(), log: []))
        #expect(try await store.openRecords() == [other])
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)), arguments: Damage.log)
    func entries_throwNamingTheRow_unlessItIsOutsideTheQuestion(_ damage: Damage) async throws {
        let store = try await openDamaged(damage)
        try await store.append([Samples.entry(60, device: Samples.bedroom)])
        await expect(damage) { () async throws(StorageError) in
            _ = try await store.entries(since: nil, device: nil, limit: 10)
        }
        #expect(
            try await store.entries(since: nil, device: Samples.bedroom, limit: 10)
                == [Samples.entry(60, device: Samples.bedroom)])
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)))
    func removeDevice_cancelsItsRecord_whenTheRunCannotBeRead() async throws {
        let store = try await openDamaged(Damage("UPDATE ledger SET run = 'x'"))
        try await store.removeDevice(Samples.nursery, at: Samples.morning)
        #expect(try await store.openRecords() == [])
        #expect(try await store.record(Samples.key())?.outcome == .cancelled)
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)))
    func updateAndClaim_areFalse_whenTheOutcomeCannotBeRead() async throws {
        let store = try await openDamaged(Damage("UPDATE ledger SET outcome = 'vanished'"))
        #expect(try await !store.update(Samples.ended(), log: []))
        #expect(try await !store.claim(Samples.record(), settling: nil, log: []))
        await store.close()
    }
}
