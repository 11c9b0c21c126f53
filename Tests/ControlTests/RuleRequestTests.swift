// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import Testing

/// How what people write becomes a rule, or changes one.
@Suite struct RuleRequestTests {
    private static let school = "mon,tue,wed,thu,fri 06:45, sat 08:00"

    private let today = CivilDate(iso8601: "2027-02-28") ?? CivilDate(daysSince1970: 0)

    /// A rule as a request for a new one makes it.
    private func rule(_ change: (inout RuleRequest) -> Void, before: Recurrence? = nil) throws -> Recurrence {
        var request = RuleRequest()
        change(&request)
        return try request.recurrence(changing: before, today: today) { _ in .weekly(.daily) }
    }

    private func school() throws -> Recurrence {
        try rule {
            ($0.at, $0.days) = ("06:45,sat=08:00", "weekdays")
            ($0.fromDate, $0.untilDate, $0.except) = ("2027-01-01", "2027-06-30", "2027-04-05,2027-04-06")
        }
    }

    private func words(_ rule: Recurrence) -> String {
        let days: String =
            switch rule.days {
            case .weekly(let days): days.shortNames.joined(separator: ",")
            case .once(let date): "\(date)"
            case .yearly(let day): "\(day)"
            }
        return "\(days): \(rule.time)"
    }

    @Test(arguments: [("tomorow", "Did you mean “tomorrow”? "), ("fryday", "Did you mean “friday”? "), ("5/3", "")])
    func date_asksWhatWasMeant_whenAWordIsMisspelt(text: String, question: String) {
        let error = ControlError(notADate: text, "--date")
        #expect(error.advice == question + "Write --date as 2027-03-14, tomorrow or sunday.")
    }

    @Test(
        arguments: [
            (
                at: "06:45,sat,sun=08:00", days: nil,
                words: "mon,tue,wed,thu,fri,sat,sun: mon,tue,wed,thu,fri 06:45, sat,sun 08:00"
            ),
            (at: "sat,sun=08:00", days: nil, words: "sat,sun: 08:00"),
            (at: "mon=07:00,sat=08:30", days: nil, words: "mon,sat: mon 07:00, sat 08:30"),
            (at: "06:45,sat=08:00", days: "mon", words: "mon,sat: mon 06:45, sat 08:00"),
            (at: "06:45,mon=06:45", days: nil, words: "mon,tue,wed,thu,fri,sat,sun: 06:45"),
            (at: "06:45, sat = 08:00", days: nil, words: nil),
            (at: "07:00,08:00", days: nil, words: nil),
            (at: "sat,sun", days: nil, words: nil),
            (at: "mon=07:00", days: "mon,tue", words: nil),
            (at: "", days: nil, words: nil),
        ] as [(at: String, days: String?, words: String?)])
    func times_areOfWeekdays_whereTheyNameThem(at: String, days: String?, words: String?) throws {
        let rule = try? rule { ($0.at, $0.days) = (at, days) }
        #expect(rule.map(self.words) == words)
    }

    /// What is not given stays.
    @Test(arguments: [
        (RuleRequest(at: "sat=09:00"), "mon,tue,wed,thu,fri,sat: mon,tue,wed,thu,fri 06:45, sat 09:00"),
        (RuleRequest(at: "sun=09:00"), "mon,tue,wed,thu,fri,sat,sun: mon,tue,wed,thu,fri 06:45, sat 08:00, sun 09:00"),
        (RuleRequest(at: "07:15"), "mon,tue,wed,thu,fri,sat: 07:15"),
        (RuleRequest(at: "07:15,sat=08:00"), "mon,tue,wed,thu,fri,sat,sun: mon,tue,wed,thu,fri,sun 07:15, sat 08:00"),
        (RuleRequest(days: "fri,sat"), "fri,sat: fri 06:45, sat 08:00"),
        (RuleRequest(days: "mon"), "mon: 06:45"),
        (RuleRequest(at: "07:00", date: "2027-03-14"), "2027-03-14: 07:00"),
    ])
    func edit_changesOnlyTheTimesAndDaysItGives(request: RuleRequest, words: String) throws {
        let before = try school()
        let edited = try request.recurrence(changing: before, today: today) { _ in .weekly(.daily) }
        #expect(self.words(edited) == words)
        #expect((edited.bounds, edited.exceptions) == (before.bounds, before.exceptions))
    }

