// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import SimulatedDevice
import SleepModel
import Testing

@testable import Composition

/// A pause or a skip that somebody ends while a sunrise or a wind-down would be under way.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct ResumeInTheLeadTests {
    enum Hold: CaseIterable { case pause, skip }

    private func begin(_ hold: Hold, in house: House) async throws {
        switch hold {
        case .pause: _ = try await house.control.perform(Endpoints.pause, PauseRequest(until: nil))
        case .skip: _ = try await house.control.perform(Endpoints.skipAlarm, SkipRequest(name: "up", device: nil))
        }
    }

    private func end(_ hold: Hold, in house: House) async throws {
        switch hold {
        case .pause: _ = try await house.control.perform(Endpoints.resume, DeviceChoice())
        case .skip: _ = try await house.control.perform(Endpoints.unskipAlarm, SkipRequest(name: "up", device: nil))
        }
    }

    /// It is noon; the sunrise of an alarm at 12:40 would begin at 12:10.
    @Test(arguments: Hold.allCases, [nil, "2027-01-15"])
    func alarm_rings_withItsSunriseJoined(hold: Hold, date: String?) async throws {
        let house = try await House()
        try await house.run {
            _ = try await house.control.perform(
                Endpoints.addAlarm,
                AlarmRequest(
                    name: "up", device: "nursery", at: "12:40", days: date == nil ? "daily" : nil, date: date,
                    sunrise: "30m", sound: "bird"))
            try await begin(hold, in: house)
            for _ in 0..<5 {
                house.clock.advance(by: .seconds(300))
                try await house.untilLooked()
            }
            #expect(house.commands == [])
            try await end(hold, in: house)
            try await house.until { await house.peripheral.state.isOn }
            try await house.until { await house.peripheral.state.light.brightness > Level(rawValue: 20) }
            #expect(await house.peripheral.state.light.brightness < Level(rawValue: 120))
            house.clock.advance(by: .seconds(900))
            try await house.until {
                try await house.control.perform(Endpoints.alarms).first?.phase == .ringing
            }
        }
    }

    @Test func bedtime_goesOn_whenItIsResumedInItsWindDown() async throws {
        let house = try await House()
        try await house.run {
            _ = try await house.control.perform(
                Endpoints.setBedtime,
                BedtimeRequest(device: "nursery", at: "12:40", windDown: "30m", sound: "rain", wake: "19:00"))
            try await begin(.pause, in: house)
            for _ in 0..<5 {
                house.clock.advance(by: .seconds(300))
                try await house.untilLooked()
            }
            try await end(.pause, in: house)
            try await house.until { await house.peripheral.state.isOn }
            let bedtimes = try await house.control.perform(Endpoints.bedtimes, DeviceChoice())
            #expect(bedtimes.compactMap(\.phase) == [.windDown])
        }
    }

    @Test func alarm_isSkippedAtItsTime_andNotLate() async throws {
        let house = try await House()
        try await house.run {
            _ = try await house.control.perform(
                Endpoints.addAlarm,
                AlarmRequest(name: "up", device: "nursery", at: "12:40", days: "daily", sunrise: "30m"))
            try await begin(.skip, in: house)
            house.clock.advance(by: .seconds(2400))
            func line() async throws -> LogDocument? {
                try await house.control.perform(Endpoints.log, LogQuery(since: nil, device: nil))
                    .first { $0.outcome == .skipped }
            }
            try await house.until { try await line() != nil }
            #expect(try await line()?.at == House.noon + .seconds(2400))
            #expect(try await line()?.lateSeconds == 0)
            #expect(house.commands == [])
        }
    }
}
