// SPDX-License-Identifier: Apache-2.0

import CivilTime

/// A schedule of a device, as people add it.
struct NightSchedule: Hashable, Sendable {
    /// A colour, as parts from 0 to 255.
    struct Color: Hashable, Sendable {
        var red: Int
        var green: Int
        var blue: Int

        var text: String {
            let digits = Array("0123456789ABCDEF")
            return "#" + [red, green, blue].map { "\(digits[$0 / 16])\(digits[$0 % 16])" }.joined()
        }
    }

    /// A colour and how bright it is, in percent.
    struct Light: Hashable, Sendable {
        var color: Color
        var percent: Int

        var text: String { "\(color.text) \(percent)%" }
    }

    /// A time of day.
    struct Time: Hashable, Sendable, CustomStringConvertible {
        /// Minutes since midnight.
        let minute: Int

        /// Takes any number of minutes, past midnight too.
        init(minute: Int) { self.minute = (minute % 1440 + 1440) % 1440 }

        var description: String {
            func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
            return digits(minute / 60) + ":" + digits(minute % 60)
        }
    }

    struct Alarm: Hashable, Sendable {
        /// How many seconds before it rings the light grows; zero for no sunrise.
        var sunrise: Int
        /// The light it shows; nil leaves the lamp alone.
        var color: Color?
        var sound: Int
        var volume: Int
        var snooze: Int
        var snoozeLimit = 3
        /// How many seconds it rings when nobody answers.
        var ringFor = 1800
        /// How many seconds a ring takes to become loud; zero for at once.
        var crescendo = 0
        /// Whether a touch ends it, and does not silence it for a while.
        var isDismissedByTouch = false
        /// How many seconds its light stays after a ring; zero for not at all.
        var lightAfter = 0
        /// How many seconds after a ring that nobody answered it rings once more; nil for never.
        var backup: Int?
    }

    struct Bedtime: Hashable, Sendable {
        var windDown: Int
        var color: Color
        /// Zero for silence.
        var sound: Int
        var volume: Int
        /// Of the days without one of their own; nil for none.
        var wake: Time?
        /// The wake times of weekdays, counted from Sunday as 0.
        var wakes: [Int: Time] = [:]
        /// The wake times of single mornings, in place of those.
        var mornings: [CivilDate: Time] = [:]
        /// How loud it is in the night; nil for as loud as at the beginning.
        var nightVolume: Int?
        /// How many seconds after lights-out the sound plays; nil for the whole night.
        var soundFor: Int?
        /// The light of the night; nil for a dark one.
        var nightLight: Light?
        /// How many seconds before the wake time a light asks to stay in bed, and which; nil for none.
        var stayInBed: StayInBed?
        /// How many seconds the wake light stays.
        var wakeFor = 1800
        /// How many seconds a light stays that somebody switches on in the night; nil for as long as any.
        var returnsAfter: Int?
        /// How many seconds before it begins somebody is reminded of it; nil for never.
        var reminder: Int?
    }

    struct StayInBed: Hashable, Sendable {
        var lead: Int
        var light: Light
    }

    struct Step: Hashable, Sendable {
        enum End: Hashable, Sendable {
            case after(Int)
            case at(Time)
            /// When somebody goes on, or ends the routine.
            case untilTold
        }

        var light: Light?
        var lightFade = 0
        /// Zero is silence.
        var sound: Int?
        var volume: Int?
        /// Without a volume, how long the sound takes to fall silent.
        var volumeFade = 0
        var end: End

        /// Whether what plays fades away, after which there is silence.
        var fadesToSilence: Bool { volumeFade > 0 && (volume ?? sound) == 0 }

