// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SetupDocuments
import SleepModel
import Storage
import StorageConformance
import Testing

/// A document with one thing wrong, and what is said about it.
struct WrongSetup: Sendable, CustomTestStringConvertible {
    let text: String
    let line: Int?
    let path: String?
    let says: [String]
    var testDescription: String { says.joined(separator: " ") }

    init(_ text: String, line: Int?, path: String? = nil, _ says: String...) {
        self.text = text
        self.line = line
        self.path = path
        self.says = says
    }

    /// The setup by hand with one piece replaced.
    init(_ old: String, by new: String, line: Int?, path: String? = nil, _ says: String...) {
        self.text = SetupReadingTests.byHand.replacing(old, with: new, maxReplacements: 1)
        self.line = line
        self.path = path
        self.says = says
    }
}

@Suite struct SetupReadingTests {
    /// As somebody might write it, with comments, other styles of YAML, and nothing that can be left out.
    static let byHand = """
        version: 1   # of the format
        devices:
          - name: 'nursery'
            address: dc-06-41-dc-1a-b4
            product: hatch-rest

            schedules:
              - {{routine}}
              - kind: alarm
                name: Wake
                at: 07:00
                days:
                  - mon
                  - Tuesday
                sunrise: 1h30m
                light: "#ff890e 20%"
                sound: rain
                volume: 103/255
                snooze: 9m
                overrides:
                - date: 2027-03-20
                  change: skip
                - {{second}}
              - kind: bedtime
                name: Sleep
                at: {{at}}
                days: [ sat, "sun", ]
                wind-down: 0s
                light: 2000K 100%
                sound: 4
                volume: 0%
                wake-light: gradient 50%
        """
        .replacing(
            "{{routine}}", with: "kind: routine\n        name: Evening\n        steps:\n        - until: stopped"
        )
        .replacing("{{second}}", with: "date: 2027-03-21\n          change: 08:30")
        .replacing("{{at}}", with: "\"20:00\"")

    @Test func document_isUnderstood_asPeopleWriteIt() throws {
        let amber = RGBColor(red: 255, green: 137, blue: 14)
        let device = PairedDevice(
            address: Samples.nursery, name: "nursery", product: .hatchRest, pairedAt: SetupSamples.now)
        let alarm = AlarmPlan(
            sunrise: .seconds(5400), light: Light(.color(amber), brightness: Level(rawValue: 51)),
            sound: SoundID(rawValue: 3), volume: Level(rawValue: 103), snooze: .seconds(540))
        let bedtime = BedtimePlan(
            windDown: .zero, light: Light(.color(amber), brightness: .full), sound: SoundID(rawValue: 4), volume: .zero,
            wake: nil, wakeLight: Light(.gradient, brightness: Level(rawValue: 128)))
        func schedule(_ number: Int, _ name: String, _ rule: Recurrence?, _ plan: Schedule.Plan) -> Schedule {
            Schedule(
                id: ScheduleID(rawValue: "fresh-\(number)"), device: Samples.nursery, name: name, recurrence: rule,
                zone: nil, settledThrough: SetupSamples.now, plan: plan)
        }
        func override(_ day: Int, _ change: OccurrenceOverride.Change) -> OccurrenceOverride {
            OccurrenceOverride(
                schedule: ScheduleID(rawValue: "fresh-2"), date: Samples.date(day), change: change,
                since: SetupSamples.now)
        }
        let expected = SetupDocument(
            devices: [device],
            schedules: [
                schedule(1, "Evening", nil, .routine(RoutinePlan(steps: [RoutineStep(end: .whenStopped)]))),
                schedule(
                    2, "Wake", Recurrence(days: .weekly([.monday, .tuesday]), time: Samples.time(7, 0)), .alarm(alarm)),
                schedule(
                    3, "Sleep", Recurrence(days: .weekly(.weekends), time: Samples.time(20, 0)), .bedtime(bedtime)),
            ],
            overrides: [override(20, .skip()), override(21, .time(Samples.time(8, 30)))])
        #expect(try SetupSamples.read(Self.byHand) == expected)
    }

