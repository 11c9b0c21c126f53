// SPDX-License-Identifier: Apache-2.0

import CivilTime
import FoundationEssentials
import Testing

@Suite
struct RecurrenceCodingTests {
    private static let seven = TimeOfDay(hour: 7, minute: 0) ?? { preconditionFailure("a time") }()
    private static let date = CivilDate(daysSince1970: 20_891)

    private static let sunrise: DayTime = {
        guard let place = GeographicPlace(latitude: 69.65, longitude: -18.5),
            let time = SunTime(.sunrise, offset: .seconds(-1800), earliest: seven, at: place)
        else { preconditionFailure("a time") }
        return .sun(time)
    }()

    /// A rule and the document it has, with its keys in order.
    static let documents: [(Recurrence, String)] = [
        (
            Recurrence(days: .weekly([.monday, .sunday]), time: seven),
            #"{"days":{"weekly":["mon","sun"]},"gap":"later","overlap":"first","time":"07:00"}"#
        ),
        (
            Recurrence(days: .once(date), time: seven, gap: .skip, overlap: .both),
            #"{"days":{"once":"2027-03-14"},"gap":"skip","overlap":"both","time":"07:00"}"#
        ),
        (
            Recurrence(
                days: .yearly(MonthDay(parsing: "02-29", leapDay: .clamp) ?? { preconditionFailure("a day") }()),
                time: seven, bounds: CivilDateBounds(first: date),
                exceptions: [date.adding(days: 1), date.adding(days: -1)]),
            #"{"bounds":{"first":"2027-03-14"},"days":{"yearly":{"leapDay":"clamp","monthDay":"02-29"}},"#
                + #""exceptions":["2027-03-13","2027-03-15"],"gap":"later","overlap":"first","time":"07:00"}"#
        ),
        (
            Recurrence(days: .weekly([]), time: .byWeekday(WeekdayTimes([.saturday: seven, .monday: seven]))),
            #"{"days":{"weekly":[]},"gap":"later","overlap":"first","#
                + #""time":{"byWeekday":{"mon":"07:00","sat":"07:00"}}}"#
        ),
        (
            Recurrence(days: .once(date), time: sunrise, bounds: CivilDateBounds(first: date, last: date)),
            #"{"bounds":{"first":"2027-03-14","last":"2027-03-14"},"days":{"once":"2027-03-14"},"gap":"later","#
                + #""overlap":"first","time":{"sun":{"earliest":"07:00","event":"sunrise","offsetSeconds":-1800,"#
                + #""place":{"latitude":69.65,"longitude":-18.5}}}}"#
        ),
    ]

