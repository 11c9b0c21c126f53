// SPDX-License-Identifier: Apache-2.0

import CivilTime
public import DeviceModules
public import GATT
import SleepModel

extension HatchRestCodec {
    /// What a value means; nil on characteristics that Lull does not use.
    ///
    /// A reply does not say what it answers. Blocks are recognised by their length; anything else is shown as it is.
    public func explanation(of value: [UInt8], on characteristic: BluetoothUUID) -> PacketExplanation? {
        switch characteristic {
        case commandCharacteristic: explanation(ofCommand: value)
        case replyCharacteristic: PacketExplanation(words(reply: value))
        case stateCharacteristic: explanation(ofReport: value)
        default: nil
        }
    }

    private func explanation(ofCommand value: [UInt8]) -> PacketExplanation {
        do {
            let command = try HatchRestCommand(parsing: value)
            return PacketExplanation(words(command), action: command.action)
        } catch {
            return PacketExplanation("unknown command (offset \(error.offset): \(error.message))")
        }
    }

    private func explanation(ofReport value: [UInt8]) -> PacketExplanation {
        do {
            let state = try state(fromReport: value)
            return PacketExplanation(words(state), state: state)
        } catch {
            return PacketExplanation("no feedback (offset \(error.offset): \(error.message))")
        }
    }

    /// What a reply says by itself.
    func words(reply value: [UInt8]) -> String {
        switch reply(value) {
        case .acknowledged: "acknowledged"
        case .refused(let code): "refused with \(code)" + (code == "E01" ? ", wrong length or form" : "")
        case .data(let bytes): words(answer: bytes)
        }
    }

    private func words(answer bytes: [UInt8]) -> String {
        if let block = try? HatchRestFavouriteBlock(bytes) { return words(block) }
        if let block = try? HatchRestProgramBlock(bytes) { return words(block) }
        if let label = try? HatchRestProgramLabel(bytes) { return words(label) }
        guard let text = bytes.asciiText, !text.isEmpty else { return "unknown answer of \(bytes.count) bytes" }
        return "answers “\(text)”"
    }

    /// What a command asks for.
    func words(_ command: HatchRestCommand) -> String {
        switch command {
        case .power(let isOn): isOn ? "switch on" : "switch off"
        case .light(let light): words(light)
        case .sound(let sound): words(sound)
        case .volume(let volume): "volume \(words(volume))"
        case .playFavourite(0): "play no favourite"
        case .playFavourite(let number): "play favourite \(number)"
        case .setSleepTimer(0): "end the sleep timer"
        case .setSleepTimer(let seconds): "switch off in \(DurationText.format(.seconds(Int(seconds))))"
        case .readSleepTimer: "ask for the sleep timer"
        case .readTimerMark: "ask for the sleep timer's unknown byte"
        case .readActiveFavourite: "ask for the active favourite"
        case .setClock(let time, let rule): "set the clock to \(time), rule \(rule.rawValue)"
        case .readClock: "ask for the clock"
        case .readFavourite(let number): "ask for favourite \(number)"
        case .selectFavourite(let number): "begin to write favourite \(number)"
        case .favouriteLight(let light): "favourite's \(words(light))"
        case .favouriteSound(let sound): "favourite's sound: \(words(sound))"
        case .favouriteVolume(let volume): "favourite's volume \(words(volume))"
        case .favouriteFlags(0xC0): "favourite on the touch ring"
        case .favouriteFlags(0x80): "favourite not on the touch ring"
        case .favouriteFlags(let flags): "favourite's flags \(flags.hexadecimal)"
        case .commitFavourite: "save the favourite"
        case .readProgram(let number): "ask for program \(number)"
        case .readProgramField(let letter, let number): "ask for the \(Self.word(letter)) of program \(number)"
        case .readProgramPresets(let number): "ask for the unknown byte P of program \(number)"
        case .selectProgram(let number): "begin to write program \(number)"
        case .setProgramField(let field): "program's \(Self.word(field.letter)): \(words(field))"
        case .commitProgram: "save the program"
        }
    }

    private func words(_ field: HatchRestProgramField) -> String {
        switch field {
        case .start(let start): start.time.description
        case .duration(let seconds): DurationText.format(.seconds(Int(seconds)))
        case .days(let days): words(WeekdaySet(rawValue: days))
        case .power(let value): value.hexadecimal
        case .light(let light): words(light)
        case .sound(let sound): words(sound)
        case .volume(let volume): words(volume)
        case .name(let name): "“\(name.text)”"
        case .lock(let lock): lock == 0 ? "off" : CommandText.hexadecimal(lock)
        case .flags(let flags) where flags == 0: "gone"
        case .flags(let flags): "\(flags.hexadecimal), \(flags & 0x40 == 0 ? "disabled" : "enabled")"
        }
    }

    private static func word(_ letter: HatchRestProgramField.Letter) -> String {
        switch letter {
        case .start: "start"
        case .duration: "duration"
        case .days: "days"
        case .power: "power byte"
        case .light: "light"
        case .sound: "sound"
        case .volume: "volume"
        case .name: "name"
        case .lock: "toddler lock"
        case .flags: "flags"
        }
    }
}

extension [UInt8] {
    /// The bytes as text, if all of them are printable ASCII.
    var asciiText: String? {
        allSatisfy { (0x20...0x7E).contains($0) } ? String(decoding: self, as: UTF8.self) : nil
    }
}
