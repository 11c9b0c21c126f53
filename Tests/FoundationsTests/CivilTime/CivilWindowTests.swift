// SPDX-License-Identifier: Apache-2.0

import CivilTime
import FoundationEssentials
import SeededRandom
import Testing

@Suite
struct CivilWindowTests {
    private func time(_ text: String) throws -> TimeOfDay {
        try #require(TimeOfDay(parsing: text))
    }

    private func instant(_ text: String) throws -> Instant {
        try #require(Instant(iso8601: text))
    }

    private func window(
        _ start: String, _ end: String, days: Recurrence.Days = .weekly(.daily), gap: GapPolicy = .later,
        overlap: OverlapPolicy = .first
    ) throws -> CivilWindow {
        CivilWindow(
            start: Recurrence(days: days, time: try time(start), gap: gap, overlap: overlap), end: try time(end))
    }

    private func text(_ span: CivilWindow.Span?) -> String {
        span.map { "\($0.date) \($0.instants.lowerBound) \($0.instants.upperBound)" } ?? "-"
    }

    /// A line is zone, start, end and policies; then the date and what its window is.
    @Test(arguments: [
        "America/New_York 20:00 07:00 later first 2027-03-13 2027-03-14T01:00:00Z 2027-03-14T11:00:00Z",
        "America/New_York 20:00 07:00 later first 2026-10-31 2026-11-01T00:00:00Z 2026-11-01T12:00:00Z",
        "America/New_York 20:00 07:00 later first 2026-06-01 2026-06-02T00:00:00Z 2026-06-02T11:00:00Z",
        "America/New_York 07:00 20:00 later first 2027-03-14 2027-03-14T11:00:00Z 2027-03-15T00:00:00Z",
        "America/New_York 12:00 12:00 later first 2027-03-13 2027-03-13T17:00:00Z 2027-03-14T16:00:00Z",
        "America/New_York 20:00 02:30 later first 2027-03-13 2027-03-14T01:00:00Z 2027-03-14T07:30:00Z",
        "America/New_York 20:00 02:30 earlier first 2027-03-13 2027-03-14T01:00:00Z 2027-03-14T06:30:00Z",
        "America/New_York 20:00 02:30 skip first 2027-03-13 2027-03-14T01:00:00Z 2027-03-14T07:30:00Z",
        "America/New_York 02:30 07:00 skip first 2027-03-14 -",
        "America/New_York 02:30 03:15 later first 2027-03-14 -",
        "America/New_York 01:45 02:15 earlier first 2027-03-14 -",
        "America/New_York 02:15 02:45 earlier first 2027-03-14 2027-03-14T06:15:00Z 2027-03-14T06:45:00Z",
        "America/New_York 00:30 01:30 later first 2026-11-01 2026-11-01T04:30:00Z 2026-11-01T05:30:00Z",
        "America/New_York 00:30 01:30 later second 2026-11-01 2026-11-01T04:30:00Z 2026-11-01T06:30:00Z",
        "America/New_York 01:30 03:00 later second 2026-11-01 2026-11-01T06:30:00Z 2026-11-01T08:00:00Z",
        "America/New_York 01:30 03:00 later both 2026-11-01 2026-11-01T05:30:00Z 2026-11-01T08:00:00Z",
        "Australia/Lord_Howe 20:00 07:00 later first 2026-10-03 2026-10-03T09:30:00Z 2026-10-03T20:00:00Z",
        "Antarctica/Troll 20:00 07:00 later first 2026-03-28 2026-03-28T20:00:00Z 2026-03-29T05:00:00Z",
        "America/Nuuk 23:30 06:00 later first 2027-03-27 2027-03-28T01:30:00Z 2027-03-28T07:00:00Z",
        "Pacific/Apia 20:00 07:00 later first 2011-12-29 2011-12-30T06:00:00Z 2011-12-30T17:00:00Z",
        "Pacific/Apia 20:00 07:00 earlier first 2011-12-29 2011-12-30T06:00:00Z 2011-12-30T17:00:00Z",
        "Pacific/Apia 20:00 07:00 later first 2011-12-30 -",
        "Pacific/Kwajalein 20:00 07:00 later first 1969-09-30 1969-09-30T09:00:00Z 1969-10-01T19:00:00Z",
    ])
    func window_belongsToItsStartingDate(line: String) throws {
        let fields = line.split(separator: " ").map(String.init)
        let window = try window(
            fields[1], fields[2], gap: try #require(GapPolicy(rawValue: fields[3])),
            overlap: try #require(OverlapPolicy(rawValue: fields[4])))
        let zone = try PinnedZones.rules(fields[0])
        let date = try #require(CivilDate(iso8601: fields[5]))
        let expected = fields[6] == "-" ? "-" : fields[5...].joined(separator: " ")
        let found = window.span(on: date, in: zone)
        #expect(text(found) == expected)
        guard let found else { return }
        #expect(window.span(at: found.instants.lowerBound, in: zone) == found)
        #expect(window.span(at: found.instants.upperBound - .nanoseconds(1), in: zone) == found)
        #expect(window.span(at: found.instants.upperBound, in: zone) != found)
        #expect(window.next(after: found.instants.lowerBound - .nanoseconds(1), in: zone) == found)
        #expect(window.next(after: found.instants.lowerBound, in: zone) != found)
    }

    @Test
    func changes_alternateStartsAndEnds() throws {
        let window = try window("22:00", "06:00", days: .weekly([.friday, .saturday]))
        let zone = try PinnedZones.rules("Europe/Berlin")
        var now = try instant("2027-03-26T12:00:00Z")
        var found: [String] = []
        for _ in 0..<6 {
            now = try #require(window.nextChange(after: now, in: zone))
            found.append("\(now) \(window.span(at: now, in: zone)?.date.description ?? "-")")
        }
        #expect(
            found == [
                "2027-03-26T21:00:00Z 2027-03-26", "2027-03-27T05:00:00Z -", "2027-03-27T21:00:00Z 2027-03-27",
                "2027-03-28T04:00:00Z -", "2027-04-02T20:00:00Z 2027-04-02", "2027-04-03T04:00:00Z -",
            ])
    }

