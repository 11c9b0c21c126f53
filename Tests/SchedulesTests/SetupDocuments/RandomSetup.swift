// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SeededRandom
import SetupDocuments
import SleepModel
import StorageConformance

/// Makes setups of everything a person can set up, names that YAML would misread not least.
struct RandomSetup {
    var random: SeededGenerator

    init(seed: Int) {
        random = SeededGenerator(seed: UInt64(seed))
    }

    mutating func setup() -> SetupDocument {
        var setup = SetupDocument()
        setup.settings.pause = maybe { $0.pause() }
        for number in 0..<int(0...2) { if let calendar = calendar(name(number)) { setup.holidays.set(calendar) } }
        for number in 0..<int(0...3) {
            let device = PairedDevice(
                address: Samples.address(UInt8(number)), name: name(number), product: pick([.hatchRest, product()]),
                pairedAt: instant(), limit: limit(), isMirrored: bool(),
                addressKind: pick([.assigned, .random, nil]))
            setup.devices.append(device)
            setup.settings.devicePauses[device.address] = maybe { $0.pause() }
            for item in 0..<int(0...4) {
                let schedule = schedule("\(pick(["", "é ", "a-"]))\(number)-\(item)", of: device, name: name(item))
                setup.schedules.append(schedule)
                let dates = Set((0..<int(0...2)).map { _ in date() })
                setup.overrides += dates.sorted().map { date in
                    OccurrenceOverride(
                        schedule: schedule.id, date: date,
                        change: bool() ? .skip(at: maybe { $0.time() }, isBegun: bool()) : .time(time()),
                        since: instant())
                }
            }
        }
        for number in 0..<int(0...2) { addGroup("g\(number)", to: &setup) }
        return setup
    }

    /// A group of some of the devices, with schedules that are alike on some of them, and differ in their own values.
    private mutating func addGroup(_ name: String, to setup: inout SetupDocument) {
        let devices = setup.devices.filter { _ in bool() }.shuffled(using: &random)
        guard let group = DeviceGroup(name: name, members: devices.map(\.address)) else { return }
        setup.groups.set(group)
        for item in 0..<int(0...2) {
            guard let first = devices.first else { return }
            let alike = schedule("", of: first, name: "\(name) \(item)")
            for device in devices where device.product == first.product && int(0...3) > 0 {
                let identity = ScheduleID(rawValue: "\(name)-\(item)-\(device.name)-\(int(0...1_000_000))")
                setup.schedules.append(
                    Schedule(
                        id: identity, device: device.address, name: alike.name, group: name,
                        recurrence: alike.recurrence, zone: alike.zone, isEnabled: bool(), validFrom: instant(),
                        settledThrough: instant(), plan: alike.plan))
                if bool() {
                    setup.overrides.append(
                        OccurrenceOverride(schedule: identity, date: date(), change: .skip(), since: instant()))
                }
            }
        }
    }

    private mutating func schedule(_ id: String, of device: PairedDevice, name: String) -> Schedule {
        Schedule(
            id: ScheduleID(rawValue: id), device: device.address, name: name, recurrence: maybe { $0.rule() },
            zone: maybe { $0.pick(["Europe/Berlin", "UTC", "no", "", "Etc/GMT+1", "[x]"]) }, isEnabled: bool(),
            validFrom: instant(), settledThrough: instant(), plan: plan())
    }

    // MARK: - Rules

