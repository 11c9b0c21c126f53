// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

/// A command as the firmware understands it.
enum RestCommand: Hashable, Sendable {
    case power(Bool)
    case light(RGBColor, UInt8)
    case sound(UInt8)
    case volume(UInt8)
    /// A favourite, or zero for none.
    case play(Int)
    case timer(UInt16, isUpperCase: Bool)
    case setClock(Instant, zone: UInt8)
    case readClock
    case readTimer
    case readTimerTotal
    case readFavouriteNumber

    case readFavourite(Int)
    case selectFavourite(Int)
    case draftFavourite(RestFavouriteDraft.Field)
    case commitFavourite

    case readProgram(Int)
    /// The letter of one field.
    case readProgramField(UInt8, Int)
    case selectProgram(Int)
    case draftProgram(RestProgramDraft.Field)
    case commitProgram

    static let favourites = 1...6
    static let programs = 1...10

    /// Reads a command; nil for anything that is not one in its exact length and form.
    init?(_ bytes: [UInt8]) {
        let isLong = ["PG", "PS", "EG", "ES"].contains { bytes.starts(with: $0.utf8) }
        let argument = Array(bytes.dropFirst(isLong ? 3 : 2))
        let opcode = String(decoding: bytes.prefix(isLong ? 3 : 2), as: UTF8.self)
        let command =
            switch opcode.first {
            case "P": Self.ofFavourites(opcode, argument)
            case "E": Self.ofPrograms(opcode, argument)
            default: Self.ofUnit(opcode, argument)
            }
        guard let command else { return nil }
        self = command
    }

    private static func ofUnit(_ opcode: String, _ argument: [UInt8]) -> RestCommand? {
        switch opcode {
        case "SI": return hex(argument, 1).flatMap { $0[0] <= 1 ? .power($0[0] == 1) : nil }
        case "SC": return light(argument).map { .light($0, $1) }
        case "SN": return hex(argument, 1).map { .sound($0[0]) }
        case "SV": return hex(argument, 1).map { .volume($0[0]) }
        case "SP": return number(argument, 0...favourites.upperBound).map { .play($0) }
        case "SD":
            // Lower-case digits were acknowledged by units that then did nothing.
            return hex(argument, 2).map {
                .timer(word($0), isUpperCase: argument.allSatisfy { $0 <= UInt8(ascii: "F") })
            }
        case "ST":
            guard let zone = argument.last, [UInt8](ascii: "UEN").contains(zone) else { return nil }
            return time(argument.dropLast()).map { .setClock($0, zone: zone) }
        case "GT" where argument.isEmpty: return .readClock
        case "GD" where argument.isEmpty: return .readTimer
        case "GI" where argument.isEmpty: return .readTimerTotal
        case "GF" where argument.isEmpty: return .readFavouriteNumber
        default: return nil
        }
    }

    private static func ofFavourites(_ opcode: String, _ argument: [UInt8]) -> RestCommand? {
        switch opcode {
        case "PGB": number(argument, favourites).map { .readFavourite($0) }
        case "PSB": number(argument, favourites).map { .selectFavourite($0) }
        case "PSC": light(argument).map { .draftFavourite(.light($0, $1)) }
        case "PSN": hex(argument, 1).map { .draftFavourite(.sound($0[0])) }
        case "PSV": hex(argument, 1).map { .draftFavourite(.volume($0[0])) }
        case "PSL": hex(argument, 1).map { .draftFavourite(.flags($0[0])) }
        case "PSF" where argument.isEmpty: .commitFavourite
        default: nil
        }
    }

    private static func ofPrograms(_ opcode: String, _ argument: [UInt8]) -> RestCommand? {
        switch opcode {
        case "EGB": number(argument, programs).map { .readProgram($0) }
        case "EGT", "EGD", "EGW", "EGI", "EGC", "EGN", "EGV", "EGX", "EGM", "EGL", "EGP":
            opcode.utf8.last.flatMap { letter in
                number(argument, programs).map { .readProgramField(letter, $0) }
            }
        case "ESB": number(argument, programs).map { .selectProgram($0) }
        case "ESF" where argument.isEmpty: .commitProgram
        default: field(opcode, argument).map { .draftProgram($0) }
        }
    }

    private static func field(_ opcode: String, _ argument: [UInt8]) -> RestProgramDraft.Field? {
        switch opcode {
        case "EST": time(argument[...]).map { .start(UInt32(truncatingIfNeeded: $0.secondsSince1970)) }
        case "ESD": hex(argument, 2).map { .duration(word($0)) }
        case "ESW": hex(argument, 1).map { .days($0[0]) }
        case "ESI": hex(argument, 1).map { .interval($0[0]) }
        case "ESC": light(argument).map { .light($0, $1) }
        case "ESN": hex(argument, 1).map { .sound($0[0]) }
        case "ESV": hex(argument, 1).map { .volume($0[0]) }
        case "ESX" where argument.count <= RestProgram.nameLength: .name(argument)
        case "ESM": hex(argument, 4).map { .lock($0) }
        case "ESL": hex(argument, 1).map { .flags($0[0]) }
        default: nil
        }
    }

    // MARK: - Arguments

    /// Exactly so many bytes as hexadecimal digits in either case.
    private static func hex(_ digits: [UInt8], _ count: Int) -> [UInt8]? {
        guard digits.count == 2 * count else { return nil }
        var bytes: [UInt8] = []
        for index in 0..<count {
            guard let high = nibble(digits[2 * index]), let low = nibble(digits[2 * index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func nibble(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x41 + 10
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
    }

    private static func word(_ bytes: [UInt8]) -> UInt16 { UInt16(bytes[0]) << 8 | UInt16(bytes[1]) }

    private static func number(_ digits: [UInt8], _ range: ClosedRange<Int>) -> Int? {
        hex(digits, 1).map { Int($0[0]) }.flatMap { range.contains($0) ? $0 : nil }
    }

    private static func light(_ digits: [UInt8]) -> (RGBColor, UInt8)? {
        hex(digits, 4).map { (RGBColor(red: $0[0], green: $0[1], blue: $0[2]), $0[3]) }
    }

    /// Fourteen decimal digits that name a date and a time.
    private static func time(_ digits: ArraySlice<UInt8>) -> Instant? {
        guard digits.count == 14, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let parts = [4, 2, 2, 2, 2, 2].reduce(into: (rest: digits, values: [Int]())) { parts, width in
            parts.values.append(parts.rest.prefix(width).reduce(0) { $0 * 10 + Int($1 - 0x30) })
            parts.rest = parts.rest.dropFirst(width)
        }.values
        guard let date = CivilDate(year: parts[0], month: parts[1], day: parts[2]),
            let time = TimeOfDay(hour: parts[3], minute: parts[4], second: parts[5])
        else { return nil }
        return Instant(secondsSince1970: Int64(date.daysSince1970 * 86_400 + time.secondsSinceMidnight))
    }
}
