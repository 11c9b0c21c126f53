// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Testing

/// Expected times were computed with PyEphem 4.2.1 (the solar theory of XEphem's libastro), with the sun's centre 50 arc
/// minutes below the horizon and no air, and put on civil dates by Python's zoneinfo with the pinned zone files.
@Suite
struct SunEventTests {
    /// A line is zone, latitude, longitude and date, then sunrise and sunset.
    static let almanac = [
        "Europe/Oslo 69.6492 18.9553 2026-01-10 - -",
        "Europe/Oslo 69.6492 18.9553 2026-01-17 2026-01-17T10:01:59Z 2026-01-17T11:47:15Z",
        "Europe/Oslo 69.6492 18.9553 2026-03-20 2026-03-20T04:43:55Z 2026-03-20T17:01:30Z",
        "Europe/Oslo 69.6492 18.9553 2026-05-14 2026-05-13T23:53:11Z 2026-05-14T21:36:47Z",
        "Europe/Oslo 69.6492 18.9553 2026-06-21 - -",
        "Europe/Oslo 69.6492 18.9553 2026-07-30 2026-07-30T00:04:20Z 2026-07-30T21:29:05Z",
        "Europe/Oslo 69.6492 18.9553 2026-09-23 2026-09-23T04:27:52Z 2026-09-23T16:43:07Z",
        "Europe/Oslo 69.6492 18.9553 2026-11-24 2026-11-24T09:32:34Z 2026-11-24T11:28:18Z",
        "Europe/Oslo 69.6492 18.9553 2026-12-21 - -",
        "Europe/Oslo 69.6492 18.9553 2063-02-01 2063-02-01T08:23:50Z 2063-02-01T13:32:35Z",
        "Europe/Oslo 69.6492 18.9553 2100-06-21 - -",
        "Antarctica/Troll -72.0114 2.535 2026-06-21 - -",
        "Antarctica/Troll -72.0114 2.535 2026-12-21 - -",
        "Antarctica/Troll -72.0114 2.535 2026-03-29 2026-03-29T06:25:55Z 2026-03-29T17:21:03Z",
        "Antarctica/Troll -72.0114 2.535 2045-10-30 2045-10-30T01:57:40Z 2045-10-30T21:15:11Z",
        "America/Scoresbysund 70.485 -21.9667 2026-03-28 2026-03-28T06:48:38Z 2026-03-28T20:19:39Z",
        "America/Scoresbysund 70.485 -21.9667 2026-10-24 2026-10-24T09:24:26Z 2026-10-24T16:58:08Z",
        "America/Scoresbysund 70.485 -21.9667 2077-04-20 2077-04-20T04:50:22Z 2077-04-20T22:06:39Z",
        "Atlantic/Reykjavik 64.1466 -21.9426 2026-06-21 2026-06-21T02:55:12Z 2026-06-21T00:03:46Z",
        "Atlantic/Reykjavik 64.1466 -21.9426 2026-06-10 2026-06-10T03:03:50Z 2026-06-10T23:52:11Z",
        "Atlantic/Reykjavik 64.1466 -21.9426 2026-12-21 2026-12-21T11:22:21Z 2026-12-21T15:29:21Z",
        "Atlantic/Reykjavik 64.1466 -21.9426 2099-06-15 2099-06-15T02:57:31Z -",
        "America/Guayaquil -0.1807 -78.4678 2026-03-20 2026-03-20T11:17:59Z 2026-03-20T23:24:29Z",
        "America/Guayaquil -0.1807 -78.4678 2026-09-23 2026-09-23T11:02:55Z 2026-09-23T23:09:24Z",
        "America/Guayaquil -0.1807 -78.4678 2050-12-31 2050-12-31T11:12:55Z 2050-12-31T23:21:00Z",
        "UTC 0.0 0.0 2026-02-11 2026-02-11T06:10:44Z 2026-02-11T18:17:35Z",
        "UTC 0.0 0.0 2026-11-03 2026-11-03T05:40:06Z 2026-11-03T17:46:59Z",
        "UTC 0.0 0.0 2100-02-28 2100-02-28T06:09:03Z 2100-02-28T18:15:40Z",
        "UTC 51.4779 179.9999 2026-04-01 2026-04-01T17:34:26Z 2026-04-01T06:32:19Z",
        "UTC 51.4779 179.9999 2061-08-01 2061-08-01T16:25:23Z 2061-08-01T07:47:56Z",
        "UTC -33.9 -179.9999 2026-04-01 2026-04-01T18:12:32Z 2026-04-01T05:55:39Z",
        "UTC -33.9 -179.9999 2061-08-01 2061-08-01T18:51:40Z 2061-08-01T05:20:39Z",
        "America/New_York 40.7128 -74.006 2026-03-08 2026-03-08T11:18:52Z 2026-03-08T22:55:10Z",
        "America/New_York 40.7128 -74.006 2026-11-01 2026-11-01T11:26:26Z 2026-11-01T21:52:13Z",
        "America/New_York 40.7128 -74.006 2026-06-21 2026-06-21T09:25:01Z 2026-06-22T00:30:44Z",
        "America/New_York 40.7128 -74.006 2045-12-21 2045-12-21T12:16:42Z 2045-12-21T21:31:57Z",
        "America/New_York 40.7128 -74.006 2100-03-01 2100-03-01T11:29:38Z 2100-03-01T22:47:19Z",
        "Europe/Berlin 52.52 13.405 2026-03-29 2026-03-29T04:48:04Z 2026-03-29T17:35:16Z",
        "Europe/Berlin 52.52 13.405 2026-10-25 2026-10-25T05:49:41Z 2026-10-25T15:50:25Z",
        "Europe/Berlin 52.52 13.405 2038-01-19 2038-01-19T07:05:45Z 2038-01-19T15:28:52Z",
        "Europe/Berlin 52.52 13.405 2087-07-01 2087-07-01T02:48:07Z 2087-07-01T19:32:26Z",
        "America/Vancouver 49.2827 -123.1207 2026-11-01 2026-11-01T15:00:49Z 2026-11-02T00:50:36Z",
        "America/Vancouver 49.2827 -123.1207 2027-01-15 2027-01-15T16:02:13Z 2027-01-16T00:42:01Z",
        "Australia/Lord_Howe -31.5553 159.0821 2026-04-05 2026-04-04T19:37:13Z 2026-04-05T07:15:14Z",
        "Australia/Lord_Howe -31.5553 159.0821 2026-10-04 2026-10-03T18:58:22Z 2026-10-04T07:27:10Z",
        "Australia/Lord_Howe -31.5553 159.0821 2072-12-21 2072-12-20T18:15:31Z 2072-12-21T08:28:07Z",
        "America/Santiago -33.4489 -70.6693 2026-09-06 2026-09-06T10:53:52Z 2026-09-06T22:28:32Z",
        "America/Santiago -33.4489 -70.6693 2027-04-04 2027-04-04T10:56:50Z 2027-04-04T22:33:59Z",
        "Pacific/Chatham -43.9535 -176.5597 2026-09-27 2026-09-26T17:27:16Z 2026-09-27T05:48:17Z",
        "Pacific/Chatham -43.9535 -176.5597 2058-06-21 2058-06-20T19:21:19Z 2058-06-21T04:14:50Z",
        "Pacific/Apia -13.8333 -171.7667 2026-01-01 2025-12-31T17:02:28Z 2026-01-01T05:58:15Z",
        "Pacific/Apia -13.8333 -171.7667 2091-07-01 2091-06-30T17:51:25Z 2091-07-01T05:10:46Z",
        "Pacific/Kiritimati 1.8721 -157.4278 2026-01-01 2025-12-31T16:32:28Z 2026-01-01T04:33:33Z",
        "Pacific/Kiritimati 1.8721 -157.4278 2070-06-30 2070-06-29T16:26:37Z 2070-06-30T04:40:22Z",
        "Asia/Shanghai 39.4704 75.9898 2026-12-21 2026-12-21T02:12:33Z 2026-12-21T11:35:26Z",
        "Asia/Shanghai 39.4704 75.9898 2026-06-21 2026-06-20T23:29:02Z 2026-06-21T14:26:35Z",
        "Asia/Kathmandu 27.7172 85.324 2033-05-05 2033-05-04T23:36:10Z 2033-05-05T12:55:01Z",
        "America/Nuuk 64.1814 -51.6941 2027-03-27 2027-03-27T09:03:15Z 2027-03-27T22:02:48Z",
        "America/Nuuk 64.1814 -51.6941 2026-12-21 2026-12-21T13:22:00Z 2026-12-21T17:27:48Z",
        "Europe/London 51.4779 -0.0015 2052-02-29 2052-02-29T06:45:52Z 2052-02-29T17:39:39Z",
        "Europe/London 51.4779 -0.0015 2100-12-31 2100-12-31T08:05:23Z 2100-12-31T16:00:29Z",
    ]

