// SPDX-License-Identifier: Apache-2.0

import DeviceModules
import SleepModel
import Testing

@testable import HatchRest

/// Each reading that sources disagree about changes what it is about, and nothing else.
@Suite
struct HatchRestDialectTests {
    @Test
    func dialect_isWhatMostSourcesAgreeOn_unlessSaidOtherwise() {
        #expect(
            HatchRestCodec().dialect == HatchRestDialect(zeroPowerByte: .on, timerUnit: .seconds, soundNames: .usual))
    }

    @Test(arguments: HatchRestReportTests.powers)
    func zeroPowerByte_isOff_whereTheDialectSaysSo(power: HatchRestReportTests.Power) throws {
        let codec = HatchRestCodec(HatchRestDialect(zeroPowerByte: .off))
        var feedback = HatchRestReportTests.feedback
        feedback[14] = power.byte
        var advertisement = HatchRestReportTests.advertisement
        advertisement[21] = power.byte
        var expected = HatchRestReportTests.state
        expected.isOn = power.isOn && power.byte != 0
        expected.favourite = power.favourite
        #expect(try codec.state(fromReport: feedback) == expected)
        #expect(try HatchRestReport.advertisement(advertisement, dialect: codec.dialect) == expected)
    }

    @Test(
        arguments: [
            (.usual, [nil, "noise", "wind"]), (.homebridge, [nil, "pink noise", "wind"]),
            (.hatchbabyble, ["heartbeat", "white noise", "street noise"]), (.app, [nil, "white noise", "wind"]),
        ] as [(HatchRestDialect.SoundNames, [String?])])
    func sounds136_areCalledAsTheSourceDoes(names: HatchRestDialect.SoundNames, expected: [String?]) {
        let codec = HatchRestCodec(HatchRestDialect(soundNames: names))
        #expect([1, 3, 6].map { codec.name(of: SoundID(rawValue: $0)) } == expected)
    }

    @Test(arguments: HatchRestDialect.SoundNames.allCases)
    func sounds_areFoundByTheirNames_inEveryDialect(names: HatchRestDialect.SoundNames) {
        let codec = HatchRestCodec(HatchRestDialect(soundNames: names))
        for number in UInt8.min...UInt8.max {
            guard let name = codec.name(of: SoundID(rawValue: number)) else { continue }
            #expect(codec.sound(name) == SoundID(rawValue: number))
            #expect(codec.soundNames.contains(name))
        }
        #expect(Set(codec.soundNames).count == codec.soundNames.count)
    }

    @Test(arguments: HatchRestDialect.TimerUnit.allCases)
    func timerUnit_changesNothingThatIsWritten(unit: HatchRestDialect.TimerUnit) throws {
        let memory = try #require(HatchRestCodec(HatchRestDialect(timerUnit: unit)).memory)
        #expect(String(decoding: memory.setSleepTimer(.seconds(180)), as: UTF8.self) == "SD00B4")
        #expect(try memory.readSleepTimer().decode([Array("0003".utf8)]) == .seconds(unit == .seconds ? 3 : 180))
    }
}
