// SPDX-License-Identifier: Apache-2.0

import DeviceModules
import HatchRest
import SleepModel
import Testing

/// Every known command in its exact form, both ways.
@Suite
struct HatchRestCommandFormTests {
    static let commands: [(HatchRestCommand, String)] = [
        (.power(true), "SI01"), (.power(false), "SI00"),
        (.light(HatchRestSamples.light(0xFF, 0x89, 0x0E, 0x66)), "SCFF890E66"),
        (.light(Light(.gradient, brightness: Level(rawValue: 0x53))), "SCFEFEFE53"),
        (.light(HatchRestSamples.light(0xFF, 0xFF, 0xFF, 0x80)), "SCFFFFFF80"), (.sound(.none), "SN00"),
        (.sound(SoundID(rawValue: 0xFA)), "SNFA"), (.volume(Level(rawValue: 0x4D)), "SV4D"),
        (.playFavourite(6), "SP06"), (.playFavourite(0), "SP00"), (.setSleepTimer(seconds: 60), "SD003C"),
        (.setSleepTimer(seconds: 0), "SD0000"), (.setSleepTimer(seconds: 0xFFFF), "SDFFFF"),
        (.readSleepTimer, "GD"), (.readTimerMark, "GI"), (.readActiveFavourite, "GF"),
        (.setClock(HatchRestSamples.start, .america), "ST20200118130000U"),
        (.setClock(HatchRestSamples.start, .europe), "ST20200118130000E"),
        (.setClock(HatchRestSamples.start, .none), "ST20200118130000N"), (.readClock, "GT"),
        (.readFavourite(2), "PGB02"), (.selectFavourite(5), "PSB05"),
        (.favouriteLight(HatchRestSamples.light(0xFD, 0xD1, 0x2D, 0x7F)), "PSCFDD12D7F"),
        (.favouriteSound(SoundID(rawValue: 5)), "PSN05"), (.favouriteVolume(Level(rawValue: 0x54)), "PSV54"),
        (.favouriteFlags(0xC0), "PSLC0"), (.commitFavourite, "PSF"), (.readProgram(10), "EGB0A"),
        (.readProgramField(.start, 1), "EGT01"), (.readProgramField(.duration, 1), "EGD01"),
        (.readProgramField(.days, 1), "EGW01"), (.readProgramField(.power, 1), "EGI01"),
        (.readProgramField(.light, 1), "EGC01"), (.readProgramField(.sound, 1), "EGN01"),
        (.readProgramField(.volume, 1), "EGV01"), (.readProgramField(.name, 1), "EGX01"),
        (.readProgramField(.lock, 1), "EGM01"), (.readProgramField(.flags, 1), "EGL01"),
        (.readProgramPresets(1), "EGP01"), (.selectProgram(10), "ESB0A"),
        (.setProgramField(.start(HatchRestSamples.start)), "EST20200118130000"),
        (.setProgramField(.duration(seconds: 7230)), "ESD1C3E"), (.setProgramField(.days(0x3E)), "ESW3E"),
        (.setProgramField(.power(1)), "ESI01"),
        (.setProgramField(.light(HatchRestSamples.light(0xEB, 0x8E, 0x48, 0x7F))), "ESCEB8E487F"),
        (.setProgramField(.sound(SoundID(rawValue: 3))), "ESN03"),
        (.setProgramField(.volume(Level(rawValue: 0x33))), "ESV33"),
        (.setProgramField(.name(HatchRestName("Nap Time"))), "ESXNap Time"),
        (.setProgramField(.name(HatchRestName(""))), "ESX"), (.setProgramField(.lock(0x01FF_0000)), "ESM01FF0000"),
        (.setProgramField(.flags(0xC5)), "ESLC5"), (.commitProgram, "ESF"),
    ]

