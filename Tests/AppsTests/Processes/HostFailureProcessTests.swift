// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Foundation
import Glibc
import SystemClock
import Testing

/// Alarms of a daemon whose host fails.
@Suite(.timeLimit(.minutes(3)))
struct HostFailureProcessTests {
    private let bedroom: Bedroom

    init() throws {
        bedroom = try Bedroom()
    }

    /// Adds an alarm that rings in so many seconds.
    private func addAlarm(in seconds: Int) async throws {
        let due = ZoneRules.utc.civil(at: HostClock().now().wall + .seconds(seconds)).time
        try await bedroom.must("alarm", "add", "up", "--device", "nursery", "--at", "\(due)", "--volume", "40")
    }

    /// What became of the alarm, as the log has it, each with its reason.
    private func outcomes() async throws -> [String] {
        let log = try await bedroom.must("log", "--json").json() as? [[String: Any]]
        return (log ?? []).filter { $0["kind"] as? String == "alarm" }.map { line in
            [line["outcome"], line["reason"]].compactMap { $0 as? String }.joined(separator: " ")
        }
    }

    /// Runs the program after it with the state directory on a file system of two megabytes, which is full from when the
    /// file `fill` is there until it is gone.
    private func launcherOnSmallDisk() throws -> [String] {
        let fill = bedroom.scratch.path("fill")
        mkdir(bedroom.state, 0o700)
        let script = """
            mount -t tmpfs -o size=2m,mode=700 tmpfs '\(bedroom.state)' || exit 99
            "$@" &
            while [ ! -e '\(fill)' ]; do sleep 0.05; done
            cat /dev/zero > '\(bedroom.state)/filler' 2> /dev/null
            touch '\(fill).done'
            while [ -e '\(fill)' ]; do sleep 0.05; done
            rm '\(bedroom.state)/filler'
            wait
            """
        // Whoever ends `unshare` ends everything in it.
        return ["/usr/bin/unshare", "--map-root-user", "--mount", "--pid", "--fork", "--kill-child", "/bin/sh", "-c"]
            + [script, "sh"]
    }

    @Test
    func alarm_ringsAndIsWrittenLater_onAFullDisk() async throws {
        let device = try await bedroom.startDevice()
        let daemon = try await bedroom.startDaemon(under: launcherOnSmallDisk())
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        try await addAlarm(in: 6)
        let fill = bedroom.scratch.path("fill")
        #expect(FileManager.default.createFile(atPath: fill, contents: nil))
        try await eventually("the disk is full") { FileManager.default.fileExists(atPath: fill + ".done") }

        try await eventually("the alarm rings") { try bedroom.commands().contains("SI01") }
        let added = try await bedroom.lull("alarm", "add", "later", "--device", "nursery", "--at", "03:00")
        #expect(added.exitCode == 74)
        try await bedroom.must("alarm", "dismiss")
        try await eventually("the device is off") { try bedroom.commands().last == "SI00" }

        try FileManager.default.removeItem(atPath: fill)
        try await eventually("the record is written") {
            try await outcomes() == ["saved", "started unrecorded", "dismissed"]
        }
        #expect(try bedroom.commands().filter { $0 == "SI01" }.count == 1)
        try await daemon.stop()
        try await device.stop()
    }

    @Test
    func alarm_ringsAndIsDismissed_whileIdleClientsTakeEveryConnection() async throws {
        let device = try await bedroom.startDevice()
        let daemon = try await bedroom.startDaemon(under: ["/bin/sh", "-c", "ulimit -n 256; exec \"$@\"", "sh"])
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        try await addAlarm(in: 8)
        let crowd = try IdleCrowd(of: 2000, at: bedroom.socket)
        try await eventually("the alarm rings") { try bedroom.commands().contains("SI01") }
        try await bedroom.must("alarm", "dismiss")
        try await eventually("the device is off") { try bedroom.commands().last == "SI00" }
        #expect(crowd.count == 2000)
        crowd.disperse()
        try await daemon.stop()
        try await device.stop()
    }

    @Test(arguments: [SIGHUP, SIGPIPE, SIGXFSZ])
    func daemon_goesOn_afterASignalThatIsNotForIt(_ signal: Int32) async throws {
        let device = try await bedroom.startDevice()
        let daemon = try await bedroom.startDaemon()
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        daemon.signal(signal)
        try await bedroom.must("power", "nursery", "on")
        daemon.signal(SIGTERM)
        #expect(try await daemon.result().exitCode == 0)
        try await device.stop()
    }

    /// Begins a command, and has the device hang in the middle of it.
    private func hangingCommand(to device: Program) async throws -> Program {
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        device.signal(SIGSTOP)
        let command = try bedroom.start("power", "nursery", "on")
        try await eventually("the daemon has the command") {
            try await bedroom.must("status", "nursery", "--json").output.contains("\"connecting\"")
        }
        return command
    }

    @Test
    func daemon_ends_whenItIsAskedToStopTwice() async throws {
        let device = try await bedroom.startDevice()
        let daemon = try await bedroom.startDaemon()
        let command = try await hangingCommand(to: device)
        try await eventually("the daemon ends") {
            daemon.signal(SIGTERM)
            return !daemon.isRunning
        }
        #expect(try await daemon.result().exitCode == 128 + SIGTERM)
        _ = try await command.result()
        try await device.stop()
    }

    @Test
    func daemon_stops_whileADeviceHangs() async throws {
        let device = try await bedroom.startDevice()
        let daemon = try await bedroom.startDaemon()
        let command = try await hangingCommand(to: device)
        daemon.signal(SIGTERM)
        // It would end with 75 after five seconds.
        #expect(try await daemon.result().exitCode == 0)
        _ = try await command.result()
        try await device.stop()
    }
}
