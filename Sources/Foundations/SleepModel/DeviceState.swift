// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// What a device says of itself, decoded from one report.
public struct DeviceState: Hashable, Codable, Sendable {
    /// Whether light and sound are switched on together.
    public var isOn: Bool
    /// The favourite being played, if one is.
    public var favourite: Int?
    /// What the lamp shows while on.
    public var light: Light
    /// The sound played while on.
    public var sound: SoundID
    /// How loud.
    public var volume: Level
    /// The device's own local clock; nil when it holds no valid date.
    public var clock: CivilDateTime?
    /// Whether a sleep timer runs on the device; nil when the report does not say.
    public var isTimerRunning: Bool?

    /// Makes a state of its parts.
    public init(
        isOn: Bool, favourite: Int? = nil, light: Light, sound: SoundID, volume: Level, clock: CivilDateTime? = nil,
        isTimerRunning: Bool? = nil
    ) {
        self.isOn = isOn
        self.favourite = favourite
        self.light = light
        self.sound = sound
        self.volume = volume
        self.clock = clock
        self.isTimerRunning = isTimerRunning
    }

    /// What is shown of one channel, as the action that would make it so.
    public func action(of channel: DeviceChannel) -> DeviceAction {
        switch channel {
        case .power: .power(isOn)
        case .light: .light(light)
        case .sound: .sound(sound)
        case .volume: .volume(volume)
        }
    }
}
