// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Foundation
import SystemClock
import Testing

/// What `lull explain` prints, whole.
@Suite(.timeLimit(.minutes(2)))
struct ExplainCommandTests {
    /// What is printed for arguments between blanks.
    private func explain(
        _ arguments: String, zoneinfo: String = ExplainFixture.zoneinfo, environment: [String: String] = [:]
    ) async throws -> [String] {
        let given = arguments.split(separator: " ").map(String.init) + ["--zoneinfo", zoneinfo]
        // Wide enough for a row to stay a line.
        let variables = environment.merging(["COLUMNS": "160"]) { given, _ in given }
        let result = try await Program.run("lull", ["explain"] + given, in: try Scratch(), environment: variables)
        #expect(result.exitCode == 0 && result.errors.isEmpty, "\(result.errors)")
        return result.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    @Test
    func json_isTheLineOfTheContract_wordForWord() async throws {
        let lines = try await explain(
            "--at 02:30 --date 2027-03-14 --zone America/New_York --from 2027-03-13T00:00:00Z --json")
        let contract = """
            {"civil":"2027-03-14T02:30","instant":"2027-03-14T07:30:00Z","local":"2027-03-14T03:30:00-04:00",\
            "rule":"gap-later","zone":"America/New_York","tzdata":"2026f"}
            """
        #expect(lines == [contract])
    }

    @Test(arguments: [
        (
            "--at 02:10 --gap skip --zone Australia/Lord_Howe --from 2026-10-03T00:00:00Z --count 2",
            [
                #"{"civil":"2026-10-04T02:10","instant":null,"local":null,"rule":"gap-skip","#,
                """
                {"civil":"2026-10-05T02:10","instant":"2026-10-04T15:10:00Z","local":"2026-10-05T02:10:00+11:00",\
                "rule":"unique",
                """,
            ]
        ),
        (
            "--at 12:00 --date 2011-12-30 --zone Pacific/Apia --from 2011-01-01T00:00:00Z",
            [#"{"civil":"2011-12-30T12:00","instant":null,"local":null,"rule":"nonexistent-date","#]
        ),
        (
            "--at 01:30:15 --overlap both --zone America/New_York --from 2026-11-01T00:00:00Z --count 2",
            [
                """
                {"civil":"2026-11-01T01:30:15","instant":"2026-11-01T05:30:15Z","local":"2026-11-01T01:30:15-04:00",\
                "rule":"overlap-first",
                """,
                """
                {"civil":"2026-11-01T01:30:15","instant":"2026-11-01T06:30:15Z","local":"2026-11-01T01:30:15-05:00",\
                "rule":"overlap-second",
                """,
            ]
        ),
    ])
    func json_hasALinePerOccurrence_alsoWhereNothingHappens(arguments: String, expected: [String]) async throws {
        let zone = try #require(arguments.split(separator: " ").first { $0.contains("/") })
        #expect(
            try await explain(arguments + " --json") == expected.map { $0 + #""zone":"\#(zone)","tzdata":"2026f"}"# })
    }

    @Test
    func tzdata_isNull_whereTheDataDoesNotSay() async throws {
        let folder = try Scratch()
        try ExplainFixture.copy("UTC", to: folder.path("UTC"))
        #expect(
            try await explain(
                "--at 07:00 --zone UTC --from 2026-11-22T00:00:00Z --count 1 --json", zoneinfo: folder.path("")) == [
                    """
                    {"civil":"2026-11-22T07:00","instant":"2026-11-22T07:00:00Z","local":"2026-11-22T07:00:00+00:00",\
                    "rule":"unique","zone":"UTC","tzdata":null}
                    """
                ])
        #expect(
            try await explain("--at 07:00 --zone UTC", zoneinfo: folder.path("")).contains("tzdata  unknown"))
    }

    @Test
    func table_saysWhy_atAGapOfAnyKind() async throws {
        #expect(
            try await explain("--at 02:30 --zone America/New_York --from 2027-03-13T00:00:00Z --count 3") == [
                "zone    America/New_York",
                "tzdata  2026f",
                "rule    daily at 02:30",
                "after   2027-03-13T00:00:00Z",
                "",
                "CIVIL                 LOCAL                        INSTANT               WHY",
                "Sat 2027-03-13 02:30  Sat 2027-03-13 02:30 -05:00  2027-03-13T07:30:00Z  exists once",
                "Sun 2027-03-14 02:30  Sun 2027-03-14 03:30 -04:00  2027-03-14T07:30:00Z  "
                    + "the clocks jump over it: 1h later",
                "Mon 2027-03-15 02:30  Mon 2027-03-15 02:30 -04:00  2027-03-15T06:30:00Z  exists once",
            ])
        #expect(
            try await explain(
                "--at 02:10 --date 2026-10-04 --gap earlier --zone Australia/Lord_Howe --from 2026-10-01T00:00Z")
                == [
                    "zone    Australia/Lord_Howe",
                    "tzdata  2026f",
                    "rule    once on 2026-10-04 at 02:10; gap earlier",
                    "after   2026-10-01T00:00:00Z",
                    "",
                    "CIVIL                 LOCAL                        INSTANT               WHY",
                    "Sun 2026-10-04 02:10  Sun 2026-10-04 01:40 +10:30  2026-10-03T15:10:00Z  "
                        + "the clocks jump over it: 30m earlier",
                ])
        // A gap from midnight on: what is before it is the day before.
        #expect(
            try await explain(
                "--at 00:30 --date 2010-10-10 --gap earlier --zone America/Santiago --from 2010-01-01T00:00Z"
            )
            .last == "Sun 2010-10-10 00:30  Sat 2010-10-09 23:30 -04:00  2010-10-10T03:30:00Z  "
                + "the clocks jump over it: 1h earlier")
    }

    @Test
    func table_saysWhy_atOverlapsAndWhereNothingHappens() async throws {
        #expect(
            try await explain("--at 01:30 --overlap both --zone America/New_York --from 2026-11-01T00:00:00Z --count 2")
                .suffix(2) == [
                    "Sun 2026-11-01 01:30  Sun 2026-11-01 01:30 -04:00  2026-11-01T05:30:00Z  "
                        + "shown twice: the first time",
                    "Sun 2026-11-01 01:30  Sun 2026-11-01 01:30 -05:00  2026-11-01T06:30:00Z  "
                        + "shown twice: the second time",
                ])
        #expect(
            try await explain("--at 12:00 --zone Pacific/Apia --from 2011-12-30T00:00:00Z --count 1").suffix(2) == [
                "CIVIL                 LOCAL  INSTANT  WHY",
                "Fri 2011-12-30 12:00  -      -        the zone has no such date: left out",
            ])
        #expect(
            try await explain("--at 02:30 --gap skip --zone America/New_York --from 2027-03-14T00:00:00Z --count 1")
                .last
                == "Sun 2027-03-14 02:30  -      -        the clocks jump over it: left out")
    }

    @Test(arguments: [
        (
            "sunrise --place 52.52,13.41 --earliest 05:30 --zone Europe/Berlin --from 2027-06-16T00:00:00Z",
            "Wed 2027-06-16 05:30  Wed 2027-06-16 05:30 +02:00  2027-06-16T03:30:00Z  "
                + "the sun is earlier: the earliest time"
        ),
        (
            "sunrise --place 52.52,13.41 --latest 07:30 --zone Europe/Berlin --from 2027-12-16T00:00:00Z",
            "Thu 2027-12-16 07:30  Thu 2027-12-16 07:30 +01:00  2027-12-16T06:30:00Z  "
                + "the sun is later: the latest time"
        ),
        (
            "sunset --place 69.65,18.96 --fallback 22:00 --zone Europe/Berlin --from 2027-06-16T00:00:00Z",
            "Wed 2027-06-16 22:00  Wed 2027-06-16 22:00 +02:00  2027-06-16T20:00:00Z  "
                + "no sunset on this date: the time for such dates"
        ),
        (
            "sunrise --place 69.65,18.96 --zone Europe/Berlin --from 2027-12-20T22:30:00Z",
            "Tue 2027-12-21  -      -        no sunrise on this date: left out"
        ),
    ])
    func table_saysWhy_whereTheSunIsNotAlone(arguments: String, row: String) async throws {
        #expect(try await explain("--count 1 --at \(arguments)").last == row)
    }

    @Test
    func json_saysByTheSun_whatAClockShowsThen() async throws {
        let lines = try await explain(
            "--count 1 --at sunrise-30m --place 52.52,13.41 --zone UTC --from 2027-03-20T00:00:00Z --json")
        let line = try #require(lines.first)
        let civil = try #require(line.split(separator: "\"").dropFirst(2).first { $0.hasPrefix("2027") })
        #expect(line.contains(#""instant":"\#(civil)Z""#), "\(line)")
    }

    @Test
    func table_saysWhen_byTheSun() async throws {
        let row = try await explain(
            "--count 1 --at sunrise-30m --place 52.52,13.41 --zone Europe/Berlin --from 2027-03-20T00:00:00Z"
        ).last
        #expect(row?.hasPrefix("Sat 2027-03-20 05:") == true)
        #expect(row?.hasSuffix("Z  30m before sunrise") == true)
    }

    @Test
    func occurrences_areStrictlyAfterTheMoment_andTenByDefault() async throws {
        let ten = try await explain("--at 07:00 --zone UTC --from 2027-01-01T07:00:00Z --json")
        #expect(ten.count == 10)
        #expect(ten.first?.hasPrefix(#"{"civil":"2027-01-02T07:00""#) == true)
        let before = try await explain("--at 07:00 --zone UTC --from 2027-01-01T06:59:59.999Z --count 1 --json")
        #expect(before.first?.hasPrefix(#"{"civil":"2027-01-01T07:00""#) == true)
    }

    @Test
    func occurrences_areAfterNow_inTheZoneOfTheHost_withoutOtherWords() async throws {
        let before = HostClock().now().wall
        let lines = try await explain("--at 04:00", environment: ["TZ": "Asia/Kathmandu"])
        let after = HostClock().now().wall
        try #require(lines.count > 4)
        #expect(lines[0] == "zone    Asia/Kathmandu")
        let start = try #require(Instant(iso8601: String(lines[3].dropFirst("after   ".count))))
        #expect(start > before - .seconds(1) && start <= after)
    }

    @Test
    func options_mayStandInFrontOfTheCommand_asForEveryOther() async throws {
        let arguments = ["--json", "explain", "--at", "07:00", "--zone", "UTC", "--zoneinfo", ExplainFixture.zoneinfo]
        let result = try await Program.run("lull", arguments, in: try Scratch())
        #expect(result.output.hasPrefix("{"))
    }

    @Test(arguments: [
        ("--date 2020-01-01", "Nothing happens after that: the rule has ended by then."),
        ("--until-date 2026-11-21", "Nothing happens after that: the rule has ended by then."),
        ("--date 2027-01-01 --except 2027-01-01", "Nothing ever happens: no date fits the rule."),
        ("--days mon --from-date 2027-01-02 --until-date 2027-01-03", "Nothing ever happens: no date fits the rule."),
    ])
    func rule_thatHasNoOccurrence_isSaidInWordsAndEmptyAsJSON(days: String, words: String) async throws {
        let arguments = "--at 07:00 --zone UTC --from 2026-11-22T00:00:00Z \(days)"
        let text = try await explain(arguments)
        #expect(text.dropFirst(4) == ["", words])
        #expect(try await explain(arguments + " --json").isEmpty)
    }

    @Test
    func years_areListed_toTheEndOfTheCalendar() async throws {
        let lines = try await explain(
            "--at 07:00 --yearly 02-29 --zone Europe/Berlin --from 2026-11-22T00:00:00Z --count 10000 --json")
        // 2028 to 9996, without the centuries that 400 does not divide.
        #expect(lines.count == 1933)
        #expect(lines.last?.contains(#""instant":"9996-02-29T06:00:00Z""#) == true)
    }

    @Test(arguments: [
        ("TZif, but not really", "its version is unknown"),
        ("TZif2" + String(repeating: "\0", count: 39), "it ends early"),
    ])
    func directory_withADamagedFile_isBadData(content: String, reason: String) async throws {
        let folder = try Scratch()
        try Data(content.utf8).write(to: URL(fileURLWithPath: folder.path("Broken")))
        let result = try await Program.run(
            "lull", ["explain", "--at", "07:00", "--zone", "Broken", "--zoneinfo", folder.path("")], in: folder)
        #expect(result.exitCode == 65)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("lull: The zone file of Broken is damaged (\(reason))"), "\(result.errors)")
    }
}
