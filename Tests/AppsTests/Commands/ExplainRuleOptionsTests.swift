// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// How a rule is read from the command line.
@Suite(.timeLimit(.minutes(2)))
struct ExplainRuleOptionsTests {
    private func explain(_ arguments: String) async throws -> Program.Result {
        let given = arguments.split(separator: " ").map(String.init) + ["--zone", "UTC"]
        return try await Program.run(
            "lull", ["explain"] + given + ["--zoneinfo", ExplainFixture.zoneinfo], in: try Scratch(),
            environment: ["COLUMNS": "200"])
    }

    @Test(arguments: [
        ("--at 07:00", "daily at 07:00"),
        ("--at 07:00:05 --daily", "daily at 07:00:05"),
        ("--at 07:00 --days weekends", "sat, sun at 07:00"),
        ("--at 07:00 --days mon,wed --days fri", "mon, wed, fri at 07:00"),
        ("--at weekends=08:30,fri=06:30", "fri 06:30, sat,sun 08:30"),
        ("--at 06:45 --at sat,sun=08:00", "mon,tue,wed,thu,fri 06:45, sat,sun 08:00"),
        ("--at 06:45 --days mon,tue --at sat=08:00", "mon,tue 06:45, sat 08:00"),
        ("--at 07:00 --yearly 12-24", "yearly on 12-24 at 07:00"),
        ("--at 07:00 --yearly 02-29 --leap-day clamp", "yearly on 02-29, else 02-28, at 07:00"),
        (
            "--at 07:00 --date 2027-01-01 --from-date 2026-01-01 --until-date 2028-01-01 --except 2027-06-01 --except 2026-01-02",
            "once on 2027-01-01 at 07:00; from 2026-01-01; until 2028-01-01; except 2026-01-02, 2027-06-01"
        ),
        ("--at 07:00 --gap skip --overlap both", "daily at 07:00; gap skip; overlap both"),
        ("--at sunset --place -33.9,151.2", "daily at sunset; seen from -33.9, 151.2"),
        ("--at sunset+1h30m --place 52.5,13.4", "daily 1h30m after sunset; seen from 52.5, 13.4"),
        (
            "--at sunrise-30m --place 69.65,18.96 --days mon --earliest 06:00 --latest 08:00 --fallback 07:00",
            """
            mon 30m before sunrise; seen from 69.65, 18.96; no earlier than 06:00; no later than 08:00; \
            without sunrise at 07:00
            """
        ),
    ])
    func rule_isSaidInWords_withWhatIsNotUsual(arguments: String, words: String) async throws {
        let result = try await explain(arguments)
        #expect(result.output.split(separator: "\n").dropFirst(2).first == "rule    \(words)", "\(result.errors)")
    }

    @Test(arguments: [
        ("--at 25:00", "“25:00” is not a time of day.", "Write --at as 07:00, 8pm, sat,sun=08:30 or sunrise-30m."),
        ("--at 07:00 --count 0", "--count 0 is out of range.", "Give 1 to 10000."),
        ("--at 07:00 --count 10001", "--count 10001 is out of range.", "Give 1 to 10000."),
        (
            "--at 07:00 --from tomorrow", "“tomorrow” is not a moment in time.",
            "Write --from as 2027-03-13T00:00:00Z or 2027-03-13T01:00:00+01:00."
        ),
        (
            "--at 07:00 --days foo", "“foo” is not a list of days.",
            "Write --days as mon,tue, mon-fri, weekend or daily."
        ),
        ("--at 07:00 --days mon --date 2027-01-01", "--days and --date exclude each other.", "Give one of them."),
        ("--at 07:00 --daily --yearly 01-01", "--daily and --yearly exclude each other.", "Give one of them."),
        (
            "--at 07:00 --date 2027-02-29", "“2027-02-29” is not a date.",
            "Write --date as 2027-03-14, tomorrow or sunday."
        ),
        ("--at 07:00 --yearly 02-30", "“02-30” is not a day of the year.", "Write --yearly as 12-24."),
        (
            "--at 07:00 --yearly 02-29 --leap-day no", "“no” is nothing that --leap-day knows.",
            "Give one of: skip, clamp."
        ),
        (
            "--at 07:00 --leap-day skip", "--leap-day is of no use without --yearly.",
            "Add --yearly 02-29, or leave it out."
        ),
        (
            "--at 07:00 --from-date 2027-02-01 --until-date 2027-01-01",
            "--until-date 2027-01-01 is before --from-date 2027-02-01.", "Exchange them."
        ),
        ("--at 07:00 --except never", "“never” is not a date.", "Write --except as 2027-03-14, tomorrow or sunday."),
        ("--at 07:00 --gap later,", "“later,” is nothing that --gap knows.", "Give one of: later, earlier, skip."),
        ("--at 07:00 --overlap x", "“x” is nothing that --overlap knows.", "Give one of: first, second, both."),
        ("--at mon=07:00,", "“” is not a time of a weekday.", "Write --at as mon=07:00 or sat,sun=08:30."),
        ("--at mon=07:00,weekdays=08:00", "--at gives mon two times.", "Give each day one."),
        ("--at mon=7", "“7” is not a time of day.", "Write the times of --at as 07:00 or 07:00:30."),
        (
            "--at mon=07:00 --date 2027-01-01", "Times of weekdays and --date exclude each other.",
            "Give --at one time, or leave --date out."
        ),
        (
            "--at sunrise", "Where the sunrise is seen from is not known.",
            "Add --place with degrees north and east, as 52.52,13.41."
        ),
        (
            "--at sunset --place 91,0", "“91,0” is not a place.",
            "Write --place as degrees north, -90 to 90, and east, -180 to 180: 52.52,13.41."
        ),
        (
            "--at sunset+24h --place 1,2", "“+24h” is not a length of time before or after sunset.",
            "Write --at as sunset-30m or sunset+1h, and less than a day."
        ),
        (
            "--at sunrise --place 1,2 --earliest 08:00 --latest 07:00", "--earliest is later than --latest.",
            "Exchange them."
        ),
        (
            "--at 07:00 --fallback 08:00", "--fallback is of no use without the sun.",
            "Write --at as sunrise or sunset, or leave --fallback out."
        ),
    ])
    func rule_isRefused_withWhatToWrite(arguments: String, message: String, advice: String) async throws {
        let result = try await explain(arguments)
        #expect([result.output, result.errors] == ["", "lull: \(message)\n      \(advice)\n"])
        #expect(result.exitCode == 64)
    }

    @Test
    func refusal_isADocument_forPrograms() async throws {
        let result = try await explain("--at 25:00 --json")
        let document = try JSONSerialization.jsonObject(with: Data(result.errors.utf8)) as? [String: [String: String]]
        let error = [
            "code": "invalid_argument", "message": "“25:00” is not a time of day.",
            "advice": "Write --at as 07:00, 8pm, sat,sun=08:30 or sunrise-30m.",
        ]
        #expect(document == ["error": error])
        #expect(result.output.isEmpty && result.exitCode == 64)
    }
}
