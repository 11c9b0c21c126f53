// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SimulatedDevice
import SleepModel
import Testing

@Suite
struct SimulatedRestTests {
    static let now = ClockSample(
        wall: SimulatedUnit.start, boot: .seconds(100), monotonic: .seconds(90), bootID: "one")

    private static func state(
        on isOn: Bool = true, favourite: Int? = nil, _ red: UInt8, _ green: UInt8, _ blue: UInt8, _ brightness: UInt8,
        sound: UInt8, volume: UInt8
    ) -> DeviceState {
        DeviceState(
            isOn: isOn, favourite: favourite,
            light: Light(
                .color(RGBColor(red: red, green: green, blue: blue)), brightness: Level(rawValue: brightness)),
            sound: SoundID(rawValue: sound), volume: Level(rawValue: volume))
    }

    /// Recorded from units: clock, state, bytes; the tag `e` and what follows are zero here.
    @Test(arguments: [
        (
            0x6A13_5F70, state(favourite: 3, 238, 118, 116, 12, sound: 4, volume: 93),
            "52546A135F7043EE76740C53045D450000000000 50036500"
        ),
        (
            0x6318_BA6E, state(0xFD, 0xD1, 0x2D, 255, sound: 4, volume: 255),
            "52546318BA6E43FDD12DFF5304FF4500000000 0050 1F6500"
        ),
        (
            0xF800_1CCC, state(on: false, 0xFD, 0xD1, 0x2D, 127, sound: 5, volume: 84),
            "5254F8001CCC43FDD12D7F530554450000000000 50DF6500"
        ),
    ])
    func advertisement_isWhatUnitsAdvertise(seconds: Int64, state: DeviceState, hexadecimal: String) throws {
        var sample = Self.now
        sample.wall = Instant(secondsSince1970: seconds)
        let rest = SimulatedRest(state: state, at: sample)
        #expect(Hexadecimal.text(rest.advertisement(at: sample)) == hexadecimal.filter { $0 != " " })
    }

    @Test(arguments: [
        (
            0xF800_1C96, state(on: false, 0xFD, 0xD1, 0x2D, 127, sound: 5, volume: 84),
            "54F8001C9643FDD12D7F53055450DF6500000000"
        ),
        (
            0xDFFF_1D15, state(favourite: 1, 0xFE, 0xFE, 0xFE, 0x53, sound: 14, volume: 73),
            "54DFFF1D1543FEFEFE53530E4950016500000000"
        ),
        (
            0x6398_6472, state(on: false, favourite: 2, 0, 0, 0, 127, sound: 5, volume: 101),
            "5463986472430000007F53056550C26500000000"
        ),
    ])
    func feedback_isWhatUnitsReport(seconds: Int64, state: DeviceState, hexadecimal: String) {
        var sample = Self.now
        sample.wall = Instant(secondsSince1970: seconds)
        let rest = SimulatedRest(state: state, at: sample)
        #expect(Hexadecimal.text(rest.feedback(at: sample)) == hexadecimal)
    }

    /// Each from favourite 3 playing in colour EE7674 at 0C, sound 04, volume 5D; bytes of the report after the clock.
    @Test(arguments: [
        ("SI00", "43EE76740C53045D50C3"), ("SI01", "43EE76740C53045D5003"), ("SCFF890E66", "43FF890E6653045D501F"),
        ("SCff890e66", "43FF890E6653045D501F"), ("SCFEFEFE53", "43FEFEFE5353045D501F"),
        ("SCEE767400", "43EE76740053045D501F"), ("SN07", "43EE76740C53075D501F"), ("SN00", "43EE76740C53005D501F"),
        ("SN63", "43EE76740C53635D501F"), ("SVfF", "43EE76740C5304FF5003"), ("SV00", "43EE76740C5304005003"),
    ])
    func receive_carriesOutACommand(command: String, report: String) {
        var rest = SimulatedRest(
            state: Self.state(favourite: 3, 238, 118, 116, 12, sound: 4, volume: 93), at: Self.now)
        let before = rest
        let effects = rest.receive(Array(command.utf8), at: Self.now)
        let changes = rest == before ? [] : [.changed(rest.state(at: Self.now)), SimulatedRest.Effect.reported]
        #expect(effects == [.reply(Array("OK".utf8))] + changes)
        #expect(Hexadecimal.text(rest.feedback(at: Self.now)) == "546A135F70" + report + "6500000000")
    }

