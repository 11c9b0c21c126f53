// SPDX-License-Identifier: Apache-2.0

/// What an alarm does when it rings.
public struct AlarmPlan: Hashable, Codable, Sendable {
    /// How long the light grows before the alarm rings; nil for no sunrise.
    public var sunrise: Duration?
    /// The light it shows, at its full brightness; nil leaves the lamp alone.
    public var light: Light?
    /// The sound it plays; `SoundID.none` for a silent alarm.
    public var sound: SoundID
    /// How loud it rings.
    public var volume: Level
    /// How long one snooze lasts.
    public var snooze: Duration

    /// Makes a plan.
    public init(sunrise: Duration?, light: Light?, sound: SoundID, volume: Level, snooze: Duration) {
        self.sunrise = sunrise
        self.light = light
        self.sound = sound
        self.volume = volume
        self.snooze = snooze
    }

    /// How many snoozes one ringing allows; after them it rings on.
    public static let snoozeLimit = 3
    /// How long it rings when nobody answers.
    public static let ringingLimit = Duration.seconds(30 * 60)
    /// How late it may still ring, for example after a power cut.
    public static let grace = Duration.seconds(30 * 60)
}
