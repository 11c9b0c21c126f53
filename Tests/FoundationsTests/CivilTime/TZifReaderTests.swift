// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Testing

@Suite
struct TZifReaderTests {
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

    @Test(arguments: [UInt8(0), UInt8(ascii: "2"), UInt8(ascii: "3"), UInt8(ascii: "4")])
    func version_isRead_withItsOwnSizeOfTimes(version: UInt8) throws {
        let file = MadeZoneFile(
            version: version, transitions: [(-100, 1), (100, 0)], offsets: [(0, 0, 0), (-3600, 1, 4)],
            names: Array("ONE\0TWO\0".utf8), leapSeconds: [(0, 0), (1000, 1)])
        let rules = try ZoneRules(identifier: "Test/Zone", tzif: file.bytes)
        let names = [-101, -100, 99, 100].map { rules.offset(at: Instant(secondsSince1970: $0)).abbreviation }
        #expect(names == ["ONE", "TWO", "TWO", "ONE"])
    }

    /// A leap second after the first transition, and one that a table cut off at its start no longer lists.
    @Test(
        arguments: [
            ([], [1000, 2000]), ([(1500, 1)], [1000, 1999]), ([(500, 27), (1500, 28)], [973, 1972]),
            ([(500, 1), (1500, 0)], [999, 2000]), ([(500, 1), (1500, 1)], [999, 1999]), ([(2001, 1)], [1000, 2000]),
        ] as [([(Int64, Int32)], [Int64])])
    func leapSeconds_areTakenOff_fromWhereTheyAreListed(records: [(Int64, Int32)], expected: [Int64]) throws {
        for version in [UInt8(0), UInt8(ascii: "2"), UInt8(ascii: "4")] {
            let file = MadeZoneFile(
                version: version, transitions: [(1000, 1), (2000, 0)], offsets: [(0, 0, 0), (3600, 1, 0)],
                leapSeconds: records.map { (time: $0.0, correction: $0.1) })
            let rules = try ZoneRules(identifier: "Test/Zone", tzif: file.bytes)
            let changes = (900..<2100 as Range<Int64>).filter { second in
                let offsets = [second - 1, second].map { rules.offset(at: Instant(secondsSince1970: $0)).seconds }
                return offsets[0] != offsets[1]
            }
            #expect(changes == expected)
        }
    }

    @Test
    func footer_rulesFromTheLastTransitionOn_whateverThatLeadsTo() throws {
        let file = MadeZoneFile(
            transitions: [(0, 1), (31_536_000, 1)], offsets: [(0, 0, 0), (7200, 0, 0)], footer: "AAA-1")
        let rules = try ZoneRules(identifier: "Test/Zone", tzif: file.bytes)
        let offsets = [-1, 0, 31_535_999, 31_536_000, 99_999_999_999].map {
            rules.offset(at: Instant(secondsSince1970: $0)).seconds
        }
        #expect(offsets == [0, 7200, 7200, 3600, 3600])
    }

    @Test
    func lastOffset_holdsForEver_withoutAFooter() throws {
        let file = MadeZoneFile(transitions: [(0, 1)], offsets: [(0, 0, 0), (7200, 0, 0)], footer: "")
        let rules = try ZoneRules(identifier: "Test/Zone", tzif: file.bytes)
        #expect([Instant.min, .max].map { rules.offset(at: $0).seconds } == [0, 7200])
    }

    /// The same zone with and without what its footer says anyway, as `zic -b fat` and `-b slim` write it.
    @Test(arguments: ["America/New_York", "Europe/Dublin", "America/Santiago", "Australia/Lord_Howe"])
    func slimAndFatFile_saySame(identifier: String) throws {
        let slim = try PinnedZones.rules(identifier)
        let halfHours = (0..<24_500).flatMap { day -> [Instant] in
            let midnight = Instant(secondsSince1970: Int64(day) * 86_400)
            let changes = slim.offset(at: midnight) != slim.offset(at: midnight + .seconds(86_400))
            return changes ? (1...48).map { midnight + .seconds($0 * 1800) } : []
        }
        var offsets = [slim.offset(at: Instant(secondsSince1970: 0))]
        var transitions: [(time: Int64, offset: UInt8)] = []
        for instant in halfHours {
            let offset = slim.offset(at: instant)
            guard offset != offsets[Int(transitions.last?.offset ?? 0)] else { continue }
            if !offsets.contains(offset) { offsets.append(offset) }
            transitions.append((instant.secondsSince1970, UInt8(offsets.firstIndex(of: offset) ?? 0)))
        }
        let footer = try PinnedZones.bytes(identifier).split(separator: UInt8(ascii: "\n")).last ?? []
        let names = offsets.map { Array($0.abbreviation.utf8) + [0] }
        let file = MadeZoneFile(
            transitions: transitions,
            offsets: offsets.indices.map {
                (
                    Int32(offsets[$0].seconds), offsets[$0].isDaylightSaving ? 1 : 0,
                    UInt8(names[..<$0].joined().count)
                )
            },
            names: Array(names.joined()), footer: String(decoding: footer, as: UTF8.self))
        let fat = try ZoneRules(identifier: identifier, tzif: file.bytes)
        let differences = (0..<20_000).map { Instant(secondsSince1970: $0 * 1_000_003) }.filter {
            slim.offset(at: $0) != fat.offset(at: $0)
        }
        #expect(transitions.count > 60)
        #expect(differences == [])
    }

    @Test(arguments: [(4096, true), (4097, false)])
    func transitions_areRefused_whenThereAreTooMany(count: Int, isRead: Bool) {
        let file = MadeZoneFile(transitions: (0..<count).map { (Int64($0), 0) })
        #expect(((try? ZoneRules(identifier: "Test/Zone", tzif: file.bytes)) != nil) == isRead)
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
