// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SeededRandom
import Testing

/// Damaged zone files: each is refused with the right code, or gives rules that answer whatever they are asked.
@Suite
struct TZifDamageTests {
    private static let dates = ["0001-01-01", "0001-12-31", "1883-11-18", "1970-01-01", "2027-03-14", "9999-12-31"]
        .compactMap(CivilDate.init(iso8601:))
    private static let times = ["00:00", "02:30", "23:59:59"].compactMap(TimeOfDay.init(parsing:))
    private static let instants =
        [Instant.min, .max] + [-(1 << 59), -(1 << 31), 0, 1 << 31, 1 << 59].map { Instant(secondsSince1970: $0) }

    private func survives(_ bytes: [UInt8]) -> Bool {
        do throws(ZoneError) {
            return answers(try ZoneRules(identifier: "Test/Zone", tzif: bytes))
        } catch {
            return error.code == .malformedZoneFile && error.message.hasPrefix("The zone file of Test/Zone is damaged")
        }
    }

    private func answers(_ rules: ZoneRules) -> Bool {
        let recurrence = Recurrence(days: .weekly(.daily), time: Self.times[1], gap: .skip, overlap: .both)
        for instant in Self.instants {
            if rules.localISO8601(instant).isEmpty { return false }
            if let next = recurrence.next(after: instant, in: rules)?.instant, next <= instant { return false }
        }
        for date in Self.dates {
            _ = rules.firstInstant(of: date)
            for time in Self.times {
                switch rules.resolve(CivilDateTime(date: date, time: time)) {
                case .unique: break
                case .overlap(let first, let second): if second < first { return false }
                case .gap(let before, let after, _): if after.seconds <= before.seconds { return false }
                }
            }
        }
        return true
    }

    @Test(
        arguments: ["America/New_York", "Antarctica/Troll", "Asia/Gaza", "Africa/Monrovia", "Pacific/Apia", "UTC"],
        [1, 2] as [UInt64])
    func mutation_isRefusedOrAnswers_aThousandTimes(zone: String, seed: UInt64) throws {
        let original = try PinnedZones.bytes(zone)
        var random = SeededGenerator(seed: seed)
        for round in 0..<1000 {
            var bytes = original
            for _ in 0...Int.random(in: 0...3, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if random.chance(12) { bytes.removeSubrange(0..<Int.random(in: 0..<64, using: &random)) }
            if random.chance(12) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
            #expect(survives(bytes), "round \(round)")
        }
    }

    @Test(arguments: ["America/New_York", "Asia/Gaza"], [3, 4] as [UInt64])
    func footerMutation_isRefusedOrAnswers_fiveHundredTimes(zone: String, seed: UInt64) throws {
        let original = try PinnedZones.bytes(zone)
        let start = try #require(original.dropLast().lastIndex(of: UInt8(ascii: "\n"))) + 1
        let alphabet = Array("0123456789:-+,./<>JMESTDXYZ\n".utf8)
        var random = SeededGenerator(seed: seed)
        for round in 0..<500 {
            var bytes = original
            for _ in 0...Int.random(in: 0...3, using: &random) {
                let index = Int.random(in: start..<bytes.count, using: &random)
                let byte = alphabet.randomElement(using: &random) ?? 0
                if random.chance(50) { bytes[index] = byte } else { bytes.insert(byte, at: index) }
            }
            #expect(survives(bytes), "round \(round): \(String(decoding: bytes[start...], as: UTF8.self))")
        }
    }

    @Test
    func everyByte_isRefusedOrAnswers_withExtremeValues() throws {
        let original = try PinnedZones.bytes("Antarctica/Troll")
        for index in 0..<original.count {
            for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
                var bytes = original
                bytes[index] = value
                #expect(survives(bytes), "byte \(index) as \(value)")
            }
        }
    }

    /// Transitions where no clock will ever be read, with and without rules for the time after them.
    @Test(arguments: ["", "AAA0", "AAA0BBB,M3.2.0,M11.1.0", "AAA0BBB,0/0,J365/25", "AAA24BBB-24,0/-167,J365/167"])
    func extremeTransitions_answer(footer: String) throws {
        let times: [[Int64]] = [
            [.min], [.max], [.min, .max], [-(1 << 59)], [1 << 59], [Int64.max - 1, .max], [-62_135_596_800],
            [253_402_300_799], [253_402_300_800], [253_402_300_798, 253_402_300_799, 253_402_300_800],
        ]
        for times in times {
            let file = MadeZoneFile(
                transitions: times.map { ($0, 1) }, offsets: [(-89_999, 0, 0), (93_599, 1, 0)], footer: footer)
            #expect(answers(try ZoneRules(identifier: "Test/Zone", tzif: file.bytes)), "\(times)")
        }
    }

    @Test
    func leapSeconds_answer_howeverLarge() throws {
        for correction in [Int32.min, -1, 0, 1, .max] {
            let file = MadeZoneFile(
                transitions: [(.min, 0), (.max, 0)], leapSeconds: [(.min, correction), (0, 5), (-5, correction)])
            #expect(survives(file.bytes), "\(correction)")
        }
    }
}
