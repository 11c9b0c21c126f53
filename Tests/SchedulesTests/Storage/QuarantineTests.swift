// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GRDB
import SleepModel
import Storage
import StorageConformance
import Testing
import Waiting

@testable import SQLiteStorage

/// Rows that cannot be read, while something else changes them.
@Suite(.timeLimit(.minutes(1))) struct QuarantineTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// A store with a changed date that cannot be read.
    private func openDamaged() async throws -> SQLiteNightStore {
        let store = try await directory.open()
        try await store.save(Samples.schedule(), log: [Samples.entry()])
        try await store.override(Samples.skip())
        await store.close()
        try directory.execute("UPDATE overrides SET change = 'perhaps'")
        return try await directory.open()
    }

    @Test func row_isNotRemoved_whenItCanBeReadByNow() async throws {
        let store = try await openDamaged()
        let row = try #require(try await store.quarantine().first)
        _ = try await store.transaction { try $0.execute(sql: "UPDATE overrides SET change = 'skip'") }
        #expect(try await !store.removeQuarantined(row.id, log: [Samples.entry(7)]))
        #expect(try await store.overrides() == [Samples.skip()])
        #expect(try await store.log() == [Samples.entry()])
        #expect(try await store.quarantine() == [])
        await store.close()
    }

    @Test func quarantine_isUpToDate_afterAChangeDuringALook() async throws {
        let store = try await openDamaged()
        let queue = try #require(await store.queue)
        let (gate, opening) = (DispatchSemaphore(value: 0), store.callers)
        queue.asyncWriteWithoutTransaction { _ in gate.wait() }
        async let look = store.quarantine()
        await eventually { opening.number == 1 }
        async let change: Void = store.override(Samples.skip())
        await eventually { opening.number == 2 }
        gate.signal()
        #expect(try await look.count == 1)
        try await change
        #expect(try await store.quarantine() == [])
        await store.close()
    }
}
