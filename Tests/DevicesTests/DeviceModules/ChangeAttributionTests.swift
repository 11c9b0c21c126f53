// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Testing

@testable import DeviceModules

/// Finds out who changed a device from its reports and from what was written.
@Suite struct ChangeAttributionTests {
    typealias Finding = ChangeAttribution.Finding
    private static let amber = Light(
        .color(RGBColor(red: 255, green: 137, blue: 14)), brightness: Level(rawValue: 51))
    private static let start = CivilDateTime(iso8601: "2026-11-22T03:00:00")
    private static let playing = DeviceState(
        isOn: true, light: amber, sound: SoundID(rawValue: 7), volume: Level(rawValue: 77), clock: start)

    /// The host's clock in London then.
    private static let wall = Instant(secondsSince1970: 1_795_316_400)

    private var attribution = ChangeAttribution()

    private static func state(
        isOn: Bool = true, light: Light = amber, sound: UInt8 = 7, volume: UInt8 = 77, clock: String? = nil
    ) -> DeviceState {
        DeviceState(
            isOn: isOn, light: light, sound: SoundID(rawValue: sound), volume: Level(rawValue: volume),
            clock: clock.map { CivilDateTime(iso8601: $0) } ?? start)
    }

    private static func at(_ seconds: Double) -> ChangeAttribution.Moment {
        ChangeAttribution.Moment(
            radio: .seconds(seconds), night: .seconds(seconds), wall: wall + .seconds(seconds))
    }

    @Test mutating func observe_isNoChange_atFirst() {
        #expect(attribution.observe(Self.playing, at: Self.at(0)) == .own)
    }

    @Test mutating func observe_isNoChange_whenNothingChanged() {
        _ = attribution.observe(Self.playing, at: Self.at(-60))
        _ = attribution.observe(Self.playing, at: Self.at(0))
        #expect(attribution.observe(Self.playing, at: Self.at(3600)) == .own)
    }

    @Test(
        arguments: [
            (state(isOn: false), [.power]),
            (state(light: .off), [.light]),
            (state(sound: 5), [.sound]),
            (state(volume: 78), [.volume]),
            (state(light: .off, sound: 5, volume: 1), [.light, .sound, .volume]),
        ] as [(DeviceState, [DeviceChannel])])
    mutating func observe_isForeign_forWhatNobodyWrote(state: DeviceState, channels: [DeviceChannel]) {
        _ = attribution.observe(Self.playing, at: Self.at(-60))
        _ = attribution.observe(Self.playing, at: Self.at(0))
        #expect(attribution.observe(state, at: Self.at(1)) == .foreign(Set(channels)))
    }

    @Test(arguments: [(0.1, Finding.own), (9.9, .own), (10.1, .foreign([.volume]))])
    mutating func observe_isOwn_forTenSecondsAfterTheWrite(seconds: Double, finding: Finding) {
        _ = attribution.observe(Self.playing, at: Self.at(-60))
        _ = attribution.observe(Self.playing, at: Self.at(0))
        attribution.wrote(.volume(Level(rawValue: 100)), at: Self.at(0))
        _ = attribution.observe(Self.playing, at: Self.at(0.05))
        #expect(attribution.observe(Self.state(volume: 100), at: Self.at(seconds)) == finding)
    }

    /// A device that does not notify is read now and then, while a fade goes on.
    @Test mutating func observe_isOwn_inTheFirstReportAfterTheWrite_howeverLateItComes() {
        _ = attribution.observe(Self.playing, at: Self.at(-60))
        _ = attribution.observe(Self.playing, at: Self.at(0))
        attribution.wrote(.volume(Level(rawValue: 100)), at: Self.at(0))
        attribution.wrote(.sound(SoundID(rawValue: 5)), at: Self.at(1))
        #expect(attribution.observe(Self.state(sound: 5, volume: 100), at: Self.at(40)) == .own)
        #expect(attribution.observe(Self.state(sound: 7, volume: 100), at: Self.at(41)) == .foreign([.sound]))
    }

    @Test mutating func observe_isOwn_forAnEarlierStepOfAFade() {
        _ = attribution.observe(Self.playing, at: Self.at(-60))
        _ = attribution.observe(Self.playing, at: Self.at(0))
        for level in 1...6 as ClosedRange<UInt8> {
            attribution.wrote(.volume(Level(rawValue: level)), at: Self.at(Double(level) / 2))
        }
        #expect(attribution.observe(Self.state(volume: 2), at: Self.at(3.1)) == .own)
        #expect(attribution.observe(Self.state(volume: 6), at: Self.at(3.2)) == .own)
        #expect(attribution.observe(Self.state(volume: 9), at: Self.at(3.3)) == .foreign([.volume]))
    }

