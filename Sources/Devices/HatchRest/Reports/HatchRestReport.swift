// SPDX-License-Identifier: Apache-2.0

import CivilTime
public import DeviceModules
import GATT
public import SleepModel

/// The two reports of a Hatch Rest: 24 bytes advertised and 20 bytes of feedback.
///
/// Both are tagged values at fixed offsets. Offsets are read and tags verified; searching for a tag would be misled by
/// clocks and colours that hold the same byte. What nobody has explained stays out of the state, as no command writes
/// it: five bytes behind `E`, the low bits of the byte behind `e`, and the three last bytes of feedback.
///
/// Source: DavidSchinazi/hatch_rest_homeassistant, `PROTOCOL.md`, confirmed by the captures in `firmware-fixtures`.
public enum HatchRestReport {
    /// Where a report has what.
    private struct Layout {
        var name: String
        var length: Int
        var tags: [(offset: Int, tag: UInt8)]
        var clock: Int
        var light: Int
        var sound: Int
        var power: Int
        var event: Int
    }

    private static let advertised = Layout(
        name: "an advertisement", length: 24,
        tags: [(1, 0x54), (6, 0x43), (11, 0x53), (14, 0x45), (20, 0x50), (22, 0x65)],
        clock: 2, light: 7, sound: 12, power: 21, event: 23)
    private static let notified = Layout(
        name: "a feedback report", length: 20, tags: [(0, 0x54), (5, 0x43), (10, 0x53), (13, 0x50), (15, 0x65)],
        clock: 1, light: 6, sound: 11, power: 14, event: 16)

    /// Reads the manufacturer payload after the company identifier.
    public static func advertisement(
        _ bytes: [UInt8], dialect: HatchRestDialect = .usual
    ) throws(CodecError) -> DeviceState {
        try bytes.expect(count: advertised.length, advertised.name)
        guard bytes[0] == UInt8(ascii: "R") || bytes[0] == UInt8(ascii: "r") else {
            throw CodecError(offset: 0, "expected the mark R of a Rest")
        }
        return try state(bytes, advertised, dialect)
    }

    /// Reads a manufacturer payload, or finds it in a whole advertising packet with its scan response.
    ///
    /// Offsets in errors count from the beginning of `bytes`.
    public static func advertisement(
        packetOrPayload bytes: [UInt8], dialect: HatchRestDialect = .usual
    ) throws(CodecError) -> DeviceState {
        if bytes.starts(with: [0x52, 0x54]) || bytes.starts(with: [0x72, 0x54]) {
            return try advertisement(bytes, dialect: dialect)
        }
        let company = HatchRestCodec.companyIdentifier
        let mark = [UInt8(company & 0xFF), UInt8(company >> 8)]
        var position = 0
        for structure in AdvertisingStructure.structures(in: bytes) {
            let value = structure.value
            if structure.type == AdvertisingStructure.manufacturerData, value.starts(with: mark) {
                do {
                    return try advertisement(Array(value.dropFirst(2)), dialect: dialect)
                } catch {
                    throw CodecError(offset: position + 4 + error.offset, error.message)
                }
            }
            position += 2 + value.count
        }
        guard position == 0 || position == bytes.count || bytes[position] == 0 else {
            throw CodecError(
                offset: bytes.count, "the packet ends here, within the structure that begins at offset \(position)")
        }
        throw CodecError(
            offset: 0, "this is neither the payload of a Rest nor a complete packet with data of company 0x0434")
    }

    /// Reads the value of the feedback characteristic.
    public static func feedback(
        _ bytes: [UInt8], dialect: HatchRestDialect = .usual
    ) throws(CodecError) -> DeviceState {
        try bytes.expect(count: notified.length, notified.name)
        return try state(bytes, notified, dialect)
    }

    /// Reads `bytes` of the layout's length.
    private static func state(
        _ bytes: [UInt8], _ layout: Layout, _ dialect: HatchRestDialect
    ) throws(CodecError) -> DeviceState {
        for (offset, tag) in layout.tags where bytes[offset] != tag {
            throw CodecError(offset: offset, "expected the tag \(Character(UnicodeScalar(tag)))")
        }
        let power = bytes[layout.power]
        // Bits 7 and 6 are set when off, bits 0 to 5 name the favourite; 0 and 0x1F mean none.
        let favourite = Int(power & 0x3F)
        let isOffByDialect = power == 0 && dialect.zeroPowerByte == .off
        return DeviceState(
            isOn: power & 0xC0 == 0 && !isOffByDialect,
            favourite: (1...6).contains(favourite) ? favourite : nil,
            light: Light(
                red: bytes[layout.light], green: bytes[layout.light + 1], blue: bytes[layout.light + 2],
                brightness: bytes[layout.light + 3]),
            sound: SoundID(rawValue: bytes[layout.sound]),
            volume: Level(rawValue: bytes[layout.sound + 1]),
            clock: clock(bytes, at: layout.clock),
            isTimerRunning: bytes[layout.event] & 0x80 != 0)
    }

    /// The device keeps local wall time in a field shaped like seconds since 1970.
    private static func clock(_ bytes: [UInt8], at start: Int) -> CivilDateTime? {
        let seconds = (start..<start + 4).reduce(0) { $0 << 8 | Int(bytes[$1]) }
        let (days, second) = seconds.quotientAndRemainder(dividingBy: 86_400)
        return TimeOfDay(hour: second / 3600, minute: second / 60 % 60, second: second % 60).map {
            CivilDateTime(date: CivilDate(daysSince1970: days), time: $0)
        }
    }
}
