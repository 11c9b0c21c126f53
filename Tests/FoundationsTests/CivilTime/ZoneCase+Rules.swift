// SPDX-License-Identifier: Apache-2.0

extension ZoneCase {
    /// Standard time that moves, odd or ended daylight saving time, odd offsets, policies, far years, days.
    static let rules = """
        # standard time went back half an hour
        America/Caracas | daily 02:45 overlap=both | 2007-12-08T12:00:00Z
            2007-12-09T02:45 2007-12-09T06:45:00Z overlap-first
            2007-12-09T02:45 2007-12-09T07:15:00Z overlap-second
            2007-12-10T02:45 2007-12-10T07:15:00Z unique
        # standard time went forward half an hour
        America/Caracas | daily 02:45 | 2016-04-30T12:00:00Z
            2016-05-01T02:45 2016-05-01T07:15:00Z gap-later
            2016-05-02T02:45 2016-05-02T06:45:00Z unique
        # standard time went back half an hour at midnight
        Asia/Pyongyang | daily 23:45 overlap=both | 2015-08-14T00:00:00Z
            2015-08-14T23:45 2015-08-14T14:45:00Z overlap-first
            2015-08-14T23:45 2015-08-14T15:15:00Z overlap-second
            2015-08-15T23:45 2015-08-15T15:15:00Z unique
        # standard time went forward half an hour before midnight
        Asia/Pyongyang | daily 23:45 | 2018-05-04T00:00:00Z
            2018-05-04T23:45 2018-05-04T15:15:00Z gap-later
            2018-05-05T23:45 2018-05-05T14:45:00Z unique
        # standard time went forward
        Europe/Volgograd | daily 02:30 | 2018-10-27T00:00:00Z
            2018-10-28T02:30 2018-10-27T23:30:00Z gap-later
            2018-10-29T02:30 2018-10-28T22:30:00Z unique
        # standard time went back again
        Europe/Volgograd | daily 01:30 overlap=both | 2020-12-26T00:00:00Z
            2020-12-27T01:30 2020-12-26T21:30:00Z overlap-first
            2020-12-27T01:30 2020-12-26T22:30:00Z overlap-second
            2020-12-28T01:30 2020-12-27T22:30:00Z unique
        # standard time went back half an hour
        Asia/Colombo | daily 00:15 overlap=both | 2006-04-14T00:00:00Z
            2006-04-15T00:15 2006-04-14T18:15:00Z overlap-first
            2006-04-15T00:15 2006-04-14T18:45:00Z overlap-second
            2006-04-16T00:15 2006-04-15T18:45:00Z unique
        # standard time went back at the midnight of 1 March
        Asia/Almaty | yearly 02-29 23:30 overlap=both | 2023-01-01T00:00:00Z
            2024-02-29T23:30 2024-02-29T17:30:00Z overlap-first
            2024-02-29T23:30 2024-02-29T18:30:00Z overlap-second
            2028-02-29T23:30 2028-02-29T18:30:00Z unique
        # standard time went back at midnight
        Africa/Juba | daily 23:30 overlap=second | 2021-01-30T12:00:00Z
            2021-01-30T23:30 2021-01-30T20:30:00Z unique
            2021-01-31T23:30 2021-01-31T21:30:00Z overlap-second
        # half an hour was skipped before a new year
        Asia/Singapore | yearly 12-31 23:45 | 1980-01-01T00:00:00Z
            1980-12-31T23:45 1980-12-31T16:15:00Z unique
            1981-12-31T23:45 1981-12-31T16:15:00Z gap-later
            1982-12-31T23:45 1982-12-31T15:45:00Z unique
        # daylight saving time came where standard time had gone back
        Pacific/Norfolk | daily 02:30 | 2019-10-05T00:00:00Z
            2019-10-06T02:30 2019-10-05T15:30:00Z gap-later
            2019-10-07T02:30 2019-10-06T14:30:00Z unique
        # the change of zone in autumn changed nothing on the clocks
        America/Metlakatla | daily 01:30 overlap=both | 2018-11-03T12:00:00Z
            2018-11-04T01:30 2018-11-04T09:30:00Z unique
            2018-11-05T01:30 2018-11-05T09:30:00Z unique
        # the change of zone in winter repeated an hour
        America/Metlakatla | daily 01:30 overlap=both | 2019-01-19T12:00:00Z
            2019-01-20T01:30 2019-01-20T09:30:00Z overlap-first
            2019-01-20T01:30 2019-01-20T10:30:00Z overlap-second
            2019-01-21T01:30 2019-01-21T10:30:00Z unique
        # the name of the time changed, the clocks did not
        Europe/Lisbon | daily 01:30 overlap=both | 1996-03-30T12:00:00Z
            1996-03-31T01:30 1996-03-31T00:30:00Z unique
            1996-04-01T01:30 1996-04-01T00:30:00Z unique
        # winter is the daylight saving time: the hour is skipped all the same
        Europe/Dublin | daily 01:30 | 2027-03-27T12:00:00Z
            2027-03-28T01:30 2027-03-28T01:30:00Z gap-later
            2027-03-29T01:30 2027-03-29T00:30:00Z unique
        # winter is the daylight saving time: the hour is repeated all the same
        Europe/Dublin | daily 01:30 overlap=both | 2026-10-24T12:00:00Z
            2026-10-25T01:30 2026-10-25T00:30:00Z overlap-first
            2026-10-25T01:30 2026-10-25T01:30:00Z overlap-second
            2026-10-26T01:30 2026-10-26T01:30:00Z unique
        # winter is the daylight saving time, beyond the table
        Europe/Dublin | sun 01:30 overlap=both | 2099-10-24T12:00:00Z
            2099-10-25T01:30 2099-10-25T00:30:00Z overlap-first
            2099-10-25T01:30 2099-10-25T01:30:00Z overlap-second
            2099-11-01T01:30 2099-11-01T01:30:00Z unique
        # winter time went back on a midnight in 1994
        Africa/Windhoek | daily 23:30 overlap=both | 1994-03-20T00:00:00Z
            1994-03-20T23:30 1994-03-20T21:30:00Z overlap-first
            1994-03-20T23:30 1994-03-20T22:30:00Z overlap-second
            1994-03-21T23:30 1994-03-21T22:30:00Z unique
        # winter time ended with an hour skipped
        Africa/Windhoek | daily 02:30 | 2017-09-02T12:00:00Z
            2017-09-03T02:30 2017-09-03T01:30:00Z gap-later
            2017-09-04T02:30 2017-09-04T00:30:00Z unique
        # winter was an hour behind standard time
        Europe/Prague | daily 02:30 overlap=both | 1946-11-30T12:00:00Z
            1946-12-01T02:30 1946-12-01T01:30:00Z overlap-first
            1946-12-01T02:30 1946-12-01T02:30:00Z overlap-second
            1946-12-02T02:30 1946-12-02T02:30:00Z unique
        # winter was an hour behind standard time, until February
        Europe/Prague | daily 02:30 | 1947-02-22T12:00:00Z
            1947-02-23T02:30 1947-02-23T02:30:00Z gap-later
            1947-02-24T02:30 1947-02-24T01:30:00Z unique
        # Ramadan begins: an hour is repeated
        Africa/Casablanca | daily 02:30 overlap=both | 2026-02-14T12:00:00Z
            2026-02-15T02:30 2026-02-15T01:30:00Z overlap-first
            2026-02-15T02:30 2026-02-15T02:30:00Z overlap-second
            2026-02-16T02:30 2026-02-16T02:30:00Z unique
        # Ramadan ends: an hour is skipped
        Africa/Casablanca | daily 02:30 | 2026-03-21T12:00:00Z
            2026-03-22T02:30 2026-03-22T02:30:00Z gap-later
            2026-03-23T02:30 2026-03-23T01:30:00Z unique
        # UTC for good from September 2026, as release 2026f says
        Africa/Casablanca | daily 01:30 overlap=both | 2026-09-19T12:00:00Z
            2026-09-20T01:30 2026-09-20T00:30:00Z overlap-first
            2026-09-20T01:30 2026-09-20T01:30:00Z overlap-second
            2026-09-21T01:30 2026-09-21T01:30:00Z unique
        # Ramadan begins: an hour is repeated
        Africa/El_Aaiun | daily 02:00 overlap=second | 2026-02-14T12:00:00Z
            2026-02-15T02:00 2026-02-15T02:00:00Z overlap-second
            2026-02-16T02:00 2026-02-16T02:00:00Z unique
        # Ramadan of 2028 changes nothing any more
        Africa/El_Aaiun | daily 02:30 overlap=both | 2028-01-27T12:00:00Z
            2028-01-28T02:30 2028-01-28T02:30:00Z unique
            2028-01-29T02:30 2028-01-29T02:30:00Z unique
        # midnight was skipped in the last spring
        Asia/Tehran | daily 00:30 | 2022-03-21T12:00:00Z
            2022-03-22T00:30 2022-03-21T21:00:00Z gap-later
            2022-03-23T00:30 2022-03-22T20:00:00Z unique
        # no daylight saving time any more
        Asia/Tehran | daily 00:30 | 2026-03-21T12:00:00Z
            2026-03-22T00:30 2026-03-21T21:00:00Z unique
            2026-03-23T00:30 2026-03-22T21:00:00Z unique
        # summer time for good: the autumn change did not come
        Europe/Istanbul | daily 03:30 overlap=both | 2016-10-29T12:00:00Z
            2016-10-30T03:30 2016-10-30T00:30:00Z unique
            2016-10-31T03:30 2016-10-31T00:30:00Z unique
        # the last change was a week late
        Europe/Istanbul | sun 03:30 overlap=both | 2015-10-24T12:00:00Z
            2015-10-25T03:30 2015-10-25T00:30:00Z unique
            2015-11-01T03:30 2015-11-01T00:30:00Z unique
            2015-11-08T03:30 2015-11-08T00:30:00Z overlap-first
            2015-11-08T03:30 2015-11-08T01:30:00Z overlap-second
        # summer time for good, then standard time went back
        Europe/Moscow | yearly 10-26 01:30 overlap=both | 2012-01-01T00:00:00Z
            2012-10-26T01:30 2012-10-25T21:30:00Z unique
            2013-10-26T01:30 2013-10-25T21:30:00Z unique
            2014-10-26T01:30 2014-10-25T21:30:00Z overlap-first
            2014-10-26T01:30 2014-10-25T22:30:00Z overlap-second
        # clocks went back for the last time
        Asia/Amman | fri 00:30 overlap=both | 2021-10-28T00:00:00Z
            2021-10-29T00:30 2021-10-28T21:30:00Z overlap-first
            2021-10-29T00:30 2021-10-28T22:30:00Z overlap-second
        # summer time for good: the autumn change did not come
        Asia/Amman | fri 00:30 overlap=both | 2022-10-27T00:00:00Z
            2022-10-28T00:30 2022-10-27T21:30:00Z unique
            2022-11-04T00:30 2022-11-03T21:30:00Z unique
        # no daylight saving time any more
        America/Mexico_City | sun 02:30 | 2023-04-01T00:00:00Z
            2023-04-02T02:30 2023-04-02T08:30:00Z unique
            2023-04-09T02:30 2023-04-09T08:30:00Z unique
        # 02:50 of a zone of three quarters of an hour is skipped
        Pacific/Chatham | daily 02:50 | 2026-09-26T00:00:00Z
            2026-09-27T02:50 2026-09-26T14:05:00Z gap-later
            2026-09-28T02:50 2026-09-27T13:05:00Z unique
        # 03:00 of a zone of three quarters of an hour is repeated
        Pacific/Chatham | daily 03:00 overlap=both | 2027-04-03T00:00:00Z
            2027-04-04T03:00 2027-04-03T13:15:00Z overlap-first
            2027-04-04T03:00 2027-04-03T14:15:00Z overlap-second
            2027-04-05T03:00 2027-04-04T14:15:00Z unique
        # a quarter of an hour was skipped at a new year
        Asia/Kathmandu | daily 00:10 | 1985-12-31T00:00:00Z
            1986-01-01T00:10 1985-12-31T18:40:00Z gap-later
            1986-01-02T00:10 1986-01-01T18:25:00Z unique
        # a quarter of an hour was skipped at a new year: 00:10 was at 23:55
        Asia/Kathmandu | daily 00:10 gap=earlier | 1985-12-31T00:00:00Z
            1986-01-01T00:10 1985-12-31T18:25:00Z gap-earlier
            1986-01-02T00:10 1986-01-01T18:25:00Z unique
        # 44 minutes and 30 seconds were skipped
        Africa/Monrovia | daily 00:44:29 | 1972-01-06T12:00:00Z
            1972-01-07T00:44:29 1972-01-07T01:28:59Z gap-later
            1972-01-08T00:44:29 1972-01-08T00:44:29Z unique
        # 44 minutes and 30 seconds were skipped, no second more
        Africa/Monrovia | daily 00:44:30 gap=skip | 1972-01-06T12:00:00Z
            1972-01-07T00:44:30 1972-01-07T00:44:30Z unique
            1972-01-08T00:44:30 1972-01-08T00:44:30Z unique
        # 6 minutes and 52 seconds were repeated
        Asia/Riyadh | daily 23:53:08 overlap=both | 1947-03-13T00:00:00Z
            1947-03-13T23:53:08 1947-03-13T20:46:16Z overlap-first
            1947-03-13T23:53:08 1947-03-13T20:53:08Z overlap-second
            1947-03-14T23:53:08 1947-03-14T20:53:08Z unique
        # 4 minutes were repeated when railways agreed on a time
        America/New_York | daily 12:02 overlap=both | 1883-11-17T20:00:00Z
            1883-11-18T12:02 1883-11-18T16:58:02Z overlap-first
            1883-11-18T12:02 1883-11-18T17:02:00Z overlap-second
            1883-11-19T12:02 1883-11-19T17:02:00Z unique
        # 02:30 becomes 03:30
        America/New_York | daily 02:30 | 2027-03-13T00:00:00Z
            2027-03-13T02:30 2027-03-13T07:30:00Z unique
            2027-03-14T02:30 2027-03-14T07:30:00Z gap-later
            2027-03-15T02:30 2027-03-15T06:30:00Z unique
        # 02:30 becomes 01:30
        America/New_York | daily 02:30 gap=earlier | 2027-03-13T12:00:00Z
            2027-03-14T02:30 2027-03-14T06:30:00Z gap-earlier
            2027-03-15T02:30 2027-03-15T06:30:00Z unique
        # 02:30 does not happen, the next Sunday's does
        America/New_York | sun 02:30 gap=skip | 2027-03-08T00:00:00Z
            2027-03-14T02:30 - gap-skip
            2027-03-21T02:30 2027-03-21T06:30:00Z unique
        # 01:30 happens on the first pass
        America/New_York | daily 01:30 | 2026-10-31T12:00:00Z
            2026-11-01T01:30 2026-11-01T05:30:00Z overlap-first
            2026-11-02T01:30 2026-11-02T06:30:00Z unique
        # 01:30 happens on the second pass
        America/New_York | daily 01:30 overlap=second | 2026-10-31T12:00:00Z
            2026-11-01T01:30 2026-11-01T06:30:00Z overlap-second
            2026-11-02T01:30 2026-11-02T06:30:00Z unique
        # 01:30 happens on both
        America/New_York | daily 01:30 overlap=both | 2026-10-31T12:00:00Z
            2026-11-01T01:30 2026-11-01T05:30:00Z overlap-first
            2026-11-01T01:30 2026-11-01T06:30:00Z overlap-second
            2026-11-02T01:30 2026-11-02T06:30:00Z unique
        # 02:00 of the autumn change is not repeated
        America/New_York | daily 02:00 overlap=both | 2026-10-31T12:00:00Z
            2026-11-01T02:00 2026-11-01T07:00:00Z unique
            2026-11-02T02:00 2026-11-02T07:00:00Z unique
        # spring of 2045
        America/New_York | sun 02:30 | 2045-03-11T12:00:00Z
            2045-03-12T02:30 2045-03-12T07:30:00Z gap-later
            2045-03-19T02:30 2045-03-19T06:30:00Z unique
        # spring of 2101
        America/New_York | sun 02:30 gap=earlier | 2101-03-12T12:00:00Z
            2101-03-13T02:30 2101-03-13T06:30:00Z gap-earlier
            2101-03-20T02:30 2101-03-20T06:30:00Z unique
        # autumn of 2101
        America/New_York | sun 01:30 overlap=both | 2101-11-05T12:00:00Z
            2101-11-06T01:30 2101-11-06T05:30:00Z overlap-first
            2101-11-06T01:30 2101-11-06T06:30:00Z overlap-second
            2101-11-13T01:30 2101-11-13T06:30:00Z unique
        # autumn of 2038, when 32 bits have run out
        Europe/Berlin | daily 02:30 overlap=both | 2038-10-30T12:00:00Z
            2038-10-31T02:30 2038-10-31T00:30:00Z overlap-first
            2038-10-31T02:30 2038-10-31T01:30:00Z overlap-second
            2038-11-01T02:30 2038-11-01T01:30:00Z unique
        # spring of 2437
        Europe/Berlin | sun 02:30 | 2437-03-28T12:00:00Z
            2437-03-29T02:30 2437-03-29T01:30:00Z gap-later
            2437-04-05T02:30 2437-04-05T00:30:00Z unique
        # spring of 9998
        Europe/Berlin | yearly 03-29 02:30 | 9996-01-01T00:00:00Z
            9996-03-29T02:30 9996-03-29T01:30:00Z unique
            9997-03-29T02:30 9997-03-29T01:30:00Z unique
            9998-03-29T02:30 9998-03-29T01:30:00Z gap-later
            9999-03-29T02:30 9999-03-29T00:30:00Z unique
        # no autumn change in 2026, as release 2026f says: 07:00 is an hour earlier in UTC
        America/Vancouver | daily 07:00 | 2026-10-31T00:00:00Z
            2026-10-31T07:00 2026-10-31T14:00:00Z unique
            2026-11-01T07:00 2026-11-01T14:00:00Z unique
            2026-11-02T07:00 2026-11-02T14:00:00Z unique
        # no autumn change in 2026, as release 2026f says
        America/Vancouver | sun 01:30 overlap=both | 2026-10-31T00:00:00Z
            2026-11-01T01:30 2026-11-01T08:30:00Z unique
            2026-11-08T01:30 2026-11-08T08:30:00Z unique
        # 29 February only in leap years, and not in 2100
        Europe/Berlin | yearly 02-29 07:00 | 2095-01-01T00:00:00Z
            2096-02-29T07:00 2096-02-29T06:00:00Z unique
            2104-02-29T07:00 2104-02-29T06:00:00Z unique
        # 29 February is the 28th in common years
        Europe/Berlin | yearly 02-29 07:00 clamp | 2098-06-01T00:00:00Z
            2099-02-28T07:00 2099-02-28T06:00:00Z unique
            2100-02-28T07:00 2100-02-28T06:00:00Z unique
            2101-02-28T07:00 2101-02-28T06:00:00Z unique
            2102-02-28T07:00 2102-02-28T06:00:00Z unique
        # 29 February at a time that a change of standard time repeats
        Asia/Almaty | yearly 02-29 23:30 clamp | 2023-01-01T00:00:00Z
            2023-02-28T23:30 2023-02-28T17:30:00Z unique
            2024-02-29T23:30 2024-02-29T17:30:00Z overlap-first
            2025-02-28T23:30 2025-02-28T18:30:00Z unique
        # weekdays early, weekends late, over the change
        Europe/Berlin | times mon=06:45 fri=06:50 sat=09:00 sun=02:30 | 2027-03-26T00:00:00Z
            2027-03-26T06:50 2027-03-26T05:50:00Z unique
            2027-03-27T09:00 2027-03-27T08:00:00Z unique
            2027-03-28T02:30 2027-03-28T01:30:00Z gap-later
            2027-03-29T06:45 2027-03-29T04:45:00Z unique
            2027-04-02T06:50 2027-04-02T04:50:00Z unique
        # a Sunday in the repeated hour between other times
        America/New_York | times sat=09:00 sun=01:30 mon=06:30 overlap=both | 2026-10-31T00:00:00Z
            2026-10-31T09:00 2026-10-31T13:00:00Z unique
            2026-11-01T01:30 2026-11-01T05:30:00Z overlap-first
            2026-11-01T01:30 2026-11-01T06:30:00Z overlap-second
            2026-11-02T06:30 2026-11-02T11:30:00Z unique
            2026-11-07T09:00 2026-11-07T14:00:00Z unique
        # a range holds its first and its last date
        America/New_York | daily 02:30 first=2027-03-13 last=2027-03-15 | 2026-01-01T00:00:00Z
            2027-03-13T02:30 2027-03-13T07:30:00Z unique
            2027-03-14T02:30 2027-03-14T07:30:00Z gap-later
            2027-03-15T02:30 2027-03-15T06:30:00Z unique
            end
        # exceptions leave out their dates
        America/New_York | weekdays 07:00 except=2027-03-15,2027-03-17 last=2027-03-19 | 2027-03-12T00:00:00Z
            2027-03-12T07:00 2027-03-12T12:00:00Z unique
            2027-03-16T07:00 2027-03-16T11:00:00Z unique
            2027-03-18T07:00 2027-03-18T11:00:00Z unique
            2027-03-19T07:00 2027-03-19T11:00:00Z unique
            end
        # an exception on the date of a gap leaves out the line too
        America/New_York | sun 02:30 gap=skip except=2027-03-14 last=2027-03-28 | 2027-03-08T00:00:00Z
            2027-03-21T02:30 2027-03-21T06:30:00Z unique
            2027-03-28T02:30 2027-03-28T06:30:00Z unique
            end
        # a rule that begins on a date that did not exist
        Pacific/Apia | daily 07:00 first=2011-12-30 last=2011-12-31 | 2011-01-01T00:00:00Z
            2011-12-30T07:00 - nonexistent-date
            2011-12-31T07:00 2011-12-30T17:00:00Z unique
            end
        # no date at all in a range that ends before it starts
        UTC | daily 07:00 first=2027-03-15 last=2027-03-14 | 2027-01-01T00:00:00Z
            end
        # one occurrence that has passed
        UTC | once 2027-03-14 07:00 | 2027-03-14T07:00:00Z
            end
        """
}
