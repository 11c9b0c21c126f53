// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Foundation
import GRDB
import Glibc
import SystemClock
import Testing

/// What a person meets when part of what was stored is damaged.
@Suite(.timeLimit(.minutes(3)))
struct DamagedStateProcessTests {
    /// A bedroom with an alarm that is due in a while, and another one, whose daemon has stopped.
    private func stoppedBedroom() async throws -> (bedroom: Bedroom, device: Program) {
        let bedroom = try Bedroom()
        let device = try await bedroom.startDevice()
        let daemon = try await bedroom.startDaemon()
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        for name in ["good", "bad"] {
            try await bedroom.must(
                "alarm", "add", name, "--device", "nursery", "--at", "03:00", "--days", "daily")
        }
        daemon.signal(SIGTERM)
        #expect(try await daemon.result().exitCode == 0)
        return (bedroom, device)
    }

    private func names(_ result: Program.Result) throws -> [String?] {
        try #require(try result.json() as? [[String: Any]]).map { $0["name"] as? String }
    }

    @Test
    func readableAlarm_rings_besideARowThatCannotBeRead() async throws {
        let (bedroom, device) = try await stoppedBedroom()
        // The good alarm becomes due while its neighbour is damaged.
        let due = ZoneRules.utc.civil(at: HostClock().now().wall + .seconds(15)).time
        try execute(
            """
            UPDATE schedules SET rule = replace(rule, '03:00', '\(due)'), settled_seconds = unixepoch()
            WHERE name = 'good';
            UPDATE schedules SET plan = 'nonsense' WHERE name = 'bad';
            UPDATE log SET outcome = 'danced' WHERE number = 1;
            INSERT INTO schedules (id, device, kind, name, is_enabled, valid_seconds, valid_nanosecond, settled_seconds,
                settled_nanosecond, plan)
            SELECT 'else', 'DC:06:41:00:00:99', 'bedtime', 'elsewhere', 1, 0, 0, 0, 0, 'nonsense' FROM schedules LIMIT 1;
            """, bedroom)
        let daemon = try await bedroom.startDaemon()

        let list = try await bedroom.lull("alarm", "list")
        #expect(list.exitCode == 65)
        #expect(list.output.contains("good"))
        #expect(list.output.contains("The alarm “bad” of nursery cannot be read: it does not ring."))
        #expect(!list.errors.contains("bad"))
        let json = try await bedroom.lull("alarm", "list", "--json")
        #expect(json.exitCode == 65)
        #expect(try names(json) == ["good"])
        let error = try JSONDecoder().decode(Failure.self, from: Data(json.errors.utf8)).error
        #expect(error.code == "damaged_state")
        #expect(error.damaged.map(\.name) == ["bad"])
        #expect(error.damaged.map(\.table) == ["schedules"])
        let status = try await bedroom.must("status")
        #expect(status.output.contains("The alarm “bad” of nursery cannot be read"))
        #expect(status.output.contains("The bedtime “elsewhere” of DC:06:41:00:00:99 cannot be read"))
        #expect(try await !bedroom.must("status", "nursery").output.contains("elsewhere"))
        let document = try #require(
            try await bedroom.must("status", "--json").json() as? [[String: Any]]
        ).first
        let damaged = document?["damaged"] as? [[String: Any]]
        #expect(damaged?.map { $0["table"] as? String } == ["schedules", "schedules", "log"])
        #expect(damaged?.first?["name"] as? String == "bad")
        #expect(try await bedroom.must("routine", "list", "--json").output == "[]\n")
        let log = try await bedroom.lull("log")
        #expect(log.exitCode == 65)
        #expect(log.output.contains("something stored cannot be read: schedules:"))
        let export = try await bedroom.lull("export")
        #expect(export.exitCode == 65)
        #expect(export.output.contains("# NOT IN HERE: The alarm “bad” of nursery cannot be read"))

        try await eventually("the readable alarm rings") { try bedroom.commands().contains("SN09") }
        try await bedroom.must("alarm", "dismiss")
        let removal = try await bedroom.lull("alarm", "remove", "bad")
        #expect(removal.exitCode == 65)
        #expect(removal.errors.contains("lull damaged remove schedules:"))
        let identifier = try #require(error.damaged.first?.id)
        try await bedroom.must("damaged", "remove", identifier)
        #expect(try await bedroom.must("alarm", "list", "--json").output.contains("good"))
        let removed = try await bedroom.must("damaged", "remove", "--all", "--json").json() as? [[String: Any]]
        #expect(removed?.map { $0["table"] as? String } == ["schedules", "log"])
        #expect(try await bedroom.must("damaged", "remove", "--all").output == "Everything can be read.\n")

