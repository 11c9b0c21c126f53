// SPDX-License-Identifier: Apache-2.0

import CivilTime

extension FuzzTarget {
    /// Zone files and their footers, and the texts of dates, times and instants.
    static let civilTime = [
        FuzzTarget("zone file", share: 8, seeds: zoneFiles) { bytes in
            guard let zone = try? ZoneRules(identifier: "Made/Up", tzif: bytes) else { return .refused }
            return holds(zone, probes: bytes)
        },
        FuzzTarget("zone footer", share: 8, seeds: footers) { bytes in
            let file = fileBeforeFooter + [newline] + bytes + [newline]
            guard let zone = try? ZoneRules(identifier: "Made/Up", tzif: file) else { return .refused }
            return holds(zone, probes: bytes)
        },
        FuzzTarget("texts of times", share: 8, seeds: texts) { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            // Each type that understands the text must understand in the same way what it writes itself.
            let verdicts = [
                // An instant is written to the millisecond.
                isReadAgain(Instant(iso8601: text)?.iso8601) { Instant(iso8601: $0)?.iso8601 },
                isReadAgain(CivilDateTime(iso8601: text)) { CivilDateTime(iso8601: $0.description) },
                isReadAgain(CivilDate(iso8601: text)) { CivilDate(iso8601: $0.description) },
                isReadAgain(TimeOfDay(parsing: text)) { TimeOfDay(parsing: $0.description) },
                isReadAgain(MonthDay(parsing: text)) { MonthDay(parsing: $0.description) },
                isReadAgain(DurationText.parse(text)) { DurationText.parse(DurationText.format($0)) },
                isReadAgain(WeekdaySet(parsing: text)) { WeekdaySet(parsing: $0.shortNames.joined(separator: ",")) },
            ].compactMap(\.self)
            return verdicts.isEmpty ? .refused : .accepted((!verdicts.contains(false), "it is written in another way"))
        },
    ]

    private static func isReadAgain<Value: Equatable>(_ value: Value?, _ readAgain: (Value) -> Value?) -> Bool? {
        value.map { readAgain($0) == $0 }
    }

    private static let newline = UInt8(ascii: "\n")

    /// What is true of any zone, at instants and civil times that the bytes choose.
    private static func holds(_ zone: ZoneRules, probes bytes: [UInt8]) -> Outcome {
        let week = Int64(7 * 86_400)
        // Any time at all, the years around now, the days after 1970, and the times that stand in the file or near them.
        let seconds =
            [probe(bytes, 0), probe(bytes, 1) % 8_000_000_000, probe(bytes, 2) % 200_000]
            + (3..<7).map { window(of: bytes, at: probe(bytes, $0)) &+ probe(bytes, $0 + 8) % [1, 2, 7200, 2][$0 - 3] }
        for seconds in seconds {
            let instant = Instant(secondsSince1970: seconds)
            guard (-90_000...93_600).contains(zone.offset(at: instant).seconds) else { return .broken("a wild offset") }
            let shown = zone.civil(at: instant)
            // At the ends of the calendar there is no earlier and no later.
            guard instant - .seconds(week) > .min, instant + .seconds(week) < .max else { continue }
            for civil in [shown, after(shown, seconds: 1), after(shown, seconds: 3600), after(shown, seconds: 86_400)] {
                if let what = contradiction(zone.resolve(civil), civil, zone) { return .broken("\(what): \(civil)") }
            }
            // What the clocks show at an instant, they show.
            if case .gap = zone.resolve(shown) { return .broken("shown and in a gap: \(shown)") }
            let rule = Recurrence(days: .weekly(.daily), time: shown.time, gap: .earlier, overlap: .both)
            guard let next = rule.next(after: instant, in: zone)?.instant, next > instant else {
                return .broken("no next occurrence after \(instant)")
            }
        }
        return .accepted
    }

    /// What a clock that nobody changes shows some seconds later.
    private static func after(_ civil: CivilDateTime, seconds: Int64) -> CivilDateTime {
        let before = Int64(civil.date.daysSince1970) * 86_400 + Int64(civil.time.secondsSinceMidnight)
        return ZoneRules.utc.civil(at: Instant(secondsSince1970: before + seconds))
    }

    /// Eight bytes of the input as a number, as zone files write their times.
    private static func window(of bytes: [UInt8], at position: Int64) -> Int64 {
        guard bytes.count >= 8 else { return 0 }
        let start = Int(position.magnitude % UInt64(bytes.count - 7))
        return bytes[start..<start + 8].reduce(0) { $0 << 8 | Int64($1) }
    }

    /// What is wrong with the meaning of a civil time, if anything is.
    private static func contradiction(_ time: LocalTime, _ civil: CivilDateTime, _ zone: ZoneRules) -> String? {
        switch time {
        case .unique(let instant):
            return zone.civil(at: instant) == civil ? nil : "another civil time at its instant"
        case .overlap(let first, let second):
            let shown = [first, second].map(zone.civil)
            return first < second && shown == [civil, civil] ? nil : "another civil time at one of its instants"
        case .gap(let before, let after, let transition):
            let last = transition - .seconds(1)
            let isJump = zone.civil(at: last) < civil && civil < zone.civil(at: transition)
            let isChange = zone.offset(at: last) == before && zone.offset(at: transition) == after
            return isJump && isChange ? nil : "no gap there"
        }
    }

    /// A number that depends on the input.
    private static func probe(_ bytes: [UInt8], _ number: Int) -> Int64 {
        let mixed = bytes.reduce(UInt64(number) &* 0x9E37_79B9_7F4A_7C15 ^ 0xCBF2_9CE4_8422_2325) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        return Int64(bitPattern: mixed ^ mixed >> 29)
    }
}
