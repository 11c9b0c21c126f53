// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Testing

@testable import Household

/// When the clock of a device is set, and why.
@Suite struct DeviceClockCheckTests {
    private static let noon = Instant(secondsSince1970: 1_800_014_400)
    private var check = DeviceClockCheck()

    private func local(_ seconds: Int = 0) -> CivilDateTime { ZoneRules.utc.civil(at: Self.noon + .seconds(seconds)) }

    private mutating func decision(
        after seconds: Int = 0, zone offset: Int = 0, next: Int? = nil, rings: Bool = false
    ) -> DeviceClockCheck.Reason? {
        check.decide(
            at: (.seconds(seconds), Self.noon + .seconds(seconds)), local: local(seconds + offset),
            next: next.map { Self.noon + .seconds($0) }, rings: rings)
    }

    @Test mutating func unknownClock_isLeftAlone() {
        #expect(decision() == nil)
    }

    @Test(
        arguments: [
            (-550, .off(by: .seconds(-550))), (-31, .off(by: .seconds(-31))), (-30, .daily), (0, nil), (30, .daily),
            (31, .off(by: .seconds(31))), (550, .off(by: .seconds(550))),
        ] as [(Int, DeviceClockCheck.Reason?)])
    mutating func clock_isSetOnceADay_whenItIsOnlyFastOrSlow(error: Int, reason: DeviceClockCheck.Reason?) {
        check.saw(local(error), at: .zero)
        #expect(decision() == nil)
        #expect(decision(after: 86_399) == nil)
        #expect(decision(after: 86_400) == reason)
    }

    @Test(arguments: [3600, -3600, 1800, 900])
    mutating func clock_isSet_whenTheZoneChanges(offset: Int) {
        check.saw(local(), at: .zero)
        #expect(decision(after: 100) == nil)
        #expect(decision(after: 200, zone: offset) == .off(by: .seconds(-offset)))
        #expect(decision(after: 201, zone: offset) == nil, "One attempt at a time.")
        check.wasSet(to: local(203 + offset), at: .seconds(203))
        #expect(decision(after: 300, zone: offset) == nil)
    }

    @Test mutating func clock_isSet_afterALossOfPower() {
        check.saw(CivilDateTime(iso8601: "2101-11-06T19:46:08"), at: .zero)
        #expect(decision() == .lostPower)
    }

    @Test mutating func clockThatShowsNothing_isSet() {
        check.saw(nil, at: .zero)
        #expect(decision() == .lostPower)
    }

    @Test mutating func pairedDevice_getsTheTime_unlessItShowsIt() {
        check.paired(local(5), at: .zero)
        #expect(decision() == nil)
        check.paired(local(20), at: .zero)
        #expect(decision() == .paired)
    }

    @Test mutating func pairedDevice_isADeviceLikeAnyOther_onceItsClockWasRight() {
        check.paired(local(5), at: .zero)
        #expect(decision() == nil)
        check.saw(local(86_430), at: .seconds(86_400))
        #expect(decision(after: 86_400) == .daily)
    }

    @Test mutating func clock_isNotSet_whileSomethingRingsOrIsAboutToBegin() {
        check.saw(local(), at: .zero)
        #expect(decision(zone: 3600, rings: true) == nil)
        #expect(decision(zone: 3600, next: 45) == nil)
        #expect(decision(zone: 3600, next: 60) == nil)
        #expect(decision(zone: 3600, next: 61) == .off(by: .seconds(-3600)))
    }

    @Test mutating func look_comesAgain_whileSomethingIsInTheWay() {
        check.saw(local(), at: .zero)
        let moment = (Duration.zero, Self.noon)
        #expect(check.nextLook(at: moment, local: local(), next: Self.noon, rings: true) == nil)
        #expect(
            check.nextLook(at: moment, local: local(3600), next: nil, rings: true) == Self.noon + .seconds(30))
        #expect(check.nextLook(at: moment, local: local(3600), next: nil, rings: false) == nil)
    }

    @Test mutating func deviceOutOfReach_getsTheTime_whenItReportsAgain() {
        check.saw(local(), at: .zero)
        #expect(decision(zone: 3600) != nil)
        check.failed(isReached: false, at: .seconds(10))
        #expect(decision(after: 20, zone: 3600) == nil)
        check.saw(local(30), at: .seconds(30))
        #expect(decision(after: 30, zone: 3600) == .off(by: .seconds(-3600)))
    }

    @Test mutating func deviceThatRefusesTheTime_isLeftAloneForAnHour() {
        check.saw(local(), at: .zero)
        #expect(decision(zone: 3600) != nil)
        check.failed(isReached: true, at: .seconds(10))
        check.saw(local(30), at: .seconds(30))
        #expect(decision(after: 30, zone: 3600) == nil)
        check.saw(local(3610), at: .seconds(3610))
        #expect(decision(after: 3610, zone: 3600) != nil)
    }

    @Test(arguments: [(-31, true), (-30, false), (30, false), (31, true)])
    mutating func clock_isSet_whenItIsHalfAMinuteOff_ifProgramsAreReliedOn(error: Int, isSet: Bool) {
        check.isReliedOn = true
        check.wasSet(to: local(error), at: .zero)
        #expect(check.isExact(at: .zero, local: local()) == !isSet)
        #expect(decision() == (isSet ? .off(by: .seconds(error)) : nil))
    }

    @Test mutating func clock_isSetOnceADay_outsideTheNight_ifProgramsAreReliedOn() {
        check.isReliedOn = true
        check.wasSet(to: local(5), at: .zero)
        #expect(decision(after: 86_399) == nil)
        // Noon, three in the morning, four in the morning.
        #expect(decision(after: 86_400 + 15 * 3600) == nil)
        #expect(decision(after: 86_400 + 16 * 3600) == .daily)
        check.wasSet(to: local(86_400 + 16 * 3600), at: .seconds(86_400 + 16 * 3600))
        #expect(decision(after: 3 * 86_400) == nil, "It is right.")
    }

    @Test mutating func clock_isNotExact_whereItShowsNothing_andUnknownBeforeAReport() {
        #expect(check.isExact(at: .zero, local: local()) == nil)
        check.saw(nil, at: .zero)
        #expect(check.isExact(at: .zero, local: local()) == false)
    }
}