    @Test(arguments: [
        (RuleRequest(days: "sun"), "sun has no time."),
        (RuleRequest(date: "2027-03-14"), "Other days need a time of day too."),
        (RuleRequest(at: "sat=09:00", date: "2027-03-14"), "Times of weekdays and --date exclude each other."),
    ])
    func edit_isRefused_withoutATimeForADay(request: RuleRequest, message: String) throws {
        let before = try school()
        let error = #expect(throws: ControlError.self) {
            try request.recurrence(changing: before, today: today) { _ in .weekly(.daily) }
        }
        #expect(error?.message == message)
    }

    @Test func dates_countFromToday_forWords() throws {
        let once = try rule { ($0.at, $0.date) = ("07:00", "tomorrow") }
        #expect(words(once) == "2027-03-01: 07:00")
        let daily = try rule {
            ($0.at, $0.fromDate, $0.untilDate, $0.except) = ("07:00", "today", "2027-03-05", "tomorrow,2027-03-03")
        }
        let first = try #require(CivilDate(iso8601: "2027-02-28"))
        #expect(daily.bounds == CivilDateBounds(first: first, last: first.adding(days: 5)))
        #expect(daily.exceptions == [first.adding(days: 1), first.adding(days: 3)])
    }

    @Test func off_takesAwayDates() throws {
        let edited = try rule({ ($0.fromDate, $0.untilDate, $0.except) = ("off", "off", "off") }, before: school())
        #expect(edited == Recurrence(days: .weekly([.weekdays, .saturday]), time: try school().time))
    }

    @Test func sun_keepsItsPlaceAndLimits_whenItsTimeIsEdited() throws {
        let before = try rule {
            ($0.at, $0.place, $0.latest) = ("sunset-30m", "52.5,13.4", "20:00")
            $0.days = "weekend"
        }
        let place = try #require(GeographicPlace(latitude: 52.5, longitude: 13.4))
        let latest = TimeOfDay(hour: 20, minute: 0)
        let edited = try rule({ $0.at = "sunrise+1h" }, before: before)
        let expected = SunTime(.sunrise, offset: .seconds(3600), latest: latest, at: place)
        #expect(edited == Recurrence(days: .weekly(.weekends), time: .sun(try #require(expected))))
        let clock = try rule({ $0.at = "19:00" }, before: before)
        #expect(clock == Recurrence(days: .weekly(.weekends), time: try #require(TimeOfDay(hour: 19, minute: 0))))
    }

    // MARK: - Holidays

    @Test(
        arguments: [
            ("school", ["school"]), (" school , Bank holidays,SCHOOL", ["school", "Bank holidays"]), ("off", []),
            ("OFF", []),
        ])
    func holidays_areNames_onceEach(_ text: String, names: [String]) throws {
        let rule = try rule { ($0.at, $0.notOn) = ("07:00", text) }
        #expect(rule.holidays == HolidayChoice(notOn: names))
        #expect(RuleDocument(rule).notOn == names)
    }

    @Test(arguments: ["", "school,", ",", "school,off"]) func holidays_areRefused_withoutAName(_ text: String) {
        let error = #expect(throws: ControlError.self) { try rule { ($0.at, $0.onlyOn) = ("07:00", text) } }
        #expect(error?.message == "“\(text)” names no holidays.")
        #expect(error?.advice == "Write --only-on as school, or --only-on off by itself.")
    }

    @Test func holidays_stay_whenTheyAreNotGiven() throws {
        let before = try rule { ($0.at, $0.notOn, $0.onlyOn) = ("07:00", "school", "away") }
        let moved = try rule({ $0.at = "08:00" }, before: before)
        #expect(moved.holidays == HolidayChoice(notOn: ["school"], onlyOn: ["away"]))
        let cleared = try rule({ $0.notOn = "off" }, before: before)
        #expect(cleared.holidays == HolidayChoice(onlyOn: ["away"]))
    }

    @Test func holidays_needATime() {
        var request = RuleRequest()
        request.onlyOn = "school"
        #expect(request.needsTime == "--only-on")
    }
}
