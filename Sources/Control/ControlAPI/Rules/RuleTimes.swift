// SPDX-License-Identifier: Apache-2.0

public import CivilTime
import SleepModel

/// Times of day as people write them: one for all days, some for weekdays, or the sun.
public struct RuleTimes: Hashable, Sendable {
    /// The sun, and how much later.
    public struct Sun: Hashable, Sendable {
        /// What the sun does.
        public let event: SunEvent
        /// How much later it is, negative for earlier; less than a day.
        public let offset: Duration
    }

    /// The time of the days without one of their own.
    public private(set) var common: TimeOfDay?
    /// The times of some weekdays.
    public private(set) var byWeekday = WeekdayTimes()
    /// The sun; nothing else is there with it.
    public private(set) var sun: Sun?

    /// Reads `07:00`, `06:45,sat,sun=08:00` or `sunset-30m`.
    ///
    /// `option` is what the text was given for. Throws `invalid_argument` for anything else.
    public init(parsing text: String, of option: String = "--at") throws(ControlError) {
        if let event = SunEvent.allCases.first(where: { text.hasPrefix($0.rawValue) }) {
            sun = Sun(
                event: event,
                offset: try Self.offset(String(text.dropFirst(event.rawValue.count)), of: event, option))
            return
        }
        var open: WeekdaySet = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let word = part.trimming(" ")
            let sides = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if sides.count == 2 {
                guard let days = WeekdaySet(parsing: String(sides[0])), !days.isEmpty else {
                    throw Self.noWeekday(word, option)
                }
                try add(try Self.time(sides[1], "the times of \(option)"), on: days.union(open), option)
                open = []
            } else if let time = TimeOfDay(parsing: word), open.isEmpty {
                guard common == nil else { throw Self.twoTimes(option) }
                common = time
            } else if let days = WeekdaySet(parsing: word), !days.isEmpty {
                open.formUnion(days)
            } else if text.contains("=") {
                throw Self.noWeekday(word, option)
            } else {
                throw Self.noTime(text, option)
            }
        }
        guard open.isEmpty else { throw Self.noWeekday(open.shortNames.joined(separator: ","), option) }
    }

    private mutating func add(_ time: TimeOfDay, on days: WeekdaySet, _ option: String) throws(ControlError) {
        for day in Weekday.allCases where days.contains(day) {
            guard byWeekday[day] == nil else {
                throw ControlError(
                    .invalidArgument, "\(option) gives \(day.shortName) two times.", advice: "Give each day one.")
            }
            byWeekday[day] = time
        }
    }

    /// A time for each of some days, all by default, and for the days that name theirs.
    ///
    /// The common time covers the days that are not named. Without one, they keep the time they had `before`.
    public func week(days: WeekdaySet? = nil, before: WeekdayTimes?) -> WeekdayTimes {
        var week = byWeekday
        for day in Weekday.allCases where week[day] == nil && (days ?? .daily).contains(day) {
            week[day] = common ?? before?[day]
        }
        return week
    }

    // MARK: - Parts

    static func time(_ text: some StringProtocol, _ option: String) throws(ControlError) -> TimeOfDay {
        guard let time = TimeOfDay(parsing: String(text)) else {
            throw ControlError(
                .invalidArgument, "“\(String(text).printable)” is not a time of day.",
                advice: "Write \(option) as 07:00 or 07:00:30.")
        }
        return time
    }

    /// Reads what follows the event: nothing, `+1h` or `-30m`.
    private static func offset(
        _ text: String, of event: SunEvent, _ option: String
    ) throws(ControlError) -> Duration {
        guard let sign = text.first else { return .zero }
        guard sign == "+" || sign == "-", let length = DurationText.parse(String(text.dropFirst())),
            length < .seconds(86_400)
        else {
            throw ControlError(
                .invalidArgument, "“\(text.printable)” is not a length of time before or after \(event.rawValue).",
                advice: "Write \(option) as \(event.rawValue)-30m or \(event.rawValue)+1h, and less than a day.")
        }
        return sign == "-" ? .zero - length : length
    }

    private static func noTime(_ text: String, _ option: String) -> ControlError {
        ControlError(
            .invalidArgument, "“\(text.printable)” is not a time of day.",
            advice: "Write \(option) as 07:00, 8pm, sat,sun=08:30"
                + (option == "--at" ? " or sunrise-30m." : " or off."))
    }

    private static func twoTimes(_ option: String) -> ControlError {
        ControlError(
            .invalidArgument, "\(option) gives the same days two times.",
            advice: "Give each weekday its own, as \(option) 07:00 \(option) sat,sun=08:30, or add a second schedule.")
    }

    private static func noWeekday(_ text: String, _ option: String) -> ControlError {
        ControlError(
            .invalidArgument, "“\(text.printable)” is not a time of a weekday.",
            advice: "Write \(option) as mon=07:00 or sat,sun=08:30.")
    }
}

extension StringProtocol {
    /// The text without such characters at its ends.
    fileprivate func trimming(_ character: Character) -> String {
        String(drop { $0 == character }.reversed().drop { $0 == character }.reversed())
    }
}