    private mutating func rule() -> Recurrence {
        let yearly = [
            MonthDay(month: 2, day: 29, leapDay: pick([.skip, .clamp])),
            MonthDay(month: int(1...12), day: int(1...28), leapDay: pick([.skip, .clamp])),
        ].compactMap(\.self)
        let days: [Recurrence.Days] = [
            .once(date()), .weekly(WeekdaySet(rawValue: UInt8(int(0...127)))), .weekly(.daily), .yearly(pick(yearly)),
        ]
        let times = week()
        let dayTimes: [DayTime] = [.clock(time()), .byWeekday(times)] + (sunTime().map { [.sun($0)] } ?? [])
        return Recurrence(
            days: pick(days), time: pick(dayTimes),
            bounds: CivilDateBounds(first: maybe { $0.date() }, last: maybe { $0.date() }),
            exceptions: Set((0..<int(0...3)).map { _ in date() }),
            holidays: HolidayChoice(
                notOn: (0..<int(0...2)).map { name($0) }, onlyOn: (0..<int(0...1)).map { name($0) }),
            gap: pick(GapPolicy.allCases),
            overlap: pick(OverlapPolicy.allCases))
    }

    private mutating func calendar(_ name: String) -> HolidayCalendar? {
        let holidays = (0..<int(0...4)).map { number in
            Holiday(
                summary: self.name(number), first: date(), dayCount: pick([1, 1, 2, Holiday.longest]),
                yearly: maybe {
                    YearlyDates(
                        interval: $0.pick([1, 1, 2, 2199]), months: $0.pick([[], [2], [12, 1]]),
                        days: $0.pick([[], [31], [-1, 14]]), until: $0.maybe { $0.date() })
                }, except: Set((0..<int(0...2)).map { _ in date() }))
        }
        return HolidayCalendar(name: name, holidays: holidays)
    }

    private mutating func sunTime() -> SunTime? {
        let limits = [time(), time()].sorted()
        guard
            let place = GeographicPlace(
                latitude: Double.random(in: -90...90, using: &random),
                longitude: pick([-180, 180, 0.1, -1e-7, 1.0 / 3]))
        else { return nil }
        return SunTime(
            pick(SunEvent.allCases), offset: .seconds(pick([0, -86_399, 86_399, int(-3600...3600)])),
            earliest: maybe { _ in limits[0] }, latest: maybe { _ in limits[1] }, fallback: maybe { $0.time() },
            at: place)
    }

    // MARK: - Plans

    private mutating func plan() -> Schedule.Plan {
        switch int(0...2) {
        case 0:
            .routine(RoutinePlan(steps: (0..<int(0...3)).map { _ in step() }, ifRunning: pick(RoutineMeeting.allCases)))
        case 1:
            .alarm(
                AlarmPlan(
                    sunrise: maybe { $0.duration() }, light: maybe { $0.light() }, sound: sound(), volume: level(),
                    crescendo: maybe { $0.duration() }, ringFor: duration(), snooze: duration(),
                    snoozeLimit: int(0...10), touch: pick(AlarmTouch.allCases), lightAfter: maybe { $0.duration() },
                    backup: maybe { $0.duration() }))
        default: .bedtime(bedtime())
        }
    }

    private mutating func bedtime() -> BedtimePlan {
        var plan = BedtimePlan(
            reminder: maybe { $0.duration() }, windDown: duration(), light: light(), sound: sound(), volume: level(),
            nightVolume: maybe { $0.level() }, soundFor: maybe { $0.duration() }, nightLight: maybe { $0.light() },
            stayInBed: maybe { BedtimePlan.StayInBed(lead: $0.duration(), light: $0.light()) },
            wake: maybe { $0.week() }, sleep: maybe { $0.duration() },
            mornings: bool() ? [date(): time(), date(): time()] : [:], wakeLight: light(),
            returnsAfter: maybe { $0.duration() })
        if bool() { plan.wakeFor = duration() } else { plan.wakeUntil = maybe { $0.time() } }
        return plan
    }

    private mutating func step() -> RoutineStep {
        RoutineStep(
            light: maybe { $0.light() }, lightFade: duration(), sound: maybe { $0.sound() },
            volume: maybe { $0.level() }, volumeFade: duration(),
            end: pick([.after(duration()), .at(time()), .whenStopped]))
    }

