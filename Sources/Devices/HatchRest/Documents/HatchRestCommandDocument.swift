// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import DeviceDocuments
import SleepModel

/// A command, as programs read it: what it is called, what it means, and the values it carries.
///
/// Light and volume are on the device's scale of 0 to 255. Absent values are null and never left out.
public struct HatchRestCommandDocument: Hashable, Codable, Sendable {
    /// The product's stable name.
    public var product: String
    /// Always `command`.
    public var kind = HatchRestPacketKind.command
    /// The command as Lull would write it.
    @NullWhenAbsent public var text: String? = nil
    /// What it asks for, as part of a sentence.
    public var meaning: String
    /// `on` or `off`, if it switches the device.
    @NullWhenAbsent public var power: String? = nil
    /// The favourite that it plays, reads or begins to write; 0 plays none.
    @NullWhenAbsent public var favourite: UInt8? = nil
    /// The program that it reads or begins to write.
    @NullWhenAbsent public var program: UInt8? = nil
    /// The lamp.
    @NullWhenAbsent public var light: DeviceStateDocument.LightDocument? = nil
    /// The sound.
    @NullWhenAbsent public var sound: DeviceStateDocument.SoundDocument? = nil
    /// How loud, 0 to 255.
    @NullWhenAbsent public var volume: UInt8? = nil
    /// The seconds of a sleep timer or of a program.
    @NullWhenAbsent public var durationSeconds: Int? = nil
    /// The time a clock is set to.
    @ClockText public var clock: CivilDateTime? = nil
    /// When a program starts.
    @NullWhenAbsent public var start: TimeOfDay? = nil
    /// The days on which a program starts.
    @NullWhenAbsent public var days: WeekdaySet? = nil
    /// The name of a program.
    @NullWhenAbsent public var name: String? = nil
    /// The bits of flags, a toddler lock or a power byte.
    @NullWhenAbsent public var flags: UInt32? = nil
}

extension HatchRestCodec {
    /// What a command says.
    func document(_ command: HatchRestCommand) -> HatchRestCommandDocument {
        var document = HatchRestCommandDocument(
            product: product.rawValue, text: command.bytes.asciiText, meaning: words(command))
        switch command {
        case .power(let isOn): document.power = isOn ? "on" : "off"
        case .light(let light), .favouriteLight(let light): document.light = .init(light)
        case .sound(let sound), .favouriteSound(let sound): document.sound = .init(sound, name: name(of: sound))
        case .volume(let volume), .favouriteVolume(let volume): document.volume = volume.rawValue
        case .playFavourite(let number), .readFavourite(let number), .selectFavourite(let number):
            document.favourite = number
        case .setSleepTimer(let seconds): document.durationSeconds = Int(seconds)
        case .setClock(let time, _): document.clock = time
        case .favouriteFlags(let flags): document.flags = UInt32(flags)
        case .readProgram(let number), .readProgramField(_, let number), .readProgramPresets(let number),
            .selectProgram(let number):
            document.program = number
        case .setProgramField(let field): describe(field, in: &document)
        case .readSleepTimer, .readTimerMark, .readActiveFavourite, .readClock, .commitFavourite, .commitProgram: break
        }
        return document
    }

    private func describe(_ field: HatchRestProgramField, in document: inout HatchRestCommandDocument) {
        switch field {
        case .start(let start): document.start = start.time
        case .duration(let seconds): document.durationSeconds = Int(seconds)
        case .days(let days): document.days = WeekdaySet(rawValue: days)
        case .light(let light): document.light = .init(light)
        case .sound(let sound): document.sound = .init(sound, name: name(of: sound))
        case .volume(let volume): document.volume = volume.rawValue
        case .name(let name): document.name = name.text
        case .power(let bits), .flags(let bits): document.flags = UInt32(bits)
        case .lock(let bits): document.flags = bits
        }
    }
}