    @Test(arguments: [
        "", "S", "SI", "SI1", "SI02", "SI001", "SI01 ", "SI 01", "SI0G", "si01", "SC", "SCFF890E", "SCFF890E6600", "SN",
        "SN7", "SN0700", "SV", "SVÿ", "SV+1", "XX00", "\u{0}\u{1}",
    ])
    func receive_answersE01AndChangesNothing_onWhatItDoesNotKnow(command: String) {
        var rest = SimulatedRest(at: Self.now)
        let before = rest
        #expect(rest.receive(Array(command.utf8), at: Self.now) == [.reply(Array("E01".utf8))])
        #expect(rest == before)
    }

    @Test(arguments: ["SI01", "SCFF890E66", "SN07", "SV10"])
    func receive_answers_whateverOneByteIs(command: String) {
        var rest = SimulatedRest(at: Self.now)
        let bytes = Array(command.utf8)
        for position in bytes.indices {
            let answered = (UInt8.min...UInt8.max).filter { byte in
                var changed = bytes
                changed[position] = byte
                return rest.receive(changed, at: Self.now).first == .reply(Array("OK".utf8))
            }
            // A digit in either case, or the letters that name one of the commands of this length.
            #expect(answered.contains(bytes[position]))
            #expect(answered.allSatisfy { $0.isHexDigit || Array("SINVCP".utf8).contains($0) })
        }
    }

    @Test
    func receive_keepsColourSoundAndVolume_whileOff() {
        var rest = SimulatedRest(at: Self.now)
        for command in ["SI01", "SC01020304", "SN07", "SV55", "SI00"] {
            _ = rest.receive(Array(command.utf8), at: Self.now)
        }
        var expected = Self.state(on: false, 1, 2, 3, 4, sound: 7, volume: 0x55)
        expected.clock = CivilDateTime(iso8601: "2026-05-24T20:28:32")
        expected.isTimerRunning = false
        #expect(rest.state(at: Self.now) == expected)
    }

    @Test
    func state_isTheColourCycle_afterItsColour() {
        var rest = SimulatedRest(at: Self.now)
        _ = rest.receive(Array("SCFEFEFE53".utf8), at: Self.now)
        #expect(rest.state(at: Self.now).light == Light(.gradient, brightness: Level(rawValue: 0x53)))
    }

    @Test(arguments: [
        (Duration.seconds(0), "546A135F70"), (.seconds(-3600), "546A135160"), (.seconds(7200), "546A137B90"),
    ])
    func clock_readsLocalWallTime(offset: Duration, clock: String) {
        let rest = SimulatedRest(localOffset: offset, at: Self.now)
        #expect(Hexadecimal.text(rest.feedback(at: Self.now).prefix(5)) == clock)
    }

    @Test
    func clock_followsElapsedTime_notTheHostsWallClock() {
        let rest = SimulatedRest(at: Self.now)
        var later = Self.now
        later.boot += .seconds(16)
        later.wall = later.wall + .seconds(3600)
        #expect(Hexadecimal.text(rest.feedback(at: later).prefix(5)) == "546A135F80")
    }

    @Test
    func clock_runsOn_whileItsHostRestarts() {
        let rest = SimulatedRest(at: Self.now)
        let later = ClockSample(wall: Self.now.wall + .seconds(16), boot: .zero, monotonic: .zero, bootID: "two")
        #expect(Hexadecimal.text(rest.feedback(at: later).prefix(5)) == "546A135F80")
    }
}
