// SPDX-License-Identifier: Apache-2.0

import Storage
import Testing

/// One change to a good file, and what becomes of reading it.
struct Damage: Sendable, CustomTestStringConvertible {
    let sql: String
    let code: StorageError.Code
    /// The table and the key that the report names.
    let row: [String]
    var testDescription: String { sql }

    init(_ sql: String, in row: String..., code: StorageError.Code = .corrupt) {
        self.sql = sql
        self.row = row
        self.code = code
    }

    static let device = [
        Damage("UPDATE devices SET address = 'nonsense'", in: "devices", "nonsense"),
        Damage("UPDATE devices SET paired_nanosecond = 1000000000", in: "devices", "DC:06:41:DC:1A:B4"),
        Damage("UPDATE devices SET paired_nanosecond = -1", in: "devices", "DC:06:41:DC:1A:B4"),
        Damage("UPDATE devices SET paired_nanosecond = 5000000000", in: "devices", "DC:06:41:DC:1A:B4"),
        Damage("UPDATE devices SET paired_seconds = 9223372036854775807", in: "devices", "DC:06:41:DC:1A:B4"),
        Damage("UPDATE devices SET limit_volume = 25", in: "devices", "DC:06:41:DC:1A:B4"),
        Damage("UPDATE devices SET limit_volume = 256", in: "devices", "DC:06:41:DC:1A:B4"),
        Damage("UPDATE devices SET limit_brightness = 0", in: "devices", "DC:06:41:DC:1A:B4"),
        Damage("UPDATE devices SET limit_hours = '20:00-07:00'", in: "devices", "DC:06:41:DC:1A:B4"),
        Damage(
            "UPDATE devices SET limit_volume = 102, limit_hours = 'night'", in: "devices", "DC:06:41:DC:1A:B4"),
    ]

    static let schedule =
        [
            Damage("UPDATE schedules SET device = ''", in: "schedules", "alarm-1"),
            Damage("UPDATE schedules SET valid_nanosecond = -1", in: "schedules", "alarm-1"),
            Damage("UPDATE schedules SET kind = 'party'", in: "schedules", "alarm-1"),
        ]
        + ["plan", "rule"].flatMap { column in
            [
                Damage("UPDATE schedules SET \(column) = ''", in: "schedules", "alarm-1"),
                Damage("UPDATE schedules SET \(column) = '{}'", in: "schedules", "alarm-1"),
                Damage(
                    "UPDATE schedules SET \(column) = '{\"v\":1,\"content\":{\"party\":{}}}'", in: "schedules",
                    "alarm-1"),
                Damage("UPDATE schedules SET \(column) = '{\"v\":0,\"content\":{}}'", in: "schedules", "alarm-1"),
                Damage(
                    "UPDATE schedules SET \(column) = replace(\(column), '\"v\":1', '\"v\":2')", in: "schedules",
                    "alarm-1", code: .fromTheFuture),
                Damage("UPDATE schedules SET \(column) = printf('%.*c', 100000, '[')", in: "schedules", "alarm-1"),
            ]
        } + [("plan", "\"volume\":102", "\"volume\":256")].map(replaced)
        + [
            ("62", "256"), ("62", "128"), ("62", "-1"), ("62", "null"), ("07:00", "24:00"), ("later", "jump"),
            ("\"first\"", "null"), ("weekly", "daily"),
            ("{\"weekly\":{\"weekdays\":62}}", "{\"once\":{\"date\":\"2027-02-30\"}}"),
            ("{\"weekly\":{\"weekdays\":62}}", "{\"yearly\":{\"month\":2,\"day\":30,\"leapDay\":\"skip\"}}"),
            ("{\"weekly\":{\"weekdays\":62}}", "{\"yearly\":{\"month\":13,\"day\":1,\"leapDay\":\"skip\"}}"),
            ("\"exceptions\":[]", "\"exceptions\":[\"\"]"),
            ("\"exceptions\":[]", "\"exceptions\":[],\"first\":\"soon\""),
            ("{\"clock\":{\"time\":\"07:00\"}}", "{\"byWeekday\":{\"times\":[null,\"07:00\"]}}"),
            ("{\"clock\":{\"time\":\"07:00\"}}", sun("\"latitude\":91,\"longitude\":0,\"offsetSeconds\":0")),
            ("{\"clock\":{\"time\":\"07:00\"}}", sun("\"latitude\":0,\"longitude\":0,\"offsetSeconds\":86400")),
            (
                "{\"clock\":{\"time\":\"07:00\"}}",
                sun(
                    "\"latitude\":0,\"longitude\":0,\"offsetSeconds\":0,\"earliest\":\"08:00\",\"latest\":\"07:00\"")
            ),
        ].map { replaced(("rule", $0, $1)) }

    private static func sun(_ rest: String) -> String { "{\"sun\":{\"time\":{\"event\":\"sunrise\",\(rest)}}}" }

    private static func replaced(_ part: (column: String, old: String, new: String)) -> Damage {
        Damage(
            "UPDATE schedules SET \(part.column) = replace(\(part.column), '\(part.old)', '\(part.new)')",
            in: "schedules",
            "alarm-1")
    }

