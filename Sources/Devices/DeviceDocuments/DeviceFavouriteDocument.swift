// SPDX-License-Identifier: Apache-2.0

public import SleepModel

/// A favourite of a device as programs read it: the keys of a state that apply, and whether it is enabled.
public struct DeviceFavouriteDocument: Hashable, Codable, Sendable {
    /// The product's stable name.
    public var product: String
    /// Its number; null when the bytes do not say it.
    @NullWhenAbsent public var favourite: Int?
    /// The lamp.
    public var light: DeviceStateDocument.LightDocument
    /// The sound.
    public var sound: DeviceStateDocument.SoundDocument
    /// How loud, 0 to 255.
    public var volume: UInt8
    /// Whether a touch of the device's ring reaches it.
    public var enabled: Bool

    /// Describes a `favourite` of a `product` in which the sound is called `soundName`.
    public init(_ favourite: DeviceFavourite, product: HardwareProduct, soundName: String?) {
        self.product = product.rawValue
        self.favourite = favourite.number
        light = DeviceStateDocument.LightDocument(favourite.light)
        sound = DeviceStateDocument.SoundDocument(favourite.sound, name: soundName)
        volume = favourite.volume.rawValue
        enabled = favourite.isEnabled
    }
}