    private func place(_ latitude: Double, _ longitude: Double) throws -> GeographicPlace {
        try #require(GeographicPlace(latitude: latitude, longitude: longitude))
    }

    private func date(_ text: String) throws -> CivilDate {
        try #require(CivilDate(iso8601: text))
    }

    @Test(arguments: almanac)
    func event_isWithinTwoMinutesOfTheAlmanac(line: String) throws {
        let fields = line.split(separator: " ").map(String.init)
        let place = try place(try #require(Double(fields[1])), try #require(Double(fields[2])))
        let zone = try PinnedZones.rules(fields[0])
        let date = try date(fields[3])
        for (event, expected) in zip([SunEvent.sunrise, .sunset], fields[4...].map(Instant.init(iso8601:))) {
            let found = event.instant(on: date, at: place, in: zone)
            #expect((found == nil) == (expected == nil), "\(event)")
            guard let found, let expected else { continue }
            #expect(found > expected - .seconds(120) && found < expected + .seconds(120), "\(event) at \(found)")
            #expect(zone.civil(at: found).date == date, "\(event) at \(found)")
        }
    }

    @Test(arguments: ["Europe/Oslo", "Pacific/Kiritimati", "America/Los_Angeles", "Antarctica/Troll"])
    func sunriseAndSunset_takeTurns_whateverTheZone(identifier: String) throws {
        let zone = try PinnedZones.rules(identifier)
        let place = try place(60.2, 24.9)
        let first = try date("2026-01-01")
        let events = (0..<731).flatMap { day in
            SunEvent.allCases.compactMap { event in
                event.instant(on: first.adding(days: day), at: place, in: zone).map { (event, $0) }
            }
        }
        .sorted { $0.1 < $1.1 }
        let turns = zip(events, events.dropFirst())
        #expect(turns.allSatisfy { $0.0 != $1.0 })
        #expect(turns.allSatisfy { $1.1 - $0.1 > .seconds(5 * 3600) && $1.1 - $0.1 < .seconds(19 * 3600) })
    }

    @Test(arguments: [("2026-05-18", "2026-07-26"), ("2026-11-27", "2027-01-15")])
    func tromso_hasNoEvents_betweenPolarDatesAndBothAround(last: String, first: String) throws {
        let zone = try PinnedZones.rules("Europe/Oslo")
        let place = try place(69.6492, 18.9553)
        let dates = try date(last).daysSince1970...date(first).daysSince1970
        let without = dates.filter { day in
            SunEvent.allCases.allSatisfy {
                $0.instant(on: CivilDate(daysSince1970: day), at: place, in: zone) == nil
            }
        }
        #expect(without == Array(dates.dropFirst().dropLast()))
    }

    @Test
    func sunset_isMissingOnOneDate_whereItMovesOverMidnight() throws {
        let zone = try PinnedZones.rules("Atlantic/Reykjavik")
        let place = try place(64.1466, -21.9426)
        let found = try ["2026-06-13", "2026-06-14", "2026-06-15", "2026-06-16"].map {
            SunEvent.sunset.instant(on: try date($0), at: place, in: zone).map { zone.civil(at: $0).time.hour }
        }
        #expect(found == [23, 23, nil, 0])
    }

    @Test
    func sunset_isTheFirst_onADateWithTwo() throws {
        let zone = try PinnedZones.rules("Atlantic/Reykjavik")
        let place = try place(64.1466, -21.9426)
        let found = try ["2026-06-27", "2026-06-28", "2026-06-29", "2026-06-30"].map {
            SunEvent.sunset.instant(on: try date($0), at: place, in: zone).map { zone.civil(at: $0).time.hour }
        }
        #expect(found == [0, 0, 0, 23])
    }

    /// Clocks that go back from 00:01 show a date, leave it and show it again.
    @Test
    func event_isOnTheDateThatTheClocksShow_whereTheyGoBackOverMidnight() throws {
        let zone = try PinnedZones.rules("America/St_Johns")
        let first = try date("2006-10-27")
        for longitude in stride(from: -180.0, to: 180, by: 2) {
            let place = try place(0, longitude)
            for date in (0..<5).map(first.adding) {
                for event in SunEvent.allCases {
                    guard let instant = event.instant(on: date, at: place, in: zone) else { continue }
                    #expect(zone.civil(at: instant).date == date, "\(event) at \(longitude)")
                }
            }
        }
    }

    @Test(arguments: [90.0, -90.0])
    func pole_hasOneSunriseAndOneSunset_inAYear(latitude: Double) throws {
        let place = try place(latitude, 0)
        let first = try date("2026-01-01")
        let events = SunEvent.allCases.map { event in
            (0..<365).filter { event.instant(on: first.adding(days: $0), at: place, in: .utc) != nil }.count
        }
        #expect(events == [1, 1])
    }

    @Test(arguments: [("0001-01-01"), ("9999-12-31")])
    func event_isAnswered_atTheEndsOfTime(text: String) throws {
        let place = try place(52, 13)
        let rise = try #require(SunEvent.sunrise.instant(on: try date(text), at: place, in: .utc))
        let set = try #require(SunEvent.sunset.instant(on: try date(text), at: place, in: .utc))
        #expect(rise < set)
    }

    @Test(arguments: [(90.01, 0.0), (-91, 0), (0, 180.5), (0, -181), (.nan, 0), (0, .infinity)])
    func place_isRefused_whereThereIsNone(latitude: Double, longitude: Double) {
        #expect(GeographicPlace(latitude: latitude, longitude: longitude) == nil)
    }
}
