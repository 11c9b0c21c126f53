// SPDX-License-Identifier: Apache-2.0

import CivilTime
public import Clocks
import SleepModel

extension SimulatedRest {
    private static let okay = [UInt8](ascii: "OK")
    private static let formatError = [UInt8](ascii: "E01")

    /// Carries out one command as it was written to the command characteristic.
    ///
    /// What it asks for is replied first, then `OK`. What is not a known command in its exact form is replied to with
    /// `E01` and changes nothing.
    public mutating func receive(_ command: [UInt8], at sample: ClockSample) -> [Effect] {
        let earlier = advance(to: sample)
        guard let command = RestCommand(command), let data = answer(to: command) else {
            return earlier + [.reply(Self.formatError)]
        }
        let changes = change { $0.carryOut(command) }
        return earlier + data.map { .reply($0) } + [.reply(Self.okay)] + changes
    }

    /// What is replied before `OK`; nil if the command is refused.
    private func answer(to command: RestCommand) -> [[UInt8]]? {
        switch command {
        case .readTimer:
            let left = timer?.left(at: reached) ?? 0
            return [Self.hex(profile.has(.timerMinutes) ? left / 60 : left)]
        // Nobody knows what it means; it was seen to be the same with a timer and without.
        case .readTimerTotal: return [[UInt8](ascii: profile.has(.timerTotalZero) ? "00" : "FF")]
        case .readFavouriteNumber: return [Self.hex(registers.favourite ?? 0)]
        // The form of this answer is nowhere recorded; it is the form in which the time was set.
        case .readClock: return [Self.decimal(clock.reading(at: reached)) + [clock.zone]]
        case .readFavourite(let number): return [favourites[number - 1].block]
        case .readProgram(let number): return programBlocks(number)
        case .readProgramField(let letter, let number): return field(letter, of: programs[number - 1])
        case .commitFavourite: return favouriteDraft.slot.map { [Self.hex($0)] }
        case .commitProgram: return programDraft.slot.map { [Self.hex($0)] }
        default: return []
        }
    }

    private func field(_ letter: UInt8, of program: RestProgram) -> [[UInt8]] {
        switch Character(UnicodeScalar(letter)) {
        case "T": [Self.decimal(Instant(secondsSince1970: Int64(program.start)))]
        case "D": [Self.hex(program.durationSeconds)]
        case "W": [Self.hex(Int(program.days))]
        case "I": [Self.hex(Int(program.interval))]
        case "C": [[UInt8](ascii: Hexadecimal.text(program.scene.redFirst))]
        case "N": [Self.hex(Int(program.scene.sound))]
        case "V": [Self.hex(Int(program.scene.volume))]
        case "X": program.text.isEmpty ? [] : [program.text]
        case "M": [[UInt8](ascii: Hexadecimal.text(program.lock))]
        case "L": [Self.hex(Int(profile.has(.flagsWithoutEnabled) ? program.flags & 0xBF : program.flags))]
        default: [Self.hex(0)]
        }
    }

    private mutating func carryOut(_ command: RestCommand) {
        switch command {
        case .power(true): registers.isOn = true
        case .power(false): switchOff()
        case .light(let color, let brightness):
            registers.scene.color = color
            registers.scene.brightness = brightness
            registers.favourite = nil
        case .sound(let sound):
            registers.scene.sound = sound
            registers.favourite = nil
        case .volume(let volume): registers.scene.volume = volume
        case .play(let number):
            if registers.isOn || profile.has(.playWhileOff) { play(number) }
        case .timer(let seconds, let isUpperCase):
            guard isUpperCase || profile.has(.lowerCaseTimer) else { return }
            timer = seconds == 0 ? nil : RestTimer(seconds: seconds, startedAt: reached)
        case .setClock(let reading, let zone): clock = RestClock(reading, zone: zone, at: reached)
        case .selectFavourite(let number): favouriteDraft.slot = number
        case .draftFavourite(let field): favouriteDraft.write(field)
        case .commitFavourite:
            if let slot = favouriteDraft.slot { favourites[slot - 1] = favouriteDraft.favourite }
        case .selectProgram(let number): programDraft.select(number)
        case .draftProgram(let field): programDraft.write(field)
        case .commitProgram:
            guard let slot = programDraft.slot else { return }
            programs[slot - 1] = programDraft.commit(
                over: programs[slot - 1], at: clock.seconds(at: reached))
        case .readClock, .readTimer, .readTimerTotal, .readFavouriteNumber, .readFavourite, .readProgram,
            .readProgramField:
            return
        }
    }

    /// Makes a favourite the one that plays; zero for none, which leaves everything as it sounds and looks.
    mutating func play(_ number: Int) {
        guard RestCommand.favourites.contains(number) else {
            registers.favourite = nil
            return
        }
        registers.favourite = number
        registers.scene = favourites[number - 1].scene
    }

    // MARK: - Text

    private static func hex(_ byte: Int) -> [UInt8] {
        [UInt8](ascii: UInt8(truncatingIfNeeded: byte).hexadecimal)
    }

    private static func hex(_ word: UInt16) -> [UInt8] {
        [UInt8](ascii: Hexadecimal.text([UInt8(word >> 8), UInt8(word & 0xFF)]))
    }

    /// The fourteen digits of a time.
    private static func decimal(_ instant: Instant) -> [UInt8] {
        let civil = ZoneRules.utc.civil(at: instant)
        let (date, time) = (civil.date, civil.time)
        let others = [date.month, date.day, time.hour, time.minute, time.second].map { $0.padded(to: 2) }
        return [UInt8](ascii: date.year.padded(to: 4) + others.joined())
    }
}
