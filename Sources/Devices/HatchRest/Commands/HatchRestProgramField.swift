// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import DeviceModules
public import SleepModel

/// One field of a program, as it is written with `ES` and read with `EG`.
///
/// Source: SiloCityLabs/hatch-rest-gen1 for the letters, DavidSchinazi/hatch_rest_homeassistant for what the device
/// does with them.
public enum HatchRestProgramField: Hashable, Sendable {
    /// `T`: when it starts. Only the time of day matters.
    case start(CivilDateTime)
    /// `D`: how long it lasts.
    case duration(seconds: UInt16)
    /// `W`: the days, bit 0 Sunday to bit 6 Saturday.
    case days(UInt8)
    /// `I`: 01 as the maker's app writes it; FF is seen too.
    case power(UInt8)
    /// `C`: the lamp, red first.
    case light(Light)
    /// `N`: what plays.
    case sound(SoundID)
    /// `V`: how loud.
    case volume(Level)
    /// `X`: what it is called.
    case name(HatchRestName)
    /// `M`: the toddler lock, 01FF0000 or zero.
    case lock(UInt32)
    /// `L`: 85 for a program that exists, 40 more for one that is enabled, 00 for one that is gone.
    case flags(UInt8)

    /// The letters that name fields.
    public enum Letter: Character, Hashable, Sendable, CaseIterable {
        /// When it starts.
        case start = "T"
        /// How long it lasts.
        case duration = "D"
        /// The days.
        case days = "W"
        /// Power.
        case power = "I"
        /// The lamp.
        case light = "C"
        /// What plays.
        case sound = "N"
        /// How loud.
        case volume = "V"
        /// What it is called.
        case name = "X"
        /// The toddler lock.
        case lock = "M"
        /// Whether it exists and is enabled.
        case flags = "L"
    }

    /// The letter that names it.
    public var letter: Letter {
        switch self {
        case .start: .start
        case .duration: .duration
        case .days: .days
        case .power: .power
        case .light: .light
        case .sound: .sound
        case .volume: .volume
        case .name: .name
        case .lock: .lock
        case .flags: .flags
        }
    }

    /// The value as it stands behind the letter, and as the device answers.
    public var bytes: [UInt8] {
        switch self {
        case .start(let start): Array(CommandText.dateTime(start).utf8)
        case .duration(let seconds): Array(CommandText.hexadecimal(seconds).utf8)
        case .days(let value), .power(let value), .flags(let value): Array(value.hexadecimal.utf8)
        case .light(let light): Array(Hexadecimal.text(light.redFirst).utf8)
        case .sound(let sound): Array(sound.rawValue.hexadecimal.utf8)
        case .volume(let volume): Array(volume.rawValue.hexadecimal.utf8)
        case .name(let name): name.bytes
        case .lock(let lock): Array(CommandText.hexadecimal(lock).utf8)
        }
    }

    /// Reads the device's answer to the question for a field.
    public init(_ letter: Letter, answer bytes: [UInt8]) throws(CodecError) {
        var reader = CommandReader(bytes)
        self = try Self(letter, &reader)
    }

    /// Reads the value of a field up to the end.
    init(_ letter: Letter, _ reader: inout CommandReader) throws(CodecError) {
        switch letter {
        case .start: self = .start(try reader.dateTime())
        case .duration: self = .duration(seconds: UInt16(truncatingIfNeeded: try reader.number(digits: 4)))
        case .days: self = .days(try reader.byte())
        case .power: self = .power(try reader.byte())
        case .light: self = .light(try reader.light())
        case .sound: self = .sound(SoundID(rawValue: try reader.byte()))
        case .volume: self = .volume(Level(rawValue: try reader.byte()))
        case .name:
            let offset = reader.offset
            self = .name(try HatchRestName(command: reader.rest(), at: offset))
        case .lock: self = .lock(try reader.number(digits: 8))
        case .flags: self = .flags(try reader.byte())
        }
        try reader.end()
    }
}

extension CommandReader {
    /// Eight hexadecimal digits: red, green, blue and brightness.
    mutating func light() throws(CodecError) -> Light {
        Light(red: try byte(), green: try byte(), blue: try byte(), brightness: try byte())
    }
}
