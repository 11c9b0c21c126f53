// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Synchronization

/// The files of `Sources` and `Tests`, sorted by path.
struct SourceTree: Sendable {
    let files: [SourceFile]

    init(_ files: [SourceFile]) {
        self.files = files.sorted { $0.path < $1.path }
    }

    var sources: [SourceFile] { files.filter(\.isSource) }
    var tests: [SourceFile] { files.filter(\.isTest) }
    var swiftSources: [SourceFile] { sources.filter(\.isSwift) }
    var swiftFiles: [SourceFile] { files.filter(\.isSwift) }

    /// The rooms that have at least one file, as `Floor/Room`.
    var rooms: Set<String> {
        Set(
            sources.compactMap { file in
                guard let floor = file.floor, let room = file.room else { return nil }
                return "\(floor)/\(room)"
            })
    }
}

extension SourceTree {
    /// Packages that use this one from outside; the rules do not apply to them.
    private static let packages = "Tests/Packages/"

    /// Reads every file under `Sources` and every Swift file under `Tests`; throws if a file cannot be read.
    init(root: URL) throws {
        let sources = try Self.paths(under: "Sources", of: root)
        let tests = try Self.paths(under: "Tests", of: root)
            .filter { $0.hasSuffix(".swift") && !$0.hasPrefix(Self.packages) }
        self.init(try Self.files(sources + tests, of: root))
    }

    /// Reads on all cores, because parsing takes long.
    private static func files(_ paths: [String], of root: URL) throws -> [SourceFile] {
        let results = Mutex<[Result<SourceFile, any Error>]>([])
        DispatchQueue.concurrentPerform(iterations: paths.count) { index in
            let result = Result {
                let data = try Data(contentsOf: root.appending(path: paths[index]))
                return SourceFile(path: paths[index], text: String(decoding: data, as: UTF8.self))
            }
            results.withLock { $0.append(result) }
        }
        return try results.withLock { try $0.map { try $0.get() } }
    }

    private static func paths(under folder: String, of root: URL) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
            .filter { path in !path.split(separator: "/").contains { $0.hasPrefix(".") } }
            .map { "\(folder)/\($0)" }
            .filter { path in
                var isFolder: ObjCBool = false
                let exists = FileManager.default.fileExists(
                    atPath: root.appending(path: path).path, isDirectory: &isFolder)
                return exists && !isFolder.boolValue
            }
    }
}
