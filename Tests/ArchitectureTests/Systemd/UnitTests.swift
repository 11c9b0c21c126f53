// SPDX-License-Identifier: Apache-2.0

import Foundation
import Processes
import Testing

/// The units, as systemd itself reads and grades them.
@Suite(.timeLimit(.minutes(2)))
final class UnitTests {
    private static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private let folder = FileManager.default.temporaryDirectory.appending(path: "lull-units-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private static func text(_ name: String) throws -> String {
        try String(contentsOf: root.appending(path: "systemd/" + name), encoding: .utf8)
    }

    /// Puts a unit in the folder, with programs that are there, and returns its path.
    private func unit(_ name: String, with dropIn: String? = nil) throws -> String {
        // The daemon may not be installed here, and a unit whose program is missing is refused.
        func installed(_ text: String) -> String {
            text.replacing("/usr/bin/lulld", with: "/usr/bin/true").replacing("/usr/bin/lull ", with: "/usr/bin/true ")
        }
        let path = folder.appending(path: URL(filePath: name).lastPathComponent)
        try Data(installed(try Self.text(name)).utf8).write(to: path)
        if let dropIn {
            let more = folder.appending(path: "lulld.service.d")
            try FileManager.default.createDirectory(at: more, withIntermediateDirectories: true)
            try Data(installed(try Self.text(dropIn)).utf8).write(to: more.appending(path: "more.conf"))
        }
        return path.path
    }

    /// The threshold is in tenths.
    @Test(arguments: [(nil, 10), ("lulld-l2cap.conf", 15), ("lulld-wake.conf", 10)] as [(String?, Int)])
    func service_isHardened(dropIn: String?, tenths: Int) async throws {
        let unit = try unit("lulld.service", with: dropIn)
        let result = try await ChildProcess.run(
            "systemd-analyze", ["security", "--offline=true", "--no-pager", "--threshold=\(tenths)", unit])
        #expect(result.code == 0, "\(result.output.suffix(200))\(result.errors)")
        #expect(result.output.contains("Overall exposure level"))
    }

    /// A grade that nothing can fail would hold nothing.
    @Test func grade_isWorse_withoutTheHardening() async throws {
        let unit = try unit("user/lulld.service")
        let result = try await ChildProcess.run(
            "systemd-analyze", ["security", "--offline=true", "--no-pager", "--threshold=15", unit])
        #expect(result.code != 0)
    }

    /// As the manager of the system reads it: that of a user wants a session, and understands the same.
    @Test(
        arguments: [
            ("lulld.service", nil), ("lulld.service", "lulld-l2cap.conf"), ("lulld.service", "lulld-wake.conf"),
            ("user/lulld.service", nil), ("lull-notices.service", nil),
        ] as [(String, String?)])
    func unit_isUnderstood(name: String, dropIn: String?) async throws {
        let unit = try unit(name, with: dropIn)
        let result = try await ChildProcess.run("systemd-analyze", ["verify", "--system", "--man=no", unit])
        #expect(result.code == 0)
        #expect(result.output + result.errors == "")
    }

    /// The unit itself takes this right from the daemon.
    @Test func dropIn_letsTheDaemonWakeTheComputer_andNothingElse() throws {
        func values(_ key: String, _ name: String) throws -> [String] {
            try Self.text(name).split(separator: "\n").filter { $0.hasPrefix("\(key)=") }
                .map { String($0.dropFirst(key.count + 1)) }
        }
        #expect(try values("CapabilityBoundingSet", "lulld.service") == [""])
        for key in ["AmbientCapabilities", "CapabilityBoundingSet"] {
            #expect(try values(key, "lulld-wake.conf") == ["CAP_WAKE_ALARM"])
        }
        #expect(try values("ProtectClock", "lulld-wake.conf") == ["no"])
    }

    /// It may be told of a daemon that failed, so nothing of the daemon ends it.
    @Test func noticeService_isNeverGivenUp_andOutlivesTheDaemon() throws {
        let lines = Set(try Self.text("lull-notices.service").split(separator: "\n").map(String.init))
        #expect(lines.isSuperset(of: ["Restart=always", "StartLimitIntervalSec=0", "User=_lull"]))
        let bonds = ["BindsTo=", "Requires=", "Requisite=", "PartOf="]
        #expect(!lines.contains { line in bonds.contains { line.hasPrefix($0) } })
    }

    @Test(arguments: ["lulld.service", "user/lulld.service"])
    func service_isNeverGivenUp_andOutlivesTheRadio(name: String) throws {
        let lines = Set(try Self.text(name).split(separator: "\n").map(String.init))
        #expect(lines.isSuperset(of: ["Restart=always", "StartLimitIntervalSec=0", "Type=notify", "WatchdogSec=60"]))
        let bonds = ["BindsTo=", "Requires=", "Requisite=", "PartOf="]
        #expect(!lines.contains { line in bonds.contains { line.hasPrefix($0) } })
    }
}
