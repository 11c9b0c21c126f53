// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import Scheduling
import SleepModel
import Storage
import StoreDoubles
import Testing

@testable import Composition
@testable import Household

/// What a daemon says of itself to programs that watch over it.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct HealthTests {
    private typealias Check = HealthDocument.Check

    private static let well = [
        Check(.schedules), Check(.loop), Check(.clock), Check(.store), Check(.radio), Check(.devices),
    ]

    /// The checks in which something is wrong.
    private func problems(_ house: House) async throws -> [Check] {
        try await house.control.perform(Endpoints.health).checks.filter { $0.status != .ok }
    }

    @Test func health_isOk_whileTheNightRuns() async throws {
        let house = try await House()
        let health = try await house.run {
            _ = await house.night.waitUntilSchedulesRun()
            return try await house.control.perform(Endpoints.health)
        }
        #expect(health == HealthDocument(Self.well))
        #expect(health.httpStatus == 200)
        #expect(house.night.questions.isEmpty)
    }

    @Test func health_isFailing_untilSchedulesRun() async throws {
        let house = try await House()
        let health = try await house.control.perform(Endpoints.health)
        // Before the loop runs, nobody has looked at the clock either.
        #expect(
            health
                == HealthDocument([
                    Check(.schedules, .failing, reason: "Schedules do not run yet."),
                    Check(.clock, .failing, reason: "The clock looks wrong, and schedules wait until it is set."),
                    Check(.store), Check(.radio), Check(.devices),
                ]))
        #expect(health.httpStatus == 503)
    }

    @Test func clock_isFailing_untilItIsFollowed_andDegradedThen() async throws {
        let house = try await House(clock: ManualClock(wall: Instant(secondsSince1970: 0)))
        try await house.run {
            try await house.until { house.night.timekeeper.trust.nextWake != WakeRequest() }
            let schedules = Check(.schedules, .failing, reason: "Schedules do not run yet.")
            let awaited = Check(.clock, .failing, reason: "The clock looks wrong, and schedules wait until it is set.")
            #expect(try await problems(house) == [schedules, awaited])
            house.clock.advance(by: ClockTrust.patience)
            _ = await house.night.waitUntilSchedulesRun()
            let followed = Check(.clock, .degraded, reason: "The clock looks wrong, and schedules follow it as it is.")
            #expect(try await problems(house) == [followed])
        }
    }

    @Test func store_isDegraded_whileNothingCanBeSaved() async throws {
        let store = StoreDouble()
        let house = try await House(store: store)
        let answer = try await house.run {
            _ = await house.night.waitUntilSchedulesRun()
            await store.fail(true)
            await house.night.log.write(LogEntry(at: House.noon, kind: .daemon, outcome: .set, actor: .daemon))
            let health = try await house.control.perform(Endpoints.health)
            return (health.httpStatus, try await problems(house))
        }
        #expect(answer.0 == 200)
        let reason =
            "Nothing can be saved. The disk is full. Alarms still ring; a restart forgets what is done now."
        #expect(answer.1 == [Check(.store, .degraded, reason: reason)])
    }

    @Test func loop_isFailing_whenItWaitsForTheStore() async throws {
        let store = StoreDouble()
        let house = try await House(store: store)
        let answer = try await house.run {
            _ = await house.night.waitUntilSchedulesRun()
            await store.hold()
            house.clock.step(to: House.noon + .seconds(3600))
            await store.waitForHeld()
            let stuck = try await house.passTime(inStepsOf: .seconds(5)) { try await problems(house) }
            await store.release()
            return (stuck, try await problems(house))
        }
        #expect(
            answer.0 == [Check(.loop, .failing, reason: "The daemon does not look at the clock any more.")])
        #expect(answer.1 == [])
        #expect(house.night.questions.isEmpty)
    }

    @Test func loop_isFailing_whenThatOfADeviceWaitsForTheStore() async throws {
        let store = StoreDouble()
        let house = try await House(store: store)
        _ = try await house.control.perform(
            Endpoints.addAlarm, AlarmRequest(name: "up", device: "nursery", at: "12:30", days: "daily", sound: "bird"))
        let stuck = try await house.run {
            _ = await house.night.waitUntilSchedulesRun()
            await store.hold()
            house.clock.advance(by: .seconds(30 * 60))
            await store.waitForHeld()
            let stuck = try await house.passTime(inStepsOf: .seconds(5)) { try await problems(house) }
            await store.release()
            return stuck
        }
        #expect(stuck == [Check(.loop, .failing, reason: "Nothing scheduled goes on for “nursery”.")])
    }

    @Test func health_isRefused_withoutADaemon() async throws {
        let house = try await House(isDirect: true)
        await #expect(
            throws: ControlError(
                .invalidArgument, "`GET /v1/health` needs the daemon: without it, no schedule runs.",
                advice: "Start `lulld`, and leave out --direct.")
        ) { try await house.control.perform(Endpoints.health) }
    }
}
