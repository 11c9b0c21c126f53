// SPDX-License-Identifier: Apache-2.0

import SleepModel

/// What the values of requests may be, for whoever reads requests and for whoever describes them.
public enum RequestRange {
    /// A brightness, and a volume that may be silent, in percent.
    public static let percent = 0...100
    /// A volume that is to be heard, in percent.
    public static let audible = 1...100
    /// The highest volume of a device, in percent; less would silence alarms.
    public static let highestVolume = Level.ringFloor.percent...100
    /// The highest brightness of a device, in percent.
    public static let highestBrightness = 1...100
    /// How many snoozes an alarm allows.
    public static let snoozes = 0...10
    /// How many seconds a recording takes.
    public static let recording = 1...600
    /// How many characters a name has.
    public static let name = 1...64
    /// An address, in any case and with `:` or `-` between its bytes.
    public static let address = "^[0-9A-Fa-f]{2}([:-][0-9A-Fa-f]{2}){5}$"

    /// How long a snooze lasts.
    public static let snooze = Duration.seconds(1)...Duration.seconds(2 * 60 * 60)
    /// How long a ring takes to become as loud as it is to be.
    public static let crescendo = Duration.seconds(1)...Duration.seconds(30 * 60)
    /// How long an alarm rings when nobody answers.
    public static let ring = Duration.seconds(60)...Duration.seconds(3 * 60 * 60)
    /// How long the light of an alarm stays after the ring.
    public static let lightAfter = Duration.seconds(60)...Duration.seconds(3 * 60 * 60)
    /// How long after a ring that nobody answered an alarm rings once more.
    public static let backup = Duration.seconds(60)...Duration.seconds(2 * 60 * 60)
    /// How long before an alarm its light brightens.
    public static let sunrise = Duration.seconds(1)...Duration.seconds(3 * 60 * 60)
    /// How long the sound of a night plays after lights-out.
    public static let sound = Duration.seconds(60)...Duration.seconds(12 * 60 * 60)
    /// How long before the wake time a light asks to stay in bed.
    public static let stayInBed = Duration.seconds(60)...Duration.seconds(12 * 60 * 60)
    /// How long a wake light stays.
    public static let wake = Duration.seconds(60)...Duration.seconds(12 * 60 * 60)
    /// How long a light stays that somebody switches on in the night.
    public static let returning = Duration.seconds(10)...Duration.seconds(4 * 60 * 60)
    /// How long before its night a bedtime is announced.
    public static let reminder = Duration.seconds(60)...Duration.seconds(3 * 60 * 60)
    /// How long the light of a bedtime fades.
    public static let windDown = Duration.zero...Duration.seconds(3 * 60 * 60)
    /// How long a nap lasts.
    public static let nap = Duration.seconds(60)...Duration.seconds(12 * 60 * 60)
}
