// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel
import Testing

/// Values to store, none of them the default of anything.
public enum Samples {
    /// The first device's address.
    public static let nursery = address(0xB4)
    /// Another device's address.
    public static let bedroom = address(0xB5)
    /// 2027-03-14T07:30:00.123456789Z.
    public static let morning = Instant(secondsSince1970: 1_805_009_400, nanosecond: 123_456_789)
    /// A light that is neither dark nor white.
    public static let amber = Light(
        .color(RGBColor(red: 255, green: 137, blue: 14)), brightness: Level(rawValue: 51))
    /// An anchor with nanoseconds in it.
    public static let anchor = RunAnchor(
        wall: morning, boot: .nanoseconds(86_400_000_000_001), bootID: "6f2b0f0e-8a3c-4d0a-9d46-000000000001")

    /// An address that ends in a byte.
    public static func address(_ last: UInt8) -> MacAddress {
        guard let address = MacAddress(bytes: [0xDC, 0x06, 0x41, 0xDC, 0x1A, last]) else {
            preconditionFailure("six bytes are an address")
        }
        return address
    }

    /// A date of March 2027.
    public static func date(_ day: Int = 14) -> CivilDate {
        CivilDate(daysSince1970: 20_877 + day)
    }

    /// A time of day.
    public static func time(_ hour: Int, _ minute: Int, _ second: Int = 0) -> TimeOfDay {
        guard let time = TimeOfDay(hour: hour, minute: minute, second: second) else {
            preconditionFailure("the samples use times that exist")
        }
        return time
    }

    /// A paired device.
    public static func device(_ address: MacAddress = nursery, name: String = "nursery") -> PairedDevice {
        PairedDevice(address: address, name: name, product: .hatchRest, pairedAt: morning)
    }

    /// An alarm on working days at 07:00.
    public static func schedule(
        _ id: String = "alarm-1", device: MacAddress = nursery, name: String = "Wake", group: String? = nil,
        plan: Schedule.Plan = alarm
    ) -> Schedule {
        Schedule(
            id: ScheduleID(rawValue: id), device: device, name: name, group: group,
            recurrence: Recurrence(days: .weekly(.weekdays), time: time(7, 0)), zone: "Europe/Berlin",
            isEnabled: true, validFrom: morning - .nanoseconds(1), settledThrough: morning, plan: plan)
    }

