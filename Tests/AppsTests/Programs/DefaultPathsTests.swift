// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Programs

/// Which daemon a command asks when nobody names one.
struct DefaultPathsTests {
    enum Choice { case own, system }

    @Test(
        "The person's own daemon comes before the system's",
        arguments: [
            (true, true, Choice.own), (true, false, .own), (false, true, .system), (false, false, .own),
        ])
    func daemonSocket_isTheFirstThatIsThere(_ hasOwn: Bool, _ hasSystem: Bool, _ choice: Choice) throws {
        let folder = try Folder()
        defer { folder.remove() }
        if hasOwn { try folder.make(folder.own) }
        if hasSystem { try folder.make(folder.system) }
        #expect(folder.choice == choice)
    }

    @Test("A directory that others may write to is nobody's own")
    func daemonSocket_isTheSystems_whenOthersCouldHaveMadeTheOwnOne() throws {
        let folder = try Folder()
        defer { folder.remove() }
        try folder.make(folder.own)
        try folder.make(folder.system)
        let directory = URL(filePath: folder.own).deletingLastPathComponent().path
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: directory)
        #expect(folder.choice == .system)
    }

    /// A folder with the places of both sockets.
    private struct Folder {
        let url = FileManager.default.temporaryDirectory.appending(path: "lull-paths-\(UUID())")
        var own: String { url.appending(path: "session/lulld.sock").path }
        var system: String { url.appending(path: "system/lulld.sock").path }

        init() throws {
            for name in ["session", "system"] {
                try FileManager.default.createDirectory(
                    at: url.appending(path: name), withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o755])
            }
        }

        var choice: Choice? {
            switch DefaultPaths.daemonSocket(among: own, system: system) {
            case own: .own
            case system: .system
            default: nil
            }
        }

        func make(_ path: String) throws {
            try Data().write(to: URL(filePath: path))
        }

        func remove() {
            try? FileManager.default.removeItem(at: url)
        }
    }
}
