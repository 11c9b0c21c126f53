// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import Clocks
public import SleepModel

/// Schedules as people make them, as many as wanted, the same in each run.
///
/// Of a hundred 40 are every day, 25 on weekdays, 12 with a time of its own for each weekday, 10 on three days of the
/// week, 5 once, 3 every year and 5 by the sun; in nine zones.
public enum SampleSchedules {
    /// The moment at which everything is looked at, a Monday in New York.
    public static let now = Instant(secondsSince1970: 1_794_841_200)

    /// All clocks at that moment.
    public static let sample = ClockSample(
        wall: now, boot: .seconds(1000), monotonic: .seconds(1000), bootID: "bench")

    /// Makes `count` schedules that nothing is due of yet, a hundred for each device.
    public static func make(_ count: Int) -> [Schedule] {
        (0..<count).compactMap { number -> Schedule? in
            guard let rule = rule(number), let device = device(number / 100) else { return nil }
            return Schedule(
                id: identifier(number), device: device, name: "schedule \(number)", recurrence: rule,
                zone: identifiers[number % identifiers.count],
                validFrom: now - .seconds(90 * 86_400), settledThrough: now, plan: plan(number))
        }
    }

    /// The address of a device.
    public static func device(_ number: Int) -> MacAddress? {
        MacAddress(bytes: [0xDC, 0x06, 0x41] + [16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) })
    }

    /// A name as long as those that are given to schedules.
    private static func identifier(_ number: Int) -> ScheduleID {
        let digits = String(mixed(number), radix: 16)
        let padded = String(repeating: "0", count: 16 - digits.utf8.count) + digits
        return ScheduleID(rawValue: "\(padded)-\(padded)")
    }

    private static let identifiers = [
        nil, "America/New_York", "Europe/Berlin", "Europe/London", "Asia/Kathmandu", "America/Los_Angeles",
        "America/Sao_Paulo", "Asia/Singapore", "Australia/Lord_Howe",
    ]

    private static func rule(_ number: Int) -> Recurrence? {
        let bits = mixed(number)
        guard let morning = TimeOfDay(hour: 5 + Int(bits % 5), minute: Int(bits >> 8 % 60)),
            let late = TimeOfDay(hour: 9, minute: Int(bits >> 16 % 60))
        else { return nil }
        let time = bits & 1 == 0 ? morning : late
        // 37 has no divisor in common with 100, so that neighbours are of different kinds.
        switch number * 37 % 100 {
        case 0..<40: return Recurrence(days: .weekly(.daily), time: time)
        case 40..<65: return Recurrence(days: .weekly(.weekdays), time: time)
        case 65..<77:
            let times = WeekdayTimes([
                .monday: morning, .tuesday: morning, .wednesday: late, .thursday: morning, .friday: morning,
                .saturday: late,
            ])
            return Recurrence(days: .weekly(times.weekdays), time: .byWeekday(times))
        case 77..<87: return Recurrence(days: .weekly([.monday, .wednesday, .friday]), time: time)
        case 87..<92:
            let today = Int(now.secondsSince1970 / 86_400)
            return Recurrence(days: .once(CivilDate(daysSince1970: today + 2 + Int(bits >> 24 % 300))), time: time)
        case 92..<95:
            return MonthDay(month: 1 + Int(bits >> 24 % 12), day: 1 + Int(bits >> 32 % 28))
                .map { Recurrence(days: .yearly($0), time: time) }
        default:
            let place = GeographicPlace(latitude: Double(bits >> 24 % 55), longitude: Double(bits >> 32 % 180))
            return place.flatMap { SunTime(.sunrise, offset: .seconds(-1800), at: $0) }
                .map { Recurrence(days: .weekly(.daily), time: .sun($0)) }
        }
    }

    private static func plan(_ number: Int) -> Schedule.Plan {
        let light = Light(.color(RGBColor(red: 255, green: 120, blue: 0)), brightness: .full)
        let sound = SoundID(rawValue: 7)
        switch number % 4 {
        case 0: return .routine(RoutinePlan(steps: [RoutineStep(light: light, end: .after(.seconds(1800)))]))
        case 1:
            return .bedtime(
                BedtimePlan(
                    windDown: .seconds(1200), light: light, sound: sound, volume: .full,
                    wake: TimeOfDay(hour: 7, minute: 0).map(WeekdayTimes.init(everyDay:)), wakeLight: light))
        default:
            return .alarm(
                AlarmPlan(
                    sunrise: number % 4 == 2 ? .seconds(900) : nil, light: light, sound: sound, volume: .full,
                    snooze: .seconds(540)))
        }
    }

    private static func mixed(_ number: Int) -> UInt64 {
        var bits = UInt64(number) &+ 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }
}
