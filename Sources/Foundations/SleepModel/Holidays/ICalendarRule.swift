// SPDX-License-Identifier: Apache-2.0

import CivilTime

/// A rule by which an event comes again, as it is written.
struct ICalendarRule {
    typealias Problem = ICalendarEvent.Problem

    private var parts: [String: String] = [:]

    /// The most times that a rule with a count is followed.
    private static let most = 1000

    init(_ text: String) throws(Problem) {
        for part in text.uppercased().split(separator: ";") {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2, parts[String(sides[0])] == nil else {
                throw Problem(reason: "its rule “\(text.printable(upTo: 40))” cannot be read")
            }
            parts[String(sides[0])] = String(sides[1])
        }
    }

    /// The dates of a rule that begins on one of them.
    func yearly(from first: CivilDate) throws(Problem) -> YearlyDates {
        guard parts["FREQ"] == "YEARLY" else {
            let often = parts["FREQ"].map { "FREQ=\($0.printable(upTo: 12))" } ?? "a rule without FREQ"
            throw Problem(reason: "\(often) is not understood; only FREQ=YEARLY is")
        }
        let known: Set = ["FREQ", "INTERVAL", "COUNT", "UNTIL", "BYMONTH", "BYMONTHDAY", "BYDAY", "WKST"]
        if let other = parts.keys.filter({ !known.contains($0) }).min() {
            throw Problem(reason: "\(other.printable(upTo: 16)) in a rule is not understood")
        }
        var dates = YearlyDates(
            interval: try number("INTERVAL") ?? 1, months: try numbers("BYMONTH"), days: try numbers("BYMONTHDAY"),
            weekdays: try weekdays())
        guard dates.isValid else { throw Problem(reason: "a number in its rule is out of range") }
        guard dates.dates(inYear: first.year, like: first).contains(first) else {
            throw Problem(reason: "its rule does not have the date on which it begins")
        }
        dates.until = try until()
        if let until = dates.until, until < first { throw Problem(reason: "its rule ends before it begins") }
        if let count = try number("COUNT") {
            guard dates.until == nil else { throw Problem(reason: "its rule has both COUNT and UNTIL") }
            guard (1...Self.most).contains(count) else {
                throw Problem(reason: "COUNT is from 1 to \(Self.most)")
            }
            // Nil when the end of what is worked out comes before that of the rule.
            dates.until = dates.date(number: count, from: first)
        }
        return dates
    }

    /// The last date; a time of day that some programs write after it does not matter.
    private func until() throws(Problem) -> CivilDate? {
        guard let text = parts["UNTIL"] else { return nil }
        let rest = text.utf8.dropFirst(8)
        guard let date = CivilDate(basic: text.prefix(8)), rest.isEmpty || rest.first == 0x54, rest.count <= 8 else {
            throw Problem(reason: "“\(text.printable(upTo: 24))” is not a date")
        }
        return date
    }

    private func weekdays() throws(Problem) -> [NumberedWeekday] {
        var weekdays: [NumberedWeekday] = []
        for text in parts["BYDAY"]?.split(separator: ",", omittingEmptySubsequences: false) ?? [] {
            guard let weekday = NumberedWeekday(iCalendar: String(text)) else {
                throw Problem(reason: "“BYDAY=\(text.printable)” cannot be read")
            }
            weekdays.append(weekday)
        }
        return weekdays
    }

    private func number(_ name: String) throws(Problem) -> Int? {
        let numbers = try numbers(name)
        guard numbers.count < 2 else { throw Problem(reason: "its rule has more than one \(name)") }
        return numbers.first
    }

    private func numbers(_ name: String) throws(Problem) -> [Int] {
        var numbers: [Int] = []
        for text in parts[name]?.split(separator: ",", omittingEmptySubsequences: false) ?? [] {
            guard text.utf8.count <= 5, let number = Int(text) else {
                throw Problem(reason: "“\(name)=\(text.printable)” cannot be read")
            }
            numbers.append(number)
        }
        return numbers
    }
}

extension Substring {
    fileprivate var printable: String { String(self).printable(upTo: 24) }
}
