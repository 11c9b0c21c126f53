// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import SleepModel
import Testing

@testable import Composition
@testable import LullCommands

/// What a further bedtime of a device begins from.
///
/// Noon is on a Friday.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct FurtherBedtimeTests {
    @discardableResult
    private func set(
        _ house: House, name: String? = nil, at time: String? = nil, days: String? = nil, wake: String? = nil,
        _ change: (inout BedtimeRequest) -> Void = { _ in }
    ) async throws -> BedtimeDocument {
        var request = BedtimeRequest(device: "nursery", name: name, at: time, days: days, wake: wake)
        change(&request)
        return try await house.control.perform(Endpoints.setBedtime, request)
    }

    private func setFirst(_ house: House) async throws -> BedtimeDocument {
        try await set(house, at: "19:30", days: "sun-thu", wake: "06:45") {
            ($0.reminder, $0.windDown, $0.color, $0.sound, $0.volume) = ("15m", "20m", "pink 30%", "ocean", 25)
            ($0.nightVolume, $0.soundFor, $0.nightLight) = (15, "3h", "red 5%")
            ($0.stayInBed, $0.stayInBedLight, $0.wakeLight) = ("30m", "orange 5%", "blue 30%")
            ($0.wakeFor, $0.returnAfter) = ("45m", "10m")
        }
    }

    @Test func bedtime_beginsFromTheOther_withItsOwnTimes() async throws {
        let house = try await House()
        let first = try await setFirst(house)
        let weekend = try await set(house, name: "weekend", at: "20:30", days: "fri,sat")
        var expected = first
        (expected.schedule, expected.route, expected.revision) = (weekend.schedule, weekend.route, weekend.revision)
        (expected.name, expected.at, expected.days) = ("weekend", TimeOfDay(hour: 20, minute: 30), ["fri", "sat"])
        (expected.rule, expected.next, expected.lightsOut) = (weekend.rule, weekend.next, weekend.lightsOut)
        expected.warning =
            "It is a new bedtime, beside “bedtime”. It begins from “bedtime”: what you do not give is the same."
        #expect(weekend == expected)
        #expect((weekend.rule.days, weekend.rule.at) == (["fri", "sat"], TimeOfDay(hour: 20, minute: 30)))
    }

    @Test func bedtime_hasWhatIsGiven_inPlaceOfThat() async throws {
        let house = try await House()
        let first = try await setFirst(house)
        let weekend = try await set(house, name: "weekend", at: "20:30", days: "fri,sat", wake: "sat=08:00") {
            ($0.sound, $0.nightLight, $0.stayInBed) = ("rain", "off", "off")
        }
        #expect(
            weekend.wakeTimes
                == [WeekdayTimeDocument(days: ["sat"], at: try #require(TimeOfDay(hour: 8, minute: 0)))])
        #expect((weekend.sound, weekend.nightLight, weekend.stayInBedSeconds) == ("rain", nil, nil))
        #expect((weekend.color, weekend.nightVolume) == (first.color, 15))
    }

    @Test func bedtime_beginsFromTheOneThatWasChangedLast_ofSeveral() async throws {
        let house = try await House()
        try await set(house, at: "19:30", days: "sun-thu", wake: "06:45") { $0.sound = "ocean" }
        try await set(house, name: "weekend", at: "20:30", days: "fri,sat") { $0.sound = "wind" }
        try await set(house, name: "bedtime") { $0.volume = 17 }
        let late = try await set(house, name: "late", at: "22:00", days: "fri")
        #expect((late.sound, late.volume) == ("ocean", 17))
        #expect(
            late.warning?.hasPrefix(
                "It is a new bedtime, beside “bedtime”, “weekend”. It begins from “bedtime”: what you do not give is the "
                    + "same.") == true)
    }

    /// Otherwise a nap would last until the next morning.
    @Test func bedtime_takesNoWakeTime_thatIsMoreThanANightAhead() async throws {
        let house = try await House()
        _ = try await setFirst(house)
        let nap = try await set(house, name: "nap", at: "13:00", days: "daily")
        #expect((nap.wake, nap.stayInBedSeconds, nap.sound) == (nil, nil, "ocean"))
    }

    @Test func stayInBed_goesWithTheWakeTime_thatIsSwitchedOff() async throws {
        let house = try await House()
        _ = try await setFirst(house)
        let dark = try await set(house, name: "dark", at: "20:30", days: "fri,sat", wake: "off")
        #expect((dark.wake, dark.stayInBedSeconds, dark.sound) == (nil, nil, "ocean"))
    }

    @Test func length_isBeforeTheWakeTimeOfTheOther() async throws {
        let house = try await House()
        _ = try await setFirst(house)
        let weekend = try await set(house, name: "weekend", days: "fri,sat") { $0.sleep = "10h" }
        #expect((weekend.at, weekend.wake) == (TimeOfDay(hour: 20, minute: 45), TimeOfDay(hour: 6, minute: 45)))
    }

    @Test func template_isAsItIsWritten_besideAnotherBedtime() async throws {
        let (house, bare) = (try await House(), try await House())
        _ = try await setFirst(house)
        for name in ["newborn night", "toddler OK-to-wake"] {
            let request = try #require(try Template.named(name).adding(to: "nursery").bedtime)
            let beside = try await house.control.perform(Endpoints.setBedtime, request)
            var expected = try await bare.control.perform(Endpoints.setBedtime, request)
            (expected.schedule, expected.route, expected.revision) = (beside.schedule, beside.route, beside.revision)
            expected.warning = beside.warning
            if name == "newborn night" { (expected.wakeLight, expected.wakeForSeconds) = (beside.wakeLight, 2700) }
            #expect(beside == expected)
            #expect(beside.warning?.contains("begins from") == false)
        }
    }
}
