// SPDX-License-Identifier: Apache-2.0

import DeviceModules
import HatchRest
import SeededRandom
import SleepModel
import Testing

@Suite
struct HatchRestCommandTests {
    let codec = HatchRestCodec()

    private static func color(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ brightness: UInt8) -> DeviceAction {
        .light(Light(.color(RGBColor(red: red, green: green, blue: blue)), brightness: Level(rawValue: brightness)))
    }

    @Test(
        arguments: [
            (.power(true), "SI01"), (.power(false), "SI00"), (color(0xFF, 0x89, 0x0E, 0x66), "SCFF890E66"),
            (color(0, 0, 0, 0), "SC00000000"), (color(0xAB, 0xCD, 0xEF, 0x0A), "SCABCDEF0A"),
            (.light(.off), "SC00000000"), (.light(Light(.gradient, brightness: Level(rawValue: 0x53))), "SCFEFEFE53"),
            (.sound(.none), "SN00"), (.sound(SoundID(rawValue: 13)), "SN0D"), (.sound(SoundID(rawValue: 0xFA)), "SNFA"),
            (.volume(.zero), "SV00"), (.volume(.full), "SVFF"), (.volume(Level(rawValue: 0x0B)), "SV0B"),
        ] as [(DeviceAction, String)])
    func command_isUpperCaseText(action: DeviceAction, text: String) {
        #expect(String(decoding: codec.command(for: action), as: UTF8.self) == text)
    }

    @Test
    func command_hasTwoDigitsPerByte_forEveryLevel() {
        for value in UInt8.min...UInt8.max {
            let command = String(decoding: codec.command(for: .volume(Level(rawValue: value))), as: UTF8.self)
            #expect(command.utf8.count == 4)
            #expect(command.hasPrefix("SV"))
            #expect(UInt8(command.dropFirst(2), radix: 16) == value)
            #expect(command == command.uppercased())
        }
    }

    @Test(
        arguments: [
            ("OK", .acknowledged), ("E01", .refused("E01")), ("E02", .refused("E02")), ("E06", .refused("E06")),
            ("FF", .data(Array("FF".utf8))), ("00", .data(Array("00".utf8))), ("2932", .data(Array("2932".utf8))),
            ("003C", .data(Array("003C".utf8))), ("04", .data(Array("04".utf8))), ("85", .data(Array("85".utf8))),
            ("20200118130000", .data(Array("20200118130000".utf8))), ("01FF0000", .data(Array("01FF0000".utf8))),
            ("ok", .data(Array("ok".utf8))), ("OK ", .data(Array("OK ".utf8))), ("O", .data(Array("O".utf8))),
            ("E0", .data(Array("E0".utf8))), ("E0A", .data(Array("E0A".utf8))), ("E011", .data(Array("E011".utf8))),
            ("E11", .data(Array("E11".utf8))), ("", .data([])),
        ] as [(String, CommandReply)])
    func reply_isRecognised(text: String, reply: CommandReply) {
        #expect(codec.reply(Array(text.utf8)) == reply)
    }

    @Test
    func reply_isData_forAnythingElse() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<5000 {
            // Longer than any answer, up to the most that one notification carries.
            let bytes = generator.bytes(Int.random(in: 4...20, using: &generator))
            #expect(codec.reply(bytes) == .data(bytes))
        }
    }

    static let sounds: [(UInt8, String)] = [
        (0, "none"), (2, "stream"), (3, "noise"), (4, "dryer"), (5, "ocean"), (6, "wind"), (7, "rain"), (9, "bird"),
        (10, "crickets"), (11, "brahms"), (13, "twinkle"), (14, "rockabye"),
    ]

    @Test(arguments: sounds)
    func sound_isFoundByNameAndNumber(number: UInt8, name: String) {
        let sound = SoundID(rawValue: number)
        #expect(codec.sound(name) == sound)
        #expect(codec.sound(name.uppercased()) == sound)
        #expect(codec.sound(String(number)) == sound)
        #expect(codec.name(of: sound) == name)
    }

    @Test(arguments: [
        ("white noise", 3), ("White-Noise", 3), ("whitenoise", 3), ("hair dryer", 4), ("waves", 5), ("birds", 9),
        ("lullaby", 11), ("Rock-a-bye", 14), ("twinkle twinkle little star", 13),
    ])
    func sound_isFoundByWhatPeopleAlsoCallIt(name: String, number: UInt8) {
        #expect(codec.sound(name) == SoundID(rawValue: number))
    }

    @Test
    func otherNames_meanTheirSound_andAreNoNamesThemselves() {
        for (number, _) in Self.sounds {
            let sound = SoundID(rawValue: number)
            for name in codec.otherNames(of: sound) {
                #expect(codec.sound(name) == sound)
                #expect(!codec.soundNames.contains(name))
            }
        }
    }

    @Test
    func soundNames_areInTheOrderOfTheirNumbers() {
        #expect(codec.soundNames == Self.sounds.map(\.1))
    }

    @Test(arguments: ["", "thunder", "256", "-1", "+5", "5.0", "0x05", " rain", "rain "])
    func sound_isNil_forWhatIsNeitherNameNorNumber(text: String) {
        #expect(codec.sound(text) == nil)
    }

    @Test(arguments: [1, 8, 12, 15, 99, 255] as [UInt8])
    func unknownSound_survivesBothWays(number: UInt8) throws {
        var report = HatchRestReportTests.feedback
        report[11] = number
        let state = try codec.state(fromReport: report)
        #expect(state.sound == SoundID(rawValue: number))
        #expect(codec.name(of: state.sound) == nil)
        #expect(codec.sound(String(number)) == state.sound)
        #expect(codec.command(for: .sound(state.sound)) == Array(("SN" + number.hexadecimal).utf8))
    }
}
