// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Glibc
import Testing

/// What a release has stored, every later version opens.
///
/// `States` has what each release left when it was killed while the alarm “now” rang, as the text that SQLite dumps, and
/// the setup in it. These files never change.
@Suite(.timeLimit(.minutes(3)))
struct ReleasedStateProcessTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "States")

    private static func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    /// A minute after that daemon was killed, with its state.
    private static func bedroom(of release: String) throws -> Bedroom {
        let bedroom = try Bedroom(clock: "2027-01-04T13:02:00Z,1,\(time(nil))")
        try FileManager.default.createDirectory(
            atPath: bedroom.state, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        let queue = try DatabaseQueue(path: bedroom.state + "/lull.sqlite")
        try queue.writeWithoutTransaction { try $0.execute(sql: text("\(release).sql")) }
        try queue.close()
        return bedroom
    }

    @Test(arguments: ["0.1.0"])
    func stateOfARelease_isOpenedWhole_andItsAlarmRingsOn(_ release: String) async throws {
        let bedroom = try Self.bedroom(of: release)
        let device = try await bedroom.startDevice()
        let daemon = try await bedroom.startDaemon()
        try await eventually("the device rings") { try bedroom.commands().contains("SI01") }
        #expect(try await bedroom.must("export").output == Self.text("\(release).yaml"))
        #expect(try await bedroom.must("log").output.contains("alarm “now” on nursery began"))
        try await bedroom.must("alarm", "dismiss", "now")
        daemon.signal(SIGTERM)
        #expect(try await daemon.result().exitCode == 0)
        device.signal(SIGTERM)
        _ = try await device.result()
    }
}
