// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Testing

@Suite
struct TZifReaderTests {
    private static let probes = ["0001-01-01T00:00", "1900-06-01T12:00", "2027-03-14T02:30", "9999-12-31T23:59"]
        .compactMap(CivilDateTime.init(iso8601:))

    /// Whether the bytes are refused with the right code or give rules that answer everything asked.
    private func survives(_ bytes: [UInt8]) -> Bool {
        do throws(ZoneError) {
            let rules = try ZoneRules(identifier: "Test/Zone", tzif: bytes)
            let recurrence = Recurrence(days: .weekly(.daily), time: TZifReaderTests.probes[2].time)
            for probe in TZifReaderTests.probes {
                switch rules.resolve(probe) {
                case .unique(let instant), .overlap(let instant, _), .gap(_, _, let instant):
                    if rules.localISO8601(instant).isEmpty { return false }
                    if let next = recurrence.next(after: instant, in: rules)?.instant, next <= instant { return false }
                }
            }
            return true
        } catch {
            return error.code == .malformedZoneFile
        }
    }

    @Test(arguments: ["America/New_York", "Antarctica/Troll", "America/Nuuk"])
    func prefix_isRefused_atEveryLength(zone: String) throws {
        let bytes = try PinnedZones.bytes(zone)
        for length in bytes.indices {
            let error = #expect(throws: ZoneError.self) {
                try ZoneRules(identifier: zone, tzif: Array(bytes[..<length]))
            }
            #expect(error?.code == .malformedZoneFile)
        }
    }

    @Test(arguments: ["America/New_York", "Antarctica/Troll", "Asia/Gaza"])
    func mutation_isRefusedOrAnswers_2000Times(zone: String) throws {
        let original = try PinnedZones.bytes(zone)
        var random = SplitMix(state: 0x4C75_6C6C)
        for round in 0..<2000 {
            var bytes = original
            for _ in 0...Int(random.next() % 4) {
                bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
            }
            if random.next() % 8 == 0 { bytes.removeSubrange(0..<Int(random.next() % 64)) }
            #expect(survives(bytes), "round \(round)")
        }
    }

    @Test
    func headerBytes_areRefusedOrAnswer_withEveryValue() throws {
        let original = try PinnedZones.bytes("Antarctica/Troll")
        for index in 0..<original.count {
            for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
                var bytes = original
                bytes[index] = value
                #expect(survives(bytes), "byte \(index) as \(value)")
            }
        }
    }

    @Test(arguments: [UInt8(0), UInt8(ascii: "2"), UInt8(ascii: "3"), UInt8(ascii: "4")])
    func version_isRead_withItsOwnSizeOfTimes(version: UInt8) throws {
        let file = MadeZoneFile(
            version: version, transitions: [(-100, 1), (100, 0)], offsets: [(0, 0, 0), (-3600, 1, 4)],
            names: Array("ONE\0TWO\0".utf8), leapSeconds: 2)
        let rules = try ZoneRules(identifier: "Test/Zone", tzif: file.bytes)
        let names = [-101, -100, 99, 100].map { rules.offset(at: Instant(secondsSince1970: $0)).abbreviation }
        #expect(names == ["ONE", "TWO", "TWO", "ONE"])
    }

    @Test
    func secondBlock_isPreferred_whereTimesNeed64Bits() throws {
        let far: Int64 = 5_000_000_000
        let file = MadeZoneFile(transitions: [(far, 1)], offsets: [(0, 0, 0), (7200, 0, 0)])
        let rules = try ZoneRules(identifier: "Test/Zone", tzif: file.bytes)
        #expect(rules.offset(at: Instant(secondsSince1970: far - 1)).seconds == 0)
        #expect(rules.offset(at: Instant(secondsSince1970: far)).seconds == 7200)
    }

    @Test(arguments: [
        MadeZoneFile(version: UInt8(ascii: "1")),
        MadeZoneFile(offsets: []),
        MadeZoneFile(offsets: [(93_600, 0, 0)]),
        MadeZoneFile(offsets: [(-90_000, 0, 0)]),
        MadeZoneFile(offsets: [(.min, 0, 0)]),
        MadeZoneFile(offsets: [(0, 2, 0)]),
        MadeZoneFile(offsets: [(0, 0, 4)]),
        MadeZoneFile(names: Array("UTC".utf8)),
        MadeZoneFile(names: [0x1B, 0x5B, 0]),
        MadeZoneFile(names: []),
        MadeZoneFile(transitions: [(5, 0), (5, 0)]),
        MadeZoneFile(transitions: [(5, 0), (4, 0)]),
        MadeZoneFile(transitions: [(5, 1)]),
        MadeZoneFile(footer: nil),
        MadeZoneFile(footer: "EST5EDT"),
    ])
    func file_isRefused_whenItContradictsItsFormat(file: MadeZoneFile) {
        let error = #expect(throws: ZoneError.self) { try ZoneRules(identifier: "Test/Zone", tzif: file.bytes) }
        #expect(error?.code == .malformedZoneFile)
    }

    @Test
    func hugeCounts_areRefused_withoutBeingBelieved() throws {
        let original = MadeZoneFile().bytes
        for index in 20..<44 {
            var bytes = original
            bytes[index] = 0xFF
            #expect(throws: ZoneError.self) { try ZoneRules(identifier: "Test/Zone", tzif: bytes) }
        }
    }

    @Test
    func threePasses_countAsTheFirstTwo() throws {
        let file = MadeZoneFile(
            transitions: [(10_000, 1), (11_000, 2)], offsets: [(7200, 0, 0), (3600, 0, 0), (0, 0, 0)])
        let rules = try ZoneRules(identifier: "Test/Zone", tzif: file.bytes)
        let local = try #require(CivilDateTime(iso8601: "1970-01-01T04:05"))
        let passes = LocalTime.overlap(
            first: Instant(secondsSince1970: 7500), second: Instant(secondsSince1970: 14_700))
        #expect(rules.resolve(local) == passes)
    }

    @Test
    func message_saysWhatIsWrong_andWhatToDo() {
        let error = #expect(throws: ZoneError.self) { try ZoneRules(identifier: "Test/Zone", tzif: []) }
        #expect(
            error?.message
                == "The zone file of Test/Zone is damaged (it ends early); install the time zone data again.")
    }
}

/// A small generator of repeatable pseudo-random numbers.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
