// SPDX-License-Identifier: Apache-2.0

import CivilTime
import DeviceModules
import SeededRandom
import SleepModel
import Testing

@testable import HatchRest

@Suite
struct HatchRestMemoryTests {
    let memory = HatchRestMemory()

    private static let nap = DeviceProgram(
        number: 10, name: "Nap Time", start: HatchRestSamples.time(13, 0), durationSeconds: 7230, days: .weekdays,
        light: HatchRestSamples.light(0xEB, 0x8E, 0x48, 0x7F), sound: SoundID(rawValue: 3),
        volume: Level(rawValue: 0x33), isEnabled: true, hasToddlerLock: true)
    private static let ocean = DeviceFavourite(
        number: 2, light: HatchRestSamples.light(0xFD, 0xD1, 0x2D, 0x7F), sound: SoundID(rawValue: 5),
        volume: Level(rawValue: 0x54), isEnabled: true, otherFlags: 0x16)

    private func texts(_ transaction: DeviceTransaction) -> [String] {
        (transaction.staging + [transaction.commit.command]).map { String(decoding: $0, as: UTF8.self) }
    }

    private func text(_ command: [UInt8]) -> String { String(decoding: command, as: UTF8.self) }

    @Test
    func favourite_isWrittenWhole_redFirst() {
        #expect(
            texts(memory.writeFavourite(Self.ocean)) == ["PSB02", "PSCFDD12D7F", "PSN05", "PSV54", "PSLC0", "PSF"])
    }

    @Test
    func favourite_isTakenOffTheRing_withFlags80() {
        var favourite = Self.ocean
        favourite.isEnabled = false
        #expect(texts(memory.writeFavourite(favourite)).contains("PSL80"))
    }

    @Test
    func program_isWrittenWhole_inTheOrderOfTheApp() {
        #expect(
            texts(memory.writeProgram(Self.nap)) == [
                "ESB0A", "EST20200101130000", "ESD1C3E", "ESW3E", "ESI01", "ESCEB8E487F", "ESN03", "ESV33",
                "ESXNap Time", "ESM01FF0000", "ESLC5", "ESF",
            ])
    }

    @Test
    func program_isWrittenDisabledAndWithoutLock() {
        var program = Self.nap
        program.isEnabled = false
        program.hasToddlerLock = false
        #expect(texts(memory.writeProgram(program)).suffix(3) == ["ESM00000000", "ESL85", "ESF"])
    }

    @Test
    func program_isToggledAndDeleted_withThreeCommands() {
        #expect(texts(memory.setProgram(4, isEnabled: true)) == ["ESB04", "ESLC0", "ESF"])
        #expect(texts(memory.setProgram(4, isEnabled: false)) == ["ESB04", "ESL80", "ESF"])
        #expect(texts(memory.deleteProgram(4)) == ["ESB04", "ESL00", "ESF"])
    }

    @Test(arguments: [Int.min, -1, 256, Int.max])
    func number_isLeftForTheDeviceToRefuse_whenItHasNone(number: Int) {
        let written = number < 0 ? "00" : "FF"
        #expect(text(memory.readFavourite(number).command) == "PGB" + written)
        #expect(text(memory.readProgram(number).command) == "EGB" + written)
        #expect(text(memory.playFavourite(number)) == "SP" + written)
        #expect(texts(memory.deleteProgram(number)).first == "ESB" + written)
    }

    @Test(
        arguments: [
            (nil, "SD0000"), (.zero, "SD0000"), (.seconds(60), "SD003C"), (.seconds(65_535), "SDFFFF"),
            (.seconds(65_536), "SDFFFF"), (.milliseconds(1), "SD0001"), (.milliseconds(59_001), "SD003C"),
            (.seconds(-5), "SD0000"), (.seconds(Int64.max), "SDFFFF"), (.seconds(Int64.min), "SD0000"),
        ] as [(Duration?, String)])
    func sleepTimer_isSetInWholeSeconds(duration: Duration?, text: String) {
        #expect(self.text(memory.setSleepTimer(duration)) == text)
    }

    @Test
    func clock_isSetWithTheLetterThatIsKnownToWork() {
        #expect(text(memory.setClock(HatchRestSamples.start)) == "ST20200118130000U")
    }

    @Test(
        arguments: [("0000", nil), ("003C", .seconds(60)), ("2932", .seconds(10_546)), ("00b4", .seconds(180))]
            as [(String, Duration?)])
    func sleepTimer_isReadInSeconds(answer: String, duration: Duration?) throws {
        #expect(text(memory.readSleepTimer().command) == "GD")
        #expect(try memory.readSleepTimer().decode([Array(answer.utf8)]) == duration)
    }

    @Test
    func sleepTimer_isReadInMinutes_whereTheDialectSaysSo() throws {
        let memory = HatchRestMemory(HatchRestDialect(timerUnit: .minutes))
        #expect(try memory.readSleepTimer().decode([Array("00B5".utf8)]) == .seconds(10_860))
        #expect(try memory.readSleepTimer().decode([Array("0000".utf8)]) == nil)
    }

    @Test
    func commit_isRefused_whenAnotherSlotWasStored() throws {
        try memory.writeProgram(Self.nap).commit.decode([Array("0A".utf8)])
        try memory.writeFavourite(Self.ocean).commit.decode([Array("02".utf8)])
        for answer in [["09"], ["10"], ["A"], ["0A0"], [], ["0A", "0A"], ["OK"], ["E01"]] as [[String]] {
            #expect(throws: CodecError.self, "\(answer)") {
                try memory.writeProgram(Self.nap).commit.decode(answer.map { Array($0.utf8) })
            }
        }
    }

    /// What is read back is what was written, for everything that the device can hold.
    @Test
    func favourites_comeBack_throughTheDevice() throws {
        var (device, generator) = (StoredSlots(), SeededGenerator(seed: 11))
        for _ in 0..<500 {
            let favourite = HatchRestSamples.favourite(&generator)
            try carryOut(memory.writeFavourite(favourite), on: &device)
            let read = try ask(memory.readFavourite(favourite.number), of: &device)
            #expect(memory.stored(read) == memory.stored(favourite))
            try carryOut(memory.writeFavourite(read), on: &device)
            #expect(try ask(memory.readFavourite(favourite.number), of: &device) == read)
        }
    }

    @Test
    func programs_comeBack_throughTheDevice() throws {
        var (device, generator) = (StoredSlots(), SeededGenerator(seed: 12))
        for _ in 0..<500 {
            let program = HatchRestSamples.program(&generator)
            try carryOut(memory.writeProgram(program), on: &device)
            #expect(try ask(memory.readProgram(program.number), of: &device) == program)
            #expect(memory.stored(program) == program)
        }
    }

    @Test
    func program_keepsItsOtherValues_whenToggled_andIsGone_whenDeleted() throws {
        var device = StoredSlots()
        try carryOut(memory.writeProgram(Self.nap), on: &device)
        try carryOut(memory.setProgram(Self.nap.number, isEnabled: false), on: &device)
        var disabled = Self.nap
        disabled.isEnabled = false
        #expect(try ask(memory.readProgram(Self.nap.number), of: &device) == disabled)
        try carryOut(memory.deleteProgram(Self.nap.number), on: &device)
        #expect(try ask(memory.readProgram(Self.nap.number), of: &device) == nil)
    }

    /// What a device cannot hold is foreseen, so that reading back does not find a difference.
    @Test
    func program_isForeseenAsItIsStored_whenItDoesNotFit() throws {
        var program = Self.nap
        program.name = "Schlafenszeit für alle\n"
        program.durationSeconds = 100_000
        program.light = HatchRestSamples.light(0xFE, 0xFE, 0xFE, 9)
        program.otherFlags = .max
        var device = StoredSlots()
        try carryOut(memory.writeProgram(program), on: &device)
        let read = try #require(try ask(memory.readProgram(program.number), of: &device))
        #expect(memory.stored(program) == read)
        #expect(memory.stored(read) == read)
        #expect(read.durationSeconds == 65_535)
        #expect(read.light == HatchRestSamples.light(0xFD, 0xFE, 0xFE, 9))
    }

    @Test
    func favourite_isForeseenAsItIsStored_whenItDoesNotFit() throws {
        var favourite = Self.ocean
        favourite.light = HatchRestSamples.light(0xFE, 0xFE, 0xFE, 9)
        favourite.otherFlags = 0x7F
        var device = StoredSlots()
        try carryOut(memory.writeFavourite(favourite), on: &device)
        let read = try ask(memory.readFavourite(favourite.number), of: &device)
        #expect(memory.stored(favourite) == memory.stored(read))
        #expect(read.light == HatchRestSamples.light(0xFD, 0xFE, 0xFE, 9))
    }

    private func carryOut(_ transaction: DeviceTransaction, on device: inout StoredSlots) throws {
        for command in transaction.staging {
            let answer = device.receive(command)
            #expect(answer == [])
        }
        let answer = device.receive(transaction.commit.command)
        try transaction.commit.decode(try #require(answer))
    }

    private func ask<Value>(_ query: DeviceQuery<Value>, of device: inout StoredSlots) throws -> Value {
        let answer = device.receive(query.command)
        return try query.decode(try #require(answer))
    }
}