    @Test(arguments: documents)
    func document_isStable_inBothDirections(recurrence: Recurrence, text: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(recurrence), as: UTF8.self) == text)
        #expect(try JSONDecoder().decode(Recurrence.self, from: Data(text.utf8)) == recurrence)
    }

    /// Documents as they were written before rules had bounds, exceptions, years and the sun.
    @Test(arguments: [
        (#"{"days":{"once":"2027-03-14"},"time":"07:00"}"#, Recurrence(days: .once(date), time: seven)),
        (
            #"{"days":{"weekly":["sat"]},"time":"07:00","gap":"earlier"}"#,
            Recurrence(days: .weekly(.saturday), time: seven, gap: .earlier)
        ),
        (
            #"{"days":{"weekly":["mon","tue","wed","thu","fri","sat","sun"]},"gap":"skip","overlap":"second","#
                + #""time":"07:00:00"}"#,
            Recurrence(days: .weekly(.daily), time: seven, gap: .skip, overlap: .second)
        ),
    ])
    func oldDocument_isReadUnchanged(text: String, expected: Recurrence) throws {
        #expect(try JSONDecoder().decode(Recurrence.self, from: Data(text.utf8)) == expected)
    }

    @Test(arguments: [
        #"{"days":{"yearly":{"monthDay":"02-29"}},"time":"07:00"}"#,
        #"{"days":{"once":"2027-03-14"},"time":{"sun":{"event":"sunset","place":{"latitude":0,"longitude":0}}}}"#,
    ])
    func decoding_takesDefaults_forWhatIsLeftOut(text: String) throws {
        let recurrence = try JSONDecoder().decode(Recurrence.self, from: Data(text.utf8))
        if case .yearly(let day) = recurrence.days { #expect(day.leapDay == .skip) }
        if case .sun(let sun) = recurrence.time { #expect(sun.offset == .zero) }
        #expect([recurrence.bounds] == [.open])
        #expect(recurrence.exceptions == [])
    }

    @Test(arguments: [
        #"{"days":{},"time":"02:30"}"#, #"{"days":{"once":"2027-03-14","weekly":["mon"]},"time":"02:30"}"#,
        #"{"days":{"weekly":["noday"]},"time":"02:30"}"#, #"{"days":{"weekly":["mon"]},"time":"2:30"}"#,
        #"{"days":{"weekly":["mon"]},"time":"02:30","gap":"never"}"#, #"{"days":{"weekly":["mon"]},"time":7}"#,
        #"{"days":{"weekly":["mon"]},"time":{}}"#, #"{"days":{"monthly":1},"time":"02:30"}"#,
        #"{"days":{"yearly":{"monthDay":"02-30"}},"time":"02:30"}"#,
        #"{"days":{"yearly":{"monthDay":"2-9"}},"time":"02:30"}"#,
        #"{"days":{"yearly":{"monthDay":"02-29","leapDay":"later"}},"time":"02:30"}"#,
        #"{"days":{"weekly":["mon"]},"time":{"byWeekday":{"someday":"07:00"}}}"#,
        #"{"days":{"weekly":["mon"]},"time":{"byWeekday":{"mon":"07:00","monday":"07:00"}}}"#,
        #"{"days":{"weekly":["mon"]},"time":{"byWeekday":{},"sun":{}}}"#,
        #"{"days":{"weekly":["mon"]},"time":{"sun":{"event":"noon","place":{"latitude":0,"longitude":0}}}}"#,
        #"{"days":{"weekly":["mon"]},"time":{"sun":{"event":"sunset","place":{"latitude":91,"longitude":0}}}}"#,
        #"{"days":{"weekly":["mon"]},"time":{"sun":{"event":"sunset"}}}"#,
        #"{"days":{"weekly":["mon"]},"time":{"sun":{"event":"sunset","offsetSeconds":86400,"#
            + #""place":{"latitude":0,"longitude":0}}}}"#,
        #"{"days":{"weekly":["mon"]},"time":"02:30","bounds":{"first":"2027-02-30"}}"#,
        #"{"days":{"weekly":["mon"]},"time":"02:30","exceptions":["2027-02-30"]}"#,
    ])
    func decoding_isRefused_whenTheRuleIsUnclear(text: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Recurrence.self, from: Data(text.utf8))
        }
    }

    @Test
    func occurrence_writesNull_whenNothingHappens() throws {
        let occurrence = CivilOccurrence(
            civil: try #require(CivilDateTime(iso8601: "2011-12-30T07:00")), instant: nil, rule: .nonexistentDate,
            pass: 1)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try encoder.encode(occurrence)
        #expect(
            String(decoding: data, as: UTF8.self)
                == #"{"civil":"2011-12-30T07:00","instant":null,"pass":1,"rule":"nonexistent-date"}"#)
        #expect(try JSONDecoder().decode(CivilOccurrence.self, from: data) == occurrence)
    }

    @Test
    func appliedRules_haveTheNamesOfTheContract() {
        #expect(
            AppliedRule.allCases.map(\.rawValue) == [
                "unique", "gap-later", "gap-earlier", "gap-skip", "overlap-first", "overlap-second",
                "nonexistent-date", "sun", "sun-earliest", "sun-latest", "sun-fallback", "no-sun-event",
            ])
    }

    @Test(arguments: [
        (DayTime.clock(seven), "07:00"),
        (
            .byWeekday(WeekdayTimes([.saturday: seven, .monday: seven, .sunday: seven])),
            "mon 07:00, sat 07:00, sun 07:00"
        ),
        (sunrise, "30m before sunrise"),
    ])
    func dayTime_describesItself(time: DayTime, expected: String) {
        #expect(time.description == expected)
    }
}
