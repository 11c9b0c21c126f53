// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Foundation
import GRDB
import SleepModel
import Storage
import StorageConformance
import Testing

@testable import SQLiteStorage

/// A file that a release wrote with the first step of the schema, opened by this one.
@Suite struct FirstNightTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Files/first-night.sql")
        try directory.execute(String(contentsOf: file, encoding: .utf8))
    }

    @Test(.timeLimit(.minutes(1)))
    func open_carriesEverythingOver_fromTheFirstStep() async throws {
        let store = try await directory.open()
        #expect(store.setAside == nil)
        #expect(try await store.devices() == FirstNight.devices)
        #expect(try await store.schedules() == FirstNight.schedules)
        #expect(try await store.openRecords() == FirstNight.openRecords)
        #expect(try await store.log() == FirstNight.log)
        #expect(try await store.overrides() == [])
        #expect(try await store.settings() == NightSettings())
        for record in FirstNight.records { #expect(try await store.record(record.key) == record) }
        let byPlan = FirstNight.records.enumerated().sorted {
            ($0.element.planned, $0.offset) < ($1.element.planned, $1.offset)
        }
        #expect(try await store.records(of: nil, from: .min, to: .max, limit: 1000) == byPlan.map(\.element))
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)))
    func runs_goOnToTheirEnds_afterTheMigration() async throws {
        let store = try await directory.open()
        for var record in FirstNight.openRecords {
            record.actor = .person
            #expect(try await !store.claim(record))
            #expect(try await store.update(record))
            #expect(try await store.record(record.key) == record)
            record.run = nil
            record.outcome = .dismissed
            record.endedAt = Samples.morning
            #expect(try await store.update(record))
            #expect(try await store.record(record.key) == record)
            #expect(try await !store.claim(record))
        }
        #expect(try await store.openRecords() == [])
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)))
    func endedOnes_areClaimedAgain_onlyIfMissedOrTakenBack() async throws {
        let store = try await directory.open()
        for var record in FirstNight.endedRecords {
            let outcome = record.outcome
            record.outcome = nil
            record.endedAt = nil
            #expect(try await store.claim(record) == (outcome == .missed))
            if outcome != .missed {
                #expect(try await store.void(record.key))
                #expect(try await store.claim(record))
            }
            #expect(try await store.record(record.key) == record)
        }
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)))
    func open_findsTheSame_whenTheMigrationIsLongDone() async throws {
        await (try directory.open()).close()
        let store = try await directory.open()
        #expect(try await store.schedules() == FirstNight.schedules)
        #expect(try await store.openRecords() == FirstNight.openRecords)
        await store.close()
    }

    @Test func firstStep_makesTheTablesOfTheRelease_asItAlwaysDid() throws {
        let released = try directory.strings("SELECT sql FROM sqlite_schema ORDER BY name")
        let fresh = try DatabaseQueue()
        try NightSchema.migrator.migrate(fresh, upTo: "1-first-night")
        #expect(
            try fresh.read { try String?.fetchAll($0, sql: "SELECT sql FROM sqlite_schema ORDER BY name") } == released)
    }

    @Test(.timeLimit(.minutes(1)))
    func open_makesTheSameTables_fromAnOldFileAndAnew() async throws {
        let other = try TemporaryDirectory()
        for directory in [directory, other] { await (try directory.open()).close() }
        let schema = "SELECT sql FROM sqlite_schema ORDER BY name"
        #expect(try directory.strings(schema) == other.strings(schema))
    }

    /// A row that the release could not read stays one that cannot be read, and keeps nothing else from being read.
    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            "weekdays = 256", "weekdays = NULL", "once_on = '2027-03-14'", "weekdays = NULL, once_on = '2027-02-30'",
            "time_of_day = NULL", "time_of_day = '24:00'", "gap = 'jump'", "gap = NULL", "overlap = NULL",
            "time_of_day = '\"}'", "plan = ''",
        ])
    func migration_keepsBadSchedulesBad_andGoodOnesGood(_ damage: String) async throws {
        try directory.execute("UPDATE schedules SET \(damage) WHERE id = 'plan-1'")
        let store = try await directory.open()
        await #expect(throws: StorageError.self) { try await store.schedules() }
        try await store.save(FirstNight.schedules[1])
        #expect(try await store.schedules() == FirstNight.schedules)
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)))
    func migration_carriesARunOver_thatCannotBeRead() async throws {
        try directory.execute("UPDATE ledger SET run = 'x' WHERE slot = 'run-1'")
        let store = try await directory.open()
        await #expect(throws: StorageError.self) { try await store.openRecords() }
        let key = Samples.key("plan-1", slot: "run-1")
        #expect(try await store.update(Samples.ended(key)))
        #expect(try await store.openRecords() == FirstNight.openRecords.filter { $0.key != key })
        await store.close()
    }
}
