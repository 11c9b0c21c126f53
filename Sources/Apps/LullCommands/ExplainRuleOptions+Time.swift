// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import SleepModel

extension ExplainRuleOptions {
    /// Reads `--at` and what belongs to the sun.
    func dayTime() throws(ControlError) -> DayTime {
        if let event = SunEvent.allCases.first(where: { at.hasPrefix($0.rawValue) }) {
            return .sun(try sunTime(event))
        }
        let sunOptions = [("--place", place), ("--earliest", earliest), ("--latest", latest), ("--fallback", fallback)]
        if let (name, _) = sunOptions.first(where: { $0.1 != nil }) {
            throw Self.invalid(
                "\(name) is of no use without the sun.", "Write --at as sunrise or sunset, or leave \(name) out.")
        }
        if at.contains("=") { return .byWeekday(try weekdayTimes()) }
        guard let time = TimeOfDay(parsing: at) else {
            throw Self.invalid(
                "“\(at.printable)” is not a time of day.", "Write --at as 07:00, mon=07:00,sat=08:30 or sunrise-30m.")
        }
        return .clock(time)
    }

    /// Reads `mon=07:00,weekends=08:30`; a day has one time.
    private func weekdayTimes() throws(ControlError) -> WeekdayTimes {
        var times = WeekdayTimes()
        for part in at.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2, let days = WeekdaySet(parsing: String(sides[0])), !days.isEmpty else {
                throw Self.invalid(
                    "“\(String(part).printable)” is not a time of a weekday.", "Write --at as mon=07:00,sat=08:30.")
            }
            let time = try Self.time(sides[1], "the times of --at")
            for day in Weekday.allCases where days.contains(day) {
                guard times[day] == nil else {
                    throw Self.invalid("--at gives \(day.shortName) two times.", "Give each day one.")
                }
                times[day] = time
            }
        }
        return times
    }

    private func sunTime(_ event: SunEvent) throws(ControlError) -> SunTime {
        let offset = try offset(String(at.dropFirst(event.rawValue.count)), of: event)
        guard let place else {
            throw Self.invalid(
                "Where the \(event.rawValue) is seen from is not known.",
                "Add --place with degrees north and east, as 52.52,13.41.")
        }
        let earliest = try earliest.map { text throws(ControlError) in try Self.time(text, "--earliest") }
        let latest = try latest.map { text throws(ControlError) in try Self.time(text, "--latest") }
        let fallback = try fallback.map { text throws(ControlError) in try Self.time(text, "--fallback") }
        let time = SunTime(
            event, offset: offset, earliest: earliest, latest: latest, fallback: fallback,
            at: try Self.geographicPlace(place))
        guard let time else {
            throw Self.invalid("--earliest is later than --latest.", "Exchange them.")
        }
        return time
    }

    /// Reads what follows the event: nothing, `+1h` or `-30m`.
    private func offset(_ text: String, of event: SunEvent) throws(ControlError) -> Duration {
        guard let sign = text.first else { return .zero }
        guard sign == "+" || sign == "-", let length = DurationText.parse(String(text.dropFirst())),
            length < .seconds(86_400)
        else {
            throw Self.invalid(
                "“\(text.printable)” is not a length of time before or after \(event.rawValue).",
                "Write --at as \(event.rawValue)-30m or \(event.rawValue)+1h, and less than a day.")
        }
        return sign == "-" ? .zero - length : length
    }

    private static func geographicPlace(_ text: String) throws(ControlError) -> GeographicPlace {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
            let place = GeographicPlace(latitude: latitude, longitude: longitude)
        else {
            throw invalid(
                "“\(text.printable)” is not a place.",
                "Write --place as degrees north, -90 to 90, and east, -180 to 180: 52.52,13.41.")
        }
        return place
    }
}
