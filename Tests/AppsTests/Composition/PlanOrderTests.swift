// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import Scheduling
import SleepModel
import Testing

@testable import Composition

/// The order of what is planned.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct PlanOrderTests {
    @Test
    func next_listsRoutinesFirst_whereAnAlarmHasTheSameTimeAndName() async throws {
        let house = try await House()
        _ = try await house.control.perform(
            Endpoints.addAlarm,
            AlarmRequest(name: "up", device: "nursery", at: "13:10", days: "daily", sound: "bird"))
        _ = try await house.control.perform(
            Endpoints.addRoutine,
            RoutineRequest(
                name: "up", device: "nursery", at: "13:10", days: nil, steps: ["light amber 40%; for 30m"], zone: nil))
        let next = try await house.control.perform(Endpoints.next, NextQuery(days: 1))
        #expect(next.map(\.kind) == [.routine, .alarm])
    }

    /// London's clocks go back from 02:00 to 01:00 on 2027-10-31.
    @Test(arguments: [20, 21])
    func next_namesTheRuleOfTheWakeTime(hour: Int) async throws {
        let files = try ZoneFiles(host: "London")
        let house = try await House(
            clock: ManualClock(wall: try #require(Instant(iso8601: "2027-10-30T\(hour):00:00Z"))), zones: files.book())
        try await house.run {
            _ = try await house.control.perform(
                Endpoints.setBedtime,
                BedtimeRequest(device: "nursery", at: "22:30", days: "daily", windDown: "30m", wake: "01:35"))
            house.clock.advance(by: .seconds(60))
            try await house.until {
                let isRunning = try await house.control.perform(Endpoints.bedtimes, DeviceChoice()).first?.phase != nil
                return isRunning == (hour == 21)
            }
            let wake = try await house.control.perform(Endpoints.next, NextQuery(days: 1)).first { $0.kind == .window }
            #expect(wake?.at == Instant(iso8601: "2027-10-31T00:35:00Z"))
            #expect(wake?.rule == "overlap-first")
        }
    }

    private func phases(_ house: House) async throws -> [String: AlarmPhase] {
        let alarms = try await house.control.perform(Endpoints.alarms)
        return Dictionary(uniqueKeysWithValues: alarms.compactMap { alarm in alarm.phase.map { (alarm.name, $0) } })
    }

    /// It is due at 12:03, in the middle of another that rings since 12:02.
    @Test func next_listsASnoozedAlarmThatWaits_withATimeToCome() async throws {
        let house = try await House()
        try await house.run {
            for (name, time) in [("first", "12:01"), ("second", "12:02")] {
                _ = try await house.control.perform(
                    Endpoints.addAlarm, AlarmRequest(name: name, device: "nursery", at: time, days: "daily"))
            }
            house.clock.advance(by: .seconds(60))
            try await house.until { try await phases(house) == ["first": .ringing] }
            _ = try await house.control.perform(
                Endpoints.snoozeAlarm, SnoozeRequest(name: "first", device: nil, length: "2m"))
            house.clock.advance(by: .seconds(60))
            try await house.until { try await phases(house) == ["first": .snoozed, "second": .ringing] }
            house.clock.advance(by: .seconds(240))
            try await house.untilLooked()
            #expect(try await phases(house) == ["first": .snoozed, "second": .ringing])
            let now = house.clock.now().wall
            let next = try await house.control.perform(Endpoints.next, NextQuery(days: 1)).first { $0.name == "first" }
            #expect(next.map { $0.at > now } == true)
            #expect(next?.why.contains("second") == true)
        }
    }
}
