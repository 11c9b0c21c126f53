// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Testing

/// Rules in zones, with what they list.
///
/// The expected lines were computed with another implementation (Python's zoneinfo and its folds) from the same files,
/// and read against the transitions in the files.
@Suite
struct ZoneCaseTests {
    private func text(_ occurrence: CivilOccurrence) -> String {
        "\(occurrence.civil) \(occurrence.instant?.iso8601 ?? "-") \(occurrence.rule.rawValue)"
    }

    @Test(arguments: ZoneCase.all)
    func rule_listsWhatIsExpected(example: ZoneCase) throws {
        let zone = try PinnedZones.rules(example.zone)
        let recurrence = try example.recurrence()
        let from = try #require(Instant(iso8601: example.from))
        let count = example.expected.count + (example.isEnd ? 1 : 0)
        let listed = recurrence.listing(after: from, in: zone, count: count)
        #expect(listed.map(text) == example.expected)
        #expect(listed.allSatisfy { $0.pass == ($0.rule == .overlapSecond ? 2 : 1) })
    }

    @Test(arguments: ZoneCase.all)
    func next_givesTheSame_oneByOne(example: ZoneCase) throws {
        let zone = try PinnedZones.rules(example.zone)
        let recurrence = try example.recurrence()
        let happening = example.expected.filter { !$0.contains(" - ") }
        var found: [String] = []
        var now = try #require(Instant(iso8601: example.from))
        while found.count < happening.count, let next = recurrence.next(after: now, in: zone) {
            found.append(text(next))
            now = try #require(next.instant)
        }
        #expect(found == happening)
        if example.isEnd { #expect(recurrence.next(after: now, in: zone) == nil) }
    }
}