    static let run = [
        Damage("UPDATE runs SET rule = 'luck'", in: "occurrences", "alarm-1", "2027-03-14", "scheduled"),
        Damage("UPDATE runs SET actor = ''", in: "occurrences", "alarm-1"),
        Damage("UPDATE runs SET kind = ''", in: "occurrences", "alarm-1"),
        Damage("UPDATE runs SET device = ''", in: "occurrences", "alarm-1"),
        Damage("UPDATE runs SET run = 'x'", in: "occurrences", "alarm-1"),
        Damage("UPDATE runs SET planned_nanosecond = -1", in: "occurrences", "alarm-1"),
        Damage("UPDATE runs SET run = replace(run, '\"v\":1', '\"v\":7')", in: "occurrences", code: .fromTheFuture),
    ]

    static let entry = [
        Damage("UPDATE ledger SET outcome = 'vanished'", in: "occurrences", "alarm-1", "2027-03-14", "scheduled"),
        Damage("UPDATE ledger SET reason = 'whim'", in: "occurrences", "alarm-1"),
        Damage("UPDATE ledger SET ended_nanosecond = NULL", in: "occurrences", "alarm-1"),
        Damage("UPDATE ledger SET rule = 'luck'", in: "occurrences", "alarm-1"),
    ]

    static let override = [
        Damage("UPDATE overrides SET date = '2027-02-30'", in: "overrides", "alarm-1"),
        Damage("UPDATE overrides SET change = 'perhaps'", in: "overrides", "alarm-1"),
        Damage("UPDATE overrides SET change = 'time'", in: "overrides", "alarm-1"),
        Damage("UPDATE overrides SET time_of_day = '24:30'", in: "overrides", "alarm-1"),
        Damage("UPDATE overrides SET change = 'time', time_of_day = '24:00'", in: "overrides", "alarm-1"),
        Damage("UPDATE overrides SET since_nanosecond = -1", in: "overrides", "alarm-1"),
    ]

    static let pause = [
        Damage("UPDATE pauses SET device = '' WHERE device IS NULL", in: "pauses"),
        Damage("UPDATE pauses SET until = 'later' WHERE device IS NULL", in: "pauses"),
        Damage(
            "UPDATE pauses SET since_nanosecond = 1000000000 WHERE device = 'DC:06:41:DC:1A:B4'", in: "pauses",
            "DC:06:41:DC:1A:B4"
        ),
    ]

    static let hold = [
        Damage("UPDATE holds SET device = ''", in: "holds"),
        Damage("UPDATE holds SET holds = '{}'", in: "holds", "DC:06:41:DC:1A:B4"),
        Damage("UPDATE holds SET nap = '{}'", in: "holds", "DC:06:41:DC:1A:B4"),
        Damage("UPDATE holds SET fade_starts = '{}'", in: "holds", "DC:06:41:DC:1A:B4"),
        Damage("UPDATE holds SET waiting = '{}'", in: "holds", "DC:06:41:DC:1A:B4"),
        Damage("UPDATE holds SET settled_seconds = NULL", in: "holds", "DC:06:41:DC:1A:B4"),
        Damage("UPDATE holds SET holds = replace(holds, '2027-03-14', '2027-02-30')", in: "holds"),
        Damage("UPDATE holds SET holds = replace(holds, '\"v\":1', '\"v\":2')", in: "holds", code: .fromTheFuture),
    ]

    static let holidays = [
        Damage("UPDATE holidays SET dates = 'x'", in: "holidays", "school"),
        Damage("UPDATE holidays SET dates = replace(dates, '2027-03-14', '2027-02-30')", in: "holidays", "school"),
        Damage("UPDATE holidays SET dates = replace(dates, '\"days\":3', '\"days\":0')", in: "holidays", "school"),
        Damage(
            "UPDATE holidays SET dates = replace(dates, '\"v\":1', '\"v\":2')", in: "holidays", code: .fromTheFuture),
    ]

    static let group = [
        Damage("UPDATE groups SET members = 'x'", in: "groups", "kids"),
        Damage("UPDATE groups SET members = replace(members, 'B5', 'B4')", in: "groups", "kids"),
        Damage("UPDATE groups SET members = replace(members, 'DC:06', 'nowhere')", in: "groups", "kids"),
        Damage("UPDATE groups SET members = '{\"content\":[],\"v\":1}'", in: "groups", "kids"),
        Damage(
            "UPDATE groups SET members = replace(members, '\"v\":1', '\"v\":2')", in: "groups", code: .fromTheFuture),
    ]

    static let notice = [
        Damage("UPDATE notices SET device = 'nonsense'", in: "notices", "3"),
        Damage("UPDATE notices SET kind = 'rumour'", in: "notices", "3"),
        Damage("UPDATE notices SET grade = 'loud'", in: "notices", "3"),
        Damage("UPDATE notices SET count = 0", in: "notices", "3"),
        Damage("UPDATE notices SET since_nanosecond = -1", in: "notices", "3"),
        Damage("UPDATE notices SET pass = NULL", in: "notices", "3"),
        Damage("UPDATE notices SET acknowledged_seconds = NULL", in: "notices", "3"),
    ]

    static let log = [
        Damage("UPDATE log SET device = 'nonsense'", in: "log", "1"),
        Damage("UPDATE log SET planned_nanosecond = NULL", in: "log", "1"),
        Damage("UPDATE log SET at_nanosecond = 1000000000", in: "log", "1"),
        Damage("UPDATE log SET reason = 'whim'", in: "log", "1"),
        Damage("UPDATE log SET kind = 'whim'", in: "log", "1"),
        Damage("UPDATE log SET outcome = 'rang'", in: "log", "1"),
        Damage("UPDATE log SET actor = ''", in: "log", "1"),
        Damage("UPDATE log SET slot = NULL", in: "log", "1"),
        Damage("UPDATE log SET date = '2027-02-30'", in: "log", "1"),
    ]
}
