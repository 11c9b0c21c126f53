// SPDX-License-Identifier: Apache-2.0

import CivilTime
import DeviceDocuments
import DeviceModules
import GATT
import HatchRest
import SleepModel
import Testing

/// Everything that anybody published of what a Hatch Rest sends and takes.
@Suite
struct HatchRestGoldenTests {
    let codec = HatchRestCodec()
    let address: MacAddress

    init() throws {
        address = try #require(MacAddress(rawValue: "DC:06:41:DC:1A:B4"))
    }

    private func advertisement(of fixture: HatchRestFixture) -> Advertisement {
        switch fixture.form {
        case .packet: Advertisement(address: address, rssi: nil, packet: fixture.bytes)
        case .payload, nil:
            Advertisement(address: address, manufacturerData: [HatchRestCodec.companyIdentifier: fixture.bytes])
        }
    }

    private func document(_ state: DeviceState) -> DeviceStateDocument {
        DeviceStateDocument(state, product: codec.product, soundName: codec.name(of: state.sound))
    }

    @Test(
        arguments: [
            (.advertisement, 5), (.feedback, 7), (.favourite, 1), (.program, 5), (.reply, 13), (.command, 11),
        ] as [(HatchRestPacketKind, Int)])
    func fixtures_areAllThere(kind: HatchRestPacketKind, count: Int) throws {
        #expect(try HatchRestFixture.all(kind).count >= count)
    }

    @Test(arguments: HatchRestPacketKind.allCases)
    func bytes_readAsTheirCaptureSays(kind: HatchRestPacketKind) throws {
        for fixture in try HatchRestFixture.all(kind) {
            guard let expected = fixture.expected else {
                let error = #expect(throws: CodecError.self, "\(fixture.name)") {
                    try codec.document(of: fixture.bytes, as: kind)
                }
                #expect(error?.offset == fixture.errorOffset, "\(fixture.name)")
                continue
            }
            #expect(
                try FixtureValue(writing: try codec.document(of: fixture.bytes, as: kind)) == expected,
                "\(fixture.name)")
        }
    }

    @Test(arguments: try HatchRestFixture.all(.advertisement))
    func advertisement_givesTheState_thatItsCaptureSays(fixture: HatchRestFixture) throws {
        #expect(
            try codec.state(in: advertisement(of: fixture)).map { try FixtureValue(writing: document($0)) }
                == fixture.expected)
    }

    @Test(arguments: try HatchRestFixture.all(.feedback))
    func feedback_givesTheState_thatItsCaptureSays(fixture: HatchRestFixture) throws {
        #expect(
            try FixtureValue(writing: document(try codec.state(fromReport: fixture.bytes))) == fixture.expected)
    }

    @Test
    func packet_givesNameAndBattery_thoughItsLastByteIsMissing() throws {
        let sophie = try HatchRestFixture.named("Sophie, advertisement and scan response", .advertisement)
        #expect(
            advertisement(of: sophie)
                == Advertisement(
                    address: address, localName: "Sophie", serviceData: [BluetoothUUID(0x180F): [100]]))
    }

    @Test
    func packetPayload_saysWhereItEnds_asItsLastByteIsMissing() throws {
        let sophie = try HatchRestFixture.named("Sophie, advertisement and scan response", .advertisement)
        let payload = Array(sophie.bytes.suffix(23))
        #expect(payload.first == UInt8(ascii: "R"))
        let error = #expect(throws: CodecError.self) { try HatchRestReport.advertisement(payload) }
        #expect(error?.offset == 23)
    }

    @Test
    func secondGeneration_isRecognised() throws {
        let unit = try HatchRestFixture.named("Second generation", .advertisement)
        #expect(codec.recognize(advertisement(of: unit))?.product == .hatchRestSecondGeneration)
    }

    /// The reply is read for the command that it answered; nothing else can say what it means.
    @Test(
        arguments: [
            ("Unknown byte FF", .readTimerMark, .timerMark(0xFF)), ("Unknown byte 00", .readTimerMark, .timerMark(0)),
            ("Sleep timer of three hours", .readSleepTimer, .sleepTimer(.seconds(10_546))),
            ("Sleep timer of a minute", .readSleepTimer, .sleepTimer(.seconds(60))),
            ("Sleep timer of a quarter of an hour", .readSleepTimer, .sleepTimer(.seconds(899))),
            ("No sleep timer", .readSleepTimer, .sleepTimer(nil)), ("Slot that was stored", .commitProgram, .stored(4)),
            ("Start of a program", .readProgramField(.start, 1), .programField(.start(HatchRestSamples.start))),
            ("Toddler lock of a program", .readProgramField(.lock, 1), .programField(.lock(0x01FF_0000))),
            ("Flags of a program", .readProgramField(.flags, 1), .programField(.flags(0x85))),
        ] as [(String, HatchRestCommand, HatchRestAnswer)])
    func reply_isTheAnswer_toItsCommand(name: String, command: HatchRestCommand, answer: HatchRestAnswer) throws {
        let fixture = try HatchRestFixture.named(name, .reply)
        #expect(String(decoding: command.bytes, as: UTF8.self).hasPrefix(try #require(fixture.answers)))
        #expect(try HatchRestAnswer(to: command, [fixture.bytes]) == answer)
    }

    @Test
    func programs_areReadWithBothTheirNotifications() throws {
        let bytes = try HatchRestFixture.named("Time to Rise", .program).bytes
        let query = HatchRestMemory().readProgram(3)
        #expect(
            try query.decode([Array(bytes.prefix(20)), Array(bytes.suffix(17))])
                == DeviceProgram(
                    number: 3, name: "Time to Rise", start: HatchRestSamples.time(8, 30), durationSeconds: 4530,
                    days: [.tuesday, .wednesday, .thursday, .friday], light: HatchRestSamples.light(93, 211, 158, 127),
                    sound: .none, volume: Level(rawValue: 46)))
        #expect(try query.decode([[1] + Array(repeating: 0, count: 19), Array(repeating: 0, count: 17)]) == nil)
    }
}
