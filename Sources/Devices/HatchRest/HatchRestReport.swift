// SPDX-License-Identifier: Apache-2.0

import CivilTime
public import DeviceModules
import GATT
public import SleepModel

/// The two reports of a Hatch Rest: 24 bytes advertised and 20 bytes of feedback.
///
/// Both are tagged values at fixed offsets. Offsets are read and tags verified; searching for a tag would be misled by
/// clocks and colours that hold the same byte.
///
/// Source: DavidSchinazi/hatch_rest_homeassistant, `PROTOCOL.md`, confirmed by the captures in `firmware-fixtures`.
public enum HatchRestReport {
    /// Reads the manufacturer payload after the company identifier.
    public static func advertisement(_ bytes: [UInt8]) throws(CodecError) -> DeviceState {
        guard bytes.count >= 24 else {
            throw CodecError(offset: bytes.count, "an advertisement has 24 bytes, and this one ends here")
        }
        guard bytes.count == 24 else {
            throw CodecError(offset: 24, "an advertisement has 24 bytes, and this one goes on")
        }
        guard bytes[0] == UInt8(ascii: "R") || bytes[0] == UInt8(ascii: "r") else {
            throw CodecError(offset: 0, "expected the mark R of a Rest")
        }
        try expect(bytes, [(1, "T"), (6, "C"), (11, "S"), (14, "E"), (20, "P"), (22, "e")])
        return state(
            clock: bytes[2...5], light: bytes[7...10], sound: bytes[12], volume: bytes[13], power: bytes[21],
            event: bytes[23])
    }

    /// Reads a manufacturer payload, or finds it in a whole advertising packet with its scan response.
    public static func advertisement(packetOrPayload bytes: [UInt8]) throws(CodecError) -> DeviceState {
        if bytes.starts(with: Array("RT".utf8)) || bytes.starts(with: Array("rT".utf8)) {
            return try advertisement(bytes)
        }
        let company = HatchRestCodec.companyIdentifier
        let mark = [UInt8(company & 0xFF), UInt8(company >> 8)]
        for structure in AdvertisingStructure.structures(in: bytes) {
            let value = structure.value
            guard structure.type == AdvertisingStructure.manufacturerData, value.starts(with: mark) else { continue }
            return try advertisement(Array(value.dropFirst(2)))
        }
        throw CodecError(
            offset: 0, "this is neither the payload of a Rest nor a complete packet with data of company 0x0434")
    }

    /// Reads the value of the feedback characteristic.
    public static func feedback(_ bytes: [UInt8]) throws(CodecError) -> DeviceState {
        guard bytes.count >= 20 else {
            throw CodecError(offset: bytes.count, "a feedback report has 20 bytes, and this one ends here")
        }
        guard bytes.count == 20 else {
            throw CodecError(offset: 20, "a feedback report has 20 bytes, and this one goes on")
        }
        try expect(bytes, [(0, "T"), (5, "C"), (10, "S"), (13, "P"), (15, "e")])
        return state(
            clock: bytes[1...4], light: bytes[6...9], sound: bytes[11], volume: bytes[12], power: bytes[14],
            event: bytes[16])
    }

    private static func expect(_ bytes: [UInt8], _ tags: [(offset: Int, tag: Character)]) throws(CodecError) {
        for (offset, tag) in tags where bytes[offset] != tag.asciiValue {
            throw CodecError(offset: offset, "expected the tag \(tag)")
        }
    }

    private static func state(
        clock: ArraySlice<UInt8>, light: ArraySlice<UInt8>, sound: UInt8, volume: UInt8, power: UInt8, event: UInt8
    ) -> DeviceState {
        let seconds = clock.reduce(0) { $0 << 8 | Int64($1) }
        let parts = Array(light)
        let brightness = Level(rawValue: parts[3])
        let isGradient = parts[0] == 0xFE && parts[1] == 0xFE && parts[2] == 0xFE
        // Bits 7 and 6 are set when off, bits 0 to 5 name the favourite; 0 and 0x1F mean none.
        let favourite = Int(power & 0x3F)
        return DeviceState(
            isOn: power & 0xC0 == 0,
            favourite: (1...6).contains(favourite) ? favourite : nil,
            light: Light(
                isGradient ? .gradient : .color(RGBColor(red: parts[0], green: parts[1], blue: parts[2])),
                brightness: brightness),
            sound: SoundID(rawValue: sound),
            volume: Level(rawValue: volume),
            // The device keeps local wall time in a field shaped like seconds since 1970.
            clock: ZoneRules.utc.civil(at: Instant(secondsSince1970: seconds)),
            isTimerRunning: event & 0x80 != 0)
    }
}
