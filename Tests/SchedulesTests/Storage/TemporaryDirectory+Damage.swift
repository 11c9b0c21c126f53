// SPDX-License-Identifier: Apache-2.0

import Foundation
import SleepModel
import Storage
import StorageConformance
import Testing

@testable import SQLiteStorage

/// What happens to a state file that is not open.
extension TemporaryDirectory {
    /// An alarm that was removed since the backup, and one that was added.
    static let gone = Samples.schedule("alarm-gone", name: "gone")
    static let later = Samples.schedule("alarm-later", name: "later")

    /// The backup that `fillForRestore` makes.
    var backup: String { file + ".backup-1-2027-03-14T073000Z" }
    /// Where a damaged file is set aside.
    var aside: String { file + ".damaged-2027-03-14T073000Z" }

    /// A file whose backup has one alarm that was removed since, and lacks one that was added.
    func fillForRestore(hasBackup: Bool = true) async throws {
        let store = try await open()
        try await store.pair(Samples.device())
        try await store.save(Samples.schedule(), log: [Samples.entry()])
        try await store.save(Self.gone)
        if hasBackup { _ = try await store.backUpIfDue(at: Samples.morning) }
        try await store.remove(Self.gone.id.rawValue)
        try await store.save(Self.later)
        try await store.override(Samples.skip())
        #expect(try await store.claim(Samples.ended()))
        #expect(try await store.claim(Samples.record(Samples.key(day: 15))))
        await store.close()
    }

    /// Overwrites the first page of a table.
    func damage(_ table: String) throws {
        let page = try strings("SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'").first
        let number = try #require(page.flatMap { $0 }.flatMap { Int($0) })
        try overwritePage(at: (number - 1) * 4096)
    }

    /// Overwrites the first leaf of a table that holds a text.
    func damageLeaf(holding text: String) throws {
        let mark = Data(text.utf8)
        let bytes = try bytes(of: file)
        let pages = stride(from: 0, to: bytes.count, by: 4096).filter { page in
            bytes[page] == 0x0D && bytes[page..<page + 4096].range(of: mark) != nil
        }
        try overwritePage(at: try #require(pages.first))
    }

    private func overwritePage(at offset: Int) throws {
        let handle = try #require(FileHandle(forUpdatingAtPath: file))
        try handle.seek(toOffset: UInt64(offset))
        try handle.write(contentsOf: Data(repeating: 0xFF, count: 4096))
        try handle.close()
    }
}
