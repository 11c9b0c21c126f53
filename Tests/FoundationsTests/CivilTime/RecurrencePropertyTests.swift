// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SeededRandom
import Testing

/// Random rules in every pinned zone, at random times: `next` and `listing` against all dates looked at one by one.
@Suite
struct RecurrencePropertyTests {
    private struct Trial {
        let recurrence: Recurrence
        let first: CivilDate
        let dayCount: Int
    }

    private static func trial(_ random: inout SeededGenerator) throws -> Trial {
        let first = CivilDate(daysSince1970: Int.random(in: -45_000...200_000, using: &random))
        var dayCount = Int.random(in: 5...40, using: &random)
        let days: Recurrence.Days
        switch Int.random(in: 0..<8, using: &random) {
        case 0: days = .once(first.adding(days: Int.random(in: 0..<dayCount, using: &random)))
        case 1:
            let date = first.adding(days: Int.random(in: 0..<dayCount, using: &random))
            let policy = MonthDay.LeapDayPolicy.allCases.randomElement(using: &random) ?? .skip
            days = .yearly(try #require(MonthDay(month: date.month, day: date.day, leapDay: policy)))
            dayCount = 1500
        case 2...4: days = .weekly(WeekdaySet(rawValue: UInt8.random(in: 0...127, using: &random)))
        default: days = .weekly(.daily)
        }
        var recurrence = Recurrence(
            days: days, time: try time(&random), gap: GapPolicy.allCases.randomElement(using: &random) ?? .later,
            overlap: OverlapPolicy.allCases.randomElement(using: &random) ?? .first)
        if random.chance(30) { recurrence.bounds.first = first.adding(days: Int.random(in: 0..<9, using: &random)) }
        if random.chance(30) { recurrence.bounds.last = first.adding(days: Int.random(in: 9..<30, using: &random)) }
        if random.chance(30) {
            recurrence.exceptions = Set(
                (0..<5).map { _ in first.adding(days: Int.random(in: 0..<20, using: &random)) })
        }
        return Trial(recurrence: recurrence, first: first, dayCount: dayCount)
    }

    private static func clock(_ random: inout SeededGenerator) -> TimeOfDay? {
        random.chance(60)
            ? ["00:00", "00:30", "01:30", "01:45", "02:15", "02:30", "23:00", "23:59:59"]
                .randomElement(using: &random).flatMap(TimeOfDay.init(parsing:))
            : TimeOfDay(hour: Int.random(in: 0..<24, using: &random), minute: Int.random(in: 0..<60, using: &random))
    }

    private static func time(_ random: inout SeededGenerator) throws -> DayTime {
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1:
            var times = WeekdayTimes()
            for weekday in Weekday.allCases where random.chance(70) { times[weekday] = clock(&random) }
            return .byWeekday(times)
        case 2:
            let place = try #require(
                GeographicPlace(
                    latitude: Double.random(in: -90...90, using: &random),
                    longitude: Double.random(in: -180...180, using: &random)))
            let sun = SunTime(
                SunEvent.allCases.randomElement(using: &random) ?? .sunset,
                offset: .seconds(Int.random(in: -20_000...20_000, using: &random)),
                earliest: random.chance(30) ? TimeOfDay(hour: 5, minute: 30) : nil,
                latest: random.chance(30) ? TimeOfDay(hour: 22, minute: 0) : nil,
                fallback: random.chance(50) ? clock(&random) : nil, at: place)
            return .sun(try #require(sun))
        default: return .clock(try #require(clock(&random)))
        }
    }

    @Test(arguments: PinnedZones.identifiers, [1, 2, 3] as [UInt64])
    func next_givesAllThatHappens_inOrder(identifier: String, seed: UInt64) throws {
        let zone = try PinnedZones.rules(identifier)
        var random = SeededGenerator(seed: seed)
        for round in 0..<30 {
            let trial = try Self.trial(&random)
            let recurrence = trial.recurrence
            let all = (-5..<trial.dayCount + 5).flatMap { day in
                recurrence.occurrences(on: trial.first.adding(days: day), in: zone)
            }
            let start = Instant(secondsSince1970: Int64(trial.first.daysSince1970) * 86_400)
            let end = start + .seconds(trial.dayCount * 86_400)
            let expected = all.filter { $0.instant.map { $0 > start && $0 <= end } ?? false }
                .sorted { ($0.instant ?? .min, $0.civil) < ($1.instant ?? .min, $1.civil) }
            var found: [CivilOccurrence] = []
            var now = start
            while found.count <= expected.count, let next = recurrence.next(after: now, in: zone),
                let instant = next.instant, instant <= end
            {
                if instant <= now { Issue.record("round \(round): \(next) is not after \(now)") }
                found.append(next)
                now = instant
            }
            #expect(found == expected, "round \(round): \(recurrence)")
            #expect(Set(found.map { "\($0.civil.date) \($0.pass)" }).count == found.count, "round \(round)")
        }
    }

    @Test(arguments: PinnedZones.identifiers, [4, 5] as [UInt64])
    func next_dependsOnlyOnWhatLiesAhead(identifier: String, seed: UInt64) throws {
        let zone = try PinnedZones.rules(identifier)
        var random = SeededGenerator(seed: seed)
        for round in 0..<30 {
            let trial = try Self.trial(&random)
            let start = Instant(secondsSince1970: Int64(trial.first.daysSince1970) * 86_400)
            guard let next = trial.recurrence.next(after: start, in: zone), let instant = next.instant else { continue }
            let wait = (instant - start).components.seconds
            for _ in 0..<4 {
                let between = start + .seconds(Int64.random(in: 0..<wait, using: &random)) + .nanoseconds(1)
                #expect(trial.recurrence.next(after: between, in: zone) == next, "round \(round): after \(between)")
            }
        }
    }

    @Test(arguments: PinnedZones.identifiers)
    func listing_givesTheDatesInOrder_withWhatDoesNotHappen(identifier: String) throws {
        let zone = try PinnedZones.rules(identifier)
        var random = SeededGenerator(seed: 6)
        for round in 0..<30 {
            let trial = try Self.trial(&random)
            let start = Instant(secondsSince1970: Int64(trial.first.daysSince1970) * 86_400)
            let listed = trial.recurrence.listing(after: start, in: zone, count: 12)
            let all = (-5..<trial.dayCount).flatMap {
                trial.recurrence.occurrences(on: trial.first.adding(days: $0), in: zone)
            }
            let expected = all.filter { $0.instant.map { $0 > start } ?? false }
            let happening = listed.filter { $0.instant != nil }
            #expect(
                Array(expected.prefix(happening.count)) == Array(happening.prefix(expected.count)), "round \(round)")
            let missing = listed.filter { $0.instant == nil }
            #expect(missing.allSatisfy { trial.recurrence.occurrences(on: $0.civil.date, in: zone) == [$0] })
            let dates = listed.map(\.civil.date)
            #expect(dates == dates.sorted(), "round \(round)")
        }
    }
}
