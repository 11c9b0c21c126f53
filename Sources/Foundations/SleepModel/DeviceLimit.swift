// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// What nothing may exceed on a device, whoever wants it.
public struct DeviceLimit: Hashable, Codable, Sendable {
    /// The highest volume, never below that of a ringing alarm; nil for any.
    public var volume: Level?
    /// The highest brightness, which is never dark; nil for any.
    public var brightness: Level?
    /// The hours in which it holds; nil for all.
    public var hours: DailyHours?

    /// Makes a limit.
    public init(volume: Level? = nil, brightness: Level? = nil, hours: DailyHours? = nil) {
        self.volume = volume
        self.brightness = brightness
        self.hours = hours
    }

    /// Whether it limits anything, and silences no alarm.
    public var isValid: Bool {
        let isWithin = (volume.map { $0 >= .ringFloor } ?? true) && (brightness.map { $0 > .zero } ?? true)
        return isWithin && (volume != nil || brightness != nil)
    }

    /// An action within the limit.
    public func limited(_ action: DeviceAction) -> DeviceAction {
        switch action {
        case .volume(let level):
            return .volume(volume.map { min($0, level) } ?? level)
        case .light(var light):
            light.brightness = brightness.map { min($0, light.brightness) } ?? light.brightness
            return .light(light)
        case .power, .sound: return action
        }
    }

    /// Whether an action goes beyond the limit.
    public func isExceeded(by action: DeviceAction) -> Bool { limited(action) != action }
}