    @Test
    func change_isNeverLost_whereOneWindowEndsAsTheNextStarts() throws {
        let window = try window("12:00", "12:00")
        let noon = try instant("2027-03-14T12:00:00Z")
        #expect(window.nextChange(after: noon - .seconds(1), in: .utc) == noon)
        #expect(window.span(at: noon, in: .utc)?.date == CivilDate(iso8601: "2027-03-14"))
        #expect(window.span(at: noon - .seconds(1), in: .utc)?.date == CivilDate(iso8601: "2027-03-13"))
    }

    @Test
    func window_isNoneOfADateThatIsNotInTheRule() throws {
        let window = try window("20:00", "07:00", days: .weekly(.sunday))
        #expect(window.span(on: try #require(CivilDate(iso8601: "2027-03-13")), in: .utc) == nil)
    }

    @Test
    func window_endsAfterTheSun_whateverTheOffset() throws {
        let place = try #require(GeographicPlace(latitude: 52.52, longitude: 13.405))
        let zone = try PinnedZones.rules("Europe/Berlin")
        let date = try #require(CivilDate(iso8601: "2026-06-21"))
        let ends = try [-86_399, -18_000, 0, 18_000, 86_399].map { offset in
            let sun = try #require(SunTime(.sunset, offset: .seconds(offset), at: place))
            let window = CivilWindow(start: Recurrence(days: .weekly(.daily), time: .sun(sun)), end: try time("23:00"))
            return try #require(window.span(on: date, in: zone)).instants.upperBound.iso8601
        }
        #expect(
            ends == [
                "2026-06-20T21:00:00Z", "2026-06-21T21:00:00Z", "2026-06-21T21:00:00Z", "2026-06-22T21:00:00Z",
                "2026-06-22T21:00:00Z",
            ])
    }

    @Test
    func next_ends_whenNoWindowIsLeft() throws {
        let date = try #require(CivilDate(iso8601: "2027-03-14"))
        let once = try window("20:00", "07:00", days: .once(date))
        let start = try instant("2027-03-14T20:00:00Z")
        #expect(once.next(after: start, in: .utc) == nil)
        #expect(once.nextChange(after: start, in: .utc) == start + .seconds(11 * 3600))
        #expect(once.nextChange(after: start + .seconds(11 * 3600), in: .utc) == nil)
        #expect(try window("20:00", "07:00", days: .weekly([])).nextChange(after: start, in: .utc) == nil)
        #expect(once.span(at: .min, in: .utc) == nil)
        #expect(once.span(at: .max, in: .utc) == nil)
        #expect(once.nextChange(after: .max, in: .utc) == nil)
    }

    @Test(arguments: PinnedZones.identifiers)
    func window_isOpenExactlyBetweenItsEnds(identifier: String) throws {
        let zone = try PinnedZones.rules(identifier)
        var random = SeededGenerator(seed: 0x77_69_6E)
        for _ in 0..<12 {
            let window = try window(
                ["00:00", "00:30", "01:45", "02:15", "12:00", "20:00", "23:30"].randomElement(using: &random) ?? "",
                ["00:00", "02:30", "07:00", "23:45"].randomElement(using: &random) ?? "",
                gap: GapPolicy.allCases.randomElement(using: &random) ?? .later,
                overlap: OverlapPolicy.allCases.randomElement(using: &random) ?? .first)
            let first = CivilDate(daysSince1970: Int.random(in: -30_000...60_000, using: &random))
            let spans = (-6...6).compactMap { window.span(on: first.adding(days: $0), in: zone) }
            #expect(spans.allSatisfy { $0.instants.lowerBound < $0.instants.upperBound })
            let noon = Instant(secondsSince1970: Int64(first.daysSince1970) * 86_400 + 43_200)
            for _ in 0..<20 {
                let now = noon + .seconds(Int.random(in: -172_800...172_800, using: &random))
                let open = spans.filter { $0.instants.contains(now) }.max {
                    $0.instants.lowerBound < $1.instants.lowerBound
                }
                #expect(window.span(at: now, in: zone) == open, "\(now)")
                let changes = spans.flatMap { [$0.instants.lowerBound, $0.instants.upperBound] }
                #expect(window.nextChange(after: now, in: zone) == changes.filter { $0 > now }.min(), "\(now)")
            }
        }
    }

    @Test
    func coding_returnsTheSameWindow() throws {
        let window = try window("20:00", "07:00", gap: .skip)
        let text = """
            {"end":"07:00","start":{"days":{"weekly":["mon","tue","wed","thu","fri","sat","sun"]},"gap":"skip",\
            "overlap":"first","time":"20:00"}}
            """
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(window), as: UTF8.self) == text)
        #expect(try JSONDecoder().decode(CivilWindow.self, from: Data(text.utf8)) == window)
    }
}
