// SPDX-License-Identifier: Apache-2.0

extension ZoneCase {
    /// Half and double hours, changes around midnight, dates that were skipped or repeated.
    static let changes = """
        # half an hour is skipped: 02:15 becomes 02:45
        Australia/Lord_Howe | daily 02:15 | 2026-10-03T00:00:00Z
            2026-10-04T02:15 2026-10-03T15:45:00Z gap-later
            2026-10-05T02:15 2026-10-04T15:15:00Z unique
            2026-10-06T02:15 2026-10-05T15:15:00Z unique
        # half an hour is skipped: 02:15 becomes 01:45
        Australia/Lord_Howe | daily 02:15 gap=earlier | 2026-10-03T00:00:00Z
            2026-10-04T02:15 2026-10-03T15:15:00Z gap-earlier
            2026-10-05T02:15 2026-10-04T15:15:00Z unique
        # half an hour is skipped, with it 02:15
        Australia/Lord_Howe | daily 02:15 gap=skip | 2026-10-03T00:00:00Z
            2026-10-04T02:15 - gap-skip
            2026-10-05T02:15 2026-10-04T15:15:00Z unique
        # half an hour is skipped, but 02:30 is its end and exists
        Australia/Lord_Howe | daily 02:30 gap=skip | 2026-10-03T00:00:00Z
            2026-10-04T02:30 2026-10-03T15:30:00Z unique
            2026-10-05T02:30 2026-10-04T15:30:00Z unique
        # half an hour is repeated
        Australia/Lord_Howe | daily 01:45 overlap=both | 2027-04-03T00:00:00Z
            2027-04-04T01:45 2027-04-03T14:45:00Z overlap-first
            2027-04-04T01:45 2027-04-03T15:15:00Z overlap-second
            2027-04-05T01:45 2027-04-04T15:15:00Z unique
        # half an hour is repeated, 01:29:59 is not
        Australia/Lord_Howe | daily 01:29:59 overlap=both | 2027-04-03T00:00:00Z
            2027-04-04T01:29:59 2027-04-03T14:29:59Z unique
            2027-04-05T01:29:59 2027-04-04T14:59:59Z unique
        # half an hour is repeated beyond the table
        Australia/Lord_Howe | daily 01:30 overlap=second | 2102-04-01T00:00:00Z
            2102-04-02T01:30 2102-04-01T15:00:00Z overlap-second
            2102-04-03T01:30 2102-04-02T15:00:00Z unique
        # two hours are skipped: 01:30 becomes 03:30
        Antarctica/Troll | daily 01:30 | 2026-03-28T12:00:00Z
            2026-03-29T01:30 2026-03-29T01:30:00Z gap-later
            2026-03-30T01:30 2026-03-29T23:30:00Z unique
        # two hours are skipped: 02:59:59 becomes 00:59:59
        Antarctica/Troll | daily 02:59:59 gap=earlier | 2026-03-28T12:00:00Z
            2026-03-29T02:59:59 2026-03-29T00:59:59Z gap-earlier
            2026-03-30T02:59:59 2026-03-30T00:59:59Z unique
        # two hours are repeated
        Antarctica/Troll | daily 02:00 overlap=both | 2026-10-24T12:00:00Z
            2026-10-25T02:00 2026-10-25T00:00:00Z overlap-first
            2026-10-25T02:00 2026-10-25T02:00:00Z overlap-second
            2026-10-26T02:00 2026-10-26T02:00:00Z unique
        # three hours are skipped, after a minute of the day
        Antarctica/Casey | daily 01:00 | 2021-10-02T00:00:00Z
            2021-10-03T01:00 2021-10-02T17:00:00Z gap-later
            2021-10-04T01:00 2021-10-03T14:00:00Z unique
        # three hours are repeated, over midnight
        Antarctica/Casey | daily 22:00 overlap=both | 2022-03-12T00:00:00Z
            2022-03-12T22:00 2022-03-12T11:00:00Z overlap-first
            2022-03-12T22:00 2022-03-12T14:00:00Z overlap-second
            2022-03-13T22:00 2022-03-13T14:00:00Z unique
        # two hours are repeated once and for all
        Antarctica/Vostok | daily 00:30 overlap=both | 2023-12-17T00:00:00Z
            2023-12-18T00:30 2023-12-17T17:30:00Z overlap-first
            2023-12-18T00:30 2023-12-17T19:30:00Z overlap-second
            2023-12-19T00:30 2023-12-18T19:30:00Z unique
        # the last hour of Saturday is skipped: 23:30 is on Sunday
        America/Nuuk | daily 23:30 | 2027-03-27T12:00:00Z
            2027-03-27T23:30 2027-03-28T01:30:00Z gap-later
            2027-03-28T23:30 2027-03-29T00:30:00Z unique
        # the last hour of Saturday is skipped: 23:30 is at 22:30
        America/Nuuk | daily 23:30 gap=earlier | 2027-03-27T12:00:00Z
            2027-03-27T23:30 2027-03-28T00:30:00Z gap-earlier
            2027-03-28T23:30 2027-03-29T00:30:00Z unique
        # a rule for Sundays keeps its Sunday, whose midnight exists
        America/Nuuk | sun 00:00 | 2027-03-21T12:00:00Z
            2027-03-28T00:00 2027-03-28T01:00:00Z unique
            2027-04-04T00:00 2027-04-04T01:00:00Z unique
        # clocks go back at midnight into Saturday
        America/Nuuk | daily 23:30 overlap=both | 2026-10-24T12:00:00Z
            2026-10-24T23:30 2026-10-25T00:30:00Z overlap-first
            2026-10-24T23:30 2026-10-25T01:30:00Z overlap-second
            2026-10-25T23:30 2026-10-26T01:30:00Z unique
        # clocks go back at midnight into Saturday, Sunday starts once
        America/Scoresbysund | daily 00:00 overlap=both | 2026-10-24T12:00:00Z
            2026-10-25T00:00 2026-10-25T02:00:00Z unique
            2026-10-26T00:00 2026-10-26T02:00:00Z unique
        # the last hour of Saturday is skipped
        America/Scoresbysund | sat 23:00 gap=skip | 2026-03-21T00:00:00Z
            2026-03-21T23:00 2026-03-22T01:00:00Z unique
            2026-03-28T23:00 - gap-skip
            2026-04-04T23:00 2026-04-05T00:00:00Z unique
        # midnight is skipped
        America/Havana | daily 00:00 | 2026-03-07T12:00:00Z
            2026-03-08T00:00 2026-03-08T05:00:00Z gap-later
            2026-03-09T00:00 2026-03-09T04:00:00Z unique
        # midnight is skipped and 00:30 with it
        America/Havana | daily 00:30 gap=skip | 2025-03-08T12:00:00Z
            2025-03-09T00:30 - gap-skip
            2025-03-10T00:30 2025-03-10T04:30:00Z unique
            2025-03-11T00:30 2025-03-11T04:30:00Z unique
        # the first hour of the day is repeated
        America/Havana | daily 00:00 overlap=both | 2025-11-01T12:00:00Z
            2025-11-02T00:00 2025-11-02T04:00:00Z overlap-first
            2025-11-02T00:00 2025-11-02T05:00:00Z overlap-second
            2025-11-03T00:00 2025-11-03T05:00:00Z unique
        # no autumn change in 2026, as release 2026f says
        America/Havana | daily 00:30 overlap=both | 2026-10-31T12:00:00Z
            2026-11-01T00:30 2026-11-01T04:30:00Z unique
            2026-11-02T00:30 2026-11-02T04:30:00Z unique
            2026-11-03T00:30 2026-11-03T04:30:00Z unique
        # midnight is skipped
        Asia/Beirut | daily 00:00 | 2026-03-28T12:00:00Z
            2026-03-29T00:00 2026-03-28T22:00:00Z gap-later
            2026-03-30T00:00 2026-03-29T21:00:00Z unique
        # midnight goes back: 23:00 to 24:00 is repeated
        Asia/Beirut | daily 23:59:59 overlap=both | 2026-10-24T12:00:00Z
            2026-10-24T23:59:59 2026-10-24T20:59:59Z overlap-first
            2026-10-24T23:59:59 2026-10-24T21:59:59Z overlap-second
            2026-10-25T23:59:59 2026-10-25T21:59:59Z unique
        # midnight of a Friday is skipped
        Africa/Cairo | daily 00:30 | 2026-04-23T12:00:00Z
            2026-04-24T00:30 2026-04-23T22:30:00Z gap-later
            2026-04-25T00:30 2026-04-24T21:30:00Z unique
        # 24:00 of a Thursday goes back to 23:00
        Africa/Cairo | thu 23:30 overlap=second | 2026-10-28T12:00:00Z
            2026-10-29T23:30 2026-10-29T21:30:00Z overlap-second
            2026-11-05T23:30 2026-11-05T21:30:00Z unique
        # clocks went back for Ramadan of 2010 alone
        Africa/Cairo | yearly 08-10 23:30 overlap=both first=2010-01-01 last=2012-12-31 | 2009-01-01T00:00:00Z
            2010-08-10T23:30 2010-08-10T20:30:00Z overlap-first
            2010-08-10T23:30 2010-08-10T21:30:00Z overlap-second
            2011-08-10T23:30 2011-08-10T21:30:00Z unique
            2012-08-10T23:30 2012-08-10T21:30:00Z unique
        # midnight is skipped in spring, September here
        America/Santiago | daily 00:30 | 2026-09-05T12:00:00Z
            2026-09-06T00:30 2026-09-06T04:30:00Z gap-later
            2026-09-07T00:30 2026-09-07T03:30:00Z unique
        # midnight is skipped: 00:30 is at 23:30 of the day before
        America/Santiago | daily 00:30 gap=earlier | 2026-09-05T12:00:00Z
            2026-09-06T00:30 2026-09-06T03:30:00Z gap-earlier
            2026-09-07T00:30 2026-09-07T03:30:00Z unique
        # clocks go back at midnight
        America/Santiago | daily 23:30 | 2027-04-03T12:00:00Z
            2027-04-03T23:30 2027-04-04T02:30:00Z overlap-first
            2027-04-04T23:30 2027-04-05T03:30:00Z unique
        # midnight was skipped until 2018
        America/Sao_Paulo | daily 00:00 | 2018-11-03T12:00:00Z
            2018-11-04T00:00 2018-11-04T03:00:00Z gap-later
            2018-11-05T00:00 2018-11-05T02:00:00Z unique
        # midnight went back for the last time in 2019
        America/Sao_Paulo | sat 23:30 overlap=both | 2019-02-16T12:00:00Z
            2019-02-16T23:30 2019-02-17T01:30:00Z overlap-first
            2019-02-16T23:30 2019-02-17T02:30:00Z overlap-second
            2019-02-23T23:30 2019-02-24T02:30:00Z unique
        # no daylight saving time any more
        America/Sao_Paulo | daily 00:00 | 2026-11-01T00:00:00Z
            2026-11-01T00:00 2026-11-01T03:00:00Z unique
            2026-11-02T00:00 2026-11-02T03:00:00Z unique
        # 02:00 on a Saturday is skipped
        Asia/Gaza | sat 02:30 | 2027-03-26T12:00:00Z
            2027-03-27T02:30 2027-03-27T00:30:00Z gap-later
            2027-04-03T02:30 2027-04-02T23:30:00Z unique
        # Ramadan in autumn: daylight saving time comes a second time in the year
        Asia/Gaza | sat 02:30 gap=skip | 2040-10-14T00:00:00Z
            2040-10-20T02:30 - gap-skip
            2040-10-27T02:30 2040-10-27T00:30:00Z unique
            2040-11-03T02:30 2040-11-03T00:30:00Z unique
        # Ramadan in autumn: clocks go back a second time in the year
        Asia/Gaza | sat 01:30 overlap=both | 2040-10-21T00:00:00Z
            2040-10-27T01:30 2040-10-26T22:30:00Z overlap-first
            2040-10-27T01:30 2040-10-26T23:30:00Z overlap-second
            2040-11-03T01:30 2040-11-02T23:30:00Z unique
        # the last Saturday of March, far into the table
        Asia/Gaza | yearly 03-26 02:30 | 2049-01-01T00:00:00Z
            2049-03-26T02:30 2049-03-26T00:30:00Z unique
            2050-03-26T02:30 2050-03-26T00:30:00Z gap-later
            2051-03-26T02:30 2051-03-25T23:30:00Z unique
        # clocks go forward at 00:01
        America/St_Johns | daily 00:00:30 gap=skip | 2006-04-01T12:00:00Z
            2006-04-02T00:00:30 2006-04-02T03:30:30Z unique
            2006-04-03T00:00:30 2006-04-03T02:30:30Z unique
        # clocks go forward at 00:01, 00:01 itself is skipped
        America/St_Johns | daily 00:01 gap=skip | 2006-04-01T12:00:00Z
            2006-04-02T00:01 - gap-skip
            2006-04-03T00:01 2006-04-03T02:31:00Z unique
        # clocks go back at 00:01, over midnight: the date is shown, left and shown again
        America/St_Johns | daily 00:00:30 overlap=both | 2006-10-28T12:00:00Z
            2006-10-29T00:00:30 2006-10-29T02:30:30Z overlap-first
            2006-10-29T00:00:30 2006-10-29T03:30:30Z overlap-second
            2006-10-30T00:00:30 2006-10-30T03:30:30Z unique
        # clocks go back at 00:01, over midnight: Saturday 23:30 comes again
        America/St_Johns | daily 23:30 overlap=both | 2006-10-28T12:00:00Z
            2006-10-28T23:30 2006-10-29T02:00:00Z overlap-first
            2006-10-28T23:30 2006-10-29T03:00:00Z overlap-second
            2006-10-29T23:30 2006-10-30T03:00:00Z unique
        # midnight is skipped, for the last time
        America/Asuncion | daily 00:15 | 2024-10-05T12:00:00Z
            2024-10-06T00:15 2024-10-06T04:15:00Z gap-later
            2024-10-07T00:15 2024-10-07T03:15:00Z unique
        # 30 December 2011 did not exist
        Pacific/Apia | daily 07:00 | 2011-12-29T00:00:00Z
            2011-12-29T07:00 2011-12-29T17:00:00Z unique
            2011-12-30T07:00 - nonexistent-date
            2011-12-31T07:00 2011-12-30T17:00:00Z unique
        # 30 December 2011 did not exist, whatever the policy
        Pacific/Apia | daily 23:59:59 gap=earlier | 2011-12-29T00:00:00Z
            2011-12-28T23:59:59 2011-12-29T09:59:59Z unique
            2011-12-29T23:59:59 2011-12-30T09:59:59Z unique
            2011-12-30T23:59:59 - nonexistent-date
        # a Friday that did not exist
        Pacific/Apia | fri 07:00 | 2011-12-20T00:00:00Z
            2011-12-23T07:00 2011-12-23T17:00:00Z unique
            2011-12-30T07:00 - nonexistent-date
            2012-01-06T07:00 2012-01-05T17:00:00Z unique
        # one date that did not exist
        Pacific/Apia | once 2011-12-30 12:00 | 2011-12-01T00:00:00Z
            2011-12-30T12:00 - nonexistent-date
            end
        # 21 August 1993 did not exist
        Pacific/Kwajalein | daily 12:00 gap=skip | 1993-08-20T00:00:00Z
            1993-08-20T12:00 1993-08-21T00:00:00Z unique
            1993-08-21T12:00 - nonexistent-date
        # 31 December 1844 did not exist
        Asia/Manila | yearly 12-31 06:00 | 1843-01-01T00:00:00Z
            1843-12-31T06:00 1843-12-31T21:56:08Z unique
            1844-12-31T06:00 - nonexistent-date
            1845-12-31T06:00 1845-12-30T21:56:08Z unique
        # 1 January 1995 in the Line Islands followed 30 December
        Pacific/Kiritimati | daily 09:00 | 1994-12-30T00:00:00Z
            1994-12-30T09:00 1994-12-30T19:00:00Z unique
            1994-12-31T09:00 - nonexistent-date
            1995-01-01T09:00 1994-12-31T19:00:00Z unique
        # 30 September 1969 came twice, but for its first hour
        Pacific/Kwajalein | daily 18:00 overlap=both | 1969-09-29T12:00:00Z
            1969-09-30T18:00 1969-09-30T07:00:00Z overlap-first
            1969-09-30T18:00 1969-10-01T06:00:00Z overlap-second
            1969-10-01T18:00 1969-10-02T06:00:00Z unique
            1969-10-02T18:00 1969-10-03T06:00:00Z unique
        # 30 September 1969 came twice, but for its first hour
        Pacific/Kwajalein | daily 00:30 overlap=both | 1969-09-29T00:00:00Z
            1969-09-30T00:30 1969-09-29T13:30:00Z unique
            1969-10-01T00:30 1969-10-01T12:30:00Z unique
            1969-10-02T00:30 1969-10-02T12:30:00Z unique
            1969-10-03T00:30 1969-10-03T12:30:00Z unique
        # 30 September 1969 came twice
        Pacific/Kwajalein | daily 18:00 overlap=second | 1969-09-29T12:00:00Z
            1969-09-30T18:00 1969-10-01T06:00:00Z overlap-second
            1969-10-01T18:00 1969-10-02T06:00:00Z unique
            1969-10-02T18:00 1969-10-03T06:00:00Z unique
        # 4 July 1892 came twice
        Pacific/Apia | daily 12:00 overlap=both | 1892-07-03T12:00:00Z
            1892-07-04T12:00 1892-07-03T23:26:56Z overlap-first
            1892-07-04T12:00 1892-07-04T23:26:56Z overlap-second
            1892-07-05T12:00 1892-07-05T23:26:56Z unique
            1892-07-06T12:00 1892-07-06T23:26:56Z unique
        # the morning of 19 October 1867 came twice
        America/Sitka | daily 08:00 overlap=both | 1867-10-17T18:00:00Z
            1867-10-19T08:00 1867-10-18T17:01:13Z overlap-first
            1867-10-19T08:00 1867-10-19T17:01:13Z overlap-second
            1867-10-20T08:00 1867-10-20T17:01:13Z unique
            1867-10-21T08:00 1867-10-21T17:01:13Z unique
        # the evening of 18 October 1867 came twice
        America/Sitka | daily 20:00 overlap=both | 1867-10-17T18:00:00Z
            1867-10-18T20:00 1867-10-18T05:01:13Z overlap-first
            1867-10-18T20:00 1867-10-19T05:01:13Z overlap-second
            1867-10-19T20:00 1867-10-20T05:01:13Z unique
            1867-10-20T20:00 1867-10-21T05:01:13Z unique
        """
}
