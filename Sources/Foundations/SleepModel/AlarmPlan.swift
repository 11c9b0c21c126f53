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
    /// How long each ring takes to become as loud as that; nil for at once.
    public var crescendo: Duration?
    /// How long it rings when nobody answers.
    public var ringFor: Duration
    /// How long one snooze lasts.
    public var snooze: Duration
    /// How many snoozes it allows; after them it rings on.
    public var snoozeLimit: Int
    /// What a touch of the device does while it rings.
    public var touch: AlarmTouch
    /// How long its light stays after the ring; nil for not at all.
    public var lightAfter: Duration?
    /// How long after a ring that nobody answered it rings once more; nil for never.
    public var backup: Duration?

    /// Makes a plan.
    public init(
        sunrise: Duration?, light: Light?, sound: SoundID, volume: Level, crescendo: Duration? = nil,
        ringFor: Duration = usualRing, snooze: Duration, snoozeLimit: Int = usualSnoozeLimit,
        touch: AlarmTouch = .snooze, lightAfter: Duration? = nil, backup: Duration? = nil
    ) {
        self.sunrise = sunrise
        self.light = light
        self.sound = sound
        self.volume = volume
        self.crescendo = crescendo
        self.ringFor = ringFor
        self.snooze = snooze
        self.snoozeLimit = snoozeLimit
        self.touch = touch
        self.lightAfter = lightAfter
        self.backup = backup
    }

    /// How many snoozes an alarm allows if nobody says so.
    public static let usualSnoozeLimit = 3
    /// How long an alarm rings if nobody says so.
    public static let usualRing = Duration.seconds(30 * 60)
    /// How late it may still ring, for example after a power cut.
    public static let grace = Duration.seconds(30 * 60)
}
