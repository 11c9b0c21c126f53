// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// A bedtime: light and sound fade towards it, a night follows, and a wake time ends it.
public struct BedtimePlan: Hashable, Codable, Sendable {
    /// A light before the wake time that asks to stay in bed.
    public struct StayInBed: Hashable, Codable, Sendable {
        /// How long before the wake time it comes on.
        public var lead: Duration
        /// The light.
        public var light: Light

        /// Makes a value.
        public init(lead: Duration, light: Light) {
            self.lead = lead
            self.light = light
        }
    }

    /// How long before its night begins somebody is reminded of it; nil for no reminder.
    public var reminder: Duration?
    /// How long before bedtime light and sound start to fade; zero for no wind-down.
    public var windDown: Duration
    /// The light at the start of the wind-down.
    public var light: Light
    /// The sound of the night; `SoundID.none` for silence.
    public var sound: SoundID
    /// How loud it is at the start of the wind-down.
    public var volume: Level
    /// How loud it is in the night; nil for as loud as at the start of the wind-down.
    public var nightVolume: Level?
    /// How long after bedtime the sound plays, with its fade-out; nil for the whole night.
    public var soundFor: Duration?
    /// The light of the night; nil for a dark one.
    public var nightLight: Light?
    /// The light that asks to stay in bed until the wake time; nil for none.
    public var stayInBed: StayInBed?
    /// When it is fine to get up, by the weekday of that time; a night without one ends after `longestNight`.
    public var wake: WeekdayTimes?
    /// How long before the wake time lights-out is, if that was given in place of its time; nil otherwise.
    public var sleep: Duration?
    /// The wake times of single mornings, in place of those of their weekdays.
    public var mornings: [CivilDate: TimeOfDay]
    /// The light at the wake time.
    public var wakeLight: Light
    /// How long the wake light stays; in the plan of a night that runs also one that lasts until a time.
    public var wakeFor: Duration
    /// Until what time the wake light stays; nil for as long as `wakeFor`.
    public var wakeUntil: TimeOfDay?
    /// How long a light stays that somebody switches on in the night; nil for as long as anything that is set by hand.
    public var returnsAfter: Duration?

    /// Makes a plan.
    public init(
        reminder: Duration? = nil, windDown: Duration, light: Light, sound: SoundID, volume: Level,
        nightVolume: Level? = nil,
        soundFor: Duration? = nil, nightLight: Light? = nil, stayInBed: StayInBed? = nil, wake: WeekdayTimes?,
        sleep: Duration? = nil, mornings: [CivilDate: TimeOfDay] = [:], wakeLight: Light,
        wakeFor: Duration = usualWakeDuration,
        wakeUntil: TimeOfDay? = nil, returnsAfter: Duration? = nil
    ) {
        self.reminder = reminder
        self.windDown = windDown
        self.light = light
        self.sound = sound
        self.volume = volume
        self.nightVolume = nightVolume
        self.soundFor = soundFor
        self.nightLight = nightLight
        self.stayInBed = stayInBed
        self.wake = wake
        self.sleep = sleep
        self.mornings = mornings
        self.wakeLight = wakeLight
        self.wakeFor = wakeFor
        self.wakeUntil = wakeUntil
        self.returnsAfter = returnsAfter
    }

    /// Whether lights-out at `time` is as long before the wake time as `sleep` says, on each weekday that has both.
    public func keepsSleep(at time: DayTime?) -> Bool {
        guard let sleep else { return true }
        guard let lightsOut = try? wake?.earlier(by: sleep) else { return false }
        return Weekday.allCases.allSatisfy { day in
            guard let wanted = lightsOut[day] else { return true }
            switch time {
            case .clock(let time): return time == wanted
            case .byWeekday(let times): return times[day].map { $0 == wanted } ?? true
            case .sun, nil: return false
            }
        }
    }

    /// What the first bedtime of a device is called if nobody says so.
    public static let usualName = "bedtime"
    /// How long a night without a wake time lasts.
    public static let longestNight = Duration.seconds(12 * 60 * 60)
    /// How long the wake light stays if nobody says so.
    public static let usualWakeDuration = Duration.seconds(30 * 60)
    /// How long the sound fades out that does not play for the whole night.
    public static let soundFade = Duration.seconds(5 * 60)
}
