// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Testing

@Suite
struct RecurrenceIterationTests {
    private static let times = ["00:00", "01:30", "02:30", "23:45"].compactMap(TimeOfDay.init(parsing:))

    /// The results of `next`, each asked for at the one before.
    private func iterate(
        _ recurrence: Recurrence, from start: Instant, in zone: ZoneRules, count: Int = 1000
    ) -> [CivilOccurrence] {
        var found: [CivilOccurrence] = []
        var now = start
        while found.count < count, let occurrence = recurrence.next(after: now, in: zone) {
            found.append(occurrence)
            now = occurrence.instant ?? .max
        }
        return found
    }

    private func isStrictlyIncreasing(_ found: [CivilOccurrence]) -> Bool {
        zip(found, found.dropFirst()).allSatisfy { earlier, later in
            guard let first = earlier.instant, let second = later.instant else { return false }
            return first < second
        }
    }

    @Test(arguments: PinnedZones.identifiers, times)
    func next_visitsEveryDateOnce_whenIterated(zone: String, time: TimeOfDay) throws {
        let found = iterate(
            Recurrence(days: .weekly(.daily), time: time), from: Instant(secondsSince1970: 1_767_225_600),
            in: try PinnedZones.rules(zone))
        #expect(found.count == 1000)
        #expect(isStrictlyIncreasing(found))
        let days = found.map(\.civil.date.daysSince1970)
        #expect(days == (0..<1000).map { (days.first ?? 0) + $0 })
    }

    @Test(arguments: GapPolicy.allCases, [OverlapPolicy.second, .both])
    func next_agreesWithTheDays_underEveryPolicy(gap: GapPolicy, overlap: OverlapPolicy) throws {
        for identifier in ["America/New_York", "Australia/Lord_Howe", "Antarctica/Troll", "America/Nuuk"] {
            let zone = try PinnedZones.rules(identifier)
            for time in RecurrenceIterationTests.times {
                let recurrence = Recurrence(days: .weekly(.daily), time: time, gap: gap, overlap: overlap)
                let start = Instant(secondsSince1970: 1_767_225_600)
                let found = iterate(recurrence, from: start, in: zone, count: 400)
                let first = try #require(found.first?.civil.date)
                let byDay = (0..<405).flatMap { recurrence.occurrences(on: first.adding(days: $0), in: zone) }
                #expect(isStrictlyIncreasing(found))
                #expect(found == Array(byDay.filter { $0.instant != nil }.prefix(400)))
            }
        }
    }

    @Test(arguments: [("Pacific/Apia", "2011-12-30"), ("Pacific/Kwajalein", "1993-08-21")])
    func next_visitsEveryDateButTheSkippedOne(zone: String, skipped: String) throws {
        let skipped = try #require(CivilDate(iso8601: skipped))
        let start = Instant(secondsSince1970: Int64(skipped.daysSince1970 - 500) * 86_400)
        for time in RecurrenceIterationTests.times {
            let found = iterate(
                Recurrence(days: .weekly(.daily), time: time), from: start, in: try PinnedZones.rules(zone))
            #expect(isStrictlyIncreasing(found))
            let days = found.map(\.civil.date.daysSince1970)
            let expected = (0...1000).map { (days.first ?? 0) + $0 }.filter { $0 != skipped.daysSince1970 }
            #expect(days == expected)
        }
    }

    @Test(arguments: PinnedZones.identifiers)
    func next_givesTheSame_fromEveryInstantBetweenTwoOccurrences(zone: String) throws {
        let rules = try PinnedZones.rules(zone)
        let recurrence = Recurrence(days: .weekly(.weekdays), time: RecurrenceIterationTests.times[1])
        let found = iterate(recurrence, from: Instant(secondsSince1970: 1_767_225_600), in: rules, count: 220)
        for (earlier, later) in zip(found, found.dropFirst()) {
            let start = try #require(earlier.instant)
            let end = try #require(later.instant)
            for instant in [
                start + .nanoseconds(1), start + .seconds(1800), start + .seconds(5400), end - .nanoseconds(1),
            ]
            where recurrence.next(after: instant, in: rules) != later {
                Issue.record("\(instant) does not lead to \(later)")
            }
        }
    }
}
