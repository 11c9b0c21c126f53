// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Storage
import StorageConformance

@testable import SQLiteStorage

/// A directory of a test's own, gone with the value.
final class TemporaryDirectory: Sendable {
    let path: String
    /// Where a store in this directory keeps its rows.
    var file: String { path + "/lull.sqlite" }

    init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("lull-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Opens the store in it.
    func open(keeping limits: HistoryLimits = HistoryLimits()) async throws(StorageError) -> SQLiteNightStore {
        try SQLiteNightStore.open(directory: path, at: Samples.morning, keeping: limits)
    }

    /// Changes the state file behind the back of a closed store.
    func execute(_ sql: String) throws {
        let queue = try DatabaseQueue(path: file)
        try queue.write { try $0.execute(sql: sql) }
        try queue.close()
    }

    /// Reads one column of the state file of a closed store.
    func strings(_ sql: String) throws -> [String?] {
        let queue = try DatabaseQueue(path: file)
        defer { try? queue.close() }
        return try queue.read { try String?.fetchAll($0, sql: sql) }
    }

    /// What is in it besides the reserve, in order.
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).filter { $0 != "lull.sqlite.reserve" }.sorted()
    }

    func bytes(of file: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: file))
    }

    func mode(of path: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }
}
