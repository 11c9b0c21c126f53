// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc

@testable import SystemClock

/// A host's zone files in a folder of a test's own, removed at the end.
final class ZoneFolders: Sendable {
    let root: String

    /// Makes `etc` with the zone's files, and `share/zoneinfo` with two zones and a version.
    init() throws {
        root = FileManager.default.temporaryDirectory.appending(path: "zones-\(UUID().uuidString)").path
        for folder in ["etc", "share/zoneinfo/Europe/Old", "share/zoneinfo/America"] { try makeFolder(folder) }
        try write("first", to: "share/zoneinfo/Europe/Berlin")
        try write("first", to: "share/zoneinfo/America/New_York")
        try write("2026a", to: "share/zoneinfo/+VERSION")
        try link("etc/localtime", to: path("share/zoneinfo/Europe/Berlin"))
        try write("Europe/Berlin", to: "etc/timezone")
    }

    deinit {
        try? FileManager.default.removeItem(atPath: root)
    }

    var places: ZonePlaces {
        ZonePlaces(files: [path("etc/localtime"), path("etc/timezone")], data: path("share/zoneinfo"))
    }

    func path(_ name: String) -> String { "\(root)/\(name)" }

    func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: path(name))
    }

    /// Writes a file in place.
    func write(_ text: String, to name: String) throws {
        let handle = open(path(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard handle >= 0 else { throw POSIXError(.EIO) }
        defer { close(handle) }
        _ = Array(text.utf8).withUnsafeBytes { Glibc.write(handle, $0.baseAddress, $0.count) }
    }

    /// Puts a file in place of another at once, as package managers do.
    func replace(_ name: String, with text: String) throws {
        try write(text, to: "\(name).new")
        try move("\(name).new", to: name)
    }

    func move(_ name: String, to other: String) throws {
        guard rename(path(name), path(other)) == 0 else { throw POSIXError(.EIO) }
    }

    /// Puts a symbolic link in place of what is there at once.
    func link(_ name: String, to target: String) throws {
        guard symlink(target, path("\(name).new")) == 0 else { throw POSIXError(.EIO) }
        try move("\(name).new", to: name)
    }

    /// How many descriptors of this process watch the folder of the zone's files.
    func watchingDescriptors() throws -> Int {
        var status = stat()
        guard stat(path("etc"), &status) == 0 else { throw POSIXError(.EIO) }
        let mark = "ino:\(String(status.st_ino, radix: 16)) "
        return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fdinfo").count { descriptor in
            // Others come and go meanwhile.
            let text = try? String(contentsOfFile: "/proc/self/fdinfo/\(descriptor)", encoding: .utf8)
            return text?.contains(mark) ?? false
        }
    }
}
