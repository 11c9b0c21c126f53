// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI

/// When something happens, as people write it on a command line.
struct RuleOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The time: HH:MM or HH:MM:SS, sat,sun=08:00 for some weekdays, or sunrise or sunset.",
            discussion:
                "Repeat it for more weekdays; a time without weekdays is for all others. The sun takes an offset, as sunset-30m."
        ))
    var at: [String] = []
    @Option(help: "The days of the week, as mon,tue, mon-fri, weekend or daily. You can repeat it.")
    var days: [String] = []
    @Option(help: "The date, as 2027-03-14, today, tomorrow or sunday.") var date: [String] = []
    @Option(help: "A day of every year, as 12-24.") var yearly: String?
    @Option(help: "With --yearly 02-29, in years without one: skip, or clamp to 02-28. Default: skip.") var leapDay:
        String?
    @Option(help: "The first date, as 2027-03-14.") var fromDate: String?
    @Option(help: "The last date, as 2027-03-14.") var untilDate: String?
    @Option(help: "Dates to leave out, as 2027-04-05,2027-04-06. You can repeat it.") var except: [String] = []
    @Option(
        help: ArgumentHelp(
            "Not on the dates of these holidays, as school, or off. You can repeat it.",
            discussion:
                "Import holidays first: `lull holidays import FILE.ics --name school`. In an edit they take the place of those before.",
            valueName: "holidays"))
    var notOn: [String] = []
    @Option(
        help: ArgumentHelp(
            "Only on the dates of these holidays, or off. You can repeat it.", valueName: "holidays"))
    var onlyOn: [String] = []
    @Option(help: "For a time that the clocks jump over: later, earlier or skip. Default: later.") var gap: String?
    @Option(help: "For a time that the clocks show twice: first, second or both. Default: first.") var overlap: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("With the sun: your place, in degrees north and east, as 52.52,13.41.", valueName: "lat,lon")
    )
    var place: String?
    @Option(help: "With the sun: no earlier than this.") var earliest: String?
    @Option(help: "With the sun: no later than this.") var latest: String?
    @Option(help: "With the sun: the time on days on which it does not rise or set. Default: none.")
    var fallback: String?

    func validate() throws {
        // The last one alone would count, and on the others nothing would happen.
        guard date.count < 2 else {
            throw ValidationError("--date is given twice. Give one date, or add a second schedule for the other.")
        }
    }

    /// What is given.
    var request: RuleRequest {
        var request = RuleRequest(at: Self.joined(at), days: Self.joined(days), date: date.last)
        (request.yearly, request.leapDay) = (yearly, leapDay)
        (request.fromDate, request.untilDate, request.except) = (fromDate, untilDate, Self.joined(except))
        (request.notOn, request.onlyOn) = (Self.joined(notOn), Self.joined(onlyOn))
        (request.gap, request.overlap) = (gap, overlap)
        (request.place, request.earliest, request.latest, request.fallback) = (place, earliest, latest, fallback)
        return request
    }

    /// The values of an option that may be repeated; nil for none.
    static func joined(_ values: [String]) -> String? {
        values.isEmpty ? nil : values.joined(separator: ",")
    }
}
