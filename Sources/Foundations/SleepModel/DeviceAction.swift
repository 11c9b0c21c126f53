// SPDX-License-Identifier: Apache-2.0

/// A value to set on a device; values are absolute, so repeating one does no harm.
public enum DeviceAction: Hashable, Codable, Sendable {
    /// Light and sound together on or off.
    case power(Bool)
    /// What the lamp shows.
    case light(Light)
    /// What plays.
    case sound(SoundID)
    /// How loud.
    case volume(Level)

    /// The channel the action belongs to.
    public var channel: DeviceChannel {
        switch self {
        case .power: .power
        case .light: .light
        case .sound: .sound
        case .volume: .volume
        }
    }

    /// Whether `state` shows what the action asked for.
    public func isFulfilled(by state: DeviceState) -> Bool {
        switch self {
        case .power(let isOn): state.isOn == isOn
        case .light(let light): light.looksLike(state.light)
        case .sound(let sound): state.sound == sound
        case .volume(let volume): state.volume == volume
        }
    }

    /// Whether this action does what `other` asks for.
    public func implies(_ other: DeviceAction) -> Bool {
        guard case (.light(let shown), .light(let wanted)) = (self, other) else { return self == other }
        return shown.looksLike(wanted)
    }
}

/// The parts of a device that are owned one by one.
public enum DeviceChannel: String, Hashable, Codable, Sendable, CaseIterable {
    /// Light and sound together.
    case power
    /// The lamp.
    case light
    /// What plays.
    case sound
    /// How loud.
    case volume
}

extension DeviceState {
    /// Shows what an action sets.
    public mutating func show(_ action: DeviceAction) {
        switch action {
        case .power(let isOn): self.isOn = isOn
        case .light(let light): self.light = light
        case .sound(let sound): self.sound = sound
        case .volume(let volume): self.volume = volume
        }
    }
}
