// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import SleepModel
import Storage
import StoreDoubles
import Testing

@testable import Composition
@testable import Household

/// After a long time off, people read one line, and programs everything.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct LongAbsenceTests {
    private let store = StoreDouble()
    private let log = LogLines()

    private func instant(_ text: String) throws -> Instant { try #require(Instant(iso8601: text)) }

    /// A house at noon of 15 January 2027 that was off since 15 December, with alarms of every day.
    private func house(_ names: String...) async throws -> House {
        let device = try #require(MacAddress(rawValue: "DC:06:41:00:00:01"))
        let seven = try #require(TimeOfDay(hour: 7, minute: 0))
        let plan = AlarmPlan(
            sunrise: nil, light: nil, sound: SoundID(rawValue: 19), volume: .full, snooze: .seconds(540))
        for name in names {
            let schedule = Schedule(
                id: ScheduleID(rawValue: "\(name)-1"), device: device, name: name,
                recurrence: Recurrence(days: .weekly(.daily), time: .clock(seven)), zone: nil,
                validFrom: try instant("2026-12-15T12:00:00Z"), settledThrough: try instant("2026-12-15T12:00:00Z"),
                plan: .alarm(plan))
            try await store.commit(.save(schedule, log: []))
        }
        return try await House(store: store, logger: log.logger)
    }

    @Test func daemon_saysOnceForEachSchedule_whatWasMissed() async throws {
        let house = try await house("up", "school")
        try await house.run {
            try await house.until { log.all.count >= 2 }
            let span = "was missed 31 times, from 2026-12-16T07:00:00Z to 2027-01-15T07:00:00Z"
            let end = "| code=missed | device=DC:06:41:00:00:01 | reason=down"
            #expect(
                log.all == [
                    "warning the alarm “up” \(span) \(end) | schedule=up-1",
                    "warning the alarm “school” \(span) \(end) | schedule=school-1",
                ])
        }
    }

    @Test func notice_isOne_forAllAlarmsOfADevice() async throws {
        let house = try await house("up", "school")
        try await house.run {
            try await house.until { log.all.count >= 2 }
            let notices = try await house.control.perform(Endpoints.notices, NoticesQuery())
            #expect(
                notices.map(\.message) == [
                    "The alarm “school” of Fri 2027-01-15 07:00 did not ring on nursery: Lull was not running. With others "
                        + "of nursery, this happened 62 times since Wed 2026-12-16 07:00."
                ])
        }
    }

    @Test func log_hasEveryOccurrence_forPrograms_andSoHasTheLedger() async throws {
        let house = try await house("up")
        try await house.run {
            try await house.until { !log.all.isEmpty }
            let entries = try await house.control.perform(Endpoints.log, LogQuery(since: nil, device: nil))
            #expect(entries.count == 31)
            #expect(entries.allSatisfy { $0.outcome == .missed && $0.lateSeconds != nil })
            #expect(Set(entries.compactMap(\.occurrence?.date)).count == 31)
            let records = try await store.records(of: nil, from: .min, to: .max, limit: 100)
            #expect(records.map(\.outcome) == Array(repeating: .missed, count: 31))
        }
    }

    @Test func daemon_saysWhichOccurrence_whenOneWasMissed() async throws {
        let house = try await House(store: store, logger: log.logger)
        try await house.run {
            _ = try await house.control.perform(
                Endpoints.addAlarm, AlarmRequest(name: "up", device: "nursery", at: "13:00"))
            // A daemon that had not looked yet would have been down.
            await house.night.schedulesRun.valueUnlessCancelled()
            house.clock.suspend(for: .seconds(3 * 3600))
            try await house.until { !log.all.isEmpty }
            let alarm = try #require(try await house.control.perform(Endpoints.alarms).first)
            #expect(
                log.all.contains(
                    "warning the alarm “up” of 2027-01-15T13:00:00Z was missed | code=missed | device=DC:06:41:00:00:01 "
                        + "| reason=suspend | schedule=\(alarm.schedule)"))
        }
    }
}