    @Test(arguments: commands)
    func command_isWritten_andReadBack(command: HatchRestCommand, text: String) throws {
        #expect(String(decoding: command.bytes, as: UTF8.self) == text)
        #expect(try HatchRestCommand(parsing: Array(text.utf8)) == command)
        #expect(command.bytes.count <= 20)
    }

    @Test(arguments: [
        ("SCff890e66", "SCFF890E66"), ("SNfa", "SNFA"), ("SD00b4", "SD00B4"), ("EGB0a", "EGB0A"), ("PSLc0", "PSLC0"),
        ("ESM01ff0000", "ESM01FF0000"), ("ESXnap", "ESXnap"),
    ])
    func digits_areReadInEitherCase_andWrittenInUpperCase(text: String, canonical: String) throws {
        let command = try HatchRestCommand(parsing: Array(text.utf8))
        #expect(String(decoding: command.bytes, as: UTF8.self) == canonical)
    }

    @Test(arguments: [
        ("", 0), ("X", 0), ("si01", 0), ("S", 1), ("SX01", 1), ("G", 1), ("GX", 1), ("P", 1), ("PX", 1), ("PGC01", 2),
        ("PG", 2), ("PSX", 2), ("PS", 2), ("E", 1), ("EX", 1), ("EG", 2), ("EGZ01", 2), ("ES", 2), ("ESP00", 2),
        ("SI", 2), ("SI02", 2), ("SIFF", 2), ("SI0", 3), ("SI011", 4), ("SI0 ", 3), ("SI01\n", 4), ("SC", 2),
        ("SCFF890E6", 9), ("SCFF890E666", 10), ("SCFG890E66", 3), ("SN0", 3), ("SN+1", 2), ("SV100", 4), ("SD3C", 4),
        ("SD0003C", 6), ("GD0", 2), ("GT00", 2), ("PGB", 3), ("PGB011", 5), ("PSF0", 3), ("ESF0", 3), ("EGB1", 4),
        ("ST20200118130000", 16), ("ST20200118130000X", 16), ("ST20200118130000UU", 17), ("ST20200230130000U", 2),
        ("ST00000101000000U", 2), ("ST20200118240000U", 10), ("ST2020011813000", 15), ("EST20200118130000U", 17),
        ("ESTAAAA0118130000", 3), ("ESD1C3", 6), ("ESM01FF000", 10), ("ESM01FF00000", 11),
        ("ESX0123456789ABCDEFG", 19), ("ESXab\u{0}c", 5), ("OK", 0),
    ])
    func command_isRefused_withTheOffsetThatDoesNotFit(text: String, offset: Int) {
        let error = #expect(throws: CodecError.self) { try HatchRestCommand(parsing: Array(text.utf8)) }
        #expect(error?.offset == offset)
    }

    @Test
    func name_isKeptByteForByte_whateverItIs() throws {
        let bytes = Array("ESX".utf8) + [0xFF, 0xC3, 0x0A, 0x1B, 0x80]
        #expect(try HatchRestCommand(parsing: bytes).bytes == bytes)
    }

    /// The device would take the steady colour for its colour cycle.
    @Test
    func light_isNextToTheCycle_whenItIsTheSteadyColourOfTheCycle() {
        let light = HatchRestSamples.light(0xFE, 0xFE, 0xFE, 0x10)
        #expect(String(decoding: HatchRestCommand.light(light).bytes, as: UTF8.self) == "SCFDFEFE10")
    }

    @Test(arguments: [
        DeviceAction.power(true), .light(HatchRestSamples.light(1, 2, 3, 4)), .sound(SoundID(rawValue: 9)),
        .volume(.full),
    ])
    func action_comesBack(action: DeviceAction) {
        #expect(HatchRestCommand(action).action == action)
    }

    @Test
    func action_isNil_forEverythingElse() {
        let actions = Self.commands.filter { $0.0.action != nil }.map(\.1)
        #expect(actions.allSatisfy { ["SI", "SC", "SN", "SV"].contains($0.prefix(2)) })
        #expect(actions.count == 8)
    }
}
