// SPDX-License-Identifier: Apache-2.0

extension PosixRule {
    /// Reads a `TZ` text such as `EST5EDT,M3.2.0,M11.1.0`, with the hours of version 3 files (-167 to 167).
    ///
    /// Returns nil for anything else, also for daylight saving time without the days on which it starts and ends.
    init?(parsing text: some Sequence<UInt8>) {
        var scanner = TextScanner(bytes: text)
        guard let name = scanner.zoneAbbreviation(), let west = scanner.clockTime(hours: 24) else { return nil }
        standard = ZoneOffset(seconds: -west, isDaylightSaving: false, abbreviation: name)
        if scanner.isAtEnd {
            daylight = nil
        } else {
            guard let scanned = Daylight(scanning: &scanner, standard: standard), scanner.isAtEnd else { return nil }
            daylight = scanned
        }
        guard ZoneOffset.range.contains(standard.seconds) else { return nil }
    }
}

extension PosixRule.Daylight {
    fileprivate init?(scanning scanner: inout TextScanner, standard: ZoneOffset) {
        guard let name = scanner.zoneAbbreviation() else { return nil }
        var seconds = standard.seconds + 3600
        if scanner.next != UInt8(ascii: ",") {
            guard let west = scanner.clockTime(hours: 24) else { return nil }
            seconds = -west
        }
        guard ZoneOffset.range.contains(seconds),
            scanner.accept(","), let start = PosixRule.Change(scanning: &scanner),
            scanner.accept(","), let end = PosixRule.Change(scanning: &scanner)
        else { return nil }
        offset = ZoneOffset(seconds: seconds, isDaylightSaving: true, abbreviation: name)
        self.start = start
        self.end = end
    }
}

extension PosixRule.Change {
    fileprivate init?(scanning scanner: inout TextScanner) {
        guard let day = Day(scanning: &scanner) else { return nil }
        self.day = day
        if scanner.accept("/") {
            guard let time = scanner.clockTime(hours: 167) else { return nil }
            self.time = time
        } else {
            time = 2 * 3600
        }
    }
}

extension PosixRule.Change.Day {
    fileprivate init?(scanning scanner: inout TextScanner) {
        if scanner.accept("J") {
            guard let day = scanner.number(digits: 1, to: 3), (1...365).contains(day) else { return nil }
            self = .julian(day)
        } else if scanner.accept("M") {
            guard let month = scanner.number(digits: 1, to: 2), (1...12).contains(month), scanner.accept("."),
                let week = scanner.number(digits: 1, to: 1), (1...5).contains(week), scanner.accept("."),
                let weekday = scanner.number(digits: 1, to: 1), (0...6).contains(weekday)
            else { return nil }
            self = .weekday(month: month, week: week, weekday: weekday)
        } else {
            guard let day = scanner.number(digits: 1, to: 3), (0...365).contains(day) else { return nil }
            self = .dayOfYear(day)
        }
    }
}

extension TextScanner {
    /// Three letters or more, or letters, digits and signs between angle brackets.
    fileprivate mutating func zoneAbbreviation() -> String? {
        guard accept("<") else {
            let name = run(while: \.isASCIILetter)
            return name.utf8.count >= 3 ? name : nil
        }
        let name = run { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
        return !name.isEmpty && accept(">") ? name : nil
    }

    /// `[+-]hh[:mm[:ss]]` in seconds.
    fileprivate mutating func clockTime(hours maximum: Int) -> Int? {
        let sign = acceptSign() ?? 1
        guard let hours = number(digits: 1, to: 3), hours <= maximum else { return nil }
        var seconds = hours * 3600
        for unit in [60, 1] {
            guard accept(":") else { break }
            guard let amount = number(digits: 2, to: 2), amount < 60 else { return nil }
            seconds += amount * unit
        }
        return sign * seconds
    }
}
