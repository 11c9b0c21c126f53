// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Testing

/// Files without transitions, so that the footer rules all of time.
@Suite
struct PosixFooterTests {
    private func rules(_ footer: String) throws -> ZoneRules {
        try ZoneRules(identifier: "Test/Zone", tzif: MadeZoneFile(footer: footer).bytes)
    }

    @Test(arguments: [
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2027-03-28T01:00:00Z", "-02", "-01"),
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2028-10-29T01:00:00Z", "-01", "-02"),
        ("AAA-3BBB,J60/2,J300/2", "2027-02-28T23:00:00Z", "AAA", "BBB"),
        ("AAA-3BBB,J60/2,J300/2", "2028-02-29T23:00:00Z", "AAA", "BBB"),
        ("AAA-3BBB,J59/2,J300/2", "2028-02-27T23:00:00Z", "AAA", "BBB"),
        ("AAA-3BBB,J60/2,J300/2", "2028-10-26T22:00:00Z", "BBB", "AAA"),
        ("AAA-3BBB,59/2,300/2", "2027-02-28T23:00:00Z", "AAA", "BBB"),
        ("AAA-3BBB,59/2,300/2", "2028-02-28T23:00:00Z", "AAA", "BBB"),
        ("AAA-3BBB,59/2,300/2", "2027-10-27T22:00:00Z", "BBB", "AAA"),
        ("IST-2IDT,M3.4.4/26,M10.5.0", "2027-03-26T00:00:00Z", "IST", "IDT"),
        ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2027-03-27T00:00:00Z", "EET", "EEST"),
        ("AEST-10AEDT,M10.1.0,M4.1.0/3", "1970-04-04T16:00:00Z", "AEDT", "AEST"),
        ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2370-04-04T16:00:00Z", "AEDT", "AEST"),
        ("AEST-10AEDT,M10.1.0,M4.1.0/3", "1570-04-04T16:00:00Z", "AEDT", "AEST"),
        ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2027-04-03T16:00:00Z", "AEDT", "AEST"),
        ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2028-09-30T16:00:00Z", "AEST", "AEDT"),
        ("IST-1GMT0,M10.5.0,M3.5.0/1", "2027-10-31T01:00:00Z", "IST", "GMT"),
        ("AAA0BBB,M1.1.1/167,M7.1.1/-167", "2027-01-10T23:00:00Z", "AAA", "BBB"),
        ("AAA0BBB,M1.1.1/167,M7.1.1/-167", "2027-06-28T00:00:00Z", "BBB", "AAA"),
        ("AAA0BBB-2,365/0,J40/1:30:30", "2028-01-01T00:00:00Z", "AAA", "BBB"),
        ("AAA0BBB-2,365/0,J40/1:30:30", "2028-02-08T23:30:30Z", "BBB", "AAA"),
        ("AAA0BBB-2,365/0,J40/1:30:30", "2028-12-31T00:00:00Z", "AAA", "BBB"),
        ("NZST-12:45NZDT-13:45,M9.5.0/2:45,M4.1.0/3:45", "2150-09-26T14:00:00Z", "NZST", "NZDT"),
    ])
    func footer_changesTheClocks_atTheSecond(footer: String, instant: String, before: String, after: String) throws {
        let rules = try rules(footer)
        let instant = try #require(Instant(iso8601: instant))
        #expect(rules.offset(at: instant - .nanoseconds(1)).abbreviation == before)
        #expect(rules.offset(at: instant).abbreviation == after)
    }

    /// The last transition is in a southern summer, from an offset that the footer does not know.
    @Test
    func footer_takesOver_fromAnotherOffsetInTheMiddleOfAPeriod() throws {
        let last = try #require(Instant(iso8601: "2020-01-15T00:00:00Z"))
        let file = MadeZoneFile(
            transitions: [(last.secondsSince1970, 1)], offsets: [(-36_000, 0, 0), (39_600, 1, 0)],
            footer: "AEST-10AEDT,M10.1.0,M4.1.0/3")
        let rules = try ZoneRules(identifier: "Test/Zone", tzif: file.bytes)
        let cycle = Duration.seconds(146_097 * 86_400)
        for seam in [last, last + cycle, last + cycle * 2, last + cycle * 19] {
            let wrong = (0..<400).map { seam + .seconds($0 * 1800) }.filter {
                rules.resolve(rules.civil(at: $0)) != .unique($0) || rules.offset(at: $0).abbreviation != "AEDT"
            }
            #expect(wrong.filter { $0 > last + .seconds(86_400) } == [])
        }
        let before = last + cycle - .seconds(86_400 * 4)
        let wrong = (0..<400).map { before + .seconds($0 * 1800) }.filter {
            rules.resolve(rules.civil(at: $0)) != .unique($0)
        }
        #expect(wrong == [])
        #expect(rules.offset(at: last - .nanoseconds(1)).seconds == -36_000)
    }

    @Test(arguments: [
        ("EST5EDT,0/0,J365/25", -14_400), ("XXX3EDT4,0/0,J365/23", -14_400), ("<+0330>-3:30", 12_600),
        ("AAA0:30:15", -1815), ("AAA+24", -86_400), ("AAA-24:59:59", 89_999),
    ])
    func footer_neverChangesTheClocks_whenTheRuleIsPermanent(footer: String, seconds: Int) throws {
        let rules = try rules(footer)
        let start = Instant(secondsSince1970: 1_767_225_600)
        #expect(Set((0..<26_304).map { rules.offset(at: start + .seconds($0 * 3600)).seconds }) == [seconds])
        #expect(
            (0..<1096).allSatisfy { day in
                let midnight = CivilDateTime(
                    date: CivilDate(daysSince1970: 20_454 + day), time: rules.civil(at: start).time)
                guard case .unique = rules.resolve(midnight) else { return false }
                return true
            })
    }

    @Test(arguments: [
        "EST", "E5", "ES5", "5", "EST5EDT", "EST5EDT,M3.2.0", "EST5EDT,M3.2.0,", "EST25", "EST5EDT26,0,1", "EST5:60",
        "EST5EDT,M13.1.0,M11.1.0", "EST5EDT,M0.1.0,M11.1.0", "EST5EDT,M3.6.0,M11.1.0", "EST5EDT,M3.0.0,M11.1.0",
        "EST5EDT,M3.1.7,M11.1.0", "EST5EDT,J0,J5", "EST5EDT,J1,J366", "EST5EDT,0,366", "EST5EDT,0/168,5",
        "EST5EDT,0/-168,5", "EST5EDT,0/2,5x", "<>5", "<AB5", "<A B>5", "EST5 ", "EST--5", "EST5EDT,M3.2,M11.1.0",
        "AAA-24BBB-26,0,5", "EST99999999999999999999",
    ])
    func footer_isRefused_whenItIsNotARule(footer: String) {
        let error = #expect(throws: ZoneError.self) { try rules(footer) }
        #expect(error?.code == .malformedZoneFile)
    }
}
