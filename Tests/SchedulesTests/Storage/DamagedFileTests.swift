// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Foundation
import GRDB
import SleepModel
import Storage
import StorageConformance
import Testing

@testable import SQLiteStorage

@Suite(.timeLimit(.minutes(1))) struct DamagedFileTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private static let aside = "lull.sqlite.damaged-2027-03-14T073000Z"

    private func fill() async throws {
        let store = try await directory.open()
        try await store.pair(Samples.device())
        for number in 0..<200 { #expect(try await store.claim(Samples.ended(Samples.key(slot: "\(number)")))) }
        await store.close()
    }

    private func overwrite(from offset: Int, with bytes: Data) throws {
        let handle = try #require(FileHandle(forUpdatingAtPath: directory.file))
        try handle.seek(toOffset: UInt64(offset))
        try handle.write(contentsOf: bytes)
        try handle.close()
    }

    /// Opens the store, which must work and hold these devices, and compares what was set aside.
    private func expectSetAside(
        _ bytes: Data, as name: String = aside, keeping devices: [PairedDevice] = []
    ) async throws {
        let store = try await directory.open()
        #expect(store.recovery?.setAside == "\(directory.path)/\(name)")
        #expect(try directory.bytes(of: "\(directory.path)/\(name)") == bytes)
        #expect(try await store.devices() == devices)
        #expect(try await store.claim(Samples.record()))
        await store.close()
        let again = try await directory.open()
        #expect(again.recovery == nil)
        #expect(try await again.openRecords() == [Samples.record()])
        await again.close()
    }

    @Test(arguments: [2, 99, 512, 100_000])
    func open_setsAFileAside_thatIsNoDatabase(_ size: Int) async throws {
        let bytes = Data(repeating: 0x4C, count: size)
        try bytes.write(to: URL(fileURLWithPath: directory.file))
        try await expectSetAside(bytes)
        #expect(try directory.names() == ["lull.sqlite", Self.aside, "lull.sqlite.notes"])
        #expect(try directory.mode(of: directory.file) == 0o600)
    }

    @Test func open_setsAFileAside_whosePagesAreOverwritten() async throws {
        try await fill()
        let size = try directory.bytes(of: directory.file).count
        try overwrite(from: 4096, with: Data(repeating: 0xFF, count: size - 4096))
        try await expectSetAside(try directory.bytes(of: directory.file))
    }

    /// Nothing that is asked for at the start reads this page; only looking through them all finds it.
    @Test func open_setsAFileAside_withOneBadPageInTheMiddle() async throws {
        try await fill()
        let size = try directory.bytes(of: directory.file).count
        try overwrite(from: size / 2 / 4096 * 4096, with: Data(repeating: 0xFF, count: 4096))
        try await expectSetAside(try directory.bytes(of: directory.file), keeping: [Samples.device()])
    }

    @Test func open_setsAFileAside_thatWasCutShort() async throws {
        try await fill()
        let bytes = try directory.bytes(of: directory.file).prefix(20_000)
        try bytes.write(to: URL(fileURLWithPath: directory.file))
        try await expectSetAside(bytes)
    }

    /// The state of a killed process whose file was emptied: SQLite would take it for new, and throw the log away.
    @Test func open_setsFileAndLogAside_whenTheFileIsEmptyBesideALog() async throws {
        let (file, log) = try await killed()
        try Data().write(to: URL(fileURLWithPath: directory.file))
        try log.write(to: URL(fileURLWithPath: directory.file + "-wal"))
        try await expectSetAside(Data())
        #expect(try directory.bytes(of: "\(directory.path)/\(Self.aside)-wal") == log)
        // What was set aside can be repaired by hand.
        try file.write(to: URL(fileURLWithPath: directory.file))
        try log.write(to: URL(fileURLWithPath: directory.file + "-wal"))
        let store = try await directory.open()
        #expect(try await store.devices() == [Samples.device()])
        await store.close()
    }

    /// The log has only pages that were written since, so that bad ones of the file show.
    @Test func open_setsTheLogAsideToo_unchanged() async throws {
        let file = try await killed().file
        let log = try await laterLog()
        let bytes = file.prefix(100) + Data(repeating: 0xFF, count: file.count - 100)
        try bytes.write(to: URL(fileURLWithPath: directory.file))
        try log.write(to: URL(fileURLWithPath: directory.file + "-wal"))
        try await expectSetAside(bytes)
        #expect(try directory.bytes(of: "\(directory.path)/\(Self.aside)-wal") == log)
    }

    /// The file and the log of a process that was killed.
    private func killed() async throws -> (file: Data, log: Data) {
        let other = try TemporaryDirectory()
        let store = try await other.open()
        try await store.pair(Samples.device())
        let files = (try other.bytes(of: other.file), try other.bytes(of: other.file + "-wal"))
        await store.close()
        return files
    }

    /// The log of a process that was killed after it had opened an older file.
    private func laterLog() async throws -> Data {
        let other = try TemporaryDirectory()
        await (try other.open()).close()
        let store = try await other.open()
        try await store.pair(Samples.device())
        let log = try other.bytes(of: other.file + "-wal")
        await store.close()
        return log
    }

    @Test func open_neverOverwrites_whatWasSetAsideBefore() async throws {
        let names = [Self.aside, Self.aside + "-2", Self.aside + "-3"]
        for (number, name) in names.enumerated() {
            let bytes = Data(repeating: UInt8(0x41 + number), count: 5000)
            try bytes.write(to: URL(fileURLWithPath: directory.file))
            try await expectSetAside(bytes, as: name)
        }
        for (number, name) in names.enumerated() {
            let bytes = Data(repeating: UInt8(0x41 + number), count: 5000)
            #expect(try directory.bytes(of: "\(directory.path)/\(name)") == bytes)
        }
    }

    @Test func open_takesAnotherName_whenOnlyALogHasIt() async throws {
        try Data([1]).write(to: URL(fileURLWithPath: "\(directory.path)/\(Self.aside)-wal"))
        let bytes = Data(repeating: 0x4C, count: 5000)
        try bytes.write(to: URL(fileURLWithPath: directory.file))
        try await expectSetAside(bytes, as: Self.aside + "-2")
        #expect(try directory.bytes(of: "\(directory.path)/\(Self.aside)-wal") == Data([1]))
    }

    /// A later release may write a schema that this SQLite does not understand.
    @Test func open_throwsCorruptAndLeavesTheFile_whenTheSchemaIsNotUnderstood() async throws {
        try await fill()
        try directory.execute(
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = 'CREATE TABLE log (something quite new' WHERE name = 'log';
            """)
        let before = try directory.bytes(of: directory.file)
        await #expect(throws: StorageError.self) { try await directory.open() }
        #expect(try directory.bytes(of: directory.file) == before)
        #expect(try directory.names() == ["lull.sqlite"])
    }

    @Test func file_isNotLookedThrough_whenItHasTooManyPages() async throws {
        try await fill()
        let size = try directory.bytes(of: directory.file).count
        try overwrite(from: size / 2 / 4096 * 4096, with: Data(repeating: 0xFF, count: 4096))
        #expect(try isSound(upTo: size - 1))
        #expect(try !isSound(upTo: size))
        #expect(try !isSound(upTo: StateFileDamage.checkedBytes))
    }

    private func isSound(upTo most: Int) throws -> Bool {
        let queue = try DatabaseQueue(path: directory.file)
        defer { try? queue.close() }
        return try queue.read { try StateFileDamage.isSound($0, upTo: most) }
    }

    @Test(arguments: [
        ResultCode.SQLITE_IOERR, .SQLITE_IOERR_READ, .SQLITE_FULL, .SQLITE_CANTOPEN, .SQLITE_BUSY, .SQLITE_LOCKED,
        .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_NOMEM, .SQLITE_ERROR, .SQLITE_CONSTRAINT,
    ])
    func damage_isNotFound_inWhatMayPass(_ code: ResultCode) {
        #expect(throws: DatabaseError.self) {
            try StateFileDamage.found(in: nil) { throw DatabaseError(resultCode: code) }
        }
    }

    @Test(arguments: [ResultCode.SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_CORRUPT_INDEX])
    func damage_isFound_inWhatSQLiteDidNotWrite(_ code: ResultCode) {
        #expect(throws: StateFileDamage.self) {
            try StateFileDamage.found(in: nil) { throw DatabaseError(resultCode: code) }
        }
    }
}