        daemon.signal(SIGTERM)
        let ended = try await daemon.result()
        #expect(ended.exitCode == 0)
        #expect(ended.errors.contains("row_quarantined"))
        await device.stop()
    }

    @Test
    func readableAlarm_rings_whenAPageOfTheFileIsBad() async throws {
        let (bedroom, device) = try await stoppedBedroom()
        let due = ZoneRules.utc.civil(at: HostClock().now().wall + .seconds(30)).time
        try execute(
            """
            UPDATE schedules SET rule = replace(rule, '03:00', '\(due)'), settled_seconds = unixepoch()
            WHERE name = 'good';
            """, bedroom)
        // The next daemon makes a backup with the alarms in it.
        for name in try backups(bedroom) { try FileManager.default.removeItem(atPath: name) }
        let first = try await bedroom.startDaemon()
        try await eventually("there is a backup") { try !backups(bedroom).isEmpty }
        first.signal(SIGTERM)
        _ = try await first.result()
        try damagePage(of: "schedules", bedroom)

        let earlier = try bedroom.commands().count
        let daemon = try await bedroom.startDaemon()
        let list = try await bedroom.lull("alarm", "list", "--json")
        #expect(list.exitCode == 65)
        #expect(try names(list) == ["good", "bad"])
        let status = try await bedroom.must("status")
        #expect(
            status.output.contains("The state file was damaged: some of the schedules may be missing"))
        #expect(
            try await bedroom.must("log").output.contains(
                "the state file was restored: from the backup of"))
        #expect(try await bedroom.lull("export").exitCode == 65)
        // Not the ringing of the first daemon, should the start of this one have taken long.
        try await eventually("the readable alarm rings") {
            try bedroom.commands().dropFirst(earlier).contains("SN09")
        }
        try await bedroom.must("alarm", "dismiss")
        try await bedroom.must("damaged", "remove", "schedules:-1")
        try await bedroom.must("alarm", "list")

        daemon.signal(SIGTERM)
        let ended = try await daemon.result()
        #expect(ended.exitCode == 0)
        #expect(ended.errors.contains("state_restored"))
        let files = try FileManager.default.contentsOfDirectory(atPath: bedroom.state)
        #expect(files.contains { $0.hasPrefix("lull.sqlite.damaged-") })
        await device.stop()
    }

    @Test
    func ringingAlarm_ringsOnAndIsDismissed_whenThePageOfItsRunIsBad() async throws {
        let (bedroom, device) = try await stoppedBedroom()
        let due = ZoneRules.utc.civil(at: HostClock().now().wall + .seconds(10)).time
        try execute(
            """
            UPDATE schedules SET rule = replace(rule, '03:00', '\(due)'), settled_seconds = unixepoch()
            WHERE name = 'good';
            """, bedroom)
        let first = try await bedroom.startDaemon()
        try await eventually("the alarm rings") { try bedroom.commands().contains("SN09") }
        first.signal(SIGKILL)
        _ = try await first.result()
        try damagePage(of: "runs", bedroom)

        let daemon = try await bedroom.startDaemon()
        try await eventually("the alarm rings on") {
            try await bedroom.must("status").output.contains("alarm “good” rings")
        }
        let log = try #require(try await bedroom.must("log", "--json").json() as? [[String: Any]])
        let lines = log.filter { $0["outcome"] as? String == "started" }
        #expect(lines.map { $0["reason"] as? String } == [nil, "damaged"])
        #expect(try await bedroom.must("alarm", "dismiss").output.contains("good"))
        #expect(try bedroom.commands().last == "SI00")

        daemon.signal(SIGTERM)
        #expect(try await daemon.result().exitCode == 0)
        await device.stop()
    }

    @Test
    func whatRuns_goesOnAndCanBeEnded_whenItsScheduleCannotBeRead() async throws {
        let (bedroom, device) = try await stoppedBedroom()
        let due = ZoneRules.utc.civil(at: HostClock().now().wall + .seconds(10)).time
        try execute(
            """
            UPDATE schedules SET rule = replace(rule, '03:00', '\(due)'), settled_seconds = unixepoch()
            WHERE name = 'good';
            """, bedroom)
        let first = try await bedroom.startDaemon()
        try await bedroom.must(
            "routine", "add", "reading", "--device", "nursery", "--step", "light blue 20%; for 30m")
        try await bedroom.must("routine", "run", "reading")
        try await eventually("the alarm rings") { try bedroom.commands().contains("SN09") }
        first.signal(SIGKILL)
        _ = try await first.result()
        try execute("UPDATE schedules SET plan = 'nonsense' WHERE name IN ('good', 'reading')", bedroom)

        let daemon = try await bedroom.startDaemon()
        let status = try await bedroom.must("status").output
        #expect(status.contains("alarm “good” rings"))
        #expect(status.contains("routine “reading”"))
        #expect(try await bedroom.must("alarm", "dismiss").output.contains("good"))
        #expect(try await bedroom.must("routine", "stop").output.contains("reading"))
        try await eventually("the device is off") { try bedroom.commands().last == "SI00" }

        daemon.signal(SIGTERM)
        #expect(try await daemon.result().exitCode == 0)
        await device.stop()
    }

    private func backups(_ bedroom: Bedroom) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: bedroom.state)
            .filter { $0.hasPrefix("lull.sqlite.backup-") && $0.hasSuffix("Z") }.map {
                "\(bedroom.state)/\($0)"
            }
    }

    /// Overwrites the first page of a table.
    private func damagePage(of table: String, _ bedroom: Bedroom) throws {
        let path = bedroom.state + "/lull.sqlite"
        let queue = try DatabaseQueue(path: path)
        let number = try queue.write { database in
            try UInt64.fetchOne(
                database, sql: "SELECT rootpage FROM sqlite_schema WHERE name = ?", arguments: [table])
        }
        try queue.close()
        let handle = try #require(FileHandle(forUpdatingAtPath: path))
        try handle.seek(toOffset: (try #require(number) - 1) * 4096)
        try handle.write(contentsOf: Data(repeating: 0xFF, count: 4096))
        try handle.close()
    }

    private func execute(_ sql: String, _ bedroom: Bedroom) throws {
        let queue = try DatabaseQueue(path: bedroom.state + "/lull.sqlite")
        try queue.write { try $0.execute(sql: sql) }
        try queue.close()
    }

    private struct Failure: Decodable {
        struct Body: Decodable {
            struct Row: Decodable {
                let id: String
                let table: String
                let name: String?
            }

            let code: String
            let damaged: [Row]
        }

        let error: Body
    }
}
