// SPDX-License-Identifier: Apache-2.0

import DeviceModules
import HatchRest
import SleepModel
import Testing

/// A late answer to one command does not pass for the answer to another, as far as their forms differ.
@Suite
struct HatchRestAnswerTests {
    /// One true answer to each form of question; those of one form can stand for each other.
    private static let answers: [(form: String, command: HatchRestCommand, notifications: [[UInt8]])] = [
        ("nothing", .power(true), []), ("nothing", .selectProgram(1), []), ("nothing", .setSleepTimer(seconds: 1), []),
        ("word", .readSleepTimer, [Array("2932".utf8)]),
        ("word", .readProgramField(.duration, 1), [Array("1C3E".utf8)]), ("byte", .readTimerMark, [Array("FF".utf8)]),
        ("byte", .readActiveFavourite, [Array("03".utf8)]), ("byte", .commitFavourite, [Array("02".utf8)]),
        ("byte", .commitProgram, [Array("0A".utf8)]), ("byte", .readProgramPresets(1), [Array("00".utf8)]),
        ("byte", .readProgramField(.flags, 1), [Array("85".utf8)]),
        ("byte", .readProgramField(.days, 1), [Array("7F".utf8)]),
        ("favourite", .readFavourite(1), [HatchRestBlockTests.favourite]),
        ("program", .readProgram(1), [HatchRestBlockTests.program, HatchRestBlockTests.label]),
        ("start", .readProgramField(.start, 1), [Array("20200118130000".utf8)]),
        ("long", .readProgramField(.lock, 1), [Array("01FF0000".utf8)]),
        ("long", .readProgramField(.light, 1), [Array("EB8E487F".utf8)]),
    ]

    @Test
    func answer_passes_exactlyWhereItsFormIsTheOneAskedFor() {
        for asked in Self.answers {
            for given in Self.answers {
                let answer = try? HatchRestAnswer(to: asked.command, given.notifications)
                #expect((answer != nil) == (asked.form == given.form), "\(given.command) for \(asked.command)")
            }
        }
    }

    /// A name and the clock can be any text.
    @Test
    func answer_isKeptAsItIs_forTheClockAndForNames() throws {
        let text = Array("20260929181202U".utf8)
        #expect(try HatchRestAnswer(to: .readClock, [text]) == .clock(text))
        #expect(
            try HatchRestAnswer(to: .readProgramField(.name, 1), [Array("Nap Time".utf8)])
                == .programField(.name(HatchRestName("Nap Time"))))
    }

    @Test
    func answer_isRefused_whenPartsOfItAreMissingOrTooMany() {
        let block = HatchRestBlockTests.program
        let label = HatchRestBlockTests.label
        for notifications in [
            [], [block], [label], [label, block], [block, block], [block, label, label], [block + label],
        ] {
            #expect(throws: CodecError.self) { try HatchRestAnswer(to: .readProgram(1), notifications) }
        }
        let favourite = HatchRestBlockTests.favourite
        for notifications in [[], [favourite, favourite], [block], [label], [favourite + [0]]] {
            #expect(throws: CodecError.self) { try HatchRestAnswer(to: .readFavourite(1), notifications) }
        }
    }

    @Test(arguments: ["", "2", "293", "29320", "29 2", "293G", "OK", "0x29"])
    func sleepTimer_isRefused_whenItIsNotFourDigits(text: String) {
        #expect(throws: CodecError.self) { try HatchRestAnswer(to: .readSleepTimer, [Array(text.utf8)]) }
    }

    @Test
    func activeFavourite_isRead_asItsNumber() throws {
        #expect(try HatchRestAnswer(to: .readActiveFavourite, [Array("03".utf8)]) == .activeFavourite(3))
        #expect(try HatchRestAnswer(to: .readActiveFavourite, [Array("00".utf8)]) == .activeFavourite(0))
    }
}
