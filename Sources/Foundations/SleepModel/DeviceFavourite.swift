// SPDX-License-Identifier: Apache-2.0

/// One of the device's own presets: a light, a sound and a volume that it plays by itself.
public struct DeviceFavourite: Hashable, Codable, Sendable {
    /// Its slot, from 1 on.
    public var number: Int
    /// What the lamp shows.
    public var light: Light
    /// What plays.
    public var sound: SoundID
    /// How loud.
    public var volume: Level
    /// Whether a touch of the device's ring reaches it.
    public var isEnabled: Bool
    /// Bits beside `isEnabled` that nobody has explained, as they were read; written back where the product has a
    /// command for them.
    public var otherFlags: UInt8

    /// Makes a favourite.
    public init(
        number: Int, light: Light, sound: SoundID, volume: Level, isEnabled: Bool = true, otherFlags: UInt8 = 0
    ) {
        self.number = number
        self.light = light
        self.sound = sound
        self.volume = volume
        self.isEnabled = isEnabled
        self.otherFlags = otherFlags
    }
}
