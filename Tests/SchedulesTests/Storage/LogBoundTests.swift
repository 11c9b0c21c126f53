// SPDX-License-Identifier: Apache-2.0

import CivilTime
import GRDB
import SQLiteStorage
import SleepModel
import Storage
import StorageConformance
import Testing

@Suite struct LogBoundTests {
    private static let first = Samples.entry(1_000_000, device: Samples.bedroom, name: "first")
    private static let second = Samples.entry(device: Samples.bedroom, name: "second")

    /// The entry that was written first has the newest time, and is removed nevertheless, once there are five
    /// thousand too many.
    private static func checkBound(of store: any NightStore) async throws {
        #expect(try await store.entries(since: nil, device: Samples.bedroom, limit: 10) == [second, first])
        try await store.note(Array(repeating: Samples.entry(), count: 5000))
        #expect(try await store.entries(since: nil, device: Samples.bedroom, limit: 10) == [second])
    }

    @Test(.timeLimit(.minutes(1)))
    func inMemoryStore_dropsTheOldestNoted_beyondHalfAMillion() async throws {
        let store = InMemoryNightStore()
        let noise = Array(repeating: Samples.entry(), count: 494_998)
        try await store.note([Self.first] + noise.prefix(5000) + [Self.second] + noise)
        try await Self.checkBound(of: store)
    }

    @Test(.timeLimit(.minutes(1)))
    func sqliteStore_dropsTheOldestNoted_beyondHalfAMillion() async throws {
        let directory = try TemporaryDirectory()
        let before = try await directory.open()
        try await before.note([Self.first])
        await before.close()
        try directory.execute(Self.noise(5000))
        let between = try await directory.open()
        try await between.note([Self.second])
        await between.close()
        // Lines about links that are gone have left a gap in the numbers, so that only counting tells how many there are.
        try directory.execute(Self.noise(494_998, after: 90_000))

        let store = try await directory.open()
        try await Self.checkBound(of: store)
        await store.close()
        #expect(try directory.strings("SELECT count(*) FROM log") == ["500000"])
    }

    private static func noise(_ count: Int, after number: Int = 1) -> String {
        """
        WITH RECURSIVE count (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < \(count))
        INSERT INTO log (number, at_seconds, at_nanosecond, kind, outcome, actor, is_transient)
        SELECT \(number) + n, n, 0, 'daemon', 'started', 'daemon', 0 FROM count
        """
    }
}
