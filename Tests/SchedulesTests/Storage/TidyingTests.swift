// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Foundation
import SleepModel
import Storage
import StorageConformance
import Testing

@testable import SQLiteStorage

/// What is dropped by its age, and the size of the file.
@Suite(.timeLimit(.minutes(1))) struct TidyingTests {
    private static let day = 86_400
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func open(least: Int = 0) async throws -> SQLiteNightStore {
        try await directory.open(
            keeping: HistoryLimits(age: HistoryAge(days: 730, linkDays: 90), least: least, leastLinks: least))
    }

    /// Writes a line of the log so many days before the morning.
    private func note(_ outcome: LogOutcome, _ days: Int..., in store: SQLiteNightStore) async throws {
        for days in days {
            let entry = LogEntry(
                at: Samples.morning - .seconds(days * Self.day), kind: .daemon, name: "\(days)", outcome: outcome,
                actor: .daemon)
            _ = try await store.commit([.note([entry])])
        }
    }

    private func names() throws -> [String?] { try directory.strings("SELECT name FROM log ORDER BY number") }

    @Test func log_dropsWhatIsOlderThanItsAge_andLinksEarlier() async throws {
        let store = try await open()
        try await note(.set, 731, 729, 91, in: store)
        try await note(.reached, 91, 89, in: store)
        try await note(.set, 0, in: store)
        try await store.tidy(at: Samples.morning)
        await store.close()
        #expect(try names() == ["729", "91", "89", "0"])
    }

    /// A clock that is years ahead drops no more than that.
    @Test func log_keepsTheNewest_howeverOldTheyAre() async throws {
        let store = try await open(least: 2)
        try await note(.set, 1003, 1002, 1001, in: store)
        try await note(.reached, 1004, 1003, 1002, in: store)
        try await store.tidy(at: Samples.morning)
        await store.close()
        #expect(try names() == ["1002", "1001", "1003", "1002"])
    }

    @Test func ledger_dropsWhatIsOlderThanItsAge_andKeepsWhatRuns() async throws {
        let store = try await open()
        let second = Samples.morning + .seconds(2 * Self.day)
        for day in 1...3 {
            var record = Samples.ended(Samples.key(day: day), outcome: .missed)
            record.planned = Samples.morning + .seconds(day * Self.day)
            #expect(try await store.claim(record))
        }
        let running = Samples.record(Samples.key("running", day: 1))
        #expect(try await store.claim(running))
        try await store.tidy(at: second + .seconds(730 * Self.day))
        #expect(try await store.record(Samples.key(day: 1)) == nil)
        #expect(try await store.record(Samples.key(day: 2)) != nil)
        #expect(try await store.record(running.key) == running)
        await store.close()
    }

    @Test func file_becomesSmaller_whenMuchOfItIsEmpty() async throws {
        let store = try await open()
        let text = String(repeating: "x", count: 200)
        let old = (1...20_000).map { number in
            LogEntry(
                at: Samples.morning - .seconds(800 * Self.day), kind: .daemon, name: "\(number) \(text)", outcome: .set,
                actor: .daemon)
        }
        _ = try await store.commit([.note(old)])
        try await note(.set, 1, in: store)
        func size() -> Int { ["", "-wal"].reduce(0) { $0 + (DatabaseFile.size(of: directory.file + $1) ?? 0) } }
        let before = size()
        try await store.tidy(at: Samples.morning)
        #expect(size() * 10 < before, "\(before) bytes became \(size())")
        #expect(try await store.entries(since: nil, device: nil, limit: 10).map(\.name) == ["1"])
        try await note(.set, 0, in: store)
        await store.close()
        #expect(try names() == ["1", "0"])
    }
}