    @Test mutating func observe_isForeign_onlyForTheChannelThatWasNotWritten() {
        _ = attribution.observe(Self.playing, at: Self.at(-60))
        _ = attribution.observe(Self.playing, at: Self.at(0))
        attribution.wrote(.light(.off), at: Self.at(0))
        #expect(attribution.observe(Self.state(light: .off, sound: 5), at: Self.at(1)) == .foreign([.sound]))
    }

    @Test mutating func observe_isForeign_whenAnotherValueThanTheWrittenOneIsShown() {
        _ = attribution.observe(Self.playing, at: Self.at(-60))
        _ = attribution.observe(Self.playing, at: Self.at(0))
        attribution.wrote(.power(true), at: Self.at(0))
        #expect(attribution.observe(Self.state(isOn: false), at: Self.at(1)) == .foreign([.power]))
    }

    /// Lull switched the device off and on again; then somebody switches it off.
    @Test(arguments: [(6.3, Finding.foreign([.power])), (5.6, .outdated)])
    mutating func observe_isForeign_whenAnEarlierWriteThatWasReplacedIsShown(seconds: Double, finding: Finding) {
        _ = attribution.observe(Self.playing, at: Self.at(-60))
        _ = attribution.observe(Self.playing, at: Self.at(0))
        attribution.wrote(.power(false), at: Self.at(0))
        _ = attribution.observe(Self.state(isOn: false), at: Self.at(0.2))
        attribution.wrote(.power(true), at: Self.at(5))
        _ = attribution.observe(Self.playing, at: Self.at(5.2))
        #expect(attribution.observe(Self.state(isOn: false), at: Self.at(seconds)) == finding)
    }

    /// The state before a write is reported once more after it, which must not count as somebody's change back.
    @Test mutating func observe_isNoChange_forAReportThatLags() {
        _ = attribution.observe(Self.playing, at: Self.at(-60))
        _ = attribution.observe(Self.playing, at: Self.at(0))
        attribution.wrote(.volume(Level(rawValue: 100)), at: Self.at(0))
        #expect(attribution.observe(Self.playing, at: Self.at(0.2)) == .own)
        #expect(attribution.observe(Self.state(volume: 100), at: Self.at(0.5)) == .own)
    }

    /// Somebody may turn the volume down and then the device off while nobody listens.
    @Test mutating func observe_isForeign_whenItIsOffAndOneThingElseChanged_andItsClockGoesOn() {
        _ = attribution.observe(Self.playing, at: Self.at(-60))
        _ = attribution.observe(Self.playing, at: Self.at(0))
        let off = Self.state(isOn: false, volume: 3, clock: "2026-11-22T03:00:50")
        #expect(attribution.observe(off, at: Self.at(50)) == .foreign([.power, .volume]))
    }

    @Test(arguments: [
        (state(clock: "2026-11-22T03:00:50"), false), (state(isOn: false, clock: "2026-11-22T03:00:50"), true),
        (state(volume: 100, clock: "2026-11-22T03:00:50"), false), (state(clock: "2101-11-06T21:48:06"), true),
    ])
    mutating func isNews_forWhatLullDidNotWrite_orALostClock(state: DeviceState, isNews: Bool) {
        _ = attribution.observe(Self.playing, at: Self.at(0))
        attribution.wrote(.volume(Level(rawValue: 100)), at: Self.at(45))
        #expect(attribution.isNews(state, to: Self.playing, at: Self.at(50)) == isNews)
    }

    /// Reports that are read and reports that are pushed come by different ways.
    @Test(arguments: [(0.9, Finding.outdated), (1.1, .foreign([.power]))])
    mutating func observe_isOutdated_forAReportFromBeforeAWrite_thatComesAfterOneFromBehindIt(
        seconds: Double, finding: Finding
    ) {
        let off = Self.state(isOn: false)
        _ = attribution.observe(off, at: Self.at(-60))
        _ = attribution.observe(off, at: Self.at(-1))
        attribution.wrote(.power(true), at: Self.at(0))
        #expect(attribution.observe(Self.playing, at: Self.at(0.5)) == .own)
        let later = Self.state(isOn: false, clock: "2026-11-22T03:00:01")
        #expect(attribution.observe(later, at: Self.at(seconds)) == finding)
    }

