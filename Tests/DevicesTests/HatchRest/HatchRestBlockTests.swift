// SPDX-License-Identifier: Apache-2.0

import CivilTime
import DeviceModules
import HatchRest
import SleepModel
import Testing

@Suite
struct HatchRestBlockTests {
    static let favourite: [UInt8] = [
        0x01, 0x05, 0x54, 0, 0, 0, 0, 0, 0, 0x7F, 0x2D, 0xD1, 0xFD, 0x96, 0x03,
    ]
    /// 08:30 for 4530 seconds from Tuesday to Friday, green, silent, with the toddler lock.
    static let program: [UInt8] = [
        0x01, 0x88, 0x42, 0x31, 0x5E, 0x00, 0x2E, 0xB2, 0x11, 0x00, 0x00, 0xFF, 0x01, 0x7F, 0x9E, 0xD3, 0x5D, 0x00,
        0x3C,
        0xDF,
    ]
    static let label: [UInt8] = [0x06] + Array("Time to Rise".utf8) + [0, 0, 0, 0]

    @Test
    func favourite_isReadBlueFirst() throws {
        #expect(
            try HatchRestFavouriteBlock(Self.favourite).favourite(number: 2)
                == DeviceFavourite(
                    number: 2, light: HatchRestSamples.light(0xFD, 0xD1, 0x2D, 0x7F), sound: SoundID(rawValue: 5),
                    volume: Level(rawValue: 0x54), isEnabled: true, otherFlags: 0x16))
    }

    @Test(
        arguments: [(0x16, false, 0x16), (0x96, true, 0x16), (0x80, true, 0), (0x7F, false, 0x7F), (0xFF, true, 0x7F)]
            as [(UInt8, Bool, UInt8)])
    func favourite_isOnTheRing_whenBit7IsSet(flags: UInt8, isEnabled: Bool, others: UInt8) throws {
        var bytes = Self.favourite
        bytes[13] = flags
        let favourite = try HatchRestFavouriteBlock(bytes).favourite(number: 1)
        #expect(favourite.isEnabled == isEnabled)
        #expect(favourite.otherFlags == others)
    }

    @Test(arguments: 0..<15)
    func favourite_saysWhereItEnds_whenCutShort(count: Int) {
        let error = #expect(throws: CodecError.self) {
            try HatchRestFavouriteBlock(Array(Self.favourite.prefix(count)))
        }
        #expect(error?.offset == count)
    }

    @Test(arguments: [0, 14])
    func favourite_namesTheOffset_whenItsHeadOrTailIsWrong(offset: Int) {
        var bytes = Self.favourite
        bytes[offset] ^= 0x04
        let error = #expect(throws: CodecError.self) { try HatchRestFavouriteBlock(bytes) }
        #expect(error?.offset == offset)
    }

    @Test
    func program_isReadLittleEndianAndBlueFirst() throws {
        let block = try HatchRestProgramBlock(blockAndLabel: Self.program + Self.label)
        #expect(
            block.program(number: 3)
                == DeviceProgram(
                    number: 3, name: "Time to Rise", start: HatchRestSamples.time(8, 30), durationSeconds: 4530,
                    days: [.tuesday, .wednesday, .thursday, .friday],
                    light: HatchRestSamples.light(0x5D, 0xD3, 0x9E, 0x7F), sound: .none, volume: Level(rawValue: 0x2E),
                    hasToddlerLock: true))
        #expect(!block.isEmptySlot)
    }

    @Test
    func program_hasNeitherNameNorStatus_whenTheBlockIsAlone() throws {
        let block = try HatchRestProgramBlock(blockAndLabel: Self.program)
        #expect(block.label == nil)
        #expect(!block.isEmptySlot)
        #expect(block.program(number: 1).name == "")
        #expect(!block.program(number: 1).isEnabled)
    }

    @Test(
        arguments: [(0x06, true), (0x07, true), (0x04, false), (0x05, false), (0x85, false), (0x02, true)]
            as [(UInt8, Bool)])
    func program_isEnabled_whenBit1OfTheStatusIsSet(status: UInt8, isEnabled: Bool) throws {
        let label = [status] + Self.label.dropFirst()
        #expect(try HatchRestProgramLabel(label).isEnabled == isEnabled)
    }

    /// The two bytes of the lock and the two in front of it are one number, which `ESM` writes.
    @Test(
        arguments: [
            ([0, 0, 0, 0], false, 0), ([0, 0, 0xFF, 0x01], true, 0), ([0x34, 0x12, 0xFF, 0x01], true, 0x1234),
            ([0, 0, 0xFF, 0x00], false, 0x00FF_0000), ([0, 0, 0xFF, 0xFF], true, 0xFE00_0000),
        ] as [([UInt8], Bool, UInt64)])
    func lock_isOn_whenAllItsBitsAre_andOthersAreKept(bytes: [UInt8], isLocked: Bool, others: UInt64) throws {
        var block = Self.program
        block.replaceSubrange(9...12, with: bytes)
        let program = try HatchRestProgramBlock(block).program(number: 1)
        #expect(program.hasToddlerLock == isLocked)
        #expect(program.otherFlags == others)
    }

    @Test
    func unknownDay_isKept() throws {
        var bytes = Self.program
        bytes[18] = 0x81
        let program = try HatchRestProgramBlock(bytes).program(number: 1)
        #expect(program.days == .sunday)
        #expect(program.otherFlags == 0x80_0000_0000)
    }

    @Test
    func slot_isEmpty_whenStatusAndNameAreZero() throws {
        let zeros = Array(repeating: UInt8(0), count: 17)
        #expect(try HatchRestProgramBlock(Self.program, label: HatchRestProgramLabel(zeros)).isEmptySlot)
        for offset in zeros.indices {
            var label = zeros
            label[offset] = 1
            #expect(try !HatchRestProgramBlock(Self.program, label: HatchRestProgramLabel(label)).isEmptySlot)
        }
    }

    @Test(arguments: Array(0..<20) + Array(21..<37))
    func program_saysWhereItEnds_whenCutShort(count: Int) {
        let error = #expect(throws: CodecError.self) {
            try HatchRestProgramBlock(blockAndLabel: Array((Self.program + Self.label).prefix(count)))
        }
        #expect(error?.offset == count)
    }

    @Test
    func program_isRefused_whenItGoesOn_orHasAnotherHead() {
        let long = #expect(throws: CodecError.self) {
            try HatchRestProgramBlock(blockAndLabel: Self.program + Self.label + [0])
        }
        #expect(long?.offset == 37)
        let other = #expect(throws: CodecError.self) {
            try HatchRestProgramBlock([0x02] + Self.program.dropFirst())
        }
        #expect(other?.offset == 0)
    }
}
