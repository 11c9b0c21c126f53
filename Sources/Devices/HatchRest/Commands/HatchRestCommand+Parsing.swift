// SPDX-License-Identifier: Apache-2.0

public import DeviceModules
import SleepModel

extension HatchRestCommand {
    /// Reads a command; letters must be upper case, hexadecimal digits may be either.
    ///
    /// Throws `CodecError` with the offset of the first byte that no known command has there. What it reads, `bytes`
    /// writes again, but for the case of digits.
    public init(parsing bytes: [UInt8]) throws(CodecError) {
        var reader = CommandReader(bytes)
        self = try reader.command()
        try reader.end()
    }
}

extension CommandReader {
    fileprivate mutating func command() throws(CodecError) -> HatchRestCommand {
        switch letter() {
        case "S": try setting()
        case "G": try question()
        case "P": try favourite()
        case "E": try program()
        default: throw unknown(at: 0)
        }
    }

    private mutating func setting() throws(CodecError) -> HatchRestCommand {
        switch letter() {
        case "I": return .power(try isOn())
        case "C": return .light(try light())
        case "N": return .sound(SoundID(rawValue: try byte()))
        case "V": return .volume(Level(rawValue: try byte()))
        case "P": return .playFavourite(try byte())
        case "D": return .setSleepTimer(seconds: UInt16(truncatingIfNeeded: try number(digits: 4)))
        case "T":
            let time = try dateTime()
            let position = offset
            guard let rule = letter().flatMap(HatchRestCommand.ClockRule.init) else {
                throw CodecError(offset: position, "expected one of the letters U, E and N")
            }
            return .setClock(time, rule)
        default: throw unknown(at: 1)
        }
    }

    private mutating func isOn() throws(CodecError) -> Bool {
        let position = offset
        switch try byte() {
        case 0: return false
        case 1: return true
        default: throw CodecError(offset: position, "expected 00 or 01")
        }
    }

    private mutating func question() throws(CodecError) -> HatchRestCommand {
        switch letter() {
        case "D": .readSleepTimer
        case "I": .readTimerMark
        case "F": .readActiveFavourite
        case "T": .readClock
        default: throw unknown(at: 1)
        }
    }

    private mutating func favourite() throws(CodecError) -> HatchRestCommand {
        switch letter() {
        case "G":
            guard letter() == "B" else { throw unknown(at: 2) }
            return .readFavourite(try byte())
        case "S":
            switch letter() {
            case "B": return .selectFavourite(try byte())
            case "C": return .favouriteLight(try light())
            case "N": return .favouriteSound(SoundID(rawValue: try byte()))
            case "V": return .favouriteVolume(Level(rawValue: try byte()))
            case "L": return .favouriteFlags(try byte())
            case "F": return .commitFavourite
            default: throw unknown(at: 2)
            }
        default: throw unknown(at: 1)
        }
    }

    private mutating func program() throws(CodecError) -> HatchRestCommand {
        switch letter() {
        case "G":
            let field = letter()
            if field == "B" { return .readProgram(try byte()) }
            if field == "P" { return .readProgramPresets(try byte()) }
            guard let name = field.flatMap(HatchRestProgramField.Letter.init) else { throw unknown(at: 2) }
            return .readProgramField(name, try byte())
        case "S":
            let field = letter()
            if field == "B" { return .selectProgram(try byte()) }
            if field == "F" { return .commitProgram }
            guard let name = field.flatMap(HatchRestProgramField.Letter.init) else { throw unknown(at: 2) }
            return .setProgramField(try HatchRestProgramField(name, &self))
        default: throw unknown(at: 1)
        }
    }

    private func unknown(at position: Int) -> CodecError {
        CodecError(offset: position, "no known command goes on like this")
    }
}