    /// Somebody switches off at once what Lull has just switched on: at first that may be an older report.
    @Test mutating func observe_isForeign_whenItIsStillOffLongAfterTheWrite() {
        let off = Self.state(isOn: false)
        _ = attribution.observe(off, at: Self.at(-60))
        _ = attribution.observe(off, at: Self.at(-1))
        attribution.wrote(.power(true), at: Self.at(0))
        _ = attribution.observe(Self.playing, at: Self.at(0.1))
        let later = Self.state(isOn: false, clock: "2026-11-22T03:00:01")
        _ = attribution.observe(later, at: Self.at(0.5))
        #expect(attribution.observe(later, at: Self.at(1.1)) == .foreign([.power]))
    }

    /// An alarm may be dismissed as soon as it rings.
    @Test mutating func observe_isOwn_whenLullItselfChangesBackWhatItHasJustWritten() {
        let off = Self.state(isOn: false)
        _ = attribution.observe(off, at: Self.at(-60))
        _ = attribution.observe(off, at: Self.at(-1))
        attribution.wrote(.power(true), at: Self.at(0))
        _ = attribution.observe(Self.playing, at: Self.at(0.1))
        attribution.wrote(.power(false), at: Self.at(0.4))
        #expect(attribution.observe(off, at: Self.at(0.5)) == .own)
        #expect(attribution.observe(Self.playing, at: Self.at(0.6)) == .outdated)
        #expect(attribution.observe(Self.playing, at: Self.at(1.5)) == .foreign([.power]))
    }

    /// A report that is read may overtake one that was pushed before the change, also within one second of the clock.
    @Test(arguments: ["2026-11-22T03:00:04", "2026-11-22T03:00:05"])
    mutating func observe_isOutdated_forAReportFromBeforeAChange(clock: String) {
        _ = attribution.observe(Self.playing, at: Self.at(-60))
        _ = attribution.observe(Self.playing, at: Self.at(0))
        let touched = Self.state(sound: 5, volume: 30, clock: "2026-11-22T03:00:05")
        #expect(attribution.observe(touched, at: Self.at(5)) == .foreign([.sound, .volume]))
        #expect(attribution.observe(Self.state(clock: clock), at: Self.at(5.1)) == .outdated)
        let later = Self.state(sound: 5, volume: 30, clock: "2026-11-22T03:00:06")
        #expect(attribution.observe(later, at: Self.at(6)) == .own)
    }

    @Test(arguments: [(UInt8(77), "2026-11-22T03:00:06"), (40, "2026-11-22T03:00:05")])
    mutating func observe_isForeign_whenSomebodyChangesItBackOrOnceMore(volume: UInt8, clock: String) {
        _ = attribution.observe(Self.playing, at: Self.at(-60))
        _ = attribution.observe(Self.playing, at: Self.at(0))
        let touched = Self.state(volume: 30, clock: "2026-11-22T03:00:05")
        #expect(attribution.observe(touched, at: Self.at(5)) == .foreign([.volume]))
        #expect(attribution.observe(Self.state(volume: volume, clock: clock), at: Self.at(5.5)) == .foreign([.volume]))
    }

    @Test mutating func observe_isForeign_whenSomebodySwitchesOffWithinTheSecondWhatLullSwitchedOn() {
        _ = attribution.observe(Self.state(isOn: false), at: Self.at(-60))
        _ = attribution.observe(Self.state(isOn: false), at: Self.at(0))
        attribution.wrote(.power(true), at: Self.at(0))
        let clock = "2026-11-22T03:00:05"
        #expect(attribution.observe(Self.state(clock: clock), at: Self.at(5)) == .own)
        #expect(attribution.observe(Self.state(isOn: false, clock: clock), at: Self.at(5.5)) == .foreign([.power]))
    }

    @Test mutating func observe_isARestart_whenItIsOffAndShowsNothingOfWhatItShowed() {
        _ = attribution.observe(Self.playing, at: Self.at(-60))
        _ = attribution.observe(Self.playing, at: Self.at(0))
        let fresh = Self.state(isOn: false, light: .off, sound: 5, volume: 84)
        #expect(attribution.observe(fresh, at: Self.at(20)) == .restart)
    }

