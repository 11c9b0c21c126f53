// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

/// One of the ten schedules a unit keeps and runs by itself.
struct RestProgram: Hashable, Sendable {
    static let nameLength = 16

    /// Seconds since 1970 of a local time counted as if it were UTC; only the time of day counts.
    var start: UInt32 = 0
    var scene = RestScene.nothing
    var durationSeconds: UInt16 = 0
    /// As it was written: the toddler lock as 16 bits, high byte first, and two bytes of which nothing is known.
    var lock: [UInt8] = [0, 0, 0, 0]
    /// Bit 0 is Sunday.
    var days: UInt8 = 0
    /// Of no known meaning, and in no block; read back as it was written.
    var interval: UInt8 = 0
    /// Which fields the last save wrote.
    var saved: UInt8 = 0
    /// As it was written: 80 exists, 40 enabled.
    var flags: UInt8 = 0
    /// With whatever stands behind the end of the name.
    var name = [UInt8](repeating: 0, count: nameLength)
    /// The unit's clock at the last save.
    var savedAt: UInt32 = 0

    static let empty = RestProgram()

    var isEnabled: Bool { flags & 0x40 != 0 }
    var locksRing: Bool { lock[0] != 0 || lock[1] != 0 }

    /// The first notification that answers a question for it: 20 bytes.
    func block(_ profile: RestProfile) -> [UInt8] {
        if profile.has(.programHourMinute) { return hourMinuteBlock }
        return [0x01] + Self.littleEndian(start) + [scene.sound, scene.volume]
            + Self.littleEndian(UInt32(durationSeconds)).prefix(2) + [0, 0, lock[1], lock[0]] + scene.blueFirst
            + [0, days, saved]
    }

    /// The same as wmbest2 and jmnatzaganian describe it: when it was saved, hour and minute, no duration and no lock,
    /// and whether it is enabled among the flags.
    private var hourMinuteBlock: [UInt8] {
        let seconds = start % 86_400
        return [0x01] + Self.littleEndian(savedAt) + [scene.sound, scene.volume]
            + [UInt8(truncatingIfNeeded: seconds / 3600), UInt8(truncatingIfNeeded: seconds / 60 % 60), 0, 0, 0, 0]
            + scene.blueFirst + [0, days, saved & 0xBF | flags & 0x40]
    }

    /// The second: a status byte and the name, 17 bytes.
    var statusAndName: [UInt8] {
        // The two bits of the status lie where the flags' highest land five places lower; bit 0 is kept.
        [flags >> 5 & 0x06 | flags & 0x01] + name
    }

    /// The name up to its end.
    var text: [UInt8] { Array(name.prefix { $0 != 0 }) }

    /// When it starts next after `clock`, by the unit's own clock; nil for never.
    func nextStart(after clock: Instant) -> Instant? {
        guard isEnabled, days & 0x7F != 0, durationSeconds > 0 else { return nil }
        let today = Self.day(of: clock)
        for day in today...today + 7 where WeekdaySet(rawValue: days).contains(CivilDate(daysSince1970: day).weekday) {
            let candidate = Instant(secondsSince1970: Int64(day * 86_400) + Int64(start % 86_400))
            if candidate > clock { return candidate }
        }
        return nil
    }

    private static func day(of clock: Instant) -> Int {
        let seconds = Int(clock.secondsSince1970)
        return seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    }

    private static func littleEndian(_ value: UInt32) -> [UInt8] {
        [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
    }
}

extension RestProgram {
    /// What a unit comes with, as far as captures and help pages tell; nothing of it is enabled, so that a new unit does
    /// nothing by itself.
    static let factory: [RestProgram] = {
        var programs = [RestProgram](repeating: .empty, count: 10)
        programs[0] = RestProgram(
            "Time to Rise", start: 0x5E31_4288, seconds: 4530, days: 0x3C, 0x5D, 0xD3, 0x9E, brightness: 0x7F,
            sound: 0, volume: 46, flags: 0x80)
        programs[1] = RestProgram(
            "Nap Time", start: 0x5E23_0150, seconds: 7230, days: 0x7F, 0xEB, 0x8E, 0x48, brightness: 0x7F, sound: 3,
            volume: 51, flags: 0x80)
        programs[2] = RestProgram(
            "Bed Time", start: 0x5E23_0150 + 6 * 3600, seconds: 43_230, days: 0x7F, 0xEB, 0x8E, 0x48,
            brightness: 0x26, sound: 3, volume: 51, flags: 0x85)
        return programs
    }()

    private init(
        _ name: String, start: UInt32, seconds: UInt16, days: UInt8, _ red: UInt8, _ green: UInt8, _ blue: UInt8,
        brightness: UInt8, sound: UInt8, volume: UInt8, flags: UInt8
    ) {
        self.init()
        self.start = start
        scene = RestScene(
            color: RGBColor(red: red, green: green, blue: blue), brightness: brightness, sound: sound, volume: volume)
        durationSeconds = seconds
        self.days = days
        interval = 0x01
        saved = 0xDF
        self.flags = flags
        self.name = Self.padded(Array(name.utf8))
    }

    static func padded(_ name: [UInt8]) -> [UInt8] {
        Array(name.prefix(nameLength)) + [UInt8](repeating: 0, count: max(0, nameLength - name.count))
    }
}
