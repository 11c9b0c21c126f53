// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel

/// A ring, or the end of a night, that a device is to do by itself if nobody tells it to.
public struct MirroredMoment: Hashable, Sendable {
    /// What the device does then.
    public var role: MirrorRole
    /// When.
    public var at: Instant
    /// What the device's clock shows then if nobody sets it meanwhile.
    var shown: CivilDateTime
    /// How long it lasts, in whole seconds.
    public var durationSeconds: Int
    /// The light.
    public var light: Light
    /// The sound.
    public var sound: SoundID
    /// How loud.
    public var volume: Level
    /// The schedule that it stands for.
    public var schedule: ScheduleID
    /// The name of that schedule.
    public var name: String

    /// The kind of that schedule.
    public var kind: ScheduleKind { role == .alarm ? .alarm : .bedtime }

    /// The program that does it on the weekday of that date alone, in a slot.
    func program(in number: Int) -> DeviceProgram {
        DeviceProgram(
            number: number, name: role.programName, start: shown.time, durationSeconds: durationSeconds,
            days: WeekdaySet(shown.date.weekday), light: light, sound: sound, volume: volume)
    }
}
