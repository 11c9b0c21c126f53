// SPDX-License-Identifier: Apache-2.0

import CivilTime
public import SleepModel

/// What a block says as a program, and the commands that write it back.
extension HatchRestProgramBlock {
    /// The toddler lock, as the maker's app sets it.
    private static let toddlerLock: UInt32 = 0x01FF_0000
    private static let weekdays: UInt8 = 0x7F

    /// The program; the block does not say which one it is.
    ///
    /// The duration is the block's own, with the 30 seconds that the maker's app adds: it is how long the device runs.
    /// Bits of the lock and of the days that nobody has explained are kept in `otherFlags`; the date, the byte that is
    /// 00 or FF and the list of saved fields are not, as no command writes them or nothing depends on them.
    public func program(number: Int) -> DeviceProgram {
        let isLocked = lock & Self.toddlerLock == Self.toddlerLock
        let otherLock = isLocked ? lock & ~Self.toddlerLock : lock
        return DeviceProgram(
            number: number, name: label?.name.text ?? "", start: startTime, durationSeconds: Int(durationSeconds),
            days: WeekdaySet(rawValue: days), light: light, sound: sound, volume: volume,
            isEnabled: label?.isEnabled ?? false, hasToddlerLock: isLocked,
            otherFlags: UInt64(days & ~Self.weekdays) << 32 | UInt64(otherLock))
    }

    /// The block that a device holds after `program` was written to it.
    init(_ program: DeviceProgram) {
        let written = CivilDateTime(date: Self.writtenDate, time: program.start)
        start = UInt32(written.date.daysSince1970 * 86_400 + written.time.secondsSinceMidnight)
        sound = program.sound
        volume = program.volume
        durationSeconds = UInt16(clamping: program.durationSeconds)
        lock = UInt32(truncatingIfNeeded: program.otherFlags) | (program.hasToddlerLock ? Self.toddlerLock : 0)
        light = program.light.asStored
        unexplained = 0
        days = program.days.rawValue | UInt8(truncatingIfNeeded: program.otherFlags >> 32) & ~Self.weekdays
        savedFields = 0xDF
        label = HatchRestProgramLabel(name: HatchRestName(program.name), isEnabled: program.isEnabled)
    }

    /// The fields of a program in the order in which the maker's app writes them; a save needs them all.
    static func fields(of program: DeviceProgram) -> [HatchRestProgramField] {
        let block = HatchRestProgramBlock(program)
        return [
            .start(CivilDateTime(date: writtenDate, time: program.start)),
            .duration(seconds: block.durationSeconds),
            .days(block.days),
            .power(0x01),
            .light(block.light),
            .sound(block.sound),
            .volume(block.volume),
            .name(HatchRestName(program.name)),
            .lock(block.lock),
            .flags(program.isEnabled ? 0xC5 : 0x85),
        ]
    }

    /// 2020-01-01: the app sends days of the years 2017 to 2020, and nothing depends on which.
    private static let writtenDate = CivilDate(daysSince1970: 18_262)
}
