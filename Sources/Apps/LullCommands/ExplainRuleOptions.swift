// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CivilTime
import ControlAPI
import SleepModel

/// A rule as people write it on a command line: a time, its days, and what is done at the clocks' changes.
struct ExplainRuleOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "When: HH:MM or HH:MM:SS, one for each weekday as mon=07:00,sat=08:30, or sunrise or sunset.",
            discussion: "The sun may be preceded or followed, as in sunrise-30m or sunset+1h.", valueName: "time"))
    var at: String
    @Flag(help: "Every day, as without --days, --date and --yearly.") var daily = false
    @Option(help: "On some weekdays, as mon,tue or weekdays.") var days: String?
    @Option(help: "On one date, as 2027-03-14.") var date: String?
    @Option(help: ArgumentHelp("On one day of every year.", valueName: "mm-dd")) var yearly: String?
    @Option(help: "With --yearly 02-29, in years without one: skip, or clamp to 02-28.") var leapDay: String?
    @Option(help: "Not before this date.") var fromDate: String?
    @Option(help: "Not after this date.") var untilDate: String?
    @Option(help: "Not on this date; give it once per date.") var except: [String] = []
    @Option(help: "Of a time that the clocks jump over: later, earlier or skip.") var gap: String?
    @Option(help: "Of a time that the clocks show twice: first, second or both.") var overlap: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("With the sun: where it is seen from, in degrees north and east.", valueName: "lat,lon"))
    var place: String?
    @Option(help: "With the sun: no earlier than this.") var earliest: String?
    @Option(help: "With the sun: no later than this.") var latest: String?
    @Option(help: "With the sun: when on days on which it does not rise or set; else not at all.")
    var fallback: String?

    /// Reads the rule; throws `invalid_argument` for what cannot be understood or does not fit together.
    func recurrence() throws(ControlError) -> Recurrence {
        let time = try dayTime()
        return Recurrence(
            days: try ruleDays(time), time: time, bounds: try bounds(), exceptions: try exceptions(),
            gap: try choice(gap, "--gap", otherwise: .later),
            overlap: try choice(overlap, "--overlap", otherwise: .first))
    }

    private func ruleDays(_ time: DayTime) throws(ControlError) -> Recurrence.Days {
        var given: [String] = daily ? ["--daily"] : []
        if days != nil { given.append("--days") }
        if date != nil { given.append("--date") }
        if yearly != nil { given.append("--yearly") }
        guard given.count < 2 else {
            throw Self.invalid("\(given.joined(separator: " and ")) exclude each other.", "Give one of them.")
        }
        guard leapDay == nil || yearly != nil else {
            throw Self.invalid("--leap-day is of no use without --yearly.", "Add --yearly 02-29, or leave it out.")
        }
        if case .byWeekday(let times) = time {
            guard given.isEmpty else {
                throw Self.invalid(
                    "Times of weekdays and \(given[0]) exclude each other.",
                    "Give --at one time, or leave \(given[0]) out.")
            }
            return .weekly(times.weekdays)
        }
        if let date { return .once(try Self.date(date, "--date")) }
        if let yearly { return .yearly(try monthDay(yearly)) }
        guard let days else { return .weekly(.daily) }
        guard let weekdays = WeekdaySet(parsing: days), !weekdays.isEmpty else {
            throw Self.invalid("“\(days.printable)” is not a list of days.", "Write --days as mon,tue or weekdays.")
        }
        return .weekly(weekdays)
    }

    private func monthDay(_ text: String) throws(ControlError) -> MonthDay {
        guard let day = MonthDay(parsing: text, leapDay: try choice(leapDay, "--leap-day", otherwise: .skip)) else {
            throw Self.invalid("“\(text.printable)” is not a day of the year.", "Write --yearly as 12-24.")
        }
        return day
    }

    private func bounds() throws(ControlError) -> CivilDateBounds {
        var bounds = CivilDateBounds()
        if let fromDate { bounds.first = try Self.date(fromDate, "--from-date") }
        if let untilDate { bounds.last = try Self.date(untilDate, "--until-date") }
        if let first = bounds.first, let last = bounds.last, last < first {
            throw Self.invalid("--until-date \(last) is before --from-date \(first).", "Exchange them.")
        }
        return bounds
    }

    private func exceptions() throws(ControlError) -> Set<CivilDate> {
        var dates: Set<CivilDate> = []
        for text in except { dates.insert(try Self.date(text, "--except")) }
        return dates
    }

    private func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ text: String?, _ name: String, otherwise usual: Choice
    ) throws(ControlError) -> Choice {
        guard let text else { return usual }
        guard let choice = Choice(rawValue: text) else {
            let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw Self.invalid("“\(text.printable)” is nothing that \(name) knows.", "Give one of: \(known).")
        }
        return choice
    }

    static func time(_ text: some StringProtocol, _ name: String) throws(ControlError) -> TimeOfDay {
        guard let time = TimeOfDay(parsing: String(text)) else {
            throw invalid("“\(String(text).printable)” is not a time of day.", "Write \(name) as 07:00 or 07:00:30.")
        }
        return time
    }

    static func date(_ text: String, _ name: String) throws(ControlError) -> CivilDate {
        guard let date = CivilDate(iso8601: text) else {
            throw invalid("“\(text.printable)” is not a date.", "Write \(name) as 2027-03-14.")
        }
        return date
    }

    static func invalid(_ message: String, _ advice: String) -> ControlError {
        ControlError(.invalidArgument, message, advice: advice)
    }
}
