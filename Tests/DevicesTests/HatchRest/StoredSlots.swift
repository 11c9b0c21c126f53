// SPDX-License-Identifier: Apache-2.0

import HatchRest
import SleepModel

/// What a Hatch Rest keeps, as far as its commands and blocks go, read by hand from the text of commands.
///
/// One place collects fields for favourites and one for programs, whatever slot they are for, as in the device.
struct StoredSlots {
    private var favouriteFields: [Character: [UInt8]] = [:]
    private var programFields: [Character: [UInt8]] = [:]
    private var programName: [UInt8] = []
    private(set) var favourites: [UInt8: [UInt8]] = [:]
    private(set) var programs: [UInt8: [[UInt8]]] = [:]

    /// Does what a command says; returns what is notified before `OK`, or nil where the device would refuse it.
    mutating func receive(_ command: [UInt8]) -> [[UInt8]]? {
        let text = String(decoding: command.prefix(3), as: UTF8.self)
        let payload = Array(command.dropFirst(3))
        guard command.count >= 3, let letter = text.last else { return nil }
        switch text {
        case "ESX":
            programName = payload
            return []
        case "PSF": return storeFavourite()
        case "ESF": return storeProgram()
        case "PGB": return Self.bytes(payload).flatMap { favourites[$0[0]] }.map { [$0] }
        case "EGB":
            return Self.bytes(payload).map {
                programs[$0[0]] ?? [[1] + Array(repeating: 0, count: 19), Array(repeating: 0, count: 17)]
            }
        default:
            guard let bytes = letter == "T" ? Self.bytes(payload, digits: "0"..."9") : Self.bytes(payload) else {
                return nil
            }
            if text.hasPrefix("PS") { favouriteFields[letter] = bytes } else { programFields[letter] = bytes }
            return []
        }
    }

    private static func bytes(
        _ payload: [UInt8], digits: ClosedRange<Character> = "0"..."F"
    ) -> [UInt8]? {
        let text = String(decoding: payload, as: UTF8.self)
        // Upper case only: the device ignores lower-case digits in some commands.
        guard text.allSatisfy({ digits.contains($0) && ($0.isNumber || $0.isUppercase) }) else { return nil }
        return try? Hexadecimal.bytes(text)
    }

    private mutating func storeFavourite() -> [[UInt8]]? {
        guard let slot = favouriteFields["B"], let color = favouriteFields["C"], let sound = favouriteFields["N"],
            let volume = favouriteFields["V"], let flags = favouriteFields["L"]
        else { return nil }
        let zeros = Array(repeating: UInt8(0), count: 6)
        let light = [color[3], color[2], color[1], color[0]]
        let state: UInt8 = flags[0] & 0x40 == 0 ? 0x16 : 0x96
        favourites[slot[0]] = [0x01, sound[0], volume[0]] + zeros + light + [state, 0x03]
        return [Array(slot[0].hexadecimal.utf8)]
    }

    private mutating func storeProgram() -> [[UInt8]]? {
        guard let slot = programFields["B"], let flags = programFields["L"] else { return nil }
        if flags[0] & 0x80 == 0 {
            programs[slot[0]] = nil
        } else if let start = programFields["T"], let duration = programFields["D"], let days = programFields["W"],
            programFields["I"] != nil, let color = programFields["C"], let sound = programFields["N"],
            let volume = programFields["V"], let lock = programFields["M"]
        {
            // Decimal digits were read as hexadecimal ones: hour, minute and second are the last three.
            let parts = start.suffix(3).map { UInt32($0 >> 4) * 10 + UInt32($0 & 0x0F) }
            let seconds = parts.reduce(0) { $0 * 60 + $1 }
            let clock = (0..<4).map { UInt8(truncatingIfNeeded: seconds >> (8 * UInt32($0))) }
            let head: [UInt8] = [0x01] + clock + [sound[0], volume[0]] + duration.reversed() + lock.reversed()
            let block = head + color.reversed() + [0x00, days[0], 0xDF]
            let padding = Array(repeating: UInt8(0), count: max(0, 16 - programName.count))
            programs[slot[0]] = [block, [flags[0] & 0x40 == 0 ? 0x04 : 0x06] + programName + padding]
        } else if var stored = programs[slot[0]] {
            stored[1][0] = flags[0] & 0x40 == 0 ? 0x04 : 0x06
            programs[slot[0]] = stored
        }
        (programFields, programName) = ([:], [])
        return [Array(slot[0].hexadecimal.utf8)]
    }
}