    /// Nobody heard of the touches before the one that switched it off.
    @Test mutating func observe_isATouch_whenItIsOffAndWouldShowAnotherFavourite() {
        _ = attribution.observe(Self.playing, at: Self.at(-60))
        _ = attribution.observe(Self.playing, at: Self.at(0))
        var off = Self.state(isOn: false, light: .off, sound: 5, volume: 84)
        off.favourite = 1
        #expect(attribution.observe(off, at: Self.at(20)) == .foreign(Set(DeviceChannel.allCases)))
    }

    @Test(arguments: [
        ("2026-11-22T03:00:20", Finding.foreign([.power])), ("2026-11-22T03:02:19", .foreign([.power])),
        ("2017-01-01T00:00:10", .restart), ("2101-11-06T21:48:06", .restart),
    ])
    mutating func observe_isARestart_whenItIsOffAndHasLostItsClock(clock: String, finding: Finding) {
        _ = attribution.observe(Self.playing, at: Self.at(-60))
        _ = attribution.observe(Self.playing, at: Self.at(0))
        #expect(attribution.observe(Self.state(isOn: false, clock: clock), at: Self.at(20)) == finding)
    }

    @Test(arguments: [(false, Finding.timerEnd), (true, .foreign([.power]))])
    mutating func observe_isTheEndOfTheSleepTimer_whenItRanAndDoesNotAnyMore(runs: Bool, finding: Finding) {
        var (before, after) = (Self.playing, Self.state(isOn: false))
        (before.isTimerRunning, after.isTimerRunning) = (true, runs)
        _ = attribution.observe(before, at: Self.at(-60))
        _ = attribution.observe(before, at: Self.at(0))
        #expect(attribution.observe(after, at: Self.at(1)) == finding)
    }

    /// A phone's app sets the clock to its zone, and somebody switches the device off.
    @Test(arguments: ["2026-11-22T02:58:10", "2026-11-22T03:02:30", "2026-11-22T07:00:00", "2026-11-21T17:00:00"])
    mutating func observe_isForeign_whenSomebodySetTheClock(clock: String) {
        _ = attribution.observe(Self.playing, at: Self.at(-60))
        _ = attribution.observe(Self.playing, at: Self.at(0))
        let off = Self.state(isOn: false, clock: clock)
        #expect(attribution.observe(off, at: Self.at(2)) == .foreign([.power]))
    }

    /// One that nobody has set counts on from where it began.
    @Test(arguments: [("2101-11-07T02:00:30", Finding.foreign([.power])), ("2101-11-06T21:00:10", .restart)])
    mutating func observe_isARestart_whenAClockThatWasNeverSetBeginsAnew(clock: String, finding: Finding) {
        for seconds in [-60.0, 0] {
            _ = attribution.observe(Self.state(clock: "2101-11-07T02:00:00"), at: Self.at(seconds))
        }
        #expect(attribution.observe(Self.state(isOn: false, clock: clock), at: Self.at(30)) == finding)
    }

    /// What the device shows when it is new may be what it showed before.
    @Test mutating func observe_isARestart_whenOneChannelAloneIsReset_andTheClockIsLost() {
        _ = attribution.observe(Self.playing, at: Self.at(-60))
        _ = attribution.observe(Self.playing, at: Self.at(0))
        let off = Self.state(isOn: false, volume: 84, clock: "2101-11-06T21:00:10")
        #expect(attribution.observe(off, at: Self.at(20)) == .restart)
    }

    /// What a device would show that is off is as new, too.
    @Test mutating func observe_isARestart_whenItWasOffBefore_andHasLostItsClock() {
        _ = attribution.observe(Self.state(isOn: false), at: Self.at(-60))
        _ = attribution.observe(Self.state(isOn: false), at: Self.at(0))
        let fresh = Self.state(isOn: false, light: .off, sound: 5, volume: 84, clock: "2101-11-06T21:00:10")
        #expect(attribution.observe(fresh, at: Self.at(20)) == .restart)
    }

    @Test mutating func observe_followsTheClockOfTheNight_whenItRunsFaster() {
        _ = attribution.observe(Self.playing, at: Self.at(-60))
        _ = attribution.observe(Self.playing, at: Self.at(0))
        let later = ChangeAttribution.Moment(
            radio: .seconds(1), night: .seconds(3600), wall: Self.wall + .seconds(3600))
        let off = Self.state(isOn: false, clock: "2026-11-22T04:00:00")
        #expect(attribution.observe(off, at: later) == .foreign([.power]))
    }

