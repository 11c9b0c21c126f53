// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SeededRandom
import SleepModel

/// What happens in the nights of a seed: the same for the same seed and faults.
struct NightPlan: Sendable {
    /// An alarm of every day; each has a sound of its own.
    struct Alarm: Hashable, Sendable {
        var name: String
        var at: TimeOfDay
        var sunrise: Duration
        var sound: String
        var soundID: UInt8
    }

    /// What a person or the world does.
    enum Deed: Hashable, Sendable {
        case begin(NightFault, length: Duration)
        case end(NightFault)
        case dismiss(String)
        case touch(String)
        case snooze(String)
    }

    struct Step: Hashable, Sendable {
        var at: Instant
        var deed: Deed
    }

    /// A time at which an alarm is to ring.
    struct Occurrence: Hashable, Sendable {
        var alarm: Alarm
        var date: CivilDate
        var planned: Instant

        var lead: Instant { planned - alarm.sunrise }
    }

    let zone: ZoneRules
    let start: Instant
    let end: Instant
    let alarms: [Alarm]
    let occurrences: [Occurrence]
    let steps: [Step]

    private static let starts = [
        "2027-03-10T12:00:00Z", "2026-10-28T12:00:00Z", "2027-06-01T12:00:00Z", "2026-12-29T12:00:00Z",
    ]
    private static let sounds: [(String, UInt8)] = [("bird", 9), ("rain", 7), ("ocean", 5)]

    init(seed: UInt64, days: Int, faults: [NightFault], zone: ZoneRules) {
        var generator = SeededGenerator(seed: seed &* 0x9E37_79B9_7F4A_7C15)
        let start = Instant(iso8601: Self.starts[Int.random(in: 0..<4, using: &generator)]) ?? .min
        let end = start + .seconds(86_400 * Int64(days))
        self.zone = zone
        (self.start, self.end) = (start, end)
        let alarms = Self.sounds.enumerated().compactMap { number, sound -> Alarm? in
            let minute = number * 480 + Int.random(in: 0..<300, using: &generator)
            let sunrise: Int64 = Bool.random(using: &generator) ? 1800 : 0
            return TimeOfDay(hour: minute / 60, minute: minute % 60).map {
                Alarm(
                    name: "up-\(sound.0)", at: $0, sunrise: .seconds(sunrise), sound: sound.0, soundID: sound.1)
            }
        }
        let first = zone.civil(at: start).date
        let occurrences = (0...days).flatMap { day in
            alarms.map { alarm in
                let date = first.adding(days: day)
                return Occurrence(alarm: alarm, date: date, planned: Self.instant(alarm.at, on: date, in: zone))
            }
        }.filter { $0.lead > start + .seconds(600) && $0.planned < end - .seconds(7200) }
        (self.alarms, self.occurrences) = (alarms, occurrences)
        var steps: [Step] = []
        for occurrence in occurrences {
            steps += Self.answers(to: occurrence, &generator)
            for fault in faults where Int.random(in: 0..<faults.count + 1, using: &generator) < 2 {
                steps += Self.steps(of: fault, around: occurrence, &generator)
            }
        }
        self.steps = steps.sorted { $0.at < $1.at }
    }

    /// What somebody does when it rings.
    private static func answers(to occurrence: Occurrence, _ generator: inout SeededGenerator) -> [Step] {
        let name = occurrence.alarm.name
        let at = occurrence.planned + .seconds(Int64.random(in: 60...1500, using: &generator))
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<5: return [Step(at: at, deed: .dismiss(name))]
        case 5..<7: return [Step(at: at, deed: .touch(name))]
        case 7..<9:
            return [Step(at: at, deed: .snooze(name)), Step(at: at + .seconds(720), deed: .dismiss(name))]
        default: return []
        }
    }

    private static func steps(
        of fault: NightFault, around occurrence: Occurrence, _ generator: inout SeededGenerator
    ) -> [Step] {
        let begin = occurrence.planned + .seconds(Int64.random(in: -3000...120, using: &generator))
        let longest: Int64 =
            switch fault {
            case .hangingDisk: 60
            case .powerLoss: 1
            default: 3000
            }
        let length = Duration.seconds(Int64.random(in: 1...longest, using: &generator))
        return [
            Step(at: begin, deed: .begin(fault, length: length)), Step(at: begin + length, deed: .end(fault)),
        ]
    }

    /// When a clock shows a time: the first time it does, or as long after a gap as it would be without it.
    private static func instant(_ time: TimeOfDay, on date: CivilDate, in zone: ZoneRules) -> Instant {
        let utc = Instant(secondsSince1970: Int64(date.daysSince1970) * 86_400 + Int64(time.secondsSinceMidnight))
        let offsets = [-86_400, 86_400].map { (shift: Int64) -> Duration in
            let instant = utc + .seconds(shift)
            let civil = zone.civil(at: instant)
            let seconds = Int64(civil.date.daysSince1970) * 86_400 + Int64(civil.time.secondsSinceMidnight)
            return Instant(secondsSince1970: seconds) - instant
        }
        let candidates = offsets.map { utc - $0 }.sorted()
        return candidates.first { zone.civil(at: $0) == CivilDateTime(date: date, time: time) } ?? utc - offsets[0]
    }
}
