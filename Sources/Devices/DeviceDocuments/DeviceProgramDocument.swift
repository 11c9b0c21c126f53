// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel

/// A program of a device as programs read it; an empty slot has only the product and the number.
public struct DeviceProgramDocument: Hashable, Codable, Sendable {
    /// The product's stable name.
    public var product: String
    /// Its number; null when the bytes do not say it.
    @NullWhenAbsent public var program: Int? = nil
    /// Always null: a program does not play a favourite.
    @NullWhenAbsent public var favourite: Int? = nil
    /// The lamp.
    @NullWhenAbsent public var light: DeviceStateDocument.LightDocument? = nil
    /// The sound.
    @NullWhenAbsent public var sound: DeviceStateDocument.SoundDocument? = nil
    /// How loud, 0 to 255.
    @NullWhenAbsent public var volume: UInt8? = nil
    /// Its name; null when the bytes do not say it.
    @NullWhenAbsent public var name: String? = nil
    /// When it starts, by the device's own clock.
    @NullWhenAbsent public var start: TimeOfDay? = nil
    /// How long it lasts, in seconds.
    @NullWhenAbsent public var durationSeconds: Int? = nil
    /// The days on which it starts.
    @NullWhenAbsent public var days: WeekdaySet? = nil
    /// Whether it is enabled; null when the bytes do not say it.
    @NullWhenAbsent public var enabled: Bool? = nil
    /// Whether the touch ring is locked while it runs.
    @NullWhenAbsent public var toddlerLock: Bool? = nil

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
}
