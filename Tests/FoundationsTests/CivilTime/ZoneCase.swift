// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Testing

/// What a rule lists in a zone.
struct ZoneCase: Sendable, CustomTestStringConvertible {
    let name: String
    let zone: String
    let rule: String
    let from: String
    /// `civil instant rule`, with `-` for no instant.
    var expected: [String] = []
    /// Whether nothing follows.
    var isEnd = false

    var testDescription: String { "\(zone) \(rule): \(name)" }

    static let all = cases(changes) + cases(rules)

    /// Reads cases of a line `# name`, a line `zone | rule | from`, and a line per occurrence or `end`.
    private static func cases(_ text: String) -> [ZoneCase] {
        var cases: [ZoneCase] = []
        var name = ""
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: "|").map { $0.drop { $0 == " " } }.map(String.init)
            if let heading = line.firstRange(of: "# ") {
                name = String(line[heading.upperBound...])
            } else if fields.count == 3 {
                cases.append(
                    ZoneCase(name: name, zone: trimmed(fields[0]), rule: trimmed(fields[1]), from: fields[2]))
            } else if fields == ["end"] {
                cases[cases.count - 1].isEnd = true
            } else {
                cases[cases.count - 1].expected += fields
            }
        }
        return cases
    }

    private static func trimmed(_ text: String) -> String {
        String(text.reversed().drop { $0 == " " }.reversed())
    }

    /// Reads `sat,sun 07:00`, `times mon=07:00 sun=09:00`, `once 2027-03-14 07:00` or `yearly 02-29 07:00`, followed by
    /// any of `clamp`, `gap=`, `overlap=`, `first=`, `last=` and `except=` with dates between commas.
    func recurrence() throws -> Recurrence {
        var words = rule.split(separator: " ").map(String.init)[...]
        let kind = words.popFirst() ?? ""
        var recurrence = Recurrence(days: .weekly(.daily), time: .byWeekday(WeekdayTimes()))
        switch kind {
        case "times": break
        case "once": recurrence.days = .once(try date(words.popFirst() ?? ""))
        case "yearly":
            let day = words.popFirst() ?? ""
            let leapDay = words.contains("clamp") ? MonthDay.LeapDayPolicy.clamp : .skip
            recurrence.days = .yearly(try #require(MonthDay(parsing: day, leapDay: leapDay)))
        default: recurrence.days = .weekly(try #require(WeekdaySet(parsing: kind)))
        }
        for word in words where word != "clamp" { try apply(word, to: &recurrence) }
        return recurrence
    }

    private func apply(_ word: String, to recurrence: inout Recurrence) throws {
        let parts = word.split(separator: "=").map(String.init)
        guard parts.count == 2 else {
            recurrence.time = .clock(try #require(TimeOfDay(parsing: word)))
            return
        }
        switch parts[0] {
        case "gap": recurrence.gap = try #require(GapPolicy(rawValue: parts[1]))
        case "overlap": recurrence.overlap = try #require(OverlapPolicy(rawValue: parts[1]))
        case "first": recurrence.bounds.first = try date(parts[1])
        case "last": recurrence.bounds.last = try date(parts[1])
        case "except": recurrence.exceptions = Set(try parts[1].split(separator: ",").map { try date(String($0)) })
        default:
            guard case .byWeekday(var times) = recurrence.time else { return }
            let weekday = try #require(Weekday(name: parts[0]))
            let time = try #require(TimeOfDay(parsing: parts[1]))
            times[weekday] = time
            recurrence.time = .byWeekday(times)
        }
    }

    private func date(_ text: String) throws -> CivilDate {
        try #require(CivilDate(iso8601: text))
    }
}
