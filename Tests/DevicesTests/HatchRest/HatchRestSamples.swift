// SPDX-License-Identifier: Apache-2.0

import CivilTime
import HatchRest
import SeededRandom
import SleepModel

/// Values that several suites need, and any number of others from a seed.
enum HatchRestSamples {
    /// 2020-01-18T13:00:00.
    static let start = CivilDateTime(date: CivilDate(daysSince1970: 18_279), time: time(13, 0))

    static func time(_ hour: Int, _ minute: Int, _ second: Int = 0) -> TimeOfDay {
        ZoneRules.utc.civil(at: Instant(secondsSince1970: Int64(hour * 3600 + minute * 60 + second))).time
    }

    static func light(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ brightness: UInt8) -> Light {
        Light(.color(RGBColor(red: red, green: green, blue: blue)), brightness: Level(rawValue: brightness))
    }

    /// A light as a device can report it: a steady FEFEFE is not among them.
    static func light(_ generator: inout SeededGenerator) -> Light {
        let bytes = generator.bytes(4)
        if bytes[0] < 0x20 { return Light(.gradient, brightness: Level(rawValue: bytes[3])) }
        return light(bytes[0], bytes[1], min(bytes[2], 0xFD), bytes[3])
    }

    static func dateTime(_ generator: inout SeededGenerator) -> CivilDateTime {
        CivilDateTime(
            date: CivilDate(daysSince1970: Int.random(in: -719_162...2_932_896, using: &generator)),
            time: time(&generator))
    }

    static func time(_ generator: inout SeededGenerator) -> TimeOfDay {
        time(
            Int.random(in: 0..<24, using: &generator), Int.random(in: 0..<60, using: &generator),
            Int.random(in: 0..<60, using: &generator))
    }

    static func favourite(_ generator: inout SeededGenerator) -> DeviceFavourite {
        let bytes = generator.bytes(4)
        return DeviceFavourite(
            number: Int.random(in: 1...6, using: &generator), light: light(&generator),
            sound: SoundID(rawValue: bytes[0]),
            volume: Level(rawValue: bytes[1]), isEnabled: bytes[2] < 0x80, otherFlags: bytes[3] & 0x7F)
    }

    /// A program whose every part a device can hold.
    static func program(_ generator: inout SeededGenerator) -> DeviceProgram {
        let bytes = generator.bytes(6)
        let isLocked = bytes[0] < 0x80
        var otherFlags = UInt64.random(in: 0...UInt64(UInt32.max), using: &generator) & ~0x01FF_0000
        if bytes[1] < 0x20 { otherFlags |= 0x80_0000_0000 }
        if !isLocked, bytes[1] > 0xE0 { otherFlags |= 0x00F0_0000 }
        return DeviceProgram(
            number: Int.random(in: 1...10, using: &generator), name: name(&generator), start: time(&generator),
            durationSeconds: Int.random(in: 0...0xFFFF, using: &generator), days: WeekdaySet(rawValue: bytes[2]),
            light: light(&generator), sound: SoundID(rawValue: bytes[3]), volume: Level(rawValue: bytes[4]),
            isEnabled: bytes[5] < 0x80, hasToddlerLock: isLocked, otherFlags: otherFlags)
    }

    private static func name(_ generator: inout SeededGenerator) -> String {
        let letters: [Character] = ["a", "Z", " ", "é", "ß", "目", "🌙", "’"]
        var name = ""
        while let letter = letters.randomElement(using: &generator), name.utf8.count + String(letter).utf8.count <= 15 {
            name.append(letter)
        }
        return name
    }

    /// Any command at all.
    static func command(_ generator: inout SeededGenerator) -> HatchRestCommand {
        let byte = UInt8.random(in: 0...255, using: &generator)
        let (sound, level) = (SoundID(rawValue: byte), Level(rawValue: byte))
        let word = UInt16.random(in: 0...UInt16.max, using: &generator)
        let letter = HatchRestProgramField.Letter.allCases[Int(byte) % 10]
        let rule = HatchRestCommand.ClockRule.allCases[Int(byte) % 3]
        let commands: [HatchRestCommand] = [
            .power(byte < 0x80), .light(light(&generator)), .sound(sound), .volume(level), .playFavourite(byte),
            .setSleepTimer(seconds: word), .readSleepTimer, .readTimerMark, .readActiveFavourite,
            .setClock(dateTime(&generator), rule), .readClock, .readFavourite(byte), .selectFavourite(byte),
            .favouriteLight(light(&generator)), .favouriteSound(sound), .favouriteVolume(level), .favouriteFlags(byte),
            .commitFavourite, .readProgram(byte), .readProgramField(letter, byte), .readProgramPresets(byte),
            .selectProgram(byte), .setProgramField(field(letter, &generator)), .commitProgram,
        ]
        return commands[Int.random(in: 0..<commands.count, using: &generator)]
    }

    private static func field(
        _ letter: HatchRestProgramField.Letter, _ generator: inout SeededGenerator
    ) -> HatchRestProgramField {
        let byte = UInt8.random(in: 0...255, using: &generator)
        return switch letter {
        case .start: .start(dateTime(&generator))
        case .duration: .duration(seconds: UInt16.random(in: 0...UInt16.max, using: &generator))
        case .days: .days(byte)
        case .power: .power(byte)
        case .light: .light(light(&generator))
        case .sound: .sound(SoundID(rawValue: byte))
        case .volume: .volume(Level(rawValue: byte))
        case .name: .name(HatchRestName(name(&generator)))
        case .lock: .lock(UInt32.random(in: 0...UInt32.max, using: &generator))
        case .flags: .flags(byte)
        }
    }
}
