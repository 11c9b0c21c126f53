// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
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
        if hasOwn { try folder.listen(on: folder.own) }
        if hasSystem { try folder.listen(on: folder.system) }
        #expect(folder.choice == choice)
    }

    @Test("A socket that a daemon left behind hides no other daemon")
    func daemonSocket_isTheSystems_whenNobodyListensOnTheOwnOne() throws {
        let folder = try Folder()
        defer { folder.remove() }
        close(try folder.listen(on: folder.own))
        try folder.listen(on: folder.system)
        #expect(folder.choice == .system)
    }

    @Test("Without another daemon, the error is about the own one")
    func daemonSocket_isTheOwn_whenNobodyListensOnIt_andThereIsNoOther() throws {
        let folder = try Folder()
        defer { folder.remove() }
        close(try folder.listen(on: folder.own))
        #expect(folder.choice == .own)
    }

    /// Nobody waits for a daemon that is too busy to accept, to find out whether it is there.
    @Test func daemonSocket_isTheOwn_whenItsDaemonIsBusy() throws {
        let folder = try Folder()
        defer { folder.remove() }
        try folder.listen(on: folder.own, backlog: 0)
        try folder.listen(on: folder.system)
        // The first fills the queue of the socket.
        let choices = (0..<3).map { _ in folder.choice }
        #expect(choices == [.own, .own, .own])
    }

    @Test("A directory that others may write to is nobody's own")
    func daemonSocket_isTheSystems_whenOthersCouldHaveMadeTheOwnOne() throws {
        let folder = try Folder()
        defer { folder.remove() }
        try folder.listen(on: folder.own)
        try folder.listen(on: folder.system)
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

        /// Listens at a path for as long as the descriptor is open.
        @discardableResult
        func listen(on path: String, backlog: Int32 = 8) throws -> Int32 {
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            let result = withUnsafePointer(to: address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            try #require(result == 0 && Glibc.listen(descriptor, backlog) == 0)
            return descriptor
        }

        func remove() {
            try? FileManager.default.removeItem(at: url)
        }
    }
}
