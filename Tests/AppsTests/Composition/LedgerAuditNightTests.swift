// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Scheduling
import SleepModel
import Storage
import StoreDoubles
import Testing

@testable import Composition
@testable import Household

/// A night looks once, when its schedules run, whether its ledger holds what it should.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct LedgerAuditNightTests {
    private let store = StoreDouble()
    private let log = LogLines()
    private let end = "| code=ledger_gap | device=DC:06:41:00:00:01 | schedule=up-1"

    private func instant(_ text: String) throws -> Instant { try #require(Instant(iso8601: text)) }

    /// A house at noon of 15 January 2027 with an alarm at 07:00 that holds `since` a day and of which some days were
    /// entered.
    private func house(
        since: String, entered days: [Int], name: String = "up", clock: ManualClock = ManualClock(wall: House.noon)
    ) async throws -> House {
        let device = try #require(MacAddress(rawValue: "DC:06:41:00:00:01"))
        let id = ScheduleID(rawValue: "up-1")
        let plan = AlarmPlan(
            sunrise: nil, light: nil, sound: SoundID(rawValue: 19), volume: .full, snooze: .seconds(540))
        let seven = try #require(TimeOfDay(hour: 7, minute: 0))
        let schedule = Schedule(
            id: id, device: device, name: name, recurrence: Recurrence(days: .weekly(.daily), time: .clock(seven)),
            zone: nil, validFrom: try instant("\(since)T12:00:00Z"),
            settledThrough: try instant("2027-01-15T07:00:00Z"), plan: .alarm(plan))
        try await store.commit(.save(schedule, log: []))
        for day in days {
            let date = try #require(CivilDate(year: 2027, month: 1, day: day))
            let record = OccurrenceRecord(
                key: OccurrenceKey(schedule: id, date: date), kind: .alarm, device: device, name: name,
                planned: try instant("\(date)T07:00:00Z"), zone: "UTC", zoneData: nil, rule: .unique, lateness: .zero,
                actor: .schedule, run: nil, outcome: .missed, reason: .down, endedAt: House.noon)
            #expect(try await store.commit(.claim(record, settling: nil, log: [])))
        }
        return try await House(store: store, clock: clock, logger: log.logger)
    }

    @Test func gap_isLogged_whenSchedulesRun() async throws {
        let house = try await house(since: "2027-01-11", entered: [12, 14, 15], name: "up\u{1B}")
        try await house.run { try await house.until { !log.all.isEmpty } }
        #expect(
            log.all == [
                "warning nothing is kept of the alarm “up\u{FFFD}” of 2027-01-13, which was to be at "
                    + "2027-01-13T07:00:00Z; it may not have happened \(end)"
            ])
    }

    @Test func gaps_areCounted_whenTheyAreMany() async throws {
        let house = try await house(since: "2026-12-31", entered: [14, 15])
        try await house.run { try await house.until { log.all.count > 10 } }
        #expect(log.all.count == 11)
        #expect(log.all.prefix(10).allSatisfy { $0.hasSuffix(end) })
        #expect(log.all.last == "warning nothing is kept of 3 other occurrences either | code=ledger_gap")
    }

    @Test func ledger_withoutGaps_givesNoLine() async throws {
        let house = try await house(since: "2027-01-11", entered: [12, 13, 14, 15])
        house.night.schedulesRun.set(())
        await house.night.auditLedger()
        #expect(log.all == [])
    }

    @Test func ledger_isLookedThrough_onlyOnceTheClockIsTrusted() async throws {
        let clock = ManualClock(wall: Instant(secondsSince1970: 0))
        let house = try await house(since: "2027-01-11", entered: [12, 14, 15], clock: clock)
        try await house.run {
            try await house.until { house.night.timekeeper.trust.nextWake != WakeRequest() }
            clock.advance(by: .seconds(1))
            try await house.untilLooked()
            #expect(log.all.allSatisfy { !$0.hasSuffix(end) })
            clock.step(to: House.noon)
            try await house.until { log.all.contains { $0.hasSuffix(end) } }
        }
    }

    @Test func alarm_rings_whileTheLedgerDoesNotAnswer() async throws {
        let house = try await house(since: "2027-01-11", entered: [12, 14, 15])
        await store.answerKeys(by: .nothing)
        try await house.run {
            try await house.until { await store.keyQuestions == 1 }
            house.clock.advance(by: .seconds(19 * 3600))
            try await house.until { house.commands.contains("SI01") }
        }
        #expect(await store.keyQuestions == 1)
    }

    @Test func alarm_rings_whenTheLedgerCannotBeLookedThrough() async throws {
        let house = try await house(since: "2027-01-11", entered: [12, 14, 15])
        await store.answerKeys(by: .failure)
        try await house.run {
            try await house.until { !log.all.isEmpty }
            house.clock.advance(by: .seconds(19 * 3600))
            try await house.until { house.commands.contains("SI01") }
        }
        #expect(log.all.first == "warning the ledger cannot be looked through | error=The disk is gone.")
    }
}