    /// A calendar of holidays with everything that one can have.
    public static func holidays(_ name: String = "school") throws -> HolidayCalendar {
        try #require(
            HolidayCalendar(
                name: name,
                holidays: [
                    Holiday(summary: "Fair: “#1”, 'x'", first: date(), dayCount: 3),
                    Holiday(
                        summary: "Spring", first: date(2), dayCount: 2,
                        yearly: YearlyDates(interval: 2, months: [3, 9], days: [16, -1], until: date(4000)),
                        except: [date(761), date(762)]),
                    Holiday(summary: "no name", first: date(20), yearly: YearlyDates()),
                    Holiday(
                        summary: "Elections", first: date(20),
                        yearly: YearlyDates(
                            months: [11], weekdays: [NumberedWeekday(.tuesday, number: 1), NumberedWeekday(.sunday)])),
                ]))
    }

    /// A group of both devices, in another order than theirs.
    public static func group(_ name: String = "kids", members: [MacAddress] = [bedroom, nursery]) throws -> DeviceGroup
    {
        try #require(DeviceGroup(name: name, members: members))
    }

    /// A notice with everything that one can have.
    public static func notice(_ number: Int = 3) -> Notice {
        Notice(
            number: number, at: morning, since: morning - .nanoseconds(1), count: 2, kind: .notRinging, grade: .alarm,
            device: nursery, occurrence: key(pass: 2), message: "It does not “ring”.", advice: "Wake 'them'.",
            acknowledgedAt: morning + .nanoseconds(1))
    }

    /// A notice about nothing that has a name.
    public static func plainNotice(_ number: Int = 4) -> Notice {
        Notice(
            number: number, at: morning, kind: .storage, grade: .warning, message: "Nothing can be saved.",
            advice: "Make room.")
    }

    /// The key of an occurrence of a schedule.
    public static func key(
        _ schedule: String = "alarm-1", day: Int = 14, slot: String = OccurrenceKey.scheduledSlot, pass: Int = 1
    ) -> OccurrenceKey {
        OccurrenceKey(schedule: ScheduleID(rawValue: schedule), date: date(day), slot: slot, pass: pass)
    }

    /// An open record of a ringing alarm.
    public static func record(
        _ key: OccurrenceKey = key(), planned: Instant = morning, run: OccurrenceRun? = runs[1]
    ) -> OccurrenceRecord {
        OccurrenceRecord(
            key: key, kind: .alarm, device: nursery, name: "Wake", planned: planned, zone: "Europe/Berlin",
            zoneData: "2025b", rule: .unique, lateness: .nanoseconds(1_500_000_001), actor: .schedule, run: run)
    }

    /// A record that has ended.
    public static func ended(
        _ key: OccurrenceKey = key(), outcome: OccurrenceOutcome = .done
    ) -> OccurrenceRecord {
        var record = record(key, run: nil)
        record.outcome = outcome
        record.endedAt = morning + .seconds(90)
        return record
    }

    /// An entry some seconds after the morning.
    public static func entry(
        _ seconds: Int = 0, device: MacAddress? = nursery, name: String? = "Wake", outcome: LogOutcome = .ringing
    ) -> LogEntry {
        LogEntry(
            at: morning + .seconds(seconds), planned: morning, device: device, kind: .alarm, occurrence: key(),
            name: name,
            outcome: outcome, lateSeconds: seconds, actor: .schedule)
    }
}

extension Samples {
    /// The plan of an alarm.
    public static let alarm = Schedule.Plan.alarm(alarmPlan)

    static let alarmPlan = AlarmPlan(
        sunrise: .seconds(1800), light: amber, sound: SoundID(rawValue: 19), volume: Level(rawValue: 102),
        snooze: .seconds(540))
    static let routinePlan = RoutinePlan(steps: [
        RoutineStep(
            light: amber, lightFade: .seconds(60), sound: SoundID(rawValue: 3), volume: Level(rawValue: 25),
            volumeFade: .milliseconds(1500), end: .after(.seconds(1800))),
        RoutineStep(light: Light(.gradient, brightness: .full), end: .at(time(21, 30, 15))),
        RoutineStep(end: .whenStopped),
    ])
    static let bedtimePlan = BedtimePlan(
        windDown: .seconds(1800), light: amber, sound: SoundID(rawValue: 7),
        volume: Level(rawValue: 40), wake: WeekdayTimes(everyDay: time(6, 45)),
        wakeLight: Light(.gradient, brightness: Level(rawValue: 99)))

