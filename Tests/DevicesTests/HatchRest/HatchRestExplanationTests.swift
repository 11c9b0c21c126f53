// SPDX-License-Identifier: Apache-2.0

import DeviceModules
import GATT
import HatchRest
import SeededRandom
import SleepModel
import Testing

@Suite
struct HatchRestExplanationTests {
    let codec = HatchRestCodec()

    static let commands: [(String, String)] = [
        ("SI01", "switch on"), ("SI00", "switch off"), ("SCFF890E66", "light #FF890E at 40 %"),
        ("SCFEFEFE53", "light cycling through colours at 33 %"), ("SN07", "sound 7 (rain)"), ("SN63", "sound 99"),
        ("SN00", "no sound"), ("SV4D", "volume 30 %"), ("SP03", "play favourite 3"), ("SP00", "play no favourite"),
        ("SD0384", "switch off in 15m"), ("SD0000", "end the sleep timer"), ("GD", "ask for the sleep timer"),
        ("GI", "ask for the sleep timer's unknown byte"), ("GF", "ask for the active favourite"),
        ("ST20260929181202U", "set the clock to 2026-09-29T18:12:02, rule U"), ("GT", "ask for the clock"),
        ("PGB02", "ask for favourite 2"), ("PSB02", "begin to write favourite 2"),
        ("PSCFDD12D7F", "favourite's light #FDD12D at 50 %"), ("PSN05", "favourite's sound: sound 5 (ocean)"),
        ("PSV4D", "favourite's volume 30 %"), ("PSLC0", "favourite on the touch ring"),
        ("PSL80", "favourite not on the touch ring"), ("PSL01", "favourite's flags 01"), ("PSF", "save the favourite"),
        ("EGB0A", "ask for program 10"), ("EGT01", "ask for the start of program 1"),
        ("EGP01", "ask for the unknown byte P of program 1"), ("ESB0A", "begin to write program 10"),
        ("EST20200118130000", "program's start: 13:00"), ("ESD1C3E", "program's duration: 2h30s"),
        ("ESW7F", "program's days: every day"), ("ESW3C", "program's days: tue, wed, thu, fri"),
        ("ESW00", "program's days: no day"), ("ESI01", "program's power byte: 01"),
        ("ESXNap Time", "program's name: “Nap Time”"), ("ESM01FF0000", "program's toddler lock: 01FF0000"),
        ("ESM00000000", "program's toddler lock: off"), ("ESLC5", "program's flags: C5, enabled"),
        ("ESL85", "program's flags: 85, disabled"), ("ESL00", "program's flags: gone"), ("ESF", "save the program"),
        ("SX", "unknown command (offset 1: no known command goes on like this)"),
        ("SI0", "unknown command (offset 3: expected a hexadecimal digit)"),
    ]

    @Test(arguments: commands)
    func command_isExplained(text: String, words: String) {
        let explanation = codec.explanation(of: Array(text.utf8), on: HatchRestUUID.command)
        let action = (try? HatchRestCommand(parsing: Array(text.utf8)))?.action
        #expect(explanation == PacketExplanation(words, action: action))
    }

    @Test
    func command_givesItsAction() {
        let explanation = codec.explanation(of: Array("SV4D".utf8), on: HatchRestUUID.command)
        #expect(explanation?.action == .volume(Level(rawValue: 0x4D)))
    }

    @Test(
        arguments: [
            (Array("OK".utf8), "acknowledged"), (Array("E01".utf8), "refused with E01, wrong length or form"),
            (Array("E03".utf8), "refused with E03"), (Array("2932".utf8), "answers “2932”"),
            ([], "unknown answer of 0 bytes"),
            ([0x00, 0xFF], "unknown answer of 2 bytes"),
            (
                HatchRestBlockTests.favourite,
                "favourite: light #FDD12D at 50 %, sound 5 (ocean) at 33 %, on the touch ring"
            ),
            (
                HatchRestBlockTests.program,
                "program: 08:30 for 1h15m30s on tue, wed, thu, fri, light #5DD39E at 50 %, no sound at 18 %, "
                    + "toddler lock"
            ),
            (HatchRestBlockTests.label, "program “Time to Rise”, enabled"),
            (Array(repeating: 0, count: 17), "no status and name, as of an empty program slot"),
        ] as [([UInt8], String)])
    func reply_isExplained(bytes: [UInt8], words: String) {
        #expect(codec.explanation(of: bytes, on: HatchRestUUID.reply) == PacketExplanation(words))
    }

    @Test
    func feedback_isExplained_withItsState() {
        #expect(
            codec.explanation(of: HatchRestReportTests.feedback, on: HatchRestUUID.feedback)
                == PacketExplanation(
                    "on, favourite 3, light #EE7674 at 5 %, sound 4 (dryer) at 36 %, clock 2026-05-24T20:28:32",
                    state: HatchRestReportTests.state))
        #expect(
            codec.explanation(of: [0x54], on: HatchRestUUID.feedback)
                == PacketExplanation("no feedback (offset 1: a feedback report has 20 bytes, and this one ends here)"))
    }

    @Test
    func value_isNotExplained_onACharacteristicThatIsNotUsed() {
        #expect(codec.explanation(of: [100], on: BluetoothUUID(0x2A19)) == nil)
    }

    @Test
    func anything_isExplained_onEveryCharacteristic() {
        var generator = SeededGenerator(seed: 21)
        for _ in 0..<2000 {
            let bytes = generator.bytes(Int.random(in: 0...40, using: &generator))
            for characteristic in [HatchRestUUID.command, HatchRestUUID.reply, HatchRestUUID.feedback] {
                #expect(codec.explanation(of: bytes, on: characteristic)?.text.isEmpty == false)
            }
        }
    }
}
