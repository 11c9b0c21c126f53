// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CivilTime
import Clocks
import ControlAPI
import Programs
import SleepModel
import SystemClock

/// Shows when a rule happens; needs neither a daemon nor a device.
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Shows when an alarm would ring, even when the clocks change.",
        discussion: """
            For example:

              lull explain --at 02:30 --zone America/New_York --from 2027-03-13T00:00:00Z
              lull explain --at weekdays=07:00,sat=08:30 --except 2027-04-05
              lull explain --at 06:45 --days weekdays --not-on school --holidays school=holidays-2027.ics
              lull explain --at sunrise-30m --place 52.52,13.41 --earliest 06:00

            Needs no daemon and no device. The list includes times that do not exist or occur twice because the clocks \
            change, dates that a zone skips, and days without a sunrise.
            """)

    @OptionGroup var rule: RuleOptions
    @Flag(help: "Every day, as without --days, --date and --yearly.") var daily = false
    @Option(
        help: ArgumentHelp(
            "An iCalendar file for --not-on and --only-on. Its name there is that of the file without .ics, or NAME in NAME=FILE. You can repeat it.",
            valueName: "file.ics"))
    var holidays: [String] = []
    @Option(help: "The time zone, as Europe/Berlin. Default: this computer's zone.") var zone: String?
    @Option(help: "The moment to start after, as 2027-03-13T00:00:00Z. Default: now.") var from: String?
    @Option(help: "How many occurrences, 1 to 10000.") var count = WholeNumber(10)
    @Option(help: "A directory of zone files. Default: this computer's.") var zoneinfo: String?
    @Flag(help: "Print one JSON document per occurrence instead of text.") var json = false

    func run() throws {
        let lines = try lines(now: HostClock().now().wall)
        // Nothing at all is no line, not an empty one.
        if !lines.isEmpty { try Output.write(lines: lines) }
    }

    private func lines(now: Instant) throws(ControlError) -> [String] {
        guard (1...10_000).contains(count.value) else {
            throw ControlError(.invalidArgument, "--count \(count.value) is out of range.", advice: "Give 1 to 10000.")
        }
        let calendars = try holidays.map(calendar)
        let zones = ExplainZones(directory: zoneinfo)
        let rules = try zones.rules(for: zone)
        let recurrence = try recurrence(
            with: HolidayBook(calendars.map(\.calendar)), today: rules.civil(at: now).date)
        var report = ExplainReport(
            recurrence: recurrence, zone: rules, version: zones.version, from: try start(now: now))
        report.notUnderstood = calendars.flatMap { calendar, leftOut in leftOut.map { (calendar.name, $0) } }
        return json ? report.documents(count.value) : report.lines(count.value)
    }

    private func recurrence(with book: HolidayBook, today: CivilDate) throws(ControlError) -> Recurrence {
        var request = rule.request
        if daily {
            let others = [("--days", request.days), ("--date", request.date), ("--yearly", request.yearly)]
            if let other = others.first(where: { $0.1 != nil })?.0 {
                throw ControlError(
                    .invalidArgument, "--daily and \(other) exclude each other.", advice: "Give one of them.")
            }
            request.days = "daily"
        }
        let rule = try request.recurrence(today: today) { _ in .weekly(.daily) }
        if let calendar = book.calendars.first, rule.holidays == .none {
            throw ControlError(
                .invalidArgument, "--holidays alone changes nothing.",
                advice: "Add --not-on \(calendar.name.printable) or --only-on \(calendar.name.printable).")
        }
        if let name = book.missing(in: rule.holidays).first {
            let names = book.calendars.map { "“\($0.name)”" }.joined(separator: ", ")
            throw ControlError(
                .unknownHolidays, "There are no holidays called “\(name.printable)” here.",
                advice: names.isEmpty
                    ? "Give their file: --holidays \(name.printable)=FILE.ics." : "Name one of: \(names).")
        }
        return rule.looked(upIn: book)
    }

    /// The calendar in a file, with what Lull does not understand of it.
    ///
    /// It is called as in `school=holidays.ics`, or else like the file.
    private func calendar(
        _ text: String
    ) throws(ControlError) -> (calendar: HolidayCalendar, leftOut: [ICalendarFile.LeftOut]) {
        let sides = text.split(separator: "=", maxSplits: 1).map(String.init)
        let isNamed = sides.count == 2 && !sides[0].contains("/")
        let path = isNamed ? sides[1] : text
        var name = isNamed ? sides[0] : path.split(separator: "/").last.map(String.init) ?? path
        if !isNamed, name.lowercased().hasSuffix(".ics") { name = String(name.dropLast(4)) }
        let content = try TextFile(path).text(advice: "Give an iCalendar file (.ics) with all-day events")
        do {
            let file = try ICalendarFile(content)
            return (try HolidayCalendar(name: name, of: file), file.leftOut)
        } catch {
            throw ControlError(.badData, error.message, advice: "Give an iCalendar file (.ics) with all-day events.")
        }
    }

    private func start(now: Instant) throws(ControlError) -> Instant {
        try from.map { text throws(ControlError) in try Instant(explaining: text) } ?? now
    }
}