    /// Every kind of plan, with and without every optional part.
    public static let plans: [Schedule.Plan] = [
        .routine(routinePlan),
        alarm,
        .alarm(AlarmPlan(sunrise: nil, light: nil, sound: .none, volume: .zero, snooze: .zero)),
        .bedtime(bedtimePlan),
        .bedtime(
            BedtimePlan(
                windDown: .zero, light: .off, sound: .none, volume: .full, wake: nil, wakeLight: .off)),
        .bedtime(
            BedtimePlan(
                windDown: .zero, light: .off, sound: .none, volume: .full,
                nightVolume: Level(rawValue: 3), soundFor: .seconds(2700), nightLight: amber,
                stayInBed: BedtimePlan.StayInBed(lead: .seconds(1800), light: .off),
                wake: WeekdayTimes([.monday: time(6, 45), .sunday: time(8, 0, 5)]), wakeLight: .off,
                wakeFor: .seconds(7200), returnsAfter: .seconds(600))),
        .routine(RoutinePlan(steps: [])),
        .alarm(
            AlarmPlan(
                sunrise: nil, light: nil, sound: .none, volume: .full, crescendo: .seconds(60), ringFor: .seconds(3600),
                snooze: .zero, snoozeLimit: 0)),
        .routine(RoutinePlan(steps: [], ifRunning: .queue)),
        .alarm(
            AlarmPlan(
                sunrise: nil, light: amber, sound: .none, volume: .full, snooze: .zero, touch: .dismiss,
                lightAfter: .seconds(600), backup: .seconds(300))),
        .bedtime(
            BedtimePlan(
                reminder: .seconds(900), windDown: .zero, light: .off, sound: .none, volume: .full, wake: nil,
                wakeLight: .off)),
        .bedtime(
            BedtimePlan(
                windDown: .zero, light: .off, sound: .none, volume: .full, wake: nil, wakeLight: .off,
                wakeUntil: time(8, 30))),
        .bedtime(
            BedtimePlan(
                windDown: .zero, light: .off, sound: .none, volume: .full, wake: nil, sleep: .seconds(37_800),
                mornings: [date(27): time(8, 30), date(28): time(6, 0, 5)], wakeLight: .off)),
    ]

    /// Every kind of run, with an alarm in every phase.
    public static let runs: [OccurrenceRun] = [
        .routine(RoutineRun(plan: routinePlan, start: anchor)),
        .alarm(AlarmRun(plan: alarmPlan, phase: .ringing(round: 2, since: anchor))),
        .alarm(
            AlarmRun(
                plan: alarmPlan, phase: .sunrise(since: anchor), yielded: Set(DeviceChannel.allCases),
                chosenVolume: Level(rawValue: 77))),
        .alarm(
            AlarmRun(
                plan: alarmPlan, phase: .snoozed(round: 3, since: anchor, length: .seconds(300)), yielded: [.light])),
        .bedtime(
            BedtimeRun(plan: bedtimePlan, start: anchor, bedtime: morning, wake: morning + .nanoseconds(1))),
        .routine(
            RoutineRun(
                plan: RoutinePlan(steps: []), start: anchor,
                before: ShownValues(light: amber, volume: Level(rawValue: 33)))),
        .routine(
            RoutineRun(
                plan: RoutinePlan(steps: []), start: anchor,
                course: RoutineCourse(
                    step: 2, begins: .seconds(90), lengths: [1: .seconds(600), 12: .zero], rounds: [0: 1, 2: 3],
                    pausedAt: .milliseconds(95_500)))),
        .routine(RoutineRun(plan: RoutinePlan(steps: [], ifRunning: .ignore), start: anchor, isQueued: true)),
        .alarm(AlarmRun(plan: alarmPlan, phase: .unanswered(round: 1, since: anchor), backup: .undelivered)),
        .alarm(AlarmRun(plan: alarmPlan, phase: .lightAfter(.unattended, since: anchor), backup: .unanswered)),
    ]
}

extension Samples {
    /// Every way to end.
    public static let outcomes: [OccurrenceOutcome] = [
        .done, .dismissed, .unattended, .cancelled, .missed, .superseded, .skipped,
    ]

    /// A date of a schedule that is skipped.
    public static func skip(_ schedule: String = "alarm-1", day: Int = 14) -> OccurrenceOverride {
        OccurrenceOverride(
            schedule: ScheduleID(rawValue: schedule), date: date(day), change: .skip(), since: morning)
    }

    /// Pauses of everything and of both devices, with and without every optional part.
    public static let settings = NightSettings(
        pause: Pause(since: morning, until: CivilDateTime(date: date(20), time: time(7, 0, 1)), zone: "Europe/Berlin"),
        devicePauses: [
            nursery: Pause(since: .min, until: nil, zone: nil),
            bedroom: Pause(
                since: .max, from: CivilDateTime(date: date(20), time: time(12, 30, 15)),
                until: CivilDateTime(date: date(21), time: time(0, 0)), zone: nil),
        ])