    @Test func identities_areKept_whereTheyAreGiven() throws {
        let text = Self.byHand.replacing("name: Wake", with: "name: Wake\n        id: \"0 mine\"", maxReplacements: 1)
        #expect(
            try SetupSamples.read(text).schedules.map(\.id.rawValue) == ["fresh-1", "0 mine", "fresh-2"])
    }

    @Test func validFrom_isWhereItIsSettled_unlessItIsGiven() throws {
        let text = Self.byHand.replacing(
            "name: Wake", with: "name: Wake\n        settled-through: 2027-01-01T00:00:00.5Z", maxReplacements: 1)
        let schedule = try SetupSamples.read(text).schedules[1]
        let instant = Instant(secondsSince1970: 1_798_761_600, nanosecond: 500_000_000)
        #expect(schedule.settledThrough == instant)
        #expect(schedule.validFrom == instant)
    }

    /// A setup with one calendar of one entry, which is these lines.
    private static func calendar(_ lines: String...) -> String {
        "version: 1\nholidays:\n- name: school\n  dates:\n  - name: Fair\n"
            + lines.map { "    \($0)\n" }.joined() + "devices: []\n"
    }

    @Test func holidays_areNamed_byOneNameOrAList() throws {
        let text = Self.byHand.replacing(
            "name: Wake", with: "name: Wake\n        not-on: school\n        only-on: [away, bank]", maxReplacements: 1)
        #expect(
            try SetupSamples.read(text).schedules[1].recurrence?.holidays
                == HolidayChoice(notOn: ["school"], onlyOn: ["away", "bank"]))
    }

    static let wrongHolidays: [WrongSetup] = [
        WrongSetup("version: 1\nholidays: school\ndevices: []", line: 2, path: "holidays", "a list is expected"),
        WrongSetup(
            "version: 1\nholidays:\n- name: a\n  dates: []\n- name: A\n  dates: []\ndevices: []", line: 5,
            path: "holidays[1]", "other holidays are called “A” too"),
        WrongSetup(calendar("lasts: 2"), line: 5, path: "holidays[0].dates[0]", "date is missing"),
        WrongSetup(
            calendar("date: 2027-03-14", "lasts: 0"), line: 7, path: "holidays[0].dates[0].lasts", "from 1 to 1464"),
        WrongSetup(
            calendar("date: 2027-03-14", "until: 2028-01-01"), line: 7, path: "holidays[0].dates[0].until",
            "it needs every"),
        WrongSetup(
            calendar("date: 2027-03-14", "every: 1", "months: [13]"), line: 5, path: "holidays[0].dates[0]",
            "months are 1 to 12"),
        WrongSetup(
            calendar("date: 2027-03-14", "every: 0"), line: 5, path: "holidays[0].dates[0]", "every is 1 or more years"),
        WrongSetup(
            calendar("date: 2027-03-14", "every: 1", "month-days: [x]"), line: 8,
            path: "holidays[0].dates[0].month-days[0]", "a whole number"),
        WrongSetup(
            calendar("date: 2027-03-14", "every: 1", "weekdays: [4 thu]"), line: 8,
            path: "holidays[0].dates[0].weekdays[0]", "a weekday such as thu 4"),
        WrongSetup(
            calendar("date: 2027-03-14", "every: 1", "months: [3]", "weekdays: [thu 6]"), line: 5,
            path: "holidays[0].dates[0]", "the number of a weekday 1 to 5 of a month"),
        WrongSetup(
            calendar("date: 2027-03-14", "weekdays: [thu]"), line: 7, path: "holidays[0].dates[0].weekdays",
            "it needs every"),
        WrongSetup(
            "name: Wake", by: "name: Wake\n        not-on: [school, School]", line: 14,
            path: "devices[0].schedules[1].not-on[1]", "“School” is there twice"),
    ]

    @Test(arguments: ["", "# nothing\n"])
    func routine_isRefused_whenItsFileIsEmpty_withTheKeysOfARoutine(text: String) throws {
        let device = PairedDevice(
            address: try #require(MacAddress(rawValue: "DC:06:41:00:00:01")), name: "nursery", product: .hatchRest,
            pairedAt: Instant(secondsSince1970: 0))
        let error = #expect(throws: SetupError.self) {
            try SetupDocument.routine(
                yaml: text, named: nil, on: device, at: Instant(secondsSince1970: 0), sounds: .none,
                freshID: { ScheduleID(rawValue: "fresh") })
        }
        #expect(error?.message == "The setup: it is empty; a routine has keys such as name and steps.")
    }

    static let wrong: [WrongSetup] =
        wrongHolidays + [
            // The document as a whole.
            WrongSetup("", line: nil, "is empty", "version: 1"),
            WrongSetup("# nothing\n", line: nil, "is empty"),
            WrongSetup("just a text", line: 1, "“just a text”", "keys such as version"),
            WrongSetup("- version: 1", line: 1, "it is a list"),
            WrongSetup("devices: []", line: 1, "version is missing", "give 1"),
            WrongSetup("version: 1\n---\nversion: 1", line: 2, "not YAML"),
            WrongSetup("version: 1\nversion: 1", line: 1, "“version” is given twice"),
            WrongSetup("version: one", line: 1, path: "version", "“one” is not a version such as 1"),
            WrongSetup("version: 0", line: 1, path: "version", "no format 0"),
            WrongSetup("version:\ndevices: []", line: 1, path: "version", "it is empty"),
            WrongSetup("version: 1\ndevices: many", line: 2, path: "devices", "“many”", "a list is expected"),
            WrongSetup("version: 1\ndevices:\n- x", line: 3, path: "devices[0]", "keys such as address"),
            WrongSetup("version: 1", line: 1, "devices is missing", "or [] for no device at all"),
            WrongSetup("version: 1\nquestion: 1", line: 2, "“question” is not a key here"),
            WrongSetup("version: 1\nDevices: []", line: 2, "“Devices” is not a key here; did you mean devices?"),
            WrongSetup("version: 1\n\tdevices: []", line: 2, "not YAML"),
            WrongSetup("version: 1\ndevices: [\u{1}]", line: 2, "control characters"),
            WrongSetup("version: 1\ndevices:\n- a: \"x", line: 3, "not YAML"),
            // Devices.
            WrongSetup(
                "    address", by: "    adress", line: 4, path: "devices[0]",
                "“adress” is not a key here; did you mean address?"),
            WrongSetup(
                "dc-06", by: "dx-06", line: 4, path: "devices[0].address", "an address such as DC:06:41:DC:1A:B4"),
            WrongSetup("product: hatch-rest", by: "", line: 3, path: "devices[0]", "product is missing", "hatch-rest"),
            WrongSetup(
                "name: 'nursery'", by: "name: [a]", line: 3, path: "devices[0].name", "it is a list, and a name"),
            WrongSetup("name: 'nursery'", by: "name: \"a\\0b\"", line: 3, path: "devices[0].name", "NUL"),
            WrongSetup(
                "product: hatch-rest", by: "product: hatch-rest\n    pause: {since: now}", line: 6,
                "put keys on lines of their own"),
            WrongSetup(
                "product: hatch-rest", by: "product: hatch-rest\n    pause:\n      until: soon", line: 7,
                path: "devices[0].pause.until", "a date and time such as 2027-03-14T07:00"),
            WrongSetup(
                "product: hatch-rest", by: "product: hatch-rest\n    limit:\n      volume: 9%", line: 7,
                path: "devices[0].limit", "a volume of at least 10%"),
            WrongSetup(
                "product: hatch-rest", by: "product: hatch-rest\n    limit:\n      between: 20:00", line: 7,
                path: "devices[0].limit.between", "hours such as 20:00-07:00"),
            WrongSetup(
                "product: hatch-rest", by: "product: hatch-rest\n    mirror: yes", line: 6, path: "devices[0].mirror",
                "on or off"),
            WrongSetup(
                "product: hatch-rest", by: "product: hatch-rest\n    paired: 2027-03-14", line: 6,
                path: "devices[0].paired",
                "an instant such as 2027-03-14T07:30:00Z"),
            WrongSetup(
                "version: 1", by: "version: 1\npause:\n  form: 1", line: 3, path: "pause", "“form” is not a key here"),
            // Schedules.
            WrongSetup(
                "kind: alarm", by: "kind: timer", line: 12, path: "devices[0].schedules[1].kind",
                "routine, alarm, bedtime"),
            WrongSetup("kind: alarm", by: "zone: UTC", line: 12, path: "devices[0].schedules[1]", "kind is missing"),
            WrongSetup(
                "snooze: 9m", by: "steps: []", line: 22, path: "devices[0].schedules[1]", "“steps” is not a key here"),
            WrongSetup("snooze: 9m", by: "", line: 12, path: "devices[0].schedules[1]", "snooze is missing", "30m"),
            WrongSetup(
                "snooze: 9m", by: "snooze: 9 moons", line: 22, path: "devices[0].schedules[1].snooze", "“9 moons”",
                "30m"),
            WrongSetup(
                "snooze: 9m", by: "snooze: 721h", line: 22, path: "devices[0].schedules[1].snooze", "at most 30 days"),
            WrongSetup(
                "snooze: 9m", by: "snooze: -1s", line: 22, path: "devices[0].schedules[1].snooze", "“-1s” is not"),
            WrongSetup(
                "snooze: 9m", by: "snooze: 1.0000000001s", line: 22, path: "devices[0].schedules[1].snooze", "is not"),
            WrongSetup(
                "sound: rain", by: "sound: bells", line: 20, path: "devices[0].schedules[1].sound", "“bells”",
                "by number"),
            WrongSetup("sound: rain", by: "sound: 256", line: 20, path: "devices[0].schedules[1].sound", "“256”"),
            WrongSetup("103/255", by: "256/255", line: 21, path: "devices[0].schedules[1].volume", "40% or 103/255"),
            WrongSetup("103/255", by: "101%", line: 21, path: "devices[0].schedules[1].volume", "“101%”"),
            WrongSetup("103/255", by: "+1%", line: 21, path: "devices[0].schedules[1].volume", "“+1%”"),
            WrongSetup(
                "\"#ff890e 20%\"", by: "#ff890e 20%", line: 19, path: "devices[0].schedules[1].light", "it is empty"),
            WrongSetup(
                "\"#ff890e 20%\"", by: "mauve 20%", line: 19, path: "devices[0].schedules[1].light", "amber 40%"),
            WrongSetup("\"#ff890e 20%\"", by: "amber", line: 19, path: "devices[0].schedules[1].light", "amber 40%"),
            WrongSetup(
                "name: Wake", by: "name: Wake\n        enabled: maybe", line: 14,
                path: "devices[0].schedules[1].enabled",
                "true or false"),
            WrongSetup(
                "until: stopped", by: "until: told\n        - light: off\n        - light: off", line: 12,
                path: "devices[0].schedules[0].steps[1]", "a step before the last needs its end"
            ),
            WrongSetup(
                "until: stopped", by: "until: stopped\n          for: 1m", line: 11,
                path: "devices[0].schedules[0].steps[0]",
                "for or until, and not both"),
            WrongSetup(
                "until: stopped", by: "until: dawn", line: 11, path: "devices[0].schedules[0].steps[0].until", "“dawn”"),
            // Rules.
            WrongSetup(
                "at: 07:00", by: "at: 7 o'clock", line: 14, path: "devices[0].schedules[1].at",
                "a time of day such as 07:00"),
            WrongSetup(
                "at: 07:00", by: "zone: UTC", line: 12, path: "devices[0].schedules[1]",
                "either at, a time of day, or sun"),
            WrongSetup(
                "at: 07:00", by: "at: 07:00\n        date: 2027-03-14", line: 12, path: "devices[0].schedules[1]",
                "one of date, days and yearly"),
            WrongSetup(
                "at: 07:00", by: "at: 07:00\n        leap-day: clamp", line: 12, path: "devices[0].schedules[1]",
                "leap-day needs yearly"),
            WrongSetup(
                "- Tuesday", by: "- Lundi", line: 17, path: "devices[0].schedules[1].days[1]",
                "a day of the week such as mon"),
            WrongSetup(
                "[ sat, \"sun\", ]", by: "[sat, [sun]]", line: 31, path: "devices[0].schedules[2].days", "begins with"),
            WrongSetup(
                "[ sat, \"sun\", ]", by: "[sat, , sun]", line: 31, path: "devices[0].schedules[2].days", "begins with"),
            WrongSetup(
                "[ sat, \"sun\", ]", by: "sometimes", line: 31, path: "devices[0].schedules[2].days", "daily, weekdays"),
            WrongSetup(
                "at: 07:00", by: "at:\n          mon: 07:00\n          monday: 08:00", line: 16,
                path: "devices[0].schedules[1].at", "“monday”", "or names one again"),
            WrongSetup(
                "at: 07:00", by: "sun:\n          event: noon\n          latitude: 1\n          longitude: 1", line: 15,
                path: "devices[0].schedules[1].sun.event", "sunrise, sunset"),
            WrongSetup(
                "at: 07:00", by: "sun:\n          event: sunset\n          latitude: 91\n          longitude: 1",
                line: 15,
                path: "devices[0].schedules[1].sun", "-90 to 90"),
            WrongSetup(
                "at: 07:00", by: "sun:\n          event: sunset\n          latitude: nan\n          longitude: 1",
                line: 16,
                path: "devices[0].schedules[1].sun.latitude", "degrees"),
            WrongSetup(
                "at: 07:00",
                by:
                    "sun:\n          event: sunset\n          latitude: 1\n          longitude: 1\n          offset: 24h",
                line: 15,
                path: "devices[0].schedules[1].sun", "less than a day"),
            WrongSetup(
                "at: 07:00", by: "at: 07:00\n        except: [2027-02-29]", line: 15,
                path: "devices[0].schedules[1].except[0]",
                "a date such as 2027-03-14"),
            WrongSetup(
                "at: 07:00", by: "at: 07:00\n        gap: jump", line: 15, path: "devices[0].schedules[1].gap", "one of"
            ),
            // What must be unique.
            WrongSetup(
                "change: 08:30", by: "change: 08:30\n        - date: 2027-03-20\n          change: skip", line: 28,
                path: "devices[0].schedules[1].overrides[2]", "2027-03-20 already has an override"),
            WrongSetup(
                "kind: bedtime\n        name: Sleep",
                by:
                    "kind: routine\n        name: EVENING\n        steps: []\n      - kind: bedtime\n        name: Sleep",
                line: 28, path: "devices[0].schedules[2]", "another routine of this device is called “EVENING” too"),
        ]

    @Test(arguments: wrong)
    func error_saysWhereAndWhatIsExpected_forEverythingWrong(_ wrong: WrongSetup) {
        let error = #expect(throws: SetupError.self) { try SetupSamples.read(wrong.text) }
        #expect(error?.code == .invalid)
        #expect(error?.line == wrong.line, "\(error?.message ?? "")")
        #expect(error?.path == wrong.path, "\(error?.message ?? "")")
        for text in wrong.says { #expect(error?.message.contains(text) == true, "\(error?.message ?? "")") }
    }

    @Test func error_namesTheSecond_whenTwoDevicesAreTheSame() {
        let second = Self.byHand.split(separator: "\n").dropFirst(2).prefix(3).joined(separator: "\n")
        let error = #expect(throws: SetupError.self) { try SetupSamples.read(Self.byHand + "\n" + second) }
        #expect(error?.path == "devices[1].address")
        let renamed = second.replacing("dc-06", with: "dc-07").replacing("nursery", with: "NURSERY")
        let other = #expect(throws: SetupError.self) { try SetupSamples.read(Self.byHand + "\n" + renamed) }
        #expect(other?.path == "devices[1].name")
        #expect(other?.message.contains("“NURSERY”") == true)
    }

    @Test func error_namesTheSecond_whenTwoSchedulesHaveAnIdentity() {
        let text = Self.byHand.replacing("name: Wake", with: "name: Wake\n        id: fresh-1")
        let error = #expect(throws: SetupError.self) { try SetupSamples.read(text) }
        #expect(error?.path == "devices[0].schedules[1]")
        #expect(error?.message.contains("another schedule has the id “fresh-1”") == true)
    }

    @Test func error_isFromTheFuture_forANewerVersion() {
        let error = #expect(throws: SetupError.self) { try SetupSamples.read("version: 2\nsomething: new") }
        #expect(error?.code == .fromTheFuture)
        #expect(error?.line == 1)
        #expect(error?.message.contains("update Lull") == true)
    }

    @Test func codes_areStable_whateverTheirNamesInCode() {
        #expect(
            [SetupError.Code.invalid, .tooLarge, .tooManySchedules, .fromTheFuture].map(\.rawValue)
                == ["invalid_setup", "setup_too_large", "too_many_schedules", "setup_from_the_future"])
    }
}
