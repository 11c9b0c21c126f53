// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// One of the schedules that the device keeps and runs by itself, on its own clock.
public struct DeviceProgram: Hashable, Codable, Sendable {
    /// Its slot, from 1 on.
    public var number: Int
    /// What its owner calls it; whatever bytes the device holds, as text.
    public var name: String
    /// When it starts, by the device's own clock.
    public var start: TimeOfDay
    /// How long it lasts, in whole seconds.
    public var durationSeconds: Int
    /// The days on which it starts.
    public var days: WeekdaySet
    /// What the lamp shows.
    public var light: Light
    /// What plays.
    public var sound: SoundID
    /// How loud.
    public var volume: Level
    /// Whether it starts at all.
    public var isEnabled: Bool
    /// Whether the touch ring does nothing while it runs.
    public var hasToddlerLock: Bool
    /// Bits that nobody has explained, in an order of the product's own; written back as they were read.
    public var otherFlags: UInt64

    /// Makes a program.
    public init(
        number: Int, name: String, start: TimeOfDay, durationSeconds: Int, days: WeekdaySet, light: Light,
        sound: SoundID, volume: Level, isEnabled: Bool = true, hasToddlerLock: Bool = false,
        otherFlags: UInt64 = 0
    ) {
        self.number = number
        self.name = name
        self.start = start
        self.durationSeconds = durationSeconds
        self.days = days
        self.light = light
        self.sound = sound
        self.volume = volume
        self.isEnabled = isEnabled
        self.hasToddlerLock = hasToddlerLock
        self.otherFlags = otherFlags
    }
}