    /// Every channel set by hand, over a run and in place of one.
    public static let holds = DeviceHolds(
        holds: [
            ManualHold(
                action: .power(false), since: morning, until: morning + .seconds(14_400), actor: .device,
                outlasts: [key(), key("bedtime", day: 13, slot: "manual-1", pass: 2)]),
            ManualHold(
                action: .light(amber), since: morning, until: morning + .seconds(14_400), actor: .person,
                over: [
                    ManualHold.Part(kind: .routine, occurrence: key("routine-1"), number: 2),
                    ManualHold.Part(kind: .bedtime, occurrence: key("bedtime", day: 13), number: 0),
                ]),
            ManualHold(action: .sound(SoundID(rawValue: 3)), since: .min, until: .max, actor: .person),
            ManualHold(action: .volume(Level(rawValue: 77)), since: morning, until: morning, actor: .person),
        ], settledAt: morning, seenOn: SeenOn(since: morning, hasTimer: true), hasRung: true,
        ownVolume: Level(rawValue: 102),
        fadeStarts: [
            ManualHold.Part(kind: .routine, occurrence: key("routine-1"), number: 2): Level(rawValue: 26),
            ManualHold.Part(kind: .bedtime, occurrence: key("bedtime", day: 13), number: 0): Level(rawValue: 51),
        ],
        waiting: [
            WaitingChange(name: "power off", actions: [.power(false)], since: morning),
            WaitingChange(
                name: "light, sound “Regen”", actions: [.power(true), .light(amber), .sound(SoundID(rawValue: 7))],
                since: morning),
        ],
        nap: Nap(
            length: .nanoseconds(2_700_000_000_001), sound: SoundID(rawValue: 7), volume: Level(rawValue: 77),
            wakeLight: amber, start: RunAnchor(wall: morning, boot: .nanoseconds(1), bootID: "boot-1")))

    /// A rule of every kind that is not just some days of the week, with and without every optional part.
    public static let rules: [Recurrence] = {
        let places = [
            GeographicPlace(latitude: 69.6496, longitude: 18.956), GeographicPlace(latitude: -90, longitude: 1.0 / 3),
        ].compactMap(\.self)
        let sunTimes = [
            SunTime(
                .sunrise, offset: .seconds(-86_399), earliest: time(6, 0), latest: time(6, 0, 1), fallback: time(7, 0),
                at: places[0]),
            SunTime(.sunset, offset: .seconds(1), at: places[1]),
        ].compactMap(\.self)
        let leapDays = MonthDay.LeapDayPolicy.allCases.compactMap { MonthDay(month: 2, day: 29, leapDay: $0) }
        return leapDays.map { Recurrence(days: .yearly($0), time: time(2, 30)) }
            + sunTimes.map { Recurrence(days: .weekly(.daily), time: .sun($0)) } + [
                Recurrence(
                    days: .weekly(.daily),
                    time: .byWeekday(
                        WeekdayTimes([.sunday: time(9, 30), .monday: time(7, 0), .saturday: time(9, 0, 1)]))),
                Recurrence(days: .weekly(.daily), time: .byWeekday(WeekdayTimes())),
                Recurrence(
                    days: .weekly(.weekends), time: time(7, 0),
                    bounds: CivilDateBounds(first: date(1), last: CivilDate(daysSince1970: .max)),
                    exceptions: [date(20), date(14), CivilDate(daysSince1970: .min)], gap: .skip, overlap: .both),
                Recurrence(days: .weekly(.daily), time: time(7, 0), bounds: CivilDateBounds(last: date(2))),
                Recurrence(
                    days: .weekly(.daily), time: time(7, 0),
                    holidays: HolidayChoice(notOn: ["school", "a: b"], onlyOn: ["away"])),
            ]
    }()
}
