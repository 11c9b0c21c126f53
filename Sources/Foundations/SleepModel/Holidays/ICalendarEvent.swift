// SPDX-License-Identifier: Apache-2.0

import CivilTime

/// One entry of a calendar as it is written, and the days it stands for.
struct ICalendarEvent {
    /// What an entry can be.
    enum Kind: String {
        case event = "VEVENT"
        case toDo = "VTODO"
        case journal = "VJOURNAL"
        case freeBusy = "VFREEBUSY"
    }

    /// Why an entry is left out.
    struct Problem: Error {
        /// What people are told.
        var reason: String
    }

    /// Where it begins.
    let line: Int
    private let kind: Kind
    private var lines: [String: [ICalendarLine]] = [:]
    private var unreadable: Int?

    private static let longestSummary = 80

    init(_ kind: Kind, line: Int) {
        self.kind = kind
        self.line = line
    }

    /// Adds a line of it; nil is one that cannot be read.
    mutating func add(_ line: ICalendarLine?, number: Int) {
        if let line { lines[line.name, default: []].append(line) } else { unreadable = unreadable ?? number }
    }

    /// What it is called, short and without what could disturb a terminal.
    var summary: String {
        let text = lines["SUMMARY"]?.first?.value.unescaped ?? ""
        let words = text.split { $0.isWhitespace }.joined(separator: " ")
        guard words.unicodeScalars.count > Self.longestSummary else {
            return words.isEmpty ? "no name" : words.printable(upTo: Self.longestSummary)
        }
        let short = words.printable(upTo: Self.longestSummary - 1)
        return (short.hasSuffix(" ") ? String(short.dropLast()) : short) + "…"
    }

    /// The days it stands for.
    func holidays() throws(Problem) -> [Holiday] {
        switch kind {
        case .event: break
        case .toDo: throw Problem(reason: "it is a to-do")
        case .journal: throw Problem(reason: "it is a note of a journal")
        case .freeBusy: throw Problem(reason: "it says only when somebody is busy")
        }
        if let unreadable { throw Problem(reason: "line \(unreadable) is not what iCalendar has") }
        if try one("STATUS")?.value.uppercased() == "CANCELLED" { throw Problem(reason: "it is cancelled") }
        if lines["RECURRENCE-ID"] != nil {
            throw Problem(reason: "it changes one date of another event, which Lull does not understand")
        }
        if lines["EXRULE"] != nil { throw Problem(reason: "EXRULE is not understood") }
        guard let begin = try one("DTSTART") else { throw Problem(reason: "it does not say when it begins") }
        let first = try date(begin)
        let dayCount = try dayCount(from: first)
        let left = try dates("EXDATE")
        let yearly = try one("RRULE").map { line throws(Problem) in
            try ICalendarRule(line.value).yearly(from: first)
        }
        let own = Holiday(
            summary: summary, first: first, dayCount: dayCount, yearly: yearly, except: Set(left))
        let more = try dates("RDATE").filter { !left.contains($0) && $0 != first }
            .map { Holiday(summary: summary, first: $0, dayCount: dayCount) }
        if yearly == nil, left.contains(first) { return more }
        guard more.count <= HolidayCalendar.most else { throw Problem(reason: "it has too many dates") }
        return [own] + more
    }

    // MARK: - Parts

    /// The only line with a name; nil when there is none.
    private func one(_ name: String) throws(Problem) -> ICalendarLine? {
        guard let found = lines[name] else { return nil }
        guard found.count == 1 else { throw Problem(reason: "it has more than one \(name)") }
        return found[0]
    }

    private func date(_ line: ICalendarLine) throws(Problem) -> CivilDate {
        let type = line.parameters["VALUE"]
        if type == nil || type == "DATE-TIME", line.value.utf8.count > 8, line.value.utf8.dropFirst(8).first == 0x54 {
            throw Problem(reason: "it has a time of day, and only all-day events count")
        }
        guard type == nil || type == "DATE", let date = CivilDate(basic: line.value) else {
            throw Problem(reason: "“\(line.value.printable(upTo: 24))” is not a date")
        }
        return date
    }

    /// The dates in all lines with a name.
    private func dates(_ name: String) throws(Problem) -> [CivilDate] {
        var dates: [CivilDate] = []
        for line in lines[name] ?? [] {
            if line.parameters["VALUE"] == "PERIOD" { throw Problem(reason: "\(name) has periods, not dates") }
            for part in line.value.split(separator: ",", omittingEmptySubsequences: false) {
                var single = line
                single.value = String(part)
                dates.append(try date(single))
            }
        }
        return dates
    }

    private func dayCount(from first: CivilDate) throws(Problem) -> Int {
        let count: Int
        switch (try one("DTEND"), try one("DURATION")) {
        case (nil, nil): count = 1
        case (let end?, nil):
            // Some programs write the day itself for a single day.
            count = max(try date(end).daysSince1970 - first.daysSince1970, try date(end) == first ? 1 : 0)
        case (nil, let length?): count = try Self.days(length.value)
        default: throw Problem(reason: "it has both DTEND and DURATION")
        }
        guard count > 0 else { throw Problem(reason: "it ends before it begins") }
        guard count <= Holiday.longest else { throw Problem(reason: "it lasts \(count) days") }
        return count
    }

    /// Reads `P5D` or `P2W`.
    private static func days(_ text: String) throws(Problem) -> Int {
        let body = text.hasPrefix("+P") ? text.dropFirst(2) : text.hasPrefix("P") ? text.dropFirst() : ""
        let factor = body.last == "D" ? 1 : body.last == "W" ? 7 : 0
        guard factor > 0, body.utf8.count <= 6, let number = Int(body.dropLast()), number > 0 else {
            throw Problem(reason: "“\(text.printable(upTo: 24))” is not a length in days or weeks")
        }
        return number * factor
    }
}

extension CivilDate {
    /// Reads `20270314`.
    init?(basic text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 8, bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 * 10 + Int($1 - 0x30) } }
        self.init(year: number(0..<4), month: number(4..<6), day: number(6..<8))
    }
}

extension String {
    /// A text of iCalendar without its escapes.
    fileprivate var unescaped: String {
        var text = ""
        var isEscape = false
        for character in unicodeScalars {
            if isEscape {
                text.unicodeScalars.append(character == "n" || character == "N" ? " " : character)
                isEscape = false
            } else if character == "\\" {
                isEscape = true
            } else {
                text.unicodeScalars.append(character)
            }
        }
        return text
    }
}
