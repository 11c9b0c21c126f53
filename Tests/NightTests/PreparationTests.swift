// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Testing

@testable import Household

@Suite struct PreparationTests {
    private static let start = Instant(secondsSince1970: 1_800_000_000)
    private var preparation: Preparation

    init() throws {
        preparation = Preparation(for: try #require(MacAddress(rawValue: "DC:06:41:00:00:01")))
    }

    @Test mutating func advance_connects_onceTheLeadBegins() {
        let lead = preparation.lead
        #expect(preparation.nextLook(next: Self.start, at: Self.start - .seconds(3600)) == Self.start - lead)
        let early = preparation.advance(to: Self.start - lead - .milliseconds(1), next: Self.start)
        let due = preparation.advance(to: Self.start - lead, next: Self.start)
        let later = preparation.advance(to: Self.start - .seconds(1), next: Self.start)
        let begun = preparation.advance(to: Self.start, next: Self.start + .seconds(86_400))
        #expect([early, due, later, begun] == [nil, .connect(until: Self.start), nil, nil])
        let tomorrow = Self.start + .seconds(86_400)
        #expect(preparation.nextLook(next: tomorrow, at: Self.start) == tomorrow - lead)
    }

    @Test(arguments: [nil, start + .seconds(3600)])
    mutating func advance_releases_whenNothingBeginsAfterAll(next: Instant?) {
        _ = preparation.advance(to: Self.start - .seconds(20), next: Self.start)
        let effect = preparation.advance(to: Self.start - .seconds(10), next: next)
        #expect(effect == .release)
    }

    @Test mutating func advance_connectsForWhatBeginsSooner() {
        _ = preparation.advance(to: Self.start - .seconds(20), next: Self.start)
        let effect = preparation.advance(to: Self.start - .seconds(15), next: Self.start - .seconds(5))
        #expect(effect == .connect(until: Self.start - .seconds(5)))
    }

    @Test func nextLook_isNone_forAStartThatIsOver() {
        #expect(preparation.nextLook(next: Self.start, at: Self.start) == nil)
        #expect(preparation.nextLook(next: Self.start, at: Self.start + .seconds(60)) == nil)
    }

    @Test func lead_isAbout45Seconds_andDiffersAmongDevices() {
        let leads = (0..<10).compactMap { MacAddress(rawValue: "DC:06:41:00:00:0\($0)") }.map {
            Preparation(for: $0).lead
        }
        #expect(leads.count == 10)
        #expect(leads.allSatisfy { $0 >= .seconds(40) && $0 <= .seconds(50) })
        #expect(Set(leads).count > 5)
    }
}
