// SPDX-License-Identifier: Apache-2.0

import CivilTime
import DeviceModules
import HatchRest
import SeededRandom
import SleepModel
import Testing

/// What holds of all bytes and values, tried on some thousands from a seed.
///
/// Bytes are either refused, or read into a value from which the same bytes come again but for those that the format
/// does not explain; so no wrong tag, length or digit can pass for a state.
@Suite
struct HatchRestPropertyTests {
    let codec = HatchRestCodec()

    @Test
    func states_comeBack_throughBothReports() throws {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<2000 {
            let state = Self.state(&generator)
            let noise = generator.bytes(9)
            #expect(try HatchRestReport.feedback(ReportBytes.feedback(state, noise)) == state)
            #expect(try HatchRestReport.advertisement(ReportBytes.advertisement(state, noise)) == state)
        }
    }

    /// Whatever can be read from bytes says all of them, but for the unexplained ones.
    @Test
    func reports_saySoMuch_thatTheirBytesComeAgain() throws {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<2000 {
            let bytes = ReportBytes.feedback(Self.state(&generator), generator.bytes(9))
            let again = ReportBytes.feedback(try HatchRestReport.feedback(bytes), Array(repeating: 0, count: 9))
            let explained = Array(bytes.prefix(16)) + [bytes[16] & 0x80, 0, 0, 0]
            #expect(again == explained)
        }
    }

    @Test
    func mutatedTagOrLength_isRefused_everyTime() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<500 {
            let state = Self.state(&generator)
            let feedback = ReportBytes.feedback(state, generator.bytes(9))
            let advertisement = ReportBytes.advertisement(state, generator.bytes(9))
            for offset in HatchRestReportTests.feedbackTags.keys.sorted() {
                let mutated = Self.changed(feedback, at: offset, &generator)
                let error = #expect(throws: CodecError.self) { try HatchRestReport.feedback(mutated) }
                #expect(error?.offset == offset)
            }
            for offset in HatchRestReportTests.advertisementTags.keys.sorted() {
                let mutated = Self.changed(advertisement, at: offset, &generator)
                let error = #expect(throws: CodecError.self) { try HatchRestReport.advertisement(mutated) }
                #expect(error?.offset == offset)
            }
            let count = Int.random(in: 0...60, using: &generator)
            if count != 20 {
                #expect(throws: CodecError.self) { try HatchRestReport.feedback(Self.resized(feedback, to: count)) }
            }
            if count != 24 {
                #expect(throws: CodecError.self) {
                    try HatchRestReport.advertisement(Self.resized(advertisement, to: count))
                }
            }
        }
    }

    @Test
    func commands_comeBack() throws {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<5000 {
            let command = HatchRestSamples.command(&generator)
            #expect(try HatchRestCommand(parsing: command.bytes) == command)
        }
    }

    /// A command with one byte changed, gone or added is refused, or is another command with exactly these bytes.
    @Test
    func changedCommand_isRefused_orSaysWhatItSays() {
        var generator = SeededGenerator(seed: 5)
        var (readCount, refusedCount) = (0, 0)
        for _ in 0..<5000 {
            let bytes = Self.damaged(HatchRestSamples.command(&generator).bytes, &generator)
            guard let command = try? HatchRestCommand(parsing: bytes) else {
                refusedCount += 1
                continue
            }
            readCount += 1
            #expect(Self.withUpperCaseDigits(bytes) == command.bytes)
        }
        #expect(readCount > 300)
        #expect(refusedCount > 3000)
    }

    @Test
    func blocks_comeBack_byteForByte() throws {
        var generator = SeededGenerator(seed: 6)
        for _ in 0..<3000 {
            let favourite = [0x01] + generator.bytes(13) + [0x03]
            #expect(try HatchRestFavouriteBlock(favourite).bytes == favourite)
            let program = [0x01] + generator.bytes(19)
            let label = generator.bytes(17)
            let block = try HatchRestProgramBlock(program, label: HatchRestProgramLabel(label))
            #expect(block.bytes == program)
            #expect(block.label?.bytes == label)
        }
    }

    /// Writing back what was read changes nothing that a command can carry.
    @Test
    func programs_surviveBeingWrittenBack_withEverythingUnknown() throws {
        let memory = HatchRestMemory()
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<500 {
            let label = [UInt8(0x06)] + Array("Rise".utf8) + Array(repeating: 0, count: 12)
            let block = [0x01] + generator.bytes(19)
            let program = try #require(try memory.readProgram(4).decode([block, label]))
            var device = StoredSlots()
            for command in memory.writeProgram(program).staging + [memory.writeProgram(program).commit.command] {
                let answer = device.receive(command)
                #expect(answer != nil)
            }
            let stored = try #require(device.programs[4])
            // Not the date of the start, the byte before the days, and the list of saved fields.
            #expect(Array(stored[0][5...16]) == Array(block[5...16]))
            #expect(stored[0][18] == block[18])
            #expect(stored[1] == label)
            #expect(try memory.readProgram(4).decode(stored) == program)
        }
    }

    @Test(arguments: HatchRestPacketKind.allCases)
    func anything_isReadOrRefusedWithAnOffsetInIt(kind: HatchRestPacketKind) {
        var generator = SeededGenerator(seed: 8)
        for _ in 0..<3000 {
            let bytes = generator.bytes(Int.random(in: 0...64, using: &generator))
            do {
                _ = try codec.document(of: bytes, as: kind)
            } catch {
                #expect((0...bytes.count).contains(error.offset))
            }
        }
    }

    private static func state(_ generator: inout SeededGenerator) -> DeviceState {
        let bytes = generator.bytes(5)
        return DeviceState(
            isOn: bytes[0] < 0x80, favourite: bytes[1] < 0x80 ? Int(bytes[1] % 6) + 1 : nil,
            light: HatchRestSamples.light(&generator), sound: SoundID(rawValue: bytes[2]),
            volume: Level(rawValue: bytes[3]),
            clock: ZoneRules.utc.civil(
                at: Instant(secondsSince1970: Int64(UInt32.random(in: 0...UInt32.max, using: &generator)))),
            isTimerRunning: bytes[4] < 0x80)
    }

    private static func changed(
        _ bytes: [UInt8], at offset: Int, _ generator: inout SeededGenerator
    ) -> [UInt8] {
        var changed = bytes
        changed[offset] ^= UInt8.random(in: 1...255, using: &generator)
        return changed
    }

    private static func resized(_ bytes: [UInt8], to count: Int) -> [UInt8] {
        Array((bytes + Array(repeating: 0, count: max(0, count - bytes.count))).prefix(count))
    }

    private static func damaged(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        var damaged = bytes
        let offset = Int.random(in: 0..<bytes.count, using: &generator)
        switch UInt8.random(in: 0..<4, using: &generator) {
        case 0: damaged[offset] = UInt8.random(in: 0...255, using: &generator)
        case 1: damaged[offset] = Array("0123456789ABCDEFabcdefSGPETU".utf8).randomElement(using: &generator) ?? 0
        case 2: damaged.remove(at: offset)
        default: damaged.insert(UInt8.random(in: 0...255, using: &generator), at: offset)
        }
        return damaged
    }

    /// Names are text, in which no letter is a digit.
    private static func withUpperCaseDigits(_ bytes: [UInt8]) -> [UInt8] {
        guard !bytes.starts(with: Array("ESX".utf8)) else { return bytes }
        return bytes.map { (0x61...0x66).contains($0) ? $0 - 0x20 : $0 }
    }
}