        var text: String {
            func fade(_ seconds: Int) -> String { seconds == 0 ? "" : " fade \(seconds)s" }
            var clauses: [String] = []
            if let light {
                clauses.append(
                    "light " + (light.percent == 0 ? "off" : "\(light.color.text) \(light.percent)%")
                        + fade(lightFade))
            }
            if let sound {
                clauses.append("sound " + (sound == 0 ? "off" : "\(sound)") + (volume == nil ? fade(volumeFade) : ""))
            }
            if let volume { clauses.append("volume \(volume)%" + fade(volumeFade)) }
            switch end {
            case .after(let seconds): clauses.append("for \(seconds)s")
            case .at(let time): clauses.append("until \(time)")
            case .untilTold: clauses.append("until told")
            }
            return clauses.joined(separator: "; ")
        }
    }

    enum Plan: Hashable, Sendable {
        case alarm(Alarm)
        case routine([Step])
        case bedtime(Bedtime)
    }

    /// What becomes of a routine that is to begin while another one runs.
    enum Meeting: String, Hashable, CaseIterable, Sendable { case replace, queue, ignore }

    /// On which dates.
    enum Days: Hashable, Sendable {
        /// On weekdays, counted from Sunday as 0.
        case weekly(Set<Int>)
        case once(CivilDate)
    }

    /// Which dates of its weekdays it has.
    struct Dates: Hashable, Sendable {
        /// Nil for no beginning, or for no end.
        var first, last: CivilDate?
        /// Dates without it.
        var exceptions: Set<CivilDate> = []
    }

    /// The number of its device.
    var device: Int
    /// Unique in the household.
    var name: String
    /// On the days without a time of their own.
    var at: Time
    /// The times of weekdays, counted from Sunday as 0.
    var times: [Int: Time] = [:]
    /// The sun that decides its time in place of the clock; nil for none.
    var sun: NightSun?
    var days: Days
    var dates = Dates()
    /// The calendars of holidays on whose dates it does not happen, and those on whose dates alone it does.
    var notOn: [String] = []
    var onlyOn: [String] = []
    var plan: Plan
    /// For a routine.
    var ifRunning = Meeting.replace
    /// Whether the devices of the group have it together, each with runs of its own.
    var isOfGroup = false

    /// It on each of some devices.
    func on(_ devices: [Int]) -> [NightSchedule] {
        devices.map { device in
            var own = self
            own.device = device
            return own
        }
    }

    /// The name of the second bedtime of a device.
    static let weekend = "weekend"

    /// The name of the bedtime of the group.
    static let together = "together"

    /// Whether it is the second bedtime of its device.
    var isWeekend: Bool { name == Self.weekend }

    /// Whether it is a bedtime of the group.
    var isNightTogether: Bool { name == Self.together }

    /// Whether it came later to the plan, and has people of its own, so that the nights of a seed stay as they were.
    var isLater: Bool { isWeekend || isNightTogether }

    /// How long before its time it begins to show, in seconds.
    var lead: Int {
        switch plan {
        case .alarm(let alarm): alarm.sunrise
        case .routine: 0
        case .bedtime(let bedtime): bedtime.windDown
        }
    }
}

extension ZoneRules {
    /// When a clock of the zone shows a time: the first time it does, or as long after a gap as it would be without one.
    func moment(_ time: NightSchedule.Time, on date: CivilDate) -> Instant {
        let utc = Instant(
            secondsSince1970: Int64(date.daysSince1970) * 86_400 + Int64(time.minute * 60))
        let offsets = [-86_400, 86_400].map { (shift: Int64) -> Duration in
            let instant = utc + .seconds(shift)
            let civil = civil(at: instant)
            let seconds =
                Int64(civil.date.daysSince1970) * 86_400 + Int64(civil.time.secondsSinceMidnight)
            return Instant(secondsSince1970: seconds) - instant
        }
        let candidates = offsets.map { utc - $0 }.sorted()
        return candidates.first {
            civil(at: $0).date == date && civil(at: $0).time.secondsSinceMidnight == time.minute * 60
        } ?? utc - offsets[0]
    }

    /// The first time after an instant at which a clock of the zone shows a time.
    func moment(_ time: NightSchedule.Time, after instant: Instant) -> Instant {
        let date = civil(at: instant).date
        return (-1...2).lazy.map { moment(time, on: date.adding(days: $0)) }.first { $0 > instant }
            ?? instant
    }
}