    @Test mutating func observe_saysNotWho_afterTheLinkWasLost() {
        _ = attribution.observe(Self.playing, at: Self.at(-60))
        _ = attribution.observe(Self.playing, at: Self.at(0))
        attribution.forget()
        #expect(attribution.observe(Self.state(isOn: false), at: Self.at(1)) == .unexplained([.power]))
        let on = Self.state(clock: "2026-11-22T03:00:02")
        #expect(attribution.observe(on, at: Self.at(1.5)) == .foreign([.power]))
    }

    /// A loss of power ends the link, and a clock that began anew says that it was one.
    @Test(arguments: [
        ("2101-11-06T21:00:10", Finding.restart), ("2026-11-22T03:00:20", .unexplained([.power, .volume])),
    ])
    mutating func observe_isARestart_afterALostLink_whenTheClockIsLost(clock: String, finding: Finding) {
        _ = attribution.observe(Self.playing, at: Self.at(-60))
        _ = attribution.observe(Self.playing, at: Self.at(0))
        attribution.forget()
        let off = Self.state(isOn: false, volume: 84, clock: clock)
        #expect(attribution.observe(off, at: Self.at(20)) == finding)
    }

    /// A favourite plays only when somebody touches the device; one that is off names the last one at most.
    @Test(arguments: [(true, Finding.foreign([.volume])), (false, .unexplained([.power, .volume]))])
    mutating func observe_isAChangeByTouch_afterALostLink_whenAFavouritePlays(isOn: Bool, finding: Finding) {
        _ = attribution.observe(Self.playing, at: Self.at(-60))
        _ = attribution.observe(Self.playing, at: Self.at(0))
        attribution.forget()
        var state = Self.state(isOn: isOn, volume: 200, clock: "2026-11-22T03:00:01")
        state.favourite = 1
        #expect(attribution.observe(state, at: Self.at(1)) == finding)
    }

    @Test mutating func observe_isNoChange_afterALostLink_forWhatWasWrittenJustBefore() {
        _ = attribution.observe(Self.playing, at: Self.at(-60))
        _ = attribution.observe(Self.playing, at: Self.at(0))
        attribution.wrote(.volume(Level(rawValue: 100)), at: Self.at(1))
        attribution.forget()
        #expect(attribution.observe(Self.state(volume: 100), at: Self.at(60)) == .own)
    }

    @Test mutating func observe_isUnexplained_afterALostLink_forWhatWasWrittenLongBefore() {
        _ = attribution.observe(Self.playing, at: Self.at(-60))
        attribution.wrote(.power(false), at: Self.at(-50))
        attribution.wrote(.power(true), at: Self.at(-40))
        _ = attribution.observe(Self.playing, at: Self.at(0))
        attribution.forget()
        #expect(attribution.observe(Self.state(isOn: false), at: Self.at(60)) == .unexplained([.power]))
    }

    /// What a process that was killed wrote last may be reported after the first report that its successor reads.
    @Test(arguments: [(1.9, Finding.own), (2.0, .foreign([.volume]))])
    mutating func observe_isNoChange_shortlyAfterTheFirstReport(seconds: Double, finding: Finding) {
        _ = attribution.observe(Self.playing, at: Self.at(0))
        #expect(attribution.observe(Self.state(volume: 100), at: Self.at(seconds)) == finding)
    }

    @Test(arguments: [(0.0, true), (1.9, true), (2.0, false)])
    mutating func isStale_forTwoSecondsAfterAWrite(seconds: Double, isStale: Bool) {
        attribution.wrote(.power(true), at: Self.at(0))
        #expect(attribution.isStale(advertisedAt: Self.at(seconds)) == isStale)
    }

    @Test mutating func wrote_keepsABoundedNumber() {
        _ = attribution.observe(Self.playing, at: Self.at(-60))
        _ = attribution.observe(Self.playing, at: Self.at(0))
        for level in 0..<200 as Range<UInt8> { attribution.wrote(.volume(Level(rawValue: level)), at: Self.at(0)) }
        #expect(attribution.observe(Self.state(volume: 199), at: Self.at(1)) == .own)
        #expect(attribution.observe(Self.state(volume: 100), at: Self.at(1)) == .foreign([.volume]))
    }
}
