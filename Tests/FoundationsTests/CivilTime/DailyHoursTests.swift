// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Testing

@Suite
struct DailyHoursTests {
    private func hours(_ text: String) throws -> DailyHours { try #require(DailyHours(parsing: text)) }
    private func instant(_ text: String) throws -> Instant { try #require(Instant(iso8601: text)) }

    @Test(arguments: ["20:00-07:00", "06:30:15-06:30:16", "00:00-12:00"])
    func hours_readAsTheyAreWritten(_ text: String) throws {
        #expect(try hours(text).description == text)
    }

    @Test(arguments: ["", "20:00", "20:00-", "20:00-20:00", "20:00-24:00", "20:00-07:00-08:00", "-1:00-07:00", "a-b"])
    func hours_areRefused_whenTheyAreNoPartOfADay(_ text: String) {
        #expect(DailyHours(parsing: text) == nil)
    }

    @Test(arguments: [
        ("20:00-07:00", "19:59:59", false), ("20:00-07:00", "20:00:00", true), ("20:00-07:00", "06:59:59", true),
        ("20:00-07:00", "07:00:00", false), ("09:00-17:00", "08:59:59", false), ("09:00-17:00", "09:00:00", true),
        ("09:00-17:00", "17:00:00", false),
    ])
    func contains_isFromTheFirstMomentToTheLast(hours text: String, time: String, isWithin: Bool) throws {
        #expect(try hours(text).contains(try instant("2027-01-05T\(time)Z"), in: .utc) == isWithin)
    }

    /// New York: the clocks skip 02:00-03:00 on 2027-03-14, and show 01:00-02:00 twice on 2026-11-01.
    @Test(arguments: [
        ("20:00-07:00", "2027-01-05T17:00:00.5Z", "2027-01-06T01:00:00Z"),
        ("20:00-07:00", "2027-01-06T01:00:00Z", "2027-01-06T12:00:00Z"),
        ("20:00-07:00", "2027-03-14T02:00:00Z", "2027-03-14T07:00:00Z"),
        ("20:00-07:00", "2027-03-14T07:00:00Z", "2027-03-14T11:00:00Z"),
        ("02:30-07:00", "2027-03-14T06:00:00Z", "2027-03-14T07:00:00Z"),
        ("20:00-01:30", "2026-11-01T05:30:00Z", "2026-11-01T06:00:00Z"),
        ("20:00-01:30", "2026-11-01T06:00:00Z", "2026-11-01T06:30:00Z"),
    ])
    func nextLook_isWhereTheHoursMayChange(hours text: String, now: String, next: String) throws {
        let zone = try PinnedZones.rules("America/New_York")
        #expect(try hours(text).nextLook(after: try instant(now), in: zone) == (try instant(next)))
    }

    /// Every second of two days with a set clock: what holds at a look holds until the next one.
    @Test(arguments: ["02:30-07:00", "20:00-02:15", "01:15-01:45", "23:30-00:30"])
    func contains_isTheSame_betweenTwoLooks(_ text: String) throws {
        let zone = try PinnedZones.rules("America/New_York")
        let hours = try hours(text)
        for start in ["2027-03-13T12:00:00Z", "2026-10-31T12:00:00Z"] {
            var now = try instant(start)
            let end = now + .seconds(2 * 86_400)
            while now < end {
                let next = hours.nextLook(after: now, in: zone)
                let isWithin = hours.contains(now, in: zone)
                #expect(next > now)
                while now < next {
                    if hours.contains(now, in: zone) != isWithin { Issue.record("\(text) changes at \(now.iso8601)") }
                    now = now + .seconds(1)
                }
            }
        }
    }
}
