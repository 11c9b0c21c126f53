// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Glibc
import SeededRandom
import SleepModel
import Testing

/// Calendars that are made to take long, to overflow or to reach a terminal.
@Suite(.timeLimit(.minutes(1))) struct ICalendarHostileTests {
    private static func repeated(_ event: String) -> String {
        let text = "BEGIN:VEVENT\n\(event)\nEND:VEVENT\n"
        let count = min((1 << 20) / (text.utf8.count + 1), 2000)
        return "BEGIN:VCALENDAR\n" + String(repeating: text, count: count) + "END:VCALENDAR\n"
    }

    private static let every = (1...31).map { "\($0)" }.joined(separator: ",")

    static let texts: [String: String] = [
        "one folded line": "BEGIN:VCALENDAR\n" + String(repeating: " x\n", count: 340_000),
        "many lines": "BEGIN:VCALENDAR\n" + String(repeating: "X:\n", count: 340_000),
        "empty lines": "BEGIN:VCALENDAR\n" + String(repeating: "\n", count: 1_000_000),
        "parameters": "BEGIN:VCALENDAR\nX" + String(repeating: ";A=B", count: 250_000) + ":\n",
        "an open quotation mark": "BEGIN:VCALENDAR\nX;A=\"" + String(repeating: ",", count: 1_000_000),
        "every day of every year": repeated("DTSTART:00010101\nRRULE:FREQ=YEARLY;BYMONTHDAY=\(every)"),
        "a thousand leap days": repeated("DTSTART:00040229\nRRULE:FREQ=YEARLY;COUNT=1000"),
        "long events that come again": repeated("DTSTART:00010101\nDURATION:P1464D\nRRULE:FREQ=YEARLY"),
        "many exceptions": "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20270101\nRRULE:FREQ=YEARLY\nEXDATE:20280101"
            + String(repeating: ",20280101", count: 110_000) + "\nEND:VEVENT\nEND:VCALENDAR\n",
        "many extra dates": "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20270101\nRDATE:20280101"
            + String(repeating: ",20280101", count: 110_000) + "\nEND:VEVENT\nEND:VCALENDAR\n",
        "the last day there is": repeated("DTSTART:99991231\nDURATION:P1464D"),
        "large numbers": repeated("DTSTART:20270101\nDURATION:P99999999999999999999D"),
    ]

    @Test(arguments: texts.keys.sorted()) func text_isReadOrRefused_inATimeThatNobodyNotices(_ name: String) throws {
        let text = try #require(Self.texts[name])
        let start = Self.processorTime
        if let file = try? ICalendarFile(text) { _ = HolidayCalendar(name: "x", holidays: file.holidays) }
        // A debug build on a slow machine takes most of this, whatever else the machine does.
        #expect(Self.processorTime - start < 20)
    }

    /// How long a processor has worked for this thread, in seconds.
    private static var processorTime: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec
    }

    @Test func changedCalendar_neverBreaksTheReader() {
        let seeds = [CalendarText.school, CalendarText.events(["DTSTART:20270101", "RRULE:FREQ=YEARLY;COUNT=3"])]
            .map { Array($0.utf8) }
        let pieces = ["BEGIN:VEVENT\n", "END:VEVENT\n", "RRULE:FREQ=YEARLY;", "DTSTART:", "\n ", ";", ":", "99999999"]
            .map { Array($0.utf8) }
        var generator = SeededGenerator(seed: 5545)
        var accepted = 0
        for _ in 0..<3000 {
            var bytes = seeds.randomElement(using: &generator) ?? []
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.removeSubrange(place..<min(place + 9, bytes.count))
                case 2: bytes.insert(contentsOf: pieces.randomElement(using: &generator) ?? [], at: place)
                default: bytes = Array(bytes[..<max(place, 1)])
                }
                if bytes.isEmpty { bytes = [10] }
            }
            guard let file = try? ICalendarFile(String(decoding: bytes, as: UTF8.self)) else { continue }
            accepted += 1
            #expect(!file.holidays.isEmpty)
            let texts = file.holidays.map(\.summary) + file.leftOut.flatMap { [$0.summary, $0.reason] }
            for text in texts { #expect(text == text.printable(upTo: 200)) }
            #expect(HolidayCalendar(name: "x", holidays: file.holidays) != nil)
        }
        #expect(accepted > 500)
    }
}
