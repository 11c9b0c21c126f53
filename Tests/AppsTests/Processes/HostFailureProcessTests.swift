// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Foundation
import GRDB
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

    /// Whether a program here may have a file system of its own.
    private static let canMount =
        system("/usr/bin/unshare --map-root-user --mount mount -t tmpfs tmpfs /mnt > /dev/null 2>&1") == 0
    private static let needsMounts: Comment = "needs user namespaces, which this computer does not allow"

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

    /// Runs the program after it with the state directory on a file system of some megabytes, which is full from when the
    /// file `fill` is there until it is gone.
    private func launcherOnSmallDisk(megabytes: Int) throws -> [String] {
        let fill = bedroom.scratch.path("fill")
        mkdir(bedroom.state, 0o700)
        let script = """
            mount -t tmpfs -o size=\(megabytes)m,mode=700 tmpfs '\(bedroom.state)' || exit 99
            "$@" &
            while [ ! -e '\(fill)' ]; do sleep 0.05; done
            cat /dev/zero > '\(bedroom.state)/filler' 2> /dev/null
            touch '\(fill).done'
            while [ -e '\(fill)' ]; do sleep 0.05; done
            rm '\(bedroom.state)/filler'
            wait
            """
        return launcher(script)
    }

    /// Runs the program after it on a copy of a state directory: with almost no room, and from when the file `cure` is
    /// there anew and with room.
    private func launcherOnFullDisk(holding saved: String, cure: String) -> [String] {
        launcher(
            """
            mount -t tmpfs -o size=8m,mode=700 tmpfs '\(bedroom.state)' || exit 99
            cp -a '\(saved)/.' '\(bedroom.state)'
            room=$(df -k --output=avail '\(bedroom.state)' | tail -n 1)
            head -c $(((room - 300) * 1024)) /dev/zero > '\(bedroom.state)/filler'
            "$@" &
            while [ ! -e '\(cure)' ]; do sleep 0.05; done
            kill $!
            wait
            rm '\(bedroom.state)/filler'
            exec "$@"
            """)
    }

    /// Runs the program after it on a copy of a state directory that can only be read until the file `cure` is there.
    private func launcherOnReadOnlyDisk(holding saved: String, cure: String) -> [String] {
        launcher(
            """
            mount -t tmpfs -o size=16m,mode=700 tmpfs '\(bedroom.state)' || exit 99
            cp -a '\(saved)/.' '\(bedroom.state)'
            mount -o remount,ro '\(bedroom.state)' || exit 99
            "$@" &
            while [ ! -e '\(cure)' ]; do sleep 0.05; done
            mount -o remount,rw '\(bedroom.state)'
            wait
            """)
    }

    private func launcher(_ script: String) -> [String] {
        // Whoever ends `unshare` ends everything in it.
        [
            "/usr/bin/unshare", "--map-root-user", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc",
            "/bin/sh", "-c", script, "sh",
        ]
    }

    /// What a disk of so many megabytes has of an alarm that rings while it is full.
    @Test(
        .enabled(if: canMount, needsMounts),
        arguments: [(2, ["saved", "started unrecorded", "dismissed"]), (16, ["saved", "started", "dismissed"])])
    func alarm_rings_onAFullDisk_andIsWrittenAtOnceFromTheReserve(megabytes: Int, expected: [String]) async throws {
        let device = try await bedroom.startDevice()
        let daemon = try await bedroom.startDaemon(under: launcherOnSmallDisk(megabytes: megabytes))
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        // Long enough to fill the disk before, on a busy computer too.
        try await addAlarm(in: 20)
        let fill = bedroom.scratch.path("fill")
        #expect(FileManager.default.createFile(atPath: fill, contents: nil))
        try await eventually("the disk is full") { FileManager.default.fileExists(atPath: fill + ".done") }

        try await eventually("the alarm rings") { try bedroom.commands().contains("SI01") }
        let added = try await bedroom.lull("alarm", "add", "later", "--device", "nursery", "--at", "03:00")
        #expect(added.exitCode == 74)
        let dismissed = try await bedroom.must("alarm", "dismiss")
        let warning = megabytes == 2 ? "Warning: Nothing can be saved. " : "Warning: Nothing new can be saved. "
        #expect(dismissed.errors.contains(warning))
        try await eventually("the device is off") { try bedroom.commands().last == "SI00" }

        try FileManager.default.removeItem(atPath: fill)
        try await eventually("the record is written") {
            try await outcomes() == expected
        }
        #expect(try bedroom.commands().filter { $0 == "SI01" }.count == 1)
        await daemon.stop()
        await device.stop()
    }

    /// A failing memory card makes Linux mount it anew so that nobody can write to it.
    ///
    /// A daemon that is killed leaves its last changes in the write-ahead log; one that is stopped leaves no log.
    @Test(.enabled(if: canMount, needsMounts), arguments: [SIGKILL, SIGTERM])
    func alarm_rings_whenTheDiskIsReadOnlyAtTheStart(end: Int32) async throws {
        let device = try await bedroom.startDevice()
        let first = try await bedroom.startDaemon()
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        try await addAlarm(in: 20)
        first.signal(end)
        _ = try await first.result()
        let (saved, cure) = (bedroom.scratch.path("saved"), bedroom.scratch.path("cure"))
        try FileManager.default.copyItem(atPath: bedroom.state, toPath: saved)
        let daemon = try await bedroom.startDaemon(under: launcherOnReadOnlyDisk(holding: saved, cure: cure))
        try await eventually("everybody is warned") {
            try await bedroom.lull("status").errors.contains("Warning: Nothing can be saved. ")
        }

        try await eventually("the alarm rings") { try bedroom.commands().contains("SI01") }
        let added = try await bedroom.lull("alarm", "add", "later", "--device", "nursery", "--at", "03:00")
        #expect(added.exitCode == 74)
        #expect(try await bedroom.must("alarm", "dismiss").errors.contains("Warning: Nothing can be saved. "))
        try await eventually("the device is off") { try bedroom.commands().last == "SI00" }

        #expect(FileManager.default.createFile(atPath: cure, contents: nil))
        try await eventually("the record is written") {
            try await outcomes() == ["saved", "started unrecorded", "dismissed"]
        }
        #expect(try bedroom.commands().filter { $0 == "SI01" }.count == 1)
        await daemon.stop()
        await device.stop()
    }

    /// A backup that does not fit on the disk now is as good as ever.
    @Test(.enabled(if: canMount, needsMounts))
    func backup_isRestoredOnceThereIsRoom_whenTheFileIsDamagedOnAFullDisk() async throws {
        let device = try await bedroom.startDevice()
        let first = try await bedroom.startDaemon()
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        try await bedroom.must("alarm", "add", "up", "--device", "nursery", "--at", "03:00", "--days", "daily")
        first.signal(SIGTERM)
        _ = try await first.result()
        let (file, saved) = (bedroom.state + "/lull.sqlite", bedroom.scratch.path("saved"))
        for name in try backups() { try FileManager.default.removeItem(atPath: name) }
        // A history that makes the backup much larger than an empty file.
        let page = try write(
            """
            WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 8000)
            INSERT INTO log (at_seconds, at_nanosecond, kind, name, outcome, actor, is_transient)
            SELECT 1, 0, 'daemon', 'a line that takes some room', 'set', 'daemon', 0 FROM numbers
            """, to: file, andFind: "schedules")
        let second = try await bedroom.startDaemon()
        try await eventually("there is a backup") { try !backups().isEmpty }
        second.signal(SIGTERM)
        _ = try await second.result()
        let handle = try #require(FileHandle(forUpdatingAtPath: file))
        try handle.seek(toOffset: (page - 1) * 4096)
        try handle.write(contentsOf: Data(repeating: 0xFF, count: 4096))
        try handle.close()
        try FileManager.default.moveItem(atPath: bedroom.state, toPath: saved)
        mkdir(bedroom.state, 0o700)

        let cure = bedroom.scratch.path("cure")
        let daemon = try await bedroom.startDaemon(under: launcherOnFullDisk(holding: saved, cure: cure))
        #expect(try await bedroom.must("alarm", "list").output.contains("up"))
        let added = try await bedroom.lull("alarm", "add", "later", "--device", "nursery", "--at", "04:00")
        #expect(added.exitCode == 74)
        #expect(added.errors.contains("is damaged and cannot be restored now"))

        #expect(FileManager.default.createFile(atPath: cure, contents: nil))
        try await eventually("the state file is restored") {
            try await bedroom.lull("log").output.contains("the state file was restored: from the backup of")
        }
        #expect(try await bedroom.lull("alarm", "list").output.contains("up"))
        await daemon.stop()
        await device.stop()
    }

    /// Changes a state file, and returns the first page of a table.
    private func write(_ sql: String, to file: String, andFind table: String) throws -> UInt64 {
        let queue = try DatabaseQueue(path: file)
        defer { try? queue.close() }
        let page = try queue.write { database in
            try database.execute(sql: sql)
            return try UInt64.fetchOne(
                database, sql: "SELECT rootpage FROM sqlite_schema WHERE name = ?", arguments: [table])
        }
        return try #require(page)
    }

    private func backups() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: bedroom.state)
            .filter { $0.hasPrefix("lull.sqlite.backup-") && $0.hasSuffix("Z") }.map { "\(bedroom.state)/\($0)" }
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
        await daemon.stop()
        await device.stop()
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
        await device.stop()
    }

    /// Begins a command, and has the device hang in the middle of it.
    private func hangingCommand(to device: Program) async throws -> Program {
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        try await bedroom.untilSettled()
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
        await device.stop()
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
        await device.stop()
    }
}
