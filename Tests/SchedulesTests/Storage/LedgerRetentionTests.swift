// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Storage
import StorageConformance
import Testing

@testable import SQLiteStorage

@Suite(.timeLimit(.minutes(1))) struct LedgerRetentionTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// A store that keeps ten entries, and drops what is more than twelve.
    private func open() async throws -> SQLiteNightStore {
        try await directory.open(keeping: HistoryLimits(ledger: 10, log: 10, links: 4, slack: 3))
    }

    private func numbers() throws -> [Int] {
        try directory.strings("SELECT number FROM ledger ORDER BY number").compactMap { $0.flatMap { Int($0) } }
    }

    private func pass(_ days: ClosedRange<Int>, _ store: SQLiteNightStore) async throws {
        for day in days { #expect(try await store.claim(Samples.ended(Samples.key(day: day), outcome: .missed))) }
    }

    @Test func ledger_keepsEverything_untilThereIsEnoughToDrop() async throws {
        let store = try await open()
        try await pass(1...13, store)
        await store.close()
        #expect(try numbers() == Array(1...13))
    }

    @Test func ledger_keepsTheNewest_andNoMore() async throws {
        let store = try await open()
        try await pass(1...14, store)
        #expect(try await store.record(Samples.key(day: 4)) == nil)
        #expect(try await store.record(Samples.key(day: 5)) != nil)
        await store.close()
        #expect(try numbers() == Array(5...14))
    }

    /// Entered first and planned last: a wrong clock neither keeps nor drops an entry.
    @Test func ledger_dropsByNumber_whateverTheClockSaid() async throws {
        let store = try await open()
        var future = Samples.ended(Samples.key("future"))
        future.planned = .max
        future.endedAt = .max
        #expect(try await store.claim(future))
        try await pass(1...12, store)
        var past = Samples.ended(Samples.key("past"))
        past.planned = .min
        past.endedAt = .min
        #expect(try await store.claim(past))
        #expect(try await store.record(future.key) == nil)
        #expect(try await store.record(past.key) == past)
        await store.close()
    }

    @Test func ledger_keepsWhatIsOpen_howeverOld() async throws {
        let store = try await open()
        let old = Samples.key("old")
        #expect(try await store.claim(Samples.ended(old, outcome: .missed)))
        #expect(try await store.claim(Samples.record(old)))
        try await pass(1...30, store)
        #expect(try await store.openRecords() == [Samples.record(old)])
        #expect(try await !store.claim(Samples.record(old)))
        #expect(try await store.update(Samples.ended(old)))
        try await pass(31...31, store)
        await store.close()
        // All entries about it stay beside its young end: missed, claimed, ended.
        #expect(try numbers() == [1, 2] + Array(25...34))
    }

    @Test func ledger_dropsAllAboutAnOccurrence_onceItsEndIsOld() async throws {
        let store = try await open()
        let old = Samples.key("old")
        #expect(try await store.claim(Samples.record(old)))
        try await pass(1...5, store)
        #expect(try await store.update(Samples.ended(old)))
        try await pass(6...14, store)
        #expect(try await store.record(old) == Samples.ended(old))
        try await pass(15...20, store)
        #expect(try await store.record(old) == nil)
        await store.close()
        #expect(try numbers().first == 12)
    }

    @Test func ledger_dropsMany_whenOneCommitEntersMany() async throws {
        let store = try await open()
        let changes = (1...40).map {
            StoreChange.claim(Samples.ended(Samples.key(slot: "\($0)")), settling: nil, log: [Samples.entry($0)])
        }
        #expect(try await store.commit(changes).count == 40)
        #expect(try await store.log() == (31...40).map { Samples.entry($0) })
        await store.close()
        #expect(try numbers() == Array(31...40))
    }

    /// A device at the edge of reach comes and goes all day.
    @Test func log_keepsWhatHappened_howeverOftenADeviceComesAndGoes() async throws {
        let store = try await open()
        let alarms = (1...9).map { Samples.entry($0) }
        let links = (10...209).map { number in
            var entry = Samples.entry(number)
            (entry.kind, entry.outcome) = (.daemon, number % 2 == 0 ? .unreachable : .reached)
            return entry
        }
        for entry in alarms + links { #expect(try await store.commit([.note([entry])]) == [true]) }
        // The last pass came with entry 207.
        #expect(try await store.log() == alarms + links.suffix(6))
        await store.close()
    }

    @Test func log_keepsTheNewest_andWhatHappenedToLinksSince() async throws {
        let store = try await open()
        for number in 1...42 {
            var entry = Samples.entry(number)
            if number % 2 == 0 { (entry.kind, entry.outcome) = (.daemon, .reached) }
            #expect(try await store.commit([.note([entry])]) == [true])
        }
        // The ten newest of the others go back to 23, and of the links only four stay.
        let kept = [23, 25, 27, 29, 31, 33, 35, 36, 37, 38, 39, 40, 41, 42]
        #expect(try await store.log().map(\.lateSeconds) == kept)
        await store.close()
    }

    /// Counting waits for a time when nothing rings, unless there may be more than of all kinds together.
    @Test func log_keepsTheNewest_onceItIsTidied() async throws {
        let store = try await open()
        for number in 1...13 { #expect(try await store.commit([.note([Samples.entry(number)])]) == [true]) }
        #expect(try await store.log().map(\.lateSeconds) == Array(1...13))
        try await store.tidy(at: Samples.morning)
        #expect(try await store.log().map(\.lateSeconds) == Array(4...13))
        await store.close()
    }

    @Test func limits_areThoseOfEveryStore_unlessATestSaysOtherwise() {
        let limits = HistoryLimits()
        #expect([limits.ledger, limits.log, limits.links, limits.slack] == [250_000, 500_000, 80_000, 5000])
    }

    /// Benchmarks/README.md says how much ten devices with twenty schedules each store in a day: 57 occurrences with two
    /// entries of the ledger and four lines of the log each, and 200 changes of links.
    @Test func limits_leaveItToTheAges_withRoom() {
        let limits = HistoryLimits()
        let (days, linkDays) = (limits.age.occurrences.components.seconds, limits.age.links.components.seconds)
        #expect([days / 86_400, linkDays / 86_400] == [730, 90])
        #expect(limits.ledger >= 3 * 57 * 2 * 730)
        #expect(limits.log >= 3 * 57 * 4 * 730)
        #expect(limits.links >= 4 * 200 * 90)
    }

    @Test func log_keepsTheLinksOf90Days_ofTwoHundredChangesADay() async throws {
        let store = try await directory.open()
        for day in 0..<90 {
            let changes = (0..<200).map { number in
                var entry = Samples.entry(number)
                entry.at = Samples.morning + .seconds(day * 86_400 + number)
                (entry.kind, entry.outcome) = (.daemon, number % 2 == 0 ? .unreachable : .reached)
                return entry
            }
            #expect(try await store.commit([.note(changes)]) == [true])
        }
        try await store.tidy(at: Samples.morning + .seconds(90 * 86_400))
        await store.close()
        #expect(try directory.strings("SELECT number FROM log").count == 90 * 200)
    }
}
