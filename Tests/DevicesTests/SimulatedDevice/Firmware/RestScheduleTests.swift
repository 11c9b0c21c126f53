// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SimulatedDevice
import SleepModel
import Testing

/// How programs run, on the unit's own clock; the bench starts on Sunday 2026-05-24 at 20:28:32.
@Suite
struct RestScheduleTests {
    @Test
    func program_showsAndPlays_andSwitchesOffAtItsEnd() {
        let bench = Bench(on: false)
        #expect(bench.program("2100"))
        bench.pass(until: "2026-05-24T20:59:59")
        #expect(bench.report == "43FDD12D7F53055450DF6500")
        bench.pass(.seconds(1))
        #expect(bench.report == "43FF0000FF530780501F6500")
        bench.pass(.seconds(3599))
        #expect(bench.state.isOn)
        bench.pass(.seconds(1))
        #expect(bench.report == "43FF0000FF53078050DF6500")
        #expect(bench.switching == ["05-24T21:00 on", "05-24T22:00 off"])
    }

    @Test
    func night_passesInOneLeap_acrossMidnightAndWeek() {
        let bench = Bench(on: false)
        // Fridays and Saturdays from 23:30 for an hour.
        #expect(bench.program("2330", days: 0x60))
        bench.pass(.seconds(8 * 86_400))
        #expect(
            bench.switching == [
                "05-29T23:30 on", "05-30T00:30 off", "05-30T23:30 on", "05-31T00:30 off",
            ])
    }

    @Test(arguments: [(0x01, "05-24"), (0x02, "05-25"), (0x40, "05-30"), (0x7F, "05-24"), (0x8, "05-27")])
    func program_startsOnItsDaysAlone(days: UInt8, date: String) {
        let bench = Bench(on: false)
        #expect(bench.program("2100", days: days))
        bench.pass(.seconds(7 * 86_400 - 60))
        #expect(bench.switching.first == "\(date)T21:00 on")
    }

    @Test(arguments: [("C5", 0x00 as UInt8, 3600 as UInt16), ("85", 0x7F, 3600), ("C5", 0x80, 3600), ("C5", 0x7F, 0)])
    func program_neverStarts_withoutDays_orDisabled_orWithoutLength(flags: String, days: UInt8, seconds: UInt16) {
        let bench = Bench(on: false)
        #expect(bench.program("2100", seconds: seconds, days: days, flags: flags))
        bench.pass(.seconds(15 * 86_400))
        #expect(bench.changes == [])
    }

    @Test(arguments: ["2000", "2028"])
    func program_doesNotLookBack_whenItsStartHasPassed(start: String) {
        let bench = Bench(on: false)
        #expect(bench.program(start))
        bench.pass(.seconds(20 * 3600))
        #expect(bench.changes == [])
        bench.pass(.seconds(4 * 3600))
        #expect(bench.switching.count == 1)
    }

    @Test
    func program_editedWhileItRuns_startsAnewTheNextDayOnly() {
        let bench = Bench(on: false)
        #expect(bench.program("2100"))
        bench.pass(until: "2026-05-24T21:10:00")
        #expect(bench.program("2105", seconds: 60))
        bench.pass(until: "2026-05-25T21:05:00")
        #expect(bench.switching == ["05-24T21:00 on", "05-24T22:00 off", "05-25T21:05 on"])
    }

    @Test
    func clockSetPastAStart_doesNotRunIt_andSetBackRunsItAgain() {
        let bench = Bench(on: false)
        #expect(bench.program("2100", seconds: 60))
        #expect(bench.send("ST20260524210001U") == ["OK"])
        bench.pass(.seconds(60))
        #expect(bench.changes == [])
        #expect(bench.send("ST20260524205950U") == ["OK"])
        bench.pass(.seconds(10))
        #expect(bench.switching == ["05-24T21:00 on"])
    }

    @Test
    func program_endsAfterItsLength_whateverTheClockIsSetTo() {
        let bench = Bench(on: false)
        #expect(bench.program("2100"))
        bench.pass(until: "2026-05-24T21:30:00")
        #expect(bench.send("ST20260524234500U") == ["OK"])
        bench.pass(.seconds(1799))
        #expect(bench.state.isOn)
        bench.pass(.seconds(1))
        #expect(!bench.state.isOn)
    }

    @Test
    func program_startsAsAnotherEnds_andStaysOn() {
        let bench = Bench(on: false)
        #expect(bench.program("2100"))
        #expect(bench.program("2200", slot: 2))
        bench.pass(until: "2026-05-24T22:30:00")
        #expect(bench.switching == ["05-24T21:00 on", "05-24T22:00 off", "05-24T22:00 on"])
        #expect(bench.state.isOn)
    }

    @Test
    func laterSlot_wins_ofTwoThatStartAtOnce() {
        let bench = Bench(on: false)
        #expect(bench.program("2100"))
        #expect(bench.send(all: "ESB02", "EST20200118210000", "ESV10", "ESXQuiet", "ESF"))
        bench.pass(until: "2026-05-24T21:30:00")
        #expect(bench.state.volume.rawValue == 0x10)
    }

    @Test
    func program_isNotEndedByTheOneBeforeIt() {
        let bench = Bench(on: false)
        #expect(bench.program("2100"))
        #expect(bench.program("2130", slot: 2))
        bench.pass(until: "2026-05-24T22:29:59")
        #expect(bench.state.isOn)
        bench.pass(.seconds(1))
        #expect(!bench.state.isOn)
    }

    @Test
    func program_isOver_onceSomebodySwitchesOff() {
        let bench = Bench(on: false)
        #expect(bench.program("2100"))
        bench.pass(until: "2026-05-24T21:10:00")
        #expect(bench.send(all: "SI00", "SI01"))
        bench.pass(.seconds(7200))
        #expect(bench.state.isOn)
    }

    @Test(arguments: [("01FF", 1), ("0000", 3)])
    func lock_disablesTheRing_whileItsProgramRuns(lock: String, changes: Int) {
        let bench = Bench(on: false)
        #expect(bench.program("2100", lock: lock))
        bench.pass(until: "2026-05-24T21:10:00")
        bench.touch()
        bench.hold()
        #expect(bench.changes.count == changes)
        bench.pass(until: "2026-05-24T22:10:00")
        bench.touch()
        #expect(bench.state.isOn)
    }

    @Test(arguments: [(true, 2), (false, 0)])
    func program_needsPower_underItsProfile(isOn: Bool, changes: Int) {
        let bench = Bench(on: isOn, profile: RestProfile(.programsNeedPower))
        #expect(bench.program("2100"))
        bench.pass(.seconds(7200))
        #expect(bench.changes.count == changes)
    }

    @Test(arguments: [
        ("C0", "43FDD12D7F530554501F"), ("C1", "43FDD12D7F530780501F"), ("C4", "43FF0000FF530554501F"),
        ("C8", "43FDD12D00530554501F"), ("C2", "43FDD12D7F530054501F"), ("C5", "43FF0000FF530780501F"),
    ])
    func program_doesWhatItsFlagsSay_underTheirProfile(flags: String, report: String) {
        let bench = Bench(on: false, profile: RestProfile(.flagsAreActions))
        #expect(bench.program("2100", flags: flags))
        bench.pass(until: "2026-05-24T21:10:00")
        #expect(bench.report == report + "6500")
    }

    /// After 100 days at 100 parts per million the clock is 14 min 24 s off.
    @Test(arguments: [(100, 864), (-100, -864), (0, 0)])
    func clock_drifts(ppm: Int, seconds: Int) {
        let bench = Bench(driftPPM: ppm)
        bench.pass(.seconds(100 * 86_400))
        let drift = Int(bench.clock, radix: 16).map { $0 - 0x6A13_5F70 - 100 * 86_400 }
        #expect(drift == seconds)
        #expect(bench.send("ST20260524202832U") == ["OK"])
        #expect(bench.clock == "6A135F70")
    }

    @Test(arguments: [100_000, -100_000, 9_999_999])
    func program_runsOnTheDriftingClock(ppm: Int) {
        let bench = Bench(on: false, driftPPM: ppm)
        #expect(bench.program("2100"))
        // 1888 s until 21:00 by a clock that is right.
        let due = bench.rest.delay(after: bench.now)
        bench.pass(due ?? .zero)
        #expect(bench.state.isOn)
        let expected = Duration.seconds(1888) * 1_000_000 / (1_000_000 + min(ppm, 100_000))
        #expect(due.map { $0 >= expected && $0 <= expected + .microseconds(1) } == true)
    }

    @Test
    func powerCycle_comesBackOff_withoutTheTime_andKeepsWhatIsStored() {
        let bench = Bench()
        #expect(bench.program("0830"))
        #expect(bench.send(all: "SP03", "SD0384", "PSB05", "PSN07", "PSF"))
        let favourite = bench.rest.favouriteBlock(5)
        let program = bench.rest.programBlocks(1)
        bench.cyclePower()
        #expect(Hexadecimal.text(bench.rest.feedback(at: bench.now)) == "54F800000043FDD12D7F53055450DF6500000000")
        #expect(bench.rest.favouriteBlock(5) == favourite)
        #expect(bench.rest.programBlocks(1) == program)
        #expect(bench.send("ESF") == ["E01"])
        #expect(bench.send("PSF") == ["E01"])
        #expect(bench.send("GD") == ["0000", "OK"])
        bench.pass(.seconds(0x1C96))
        #expect(Hexadecimal.text(bench.rest.feedback(at: bench.now)) == "54F8001C9643FDD12D7F53055450DF6500000000")
    }

    @Test
    func programs_goByTheUnsetClock_untilItIsSet() {
        let bench = Bench(on: false)
        // The unset clock begins at 19:46:08, in the year 2101.
        #expect(bench.program("2000", seconds: 60))
        bench.resetClock()
        bench.pass(.seconds(3600))
        #expect(bench.switching.map { $0.dropFirst(6) } == ["20:00 on", "20:01 off"])
        #expect(bench.send("ST20260524211832U") == ["OK"])
        #expect(bench.state.clock == CivilDateTime(iso8601: "2026-05-24T21:18:32"))
    }
}
