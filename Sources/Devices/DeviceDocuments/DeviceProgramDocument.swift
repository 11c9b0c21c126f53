// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel

/// One of a device's programs as programs read it; in an empty slot everything but the product and the number is null.
public struct DeviceProgramDocument: Hashable, Codable, Sendable {
    /// The product's stable name.
    public var product: String
    /// Its number; null when the bytes it was read from do not say.
    public var program: Int?
    /// Always null: a program plays by itself, and no favourite.
    public var favourite: Int?
    /// The lamp.
    public var light: DeviceStateDocument.LightDocument?
    /// The sound.
    public var sound: DeviceStateDocument.SoundDocument?
    /// How loud, 0 to 255.
    public var volume: UInt8?
    /// What its owner calls it; null when the bytes it was read from do not say.
    public var name: String?
    /// When it starts, by the device's own clock.
    public var start: TimeOfDay?
    /// How long it lasts, in seconds.
    public var durationSeconds: Int?
    /// The days on which it starts.
    public var days: WeekdaySet?
    /// Whether it starts at all; null when the bytes it was read from do not say.
    public var enabled: Bool?
    /// Whether the touch ring does nothing while it runs.
    public var toddlerLock: Bool?

    /// Describes an empty slot of a `product`.
    public init(emptySlot number: Int?, product: HardwareProduct) {
        self.product = product.rawValue
        program = number
    }

    /// Describes a `program` of a `product` in which the sound is called `soundName`.
    public init(_ program: DeviceProgram, product: HardwareProduct, soundName: String?) {
        self.init(emptySlot: program.number, product: product)
        light = DeviceStateDocument.LightDocument(program.light)
        sound = DeviceStateDocument.SoundDocument(program.sound, name: soundName)
        volume = program.volume.rawValue
        name = program.name
        start = program.start
        durationSeconds = program.durationSeconds
        days = program.days
        enabled = program.isEnabled
        toddlerLock = program.hasToddlerLock
    }

    /// Writes every key, null where there is no value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(product, forKey: .product)
        try container.encode(program, forKey: .program)
        try container.encode(favourite, forKey: .favourite)
        try container.encode(light, forKey: .light)
        try container.encode(sound, forKey: .sound)
        try container.encode(volume, forKey: .volume)
        try container.encode(name, forKey: .name)
        try container.encode(start, forKey: .start)
        try container.encode(durationSeconds, forKey: .durationSeconds)
        try container.encode(days, forKey: .days)
        try container.encode(enabled, forKey: .enabled)
        try container.encode(toddlerLock, forKey: .toddlerLock)
    }
}
