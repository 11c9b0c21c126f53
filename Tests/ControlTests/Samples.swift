// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import DeviceDocuments
import SleepModel

/// Documents with every kind of value and of null in them.
enum Samples {
    static let address = MacAddress(rawValue: "DC:06:41:DC:1A:B4") ?? { preconditionFailure("an address") }()
    static let instant = Instant(secondsSince1970: 1_805_009_400, nanosecond: 250_000_000)
    static let seven = TimeOfDay(hour: 7, minute: 0) ?? { preconditionFailure("a time") }()

    static let device = DeviceDocument(
        address: address, name: "Kinderzimmer 🌙 \"öst\"/1", product: "hatch-rest", supported: true, reason: nil,
        rssi: -61, paired: true)
    static let belongings = UnpairDocument(
        device, schedules: [UnpairDocument.Schedule(id: ScheduleID(rawValue: "a-1"), kind: .alarm, name: "school")],
        holds: [.light, .volume], pause: pauses[1], damaged: [damaged])
    static let unpaired = UnpairDocument(device)
    static let next = NextDocument(
        at: instant, local: "2027-03-14T03:30:00-04:00", device: "nursery",
        subject: .schedule(.alarm, ScheduleID(rawValue: "a b/ä")), kind: .alarm, name: "school", rule: "gap-later",
        why: "02:30 does not exist that day.")
    static let status = StatusDocument(
        address: address, name: "nursery", product: "hatch-rest", link: .held, state: nil, clockDriftSeconds: -3,
        battery: nil,
        owners: [
            "light": OwnerDocument(
                ClaimDocument(
                    layer: .alarm, since: instant, until: nil, by: "school", occurrence: OccurrenceDocument(occurrence)),
                waiting: [ClaimDocument(layer: .nap, since: instant, until: instant, by: "nap")])
        ], next: next, timerRunning: true, timer: RunningTimerDocument(remainingSeconds: nil, endsAt: instant),
        paused: pauses[0], pauses: pauses,
        skipped: [
            SkippedDateDocument(
                id: ScheduleID(rawValue: "a-1"), kind: .alarm, name: "school", date: occurrence.date)
        ],
        moved: [
            MovedScheduleDocument(
                id: ScheduleID(rawValue: "b-1"), kind: .bedtime, name: "bedtime", date: occurrence.date, at: seven)
        ],
        mornings: [
            MovedScheduleDocument(
                id: ScheduleID(rawValue: "b-1"), kind: .bedtime, name: "bedtime", date: occurrence.date, at: seven)
        ], mirror: mirror)
    static let result = ControlResult(address: address, name: "nursery", outcome: .confirmed, state: nil)
    static let stop = StopDocument(
        address: address, name: "nursery",
        ended: [
            EndedDocument(
                RunningDocument(
                    id: ScheduleID(rawValue: "a-1"), kind: .alarm, name: "school", phase: "ringing", until: nil)),
            EndedDocument(.timer),
        ], stopPending: true, warning: "“nursery” does not answer.")
    static let nap = NapDocument(
        address: address, name: "nursery", phase: .waking, since: instant, endsAt: instant, lightUntil: instant,
        sound: "rain", volume: 30, wakeLight: nil)
    static let limit = LimitDocument(
        address: address, name: "nursery", volume: 40, brightness: nil, between: "20:00-07:00", active: false)
    static let favourite = DeviceFavouriteDocument(
        DeviceFavourite(
            number: 3, light: Light(.gradient, brightness: Level(rawValue: 83)), sound: SoundID(rawValue: 14),
            volume: Level(rawValue: 73), isEnabled: false),
        product: .hatchRest, soundName: nil)
    static let program = DeviceProgramDocument(
        DeviceProgram(
            number: 10, name: "Schlaf schön \u{2028}", start: seven, durationSeconds: 4530, days: [.tuesday, .friday],
            light: .off, sound: .none, volume: .full, isEnabled: true, hasToddlerLock: true),
        product: .hatchRest, soundName: "none")
    static let programChange = ProgramChangeDocument(program, warning: "It meets the alarm “up”.")
    static let emptyProgram = DeviceProgramDocument(emptySlot: 4, product: .hatchRest)
    static let recording = RecordingDocument(btsnoop: "YnRzbm9vcAA=", packets: 0, truncated: true)
    static let timer = TimerDocument(address: address, name: "nursery", remainingSeconds: nil, endsAt: nil)
    static let clock = ClockDocument(
        address: address, name: "nursery", clock: CivilDateTime(iso8601: "2026-11-22T03:00:00"), driftSeconds: -7)
    static let mirror = MirrorDocument(
        address: address, name: "nursery", on: true,
        moments: [
            MirrorDocument.Moment(
                at: instant, local: "2027-03-14T07:30:00Z", does: .wakeLight,
                subject: .schedule(.bedtime, ScheduleID(rawValue: "b-1")), name: "bedtime", program: nil)
        ], leftovers: [4], problem: "“nursery” does not answer.")
    static let routine = RoutineDocument(
        id: ScheduleID(rawValue: "r-1"), name: "dusk", device: "nursery", address: address,
        rule: RuleDocument(Recurrence(days: .weekly([.monday, .tuesday]), time: seven)),
        steps: ["light amber 40% fade 10m", "sound rain 30%"], zone: "Europe/Berlin",
        running: RunningStepDocument(step: 1, since: instant, until: nil), next: nil)
    static let pauses = [
        PauseDocument(device: "nursery", since: Instant(secondsSince1970: 1_800_000_000), until: nil),
        PauseDocument(
            device: nil, since: Instant(secondsSince1970: 1_800_000_000),
            until: Instant(secondsSince1970: 1_800_086_400)),
    ]
    static let alarm = {
        var alarm = AlarmDocument(
            id: ScheduleID(rawValue: "a-1"), name: "school", device: "nursery", address: address,
            rule: RuleDocument(
                Recurrence(
                    days: .weekly(.daily), time: .byWeekday(WeekdayTimes([.monday: seven])),
                    bounds: CivilDateBounds(last: CivilDate(daysSince1970: 21_000)),
                    exceptions: [CivilDate(daysSince1970: 20_900)])),
            sunriseSeconds: 1800, color: "#FFAA00", sound: nil, volume: 40,
            crescendoSeconds: nil, ringForSeconds: 1800, snoozeSeconds: 540, snoozeLimit: 3, touch: .dismiss,
            lightAfterSeconds: 600, backupSeconds: nil, zone: nil, enabled: true,
            phase: .sunrise, until: nil, next: instant)
        alarm.revision = "r1"
        return alarm
    }()
    static let bedtime = {
        var bedtime = plainBedtime
        bedtime.mornings = [MovedDateDocument(date: CivilDate(daysSince1970: 20_901), at: seven)]
        return bedtime
    }()
    private static let plainBedtime = BedtimeDocument(
        id: ScheduleID(rawValue: "b-1"), name: "bedtime", device: "nursery", address: address,
        rule: RuleDocument(
            Recurrence(
                days: .once(CivilDate(daysSince1970: 20_900)),
                time: GeographicPlace(latitude: 52.5, longitude: 13.4).flatMap {
                    SunTime(.sunset, offset: .seconds(-1800), latest: seven, at: $0).map(DayTime.sun)
                } ?? .clock(seven))),
        plan: BedtimePlan(
            windDown: .seconds(1800), light: .off, sound: SoundID(rawValue: 7), volume: .full, soundFor: .seconds(2700),
            nightLight: Light(.gradient, brightness: .full), wake: WeekdayTimes([.monday: seven]),
            sleep: .seconds(37_800),
            wakeLight: .off),
        sound: "rain", zone: nil, phase: .stayInBed, next: instant)
    static let soundDocument = SoundDocument(product: "hatch-rest", name: "rain", id: 7, otherNames: ["drops"])
    static let templates = Template.library.map(TemplateDocument.init)
    static let addition = TemplateAdditionDocument(routine: GroupReply(routine))
    static let explained = {
        let rule = Recurrence(days: .weekly(.daily), time: seven)
        return rule.listing(after: instant, in: .utc, count: 2).map {
            ExplainedOccurrenceDocument($0, of: rule, in: .utc, tzdata: "2026f")
        }
    }()
    static let recordedOccurrence = RecordedOccurrenceDocument(
        OccurrenceRecord(
            key: OccurrenceKey(schedule: ScheduleID(rawValue: "b-1"), date: CivilDate(daysSince1970: 20_900)),
            kind: .bedtime, device: address, name: "bedtime", planned: instant, zone: "UTC", zoneData: nil,
            rule: .unique, lateness: .seconds(3), actor: .schedule, run: nil, outcome: .missed, reason: .down,
            endedAt: instant))
    static let logDocument = LogDocument(
        at: instant, planned: nil, device: nil, kind: .daemon, name: nil, outcome: .started, lateSeconds: nil,
        actor: .daemon)
    static let notice = NoticeDocument(
        Notice(
            number: 7, at: instant, since: instant - .seconds(60), count: 2, kind: .notRinging, grade: .alarm,
            device: MacAddress(rawValue: "DC:06:41:DC:1A:B4"),
            occurrence: OccurrenceKey(
                schedule: ScheduleID(rawValue: "alarm-1"), date: CivilDate(daysSince1970: 20_900)),
            message: "Höhle does not ring.", advice: "Wake “them”."), device: "Höhle")
    static let damaged = DamagedRowDocument(
        id: "schedules:3", table: .schedules, kind: .alarm, schedule: "alarm-1", name: nil, device: nil,
        subject: .schedule(.alarm, ScheduleID(rawValue: "alarm-1")),
        message: "The alarm cannot be read: it does not ring.", reason: "Its \"plan\" is no JSON.", advice: "Set it.")
    static let health = HealthDocument([
        HealthDocument.Check(.schedules), HealthDocument.Check(.store, .degraded, reason: "The disk is “full”."),
        HealthDocument.Check(.radio, .failing, reason: "There is no adapter."),
    ])
    static let metrics = MetricsText(text: "# TYPE a_höhle gauge\n# EOF\n")
    static let setup = SetupTextDocument(document: "# Höhle 🌙\nversion: 1\ndevices:\n- name: \"\\U0000202e\"\n")
    static let holidays = HolidaysDocument(
        name: "school",
        calendar: HolidayCalendar(
            name: "school",
            holidays: [
                Holiday(summary: "Ferien 🌙", first: CivilDate(daysSince1970: 20_900), dayCount: 3),
                Holiday(summary: "Spring", first: CivilDate(daysSince1970: 20_910)),
            ]), today: CivilDate(daysSince1970: 20_890),
        usedBy: [
            HolidaysDocument.User(
                kind: .alarm, schedule: ScheduleID(rawValue: "a-1"), name: "school", device: "nursery", next: nil)
        ])
    static let importedHolidays = HolidaysImportDocument(
        calendar: holidays, replaced: true,
        leftOut: [ICalendarFile.LeftOut(summary: "Swimming", line: 4, reason: "it has a time of day")],
        leftOutCount: 101)
    static let group = GroupDocument(
        name: "Kinder & mehr", members: [GroupDocument.Member(address: address, name: "nursery")],
        schedules: [GroupDocument.Schedule(kind: .alarm, name: "school", devices: ["nursery"])])
    static let groupChange = GroupChangeDocument(
        group: group, left: [GroupDocument.Member(address: address, name: "attic")],
        changes: [ImportDocument.Change(change: .added, kind: .alarm, name: "school", device: "nursery")])
    static let imported = ImportDocument(
        dryRun: true,
        changes: [
            ImportDocument.Change(change: .added, kind: .alarm, name: "school", device: "nursery"),
            ImportDocument.Change(change: .removed, kind: .pause, name: nil, device: nil),
        ], maybeOn: ["attic"], programsLeft: ["attic"])
    static let event = EventDocument(
        at: instant, event: .occurrence, device: "Kinderzimmer 🌙\r\n\u{2028}", address: address,
        subject: .schedule(.alarm, ScheduleID(rawValue: "s-1")), kind: .alarm, schedule: "s-1",
        occurrence: OccurrenceDocument(occurrence), name: "school", outcome: .started,
        actor: .schedule)
    static let occurrence = OccurrenceKey(
        schedule: ScheduleID(rawValue: "s-1"),
        date: CivilDate(year: 2027, month: 3, day: 14) ?? { preconditionFailure("a date") }())
}
