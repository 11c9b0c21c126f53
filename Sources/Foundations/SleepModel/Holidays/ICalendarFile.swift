// SPDX-License-Identifier: Apache-2.0

/// What a calendar in the iCalendar format of RFC 5545 says about whole days.
///
/// All-day events are understood, with a length in days or weeks, and with dates that come again every year or every
/// few years. Everything else is left out and named, so that nobody relies on it.
public struct ICalendarFile: Hashable, Sendable {
    /// An entry that is left out.
    public struct LeftOut: Hashable, Codable, Sendable {
        /// What it is called.
        public var summary: String
        /// The line on which it begins, counted from 1.
        public var line: Int
        /// Why, as a sentence that goes on after the name: `it has a time of day`.
        public var reason: String

        /// Makes an entry.
        public init(summary: String, line: Int, reason: String) {
            self.summary = summary
            self.line = line
            self.reason = reason
        }
    }

    /// The entries that are understood, in the order of the file.
    public private(set) var holidays: [Holiday] = []
    /// The entries that are not, in the order of the file.
    public private(set) var leftOut: [LeftOut] = []

    /// The largest file, in bytes.
    public static let longest = 1 << 20
    /// The most entries of any kind.
    private static let mostEntries = 5000
    private static let deepest = 8

    /// Reads a file; throws why it cannot be used at all.
    public init(_ text: String) throws(ICalendarError) {
        guard text.utf8.count <= Self.longest else {
            throw ICalendarError(.tooLarge, "The calendar is larger than 1 MiB, which is the limit.")
        }
        var open: [String] = []
        var event: ICalendarEvent?
        var entries = 0
        var hasCalendar = false
        for (number, bytes) in ICalendarLine.unfolded(text) {
            let line = ICalendarLine(bytes, number: number)
            guard hasCalendar || line.map({ $0.name == "BEGIN" && $0.isValue("VCALENDAR") }) == true else {
                throw Self.notACalendar
            }
            switch line?.name {
            case "BEGIN":
                let name = line?.value.uppercased() ?? ""
                guard open.count < Self.deepest else { throw Self.broken(number) }
                if open.isEmpty {
                    guard name == "VCALENDAR" else { throw Self.broken(number) }
                    hasCalendar = true
                } else if open.count == 1, let kind = ICalendarEvent.Kind(rawValue: name) {
                    entries += 1
                    guard entries <= Self.mostEntries else { throw Self.tooMany }
                    event = ICalendarEvent(kind, line: number)
                }
                open.append(name)
            case "END":
                guard let last = open.popLast(), line?.isValue(last) == true else { throw Self.broken(number) }
                if open.count == 1, let ended = event {
                    take(ended)
                    guard holidays.count <= HolidayCalendar.most else { throw Self.tooMany }
                    event = nil
                }
            default:
                guard !open.isEmpty else { throw Self.broken(number) }
                // Alarms and the like inside an event say nothing about its days.
                if open.count == 2 { event?.add(line, number: number) }
            }
        }
        guard hasCalendar else { throw Self.notACalendar }
        guard open.isEmpty else {
            throw ICalendarError(.broken, "The calendar is cut off: \(open.last ?? "") has no end.")
        }
        guard !holidays.isEmpty else { throw empty }
    }

    private mutating func take(_ event: ICalendarEvent) {
        do throws(ICalendarEvent.Problem) {
            holidays += try event.holidays()
        } catch {
            leftOut.append(LeftOut(summary: event.summary, line: event.line, reason: error.reason))
        }
    }

    // MARK: - Errors

    private static let notACalendar = ICalendarError(
        .notACalendar, "This is no calendar: an iCalendar file begins with BEGIN:VCALENDAR.")

    fileprivate static let tooMany = ICalendarError(
        .tooLarge,
        "The calendar has more than \(HolidayCalendar.most) all-day events, or more than \(mostEntries) entries in all."
    )

    private static func broken(_ line: Int) -> ICalendarError {
        ICalendarError(.broken, "The calendar is broken at line \(line): what begins and what ends there do not fit.")
    }

    private var empty: ICalendarError {
        let first = leftOut.first.map {
            " The first of \(leftOut.count) that were left out is “\($0.summary)” (line \($0.line)): \($0.reason)."
        }
        return ICalendarError(.empty, "The calendar has no all-day event that Lull understands.\(first ?? "")")
    }
}

extension HolidayCalendar {
    /// The calendar that a file says, by a name; throws `calendar_too_large` when it has more dates than one may have.
    public init(name: String, of file: ICalendarFile) throws(ICalendarError) {
        guard let calendar = HolidayCalendar(name: name, holidays: file.holidays) else { throw ICalendarFile.tooMany }
        self = calendar
    }
}

extension ICalendarLine {
    /// Whether its value is a word, in capitals or not.
    fileprivate func isValue(_ word: String) -> Bool { value.uppercased() == word }
}