    private mutating func light() -> Light {
        let colors =
            Palette.colors.values.sorted { $0.hexadecimal < $1.hexadecimal } + [
                RGBColor(red: UInt8(int(0...255)), green: UInt8(int(0...255)), blue: UInt8(int(0...255)))
            ]
        return pick([.off, Light(.gradient, brightness: level()), Light(.color(pick(colors)), brightness: level())])
    }

    private mutating func limit() -> DeviceLimit? {
        let limit = DeviceLimit(
            volume: maybe { $0.level() }, brightness: maybe { $0.level() },
            hours: maybe { DailyHours(from: $0.time(), until: $0.time()) } ?? nil)
        return limit.isValid ? limit : nil
    }

    private mutating func level() -> Level { Level(rawValue: UInt8(int(0...255))) }
    private mutating func sound() -> SoundID { SoundID(rawValue: UInt8(int(0...255))) }

    // MARK: - Values

    private mutating func pause() -> Pause {
        Pause(
            since: instant(), from: maybe { CivilDateTime(date: $0.date(), time: $0.time()) },
            until: maybe { CivilDateTime(date: $0.date(), time: $0.time()) },
            zone: maybe { $0.pick(["America/New_York", "null", "~"]) })
    }

    private mutating func duration() -> Duration {
        pick([
            .zero, .seconds(int(0...2_592_000)), .seconds(int(1...200) * 60),
            .seconds(int(0...2_591_999)) + .nanoseconds(int(0...999_999_999)),
        ])
    }

    private mutating func instant() -> Instant {
        pick([
            .min, .max, Samples.morning,
            Instant(
                secondsSince1970: Int64.random(in: -62_135_596_800...253_402_300_799, using: &random),
                nanosecond: pick([0, 1, 500_000_000, Int32(int(0...999_999_999))])),
        ])
    }

    private mutating func date() -> CivilDate { CivilDate(daysSince1970: int(-719_162...2_932_896)) }

    private mutating func week() -> WeekdayTimes {
        if bool() { return WeekdayTimes(everyDay: time()) }
        return WeekdayTimes(
            Dictionary(uniqueKeysWithValues: Weekday.allCases.filter { _ in bool() }.map { ($0, time()) }))
    }

    private mutating func time() -> TimeOfDay {
        Samples.time(int(0...23), int(0...59), bool() ? 0 : int(0...59))
    }

    private mutating func product() -> HardwareProduct {
        HardwareProduct(rawValue: pick(["hatch-rest-second-generation", "", "1", "a: b", "ü"]))
    }

    /// A name that ends in a number, so that no two are the same, or begins with it.
    private mutating func name(_ number: Int) -> String {
        let odd = [
            "Wake", "true", "null", "~", "", " ", "- a", "a: b", "a #b", "#c", "[x]", "{x: y}", "&anchor", "*alias",
            "!tag",
            "? key", "| block", "> folded", "%directive", "@at", "`tick", "'single'", "\"double\"", "back\\slash",
            "tab\t", "line\nbreak", "\r\n", "\u{85}next\u{2028}line", "x\u{FEFF}mark", "\u{1F319}\u{FE0F}", "e\u{301}",
            "\u{E000}\u{E001}\u{E002}\u{E003}\u{E004}\u{E005}\u{E006}\u{E007}[]", "\u{7F}\u{1}\u{1B}[31m", "12:30",
            "0x1F",
            "1_000", "1e3", "2027-03-14", "---", "...", "a,b", "trailing:", ": leading", "\u{10FFFF}", "\u{D7FF}",
            String(repeating: "long words ", count: 30), "\u{A0}hard", "<<", "=", "off", "NO",
        ]
        return bool() ? "\(pick(odd))\(number)" : "\(number)\(pick(odd))"
    }

    private mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    private mutating func bool() -> Bool { Bool.random(using: &random) }
    private mutating func pick<Value>(_ values: [Value]) -> Value { values[int(0...values.count - 1)] }

    private mutating func maybe<Value>(_ make: (inout RandomSetup) -> Value) -> Value? {
        bool() ? make(&self) : nil
    }
}
