// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel

/// Every command of a Hatch Rest that is publicly known, in ASCII as it is written to the command characteristic.
///
/// Any number can stand where the device expects one of its slots; the device refuses those it does not have.
///
/// Sources: DavidSchinazi/hatch_rest_homeassistant and wmbest2/hatch_rest_homeassistant, `PROTOCOL.md`;
/// SiloCityLabs/hatch-rest-gen1 for single fields of programs and the clock's letter.
public enum HatchRestCommand: Hashable, Sendable {
    /// The letter behind the time in `ST`, by which the maker's app tells the device about daylight saving.
    ///
    /// What the device makes of it is unknown. Only `U` was ever seen on hardware.
    public enum ClockRule: Character, Hashable, Sendable, CaseIterable {
        /// America, where there is daylight saving.
        case america = "U"
        /// Europe.
        case europe = "E"
        /// Anywhere else.
        case none = "N"
    }

    /// `SI`: light and sound together on or off.
    case power(Bool)
    /// `SC`: what the lamp shows; FEFEFE asks for the colour cycle, and FFFFFF is a plain white.
    case light(Light)
    /// `SN`: what plays.
    case sound(SoundID)
    /// `SV`: how loud.
    case volume(Level)
    /// `SP`: plays a favourite, or with 0 none; without effect while the device is off.
    case playFavourite(UInt8)
    /// `SD`: starts the sleep timer in place of one that runs, or with 0 ends it.
    case setSleepTimer(seconds: UInt16)
    /// `GD`: asks how long the sleep timer still runs.
    case readSleepTimer
    /// `GI`: asks for a byte that is 00 or FF, whether or not a timer runs.
    case readTimerMark
    /// `GF`: asks for the active favourite.
    case readActiveFavourite
    /// `ST`: sets the clock to a local time.
    case setClock(CivilDateTime, ClockRule)
    /// `GT`: asks for the clock.
    case readClock

    /// `PGB`: asks for a favourite.
    case readFavourite(UInt8)
    /// `PSB`: names the favourite that the following commands are about.
    case selectFavourite(UInt8)
    /// `PSC`: the lamp of the selected favourite.
    case favouriteLight(Light)
    /// `PSN`: what the selected favourite plays.
    case favouriteSound(SoundID)
    /// `PSV`: how loud the selected favourite is.
    case favouriteVolume(Level)
    /// `PSL`: C0 puts the selected favourite on the touch ring, 80 takes it off.
    case favouriteFlags(UInt8)
    /// `PSF`: stores everything collected for the selected favourite.
    case commitFavourite

    /// `EGB`: asks for a program.
    case readProgram(UInt8)
    /// `EG` with a field's letter: asks for one field of a program.
    case readProgramField(HatchRestProgramField.Letter, UInt8)
    /// `EGP`: asks for a byte of a program that was 00 every time.
    case readProgramPresets(UInt8)
    /// `ESB`: names the program that the following commands are about; does not load it.
    case selectProgram(UInt8)
    /// `ES` with a field's letter: a field of the selected program.
    case setProgramField(HatchRestProgramField)
    /// `ESF`: stores everything collected for the selected program.
    case commitProgram

    /// The command as it is written, hexadecimal digits in upper case.
    public var bytes: [UInt8] {
        if case .setProgramField(let field) = self { return Array("ES\(field.letter.rawValue)".utf8) + field.bytes }
        return Array(text.utf8)
    }

    private var text: String {
        switch self {
        case .power(let isOn): isOn ? "SI01" : "SI00"
        case .light(let light): "SC" + Hexadecimal.text(light.redFirst)
        case .sound(let sound): "SN" + sound.rawValue.hexadecimal
        case .volume(let volume): "SV" + volume.rawValue.hexadecimal
        case .playFavourite(let number): "SP" + number.hexadecimal
        case .setSleepTimer(let seconds): "SD" + CommandText.hexadecimal(seconds)
        case .readSleepTimer: "GD"
        case .readTimerMark: "GI"
        case .readActiveFavourite: "GF"
        case .setClock(let time, let rule): "ST" + CommandText.dateTime(time) + String(rule.rawValue)
        case .readClock: "GT"
        case .readFavourite(let number): "PGB" + number.hexadecimal
        case .selectFavourite(let number): "PSB" + number.hexadecimal
        case .favouriteLight(let light): "PSC" + Hexadecimal.text(light.redFirst)
        case .favouriteSound(let sound): "PSN" + sound.rawValue.hexadecimal
        case .favouriteVolume(let volume): "PSV" + volume.rawValue.hexadecimal
        case .favouriteFlags(let flags): "PSL" + flags.hexadecimal
        case .commitFavourite: "PSF"
        case .readProgram(let number): "EGB" + number.hexadecimal
        case .readProgramField(let letter, let number): "EG\(letter.rawValue)" + number.hexadecimal
        case .readProgramPresets(let number): "EGP" + number.hexadecimal
        case .selectProgram(let number): "ESB" + number.hexadecimal
        case .setProgramField(let field): "ES\(field.letter.rawValue)"
        case .commitProgram: "ESF"
        }
    }
}
