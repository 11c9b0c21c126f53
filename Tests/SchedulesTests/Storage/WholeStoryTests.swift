// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SleepModel
import Storage
import StorageConformance
import Testing

@testable import SQLiteStorage

/// A file that a release wrote with the second step of the schema, opened by this one.
@Suite(.timeLimit(.minutes(1))) struct WholeStoryTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Files/whole-story.sql")
        try directory.execute(String(contentsOf: file, encoding: .utf8))
    }

    private static let schema = "SELECT sql FROM sqlite_schema ORDER BY name"

    @Test func open_carriesEverythingOver_fromTheSecondStep() async throws {
        let store = try await directory.open()
        #expect(store.setAside == nil)
        #expect(try await store.devices() == WholeStory.devices)
        #expect(try await store.schedules() == WholeStory.schedules)
        #expect(try await store.overrides() == WholeStory.overrides)
        #expect(try await store.settings() == Samples.settings)
        #expect(try await store.openRecords() == WholeStory.openRecords)
        for record in WholeStory.endedRecords { #expect(try await store.record(record.key) == record) }
        #expect(try await store.record(WholeStory.void.key) == nil)
        #expect(try await store.log() == WholeStory.log)
        await store.close()
    }

    @Test func log_takesReasons_besideEntriesFromBefore() async throws {
        let store = try await directory.open()
        var entry = Samples.entry(2)
        entry.reason = .suspend
        try await store.note([entry])
        var log = WholeStory.log
        log.insert(entry, at: 3)
        #expect(try await store.log() == log)
        await store.close()
    }

    @Test func runs_goOnToTheirEnds_afterTheMigration() async throws {
        let store = try await directory.open()
        for record in WholeStory.openRecords {
            #expect(try await !store.claim(record))
            var ended = record
            ended.run = nil
            ended.outcome = .dismissed
            ended.endedAt = Samples.morning
            #expect(try await store.update(ended))
            #expect(try await store.record(record.key) == ended)
        }
        #expect(try await store.openRecords() == [])
        #expect(try await store.claim(Samples.record(WholeStory.void.key)))
        await store.close()
    }

    @Test func secondStep_makesTheTablesOfTheRelease_asItAlwaysDid() throws {
        let released = try directory.strings(Self.schema)
        let fresh = try DatabaseQueue()
        try NightSchema.migrator.migrate(fresh, upTo: "2-whole-story")
        #expect(try fresh.read { try String?.fetchAll($0, sql: Self.schema) } == released)
    }

    @Test func open_makesTheSameTables_fromAnOldFileAndAnew() async throws {
        let other = try TemporaryDirectory()
        for directory in [directory, other] { await (try directory.open()).close() }
        #expect(try directory.strings(Self.schema) == other.strings(Self.schema))
    }
}
