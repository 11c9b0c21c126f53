// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Testing

@Suite
struct ClockSampleEventsTests {
    private static let before = ClockSample(
        wall: Instant(secondsSince1970: 1_800_000_000), boot: .seconds(1000), monotonic: .seconds(900), bootID: "first",
        zones: ZoneEdition(zone: 1, data: 1))

    /// A sample some time later, in which clocks have passed by so many milliseconds.
    private static func later(
        wall: Int, boot: Int, monotonic: Int, bootID: String = "first", zones: ZoneEdition = before.zones
    ) -> ClockSample {
        ClockSample(
            wall: before.wall + .milliseconds(wall), boot: before.boot + .milliseconds(boot),
            monotonic: before.monotonic + .milliseconds(monotonic), bootID: bootID, zones: zones)
    }

    @Test(
        arguments: [
            (later(wall: 0, boot: 0, monotonic: 0), []),
            (later(wall: 60_000, boot: 60_000, monotonic: 60_000), []),
            // Below a second nothing has happened, in either direction.
            (later(wall: 60_999, boot: 60_000, monotonic: 60_000), []),
            (later(wall: 59_001, boot: 60_000, monotonic: 60_000), []),
            (later(wall: 60_000, boot: 60_000, monotonic: 59_001), []),
            (later(wall: 61_000, boot: 60_000, monotonic: 60_000), [.stepped]),
            (later(wall: 59_000, boot: 60_000, monotonic: 60_000), [.stepped]),
            (later(wall: -3_600_000, boot: 0, monotonic: 0), [.stepped]),
            // A resume moves wall and boot clock alike, and is no step.
            (later(wall: 3_600_000, boot: 3_600_000, monotonic: 10), [.suspended]),
            (later(wall: 60_000, boot: 60_000, monotonic: 59_000), [.suspended]),
            (later(wall: 0, boot: 3_600_000, monotonic: 0), [.stepped, .suspended]),
            (later(wall: 5, boot: 5, monotonic: 5, zones: ZoneEdition(zone: 2, data: 1)), [.zoneChanged]),
            (later(wall: 5, boot: 5, monotonic: 5, zones: ZoneEdition(zone: 1, data: 2)), [.zoneDataChanged]),
            (
                later(wall: -5_000, boot: 5, monotonic: 5, zones: ZoneEdition(zone: 3, data: 3)),
                [.stepped, .zoneChanged, .zoneDataChanged]
            ),
            // Two boots cannot be compared.
            (later(wall: -3_600_000, boot: -900_000, monotonic: -900_000, bootID: "second"), []),
        ] as [(ClockSample, [WakeReason])])
    func events_areTold_apart(sample: ClockSample, expected: [WakeReason]) {
        #expect(sample.events(since: Self.before) == expected)
    }

    @Test
    func step_saysByHowMuch_inEitherDirection() {
        let later = Self.later(wall: 70_000, boot: 60_000, monotonic: 50_000)
        #expect(later.step(since: Self.before) == .seconds(10))
        #expect(later.suspension(since: Self.before) == .seconds(10))
        #expect(Self.later(wall: -70_000, boot: 0, monotonic: 0).step(since: Self.before) == .seconds(-70))
    }

    @Test
    func events_surviveTheExtremes_ofWhatClocksRead() {
        var first = Self.before
        var last = Self.before
        (first.wall, first.boot) = (.min, .zero)
        (last.wall, last.boot) = (.max, .seconds(Int64.max))
        #expect(last.events(since: first) == [.stepped, .suspended])
        #expect(first.events(since: last) == [.stepped])
    }
}
