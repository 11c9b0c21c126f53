// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// A bedtime: lights fade out towards it, sound stays through the night, and a wake time ends it.
public struct BedtimePlan: Hashable, Codable, Sendable {
    /// How long before bedtime the light starts to fade; zero for no wind-down.
    public var windDown: Duration
    /// The light at the start of the wind-down.
    public var light: Light
    /// The sound of the night; `SoundID.none` for silence.
    public var sound: SoundID
    /// How loud it is.
    public var volume: Level
    /// When it is fine to get up, by the weekday of that time; a night without one ends after `longestNight`.
    public var wake: WeekdayTimes?
    /// The light that says so.
    public var wakeLight: Light

    /// Makes a plan.
    public init(
        windDown: Duration, light: Light, sound: SoundID, volume: Level, wake: WeekdayTimes?,
        wakeLight: Light
    ) {
        self.windDown = windDown
        self.light = light
        self.sound = sound
        self.volume = volume
        self.wake = wake
        self.wakeLight = wakeLight
    }

    /// How long a night without a wake time lasts.
    public static let longestNight = Duration.seconds(12 * 60 * 60)
    /// How long the wake light stays.
    public static let wakeLightDuration = Duration.seconds(30 * 60)
}
