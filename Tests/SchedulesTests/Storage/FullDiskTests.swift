// SPDX-License-Identifier: Apache-2.0

import CivilTime
import GRDB
import SleepModel
import Storage
import StorageConformance
import Testing

@testable import SQLiteStorage

@Suite(.timeLimit(.minutes(1))) struct FullDiskTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Lets the file grow to a number of pages; 0 for as many as it has.
    private func limit(_ store: SQLiteNightStore, to pages: Int) async throws {
        _ = try await store.transaction { database in
            // What no longer fits into its present size is refused as on a full disk.
            let present = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            return try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(max(pages, present))")
        }
    }

    private static let longName = String(repeating: "x", count: 400_000)

    private func codeOfNoting(_ store: SQLiteNightStore) async -> StorageError.Code? {
        do throws(StorageError) {
            _ = try await store.commit([
                .claim(Samples.record(Samples.key(day: 16)), settling: nil, log: []),
                .note([Samples.entry(name: Self.longName)]),
            ])
            return nil
        } catch {
            #expect(error.message.contains("free some space"))
            return error.code
        }
    }

    @Test func commit_throwsFullAndChangesNothing_untilThereIsRoomAgain() async throws {
        let store = try await directory.open()
        #expect(try await store.claim(Samples.record(), log: [Samples.entry()]))
        try await limit(store, to: 0)
        for _ in 0..<3 {
            #expect(await codeOfNoting(store) == .full)
            #expect(try await store.openRecords() == [Samples.record()])
            #expect(try await store.log() == [Samples.entry()])
        }
        // What needs no more room goes on.
        #expect(try await store.update(Samples.record(run: Samples.runs[3])))
        try await limit(store, to: 1_000_000)
        #expect(await codeOfNoting(store) == nil)
        await store.close()

        let reopened = try await directory.open()
        let records = [Samples.record(run: Samples.runs[3]), Samples.record(Samples.key(day: 16))]
        #expect(try await reopened.openRecords() == records)
        #expect(try await reopened.log() == [Samples.entry(), Samples.entry(name: Self.longName)])
        await reopened.close()
    }

    @Test(arguments: [
        (ResultCode.SQLITE_FULL, StorageError.Code.full, "free some space"),
        (.SQLITE_IOERR_WRITE, .notWritable, "check the disk"),
        (.SQLITE_READONLY_DIRECTORY, .notWritable, "who may write"),
        (.SQLITE_CANTOPEN, .notWritable, "check the disk"), (.SQLITE_BUSY, .busy, "stop it"),
        (.SQLITE_PERM, .notPermitted, "as its owner"), (.SQLITE_CORRUPT, .corrupt, "restores it"),
        (.SQLITE_NOTADB, .corrupt, "restores it"), (.SQLITE_CONSTRAINT_UNIQUE, .conflict, "another name"),
        (.SQLITE_ERROR, .failed, "cannot be used"),
    ])
    func error_saysWhatToDo_forWhatSQLiteReports(
        _ code: ResultCode, _ expected: StorageError.Code, _ advice: String
    ) {
        let error = StorageError(DatabaseError(resultCode: code, message: "why"), path: "/state/lull.sqlite")
        #expect(error.code == expected)
        #expect(error.message.contains("/state/lull.sqlite"))
        #expect(error.message.contains(advice))
    }

    @Test func codes_areStable_whateverTheirNamesInCode() {
        let codes: [StorageError.Code] = [
            .notWritable, .full, .notPermitted, .busy, .fromTheFuture, .corrupt, .conflict, .invalidText, .failed,
        ]
        #expect(
            codes.map(\.rawValue) == [
                "storage_not_writable", "storage_full", "storage_not_permitted", "storage_busy",
                "storage_from_the_future", "storage_corrupt", "storage_conflict", "storage_invalid_text",
                "storage_failed",
            ])
    }
}
