// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import Scheduling
import SleepModel
import Storage
import Testing

@testable import Composition
@testable import Household

/// A host whose clock is wrong when it starts.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct ClockTrustNightTests {
    private static let epoch = Instant(secondsSince1970: 0)
    private let store = InMemoryNightStore()

    private func instant(_ text: String) throws -> Instant {
        try #require(Instant(iso8601: text))
    }

    /// A house that was there on a day, with an alarm at 07:00 every day, and starts again with its clock at `wall`.
    private func house(
        startingAt wall: Instant, alarmAt time: String = "07:00", doubtsClock: Bool = true
    ) async throws -> House {
        let before = try await House(store: store, clock: ManualClock(wall: instant("2027-01-14T20:00:00Z")))
        _ = try await before.control.perform(
            Endpoints.addAlarm,
            AlarmRequest(name: "up", device: "nursery", at: time, days: "daily", sound: "bird"))
        return try await House(
            isPaired: false, store: store, clock: ManualClock(wall: wall, bootID: "second"), doubtsClock: doubtsClock)
    }

    /// What the log says of alarms, and of the clock.
    private func log(_ kind: String) async throws -> [String] {
        try await store.entries(since: nil, device: nil, limit: 10_000).filter { $0.kind.rawValue == kind }
            .map { "\($0.name ?? "-") \($0.outcome.rawValue)" }
    }

    /// Waits for the loop to have looked at the clock and not to trust it.
    private func untilDoubted(_ house: House) async throws {
        try await house.until { house.night.timekeeper.trust.nextWake != WakeRequest() }
        #expect(!house.night.timekeeper.trust.isTrusted)
    }

    @Test
    func alarm_rings_whenTheClockIsSetWithinItsGrace() async throws {
        let house = try await house(startingAt: Self.epoch)
        try await house.run {
            try await untilDoubted(house)
            house.clock.advance(by: .seconds(60))
            house.clock.step(to: try instant("2027-01-15T07:10:00Z"))
            try await house.until { house.commands.contains("SI01") }
        }
        let alarm = try await log("alarm")
        #expect(alarm == ["up saved", "up started"])
        let daemon = try await log("daemon")
        #expect(daemon == ["clock trusted"])
    }

    @Test
    func alarm_isMissedOnce_whenTheClockIsSetTooLate() async throws {
        let house = try await house(startingAt: Self.epoch)
        try await house.run {
            try await untilDoubted(house)
            house.clock.step(to: try instant("2027-01-15T10:00:00Z"))
            try await house.until { try await log("alarm").count > 1 }
            // The alarm rings the next morning as usual.
            house.clock.advance(by: .seconds(21 * 3600))
            try await house.until { house.commands.contains("SI01") }
        }
        let alarm = try await log("alarm")
        #expect(alarm == ["up saved", "up missed", "up started"])
    }

    @Test
    func clock_isFollowed_whenNobodySetsIt() async throws {
        let house = try await house(startingAt: Self.epoch, alarmAt: "00:10")
        try await house.run {
            try await untilDoubted(house)
            house.clock.advance(by: .seconds(89))
            try await house.untilLooked()
            #expect(!house.night.timekeeper.trust.isTrusted)
            house.clock.advance(by: .seconds(1))
            try await house.until { house.night.timekeeper.trust.isTrusted }
            try await house.until {
                house.clock.advance(by: .seconds(1))
                return house.commands.contains("SI01")
            }
        }
        let daemon = try await log("daemon")
        #expect(daemon == ["clock doubted"])
        let alarm = try await log("alarm").sorted()
        #expect(alarm == ["up saved", "up started"])
    }

    @Test
    func clock_isDoubted_whenSomethingWasNotedLater() async throws {
        let house = try await house(startingAt: try instant("2027-01-14T19:00:00Z"))
        try await house.run {
            try await untilDoubted(house)
            house.clock.step(to: try instant("2027-01-14T20:00:00Z"))
            try await house.until { house.night.timekeeper.trust.isTrusted }
        }
    }

    @Test
    func device_isControlled_whileTheClockIsDoubted() async throws {
        let house = try await house(startingAt: Self.epoch)
        try await house.run {
            try await untilDoubted(house)
            _ = try await house.passTime {
                try await house.control.perform(
                    Endpoints.light, LightRequest(device: "nursery", color: "#0000ff", brightness: 100))
            }
            #expect(!house.night.timekeeper.trust.isTrusted)
        }
        #expect(house.commands.contains("SC0000FFFF"))
    }

    @Test
    func clock_isNotDoubted_whenItIsSimulated() async throws {
        let house = try await house(startingAt: Self.epoch, alarmAt: "00:01", doubtsClock: false)
        #expect(house.night.timekeeper.trust.isPlausible(Self.epoch))
    }
}
