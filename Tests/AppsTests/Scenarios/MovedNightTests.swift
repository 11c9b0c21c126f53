// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import SimulatedDevice
import SleepModel
import Storage
import Testing

@testable import Composition

/// A bedtime that somebody moves while it winds down, as the child is not tired.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct MovedNightTests {
    /// An evening with a wind-down from 19:30 to 20:00, lived until 19:45.
    private func evening(
        wake: String? = "07:00", until time: String = "19:45",
        _ body: @escaping @MainActor @Sendable (SimulatedNight) async throws -> Void
    ) async throws -> SimulatedNight {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            try await night.setBedtime(wake: wake, windDown: "30m", nightLight: "red 5%")
            try await night.wait(until: "2027-01-05 \(time)")
            try await body(night)
        }
        return night
    }

    @discardableResult
    private func move(_ night: SimulatedNight, to time: String, on date: String? = nil) async throws -> BedtimeDocument
    {
        try await night.perform(
            Endpoints.moveBedtime, MoveRequest(name: nil, device: "nursery", at: time, date: date))
    }

    private func phase(_ night: SimulatedNight) async throws -> BedtimePhase? {
        try await night.perform(Endpoints.bedtimes, DeviceChoice()).first?.phase
    }

    /// What the log says of the bedtime after it was set, and when.
    private func lines(_ night: SimulatedNight) async throws -> [String] {
        try await night.store.entries(since: nil, device: nil, limit: 1000)
            .filter { $0.kind == .bedtime && $0.outcome != .saved }
            .map { "\(ZoneRules.utc.civil(at: $0.at)) \($0.outcome.rawValue)" }
    }

    @Test(arguments: ["07:00", nil])
    func windDown_goesOnToALaterTime_andTheNightBeginsOnce(wake: String?) async throws {
        let night = try await evening(wake: wake) { night in
            let moved = try await self.move(night, to: "20:30")
            #expect(moved.phase == .windDown)
            #expect(moved.moved.map { "\($0.date) \($0.at)" } == ["2027-01-05 20:30"])
            try await night.wait(until: "2027-01-05 20:15")
            #expect(try await self.phase(night) == .windDown)
            try await night.wait(until: "2027-01-05 20:31")
            #expect(try await self.phase(night) == .night)
            try await night.wait(until: "2027-01-06 09:00")
        }
        let evening = [
            "2027-01-05T19:30 started", "2027-01-05T19:45 moved", "2027-01-05T20:30 night-began",
        ]
        let morning =
            wake == nil ? ["2027-01-06T08:30 done"] : ["2027-01-06T07:00 ok-to-wake", "2027-01-06T07:30 done"]
        #expect(try await lines(night) == evening + morning)
    }

    @Test func windDown_goesOnAtItsPlace_afterARestart() async throws {
        let night = try await evening { night in try await self.move(night, to: "20:30") }
        try await night.live {
            try await night.wait(until: "2027-01-05 20:15")
            #expect(try await self.phase(night) == .windDown)
            try await night.wait(until: "2027-01-05 20:31")
            #expect(try await self.phase(night) == .night)
            try await night.wait(until: "2027-01-06 19:31")
            #expect(try await self.phase(night) == .windDown)
        }
    }

    @Test func windDown_endsAtAnEarlierTime() async throws {
        _ = try await evening { night in
            try await self.move(night, to: "19:50")
            try await night.wait(until: "2027-01-05 19:51")
            #expect(try await self.phase(night) == .night)
        }
    }

    @Test func windDown_makesRoom_whenItsDateIsMovedHoursAhead() async throws {
        let night = try await evening { night in
            try await self.move(night, to: "22:00")
            try await night.wait(until: "2027-01-05 21:00")
            #expect(try await self.phase(night) == nil)
            #expect(await !night.state.isOn)
            try await night.wait(until: "2027-01-05 21:31")
            #expect(try await self.phase(night) == .windDown)
            try await night.wait(until: "2027-01-05 22:01")
            #expect(try await self.phase(night) == .night)
        }
        #expect(try await lines(night).filter { $0.hasSuffix("started") }.count == 2)
    }

    @Test func windDown_isMovedBackToItsOwnTime() async throws {
        _ = try await evening { night in
            try await self.move(night, to: "20:30")
            #expect(try await self.move(night, to: "20:00").moved == [])
            try await night.wait(until: "2027-01-05 20:01")
            #expect(try await self.phase(night) == .night)
        }
    }

    @Test func move_isRefused_intoThePast_andOnceTheNightHasBegun() async throws {
        _ = try await evening { night in
            var error = await #expect(throws: ControlError.self) { try await self.move(night, to: "19:40") }
            #expect(error?.message == "19:40 on 2027-01-05 has passed.")
            try await night.wait(until: "2027-01-05 20:05")
            error = await #expect(throws: ControlError.self) { try await self.move(night, to: "20:30") }
            #expect(
                error?.message == "The bedtime of nursery of 2027-01-05 has begun, so that date stays as it is.")
            #expect(
                error?.advice
                    == "End it for tonight: `lull bedtime off nursery`. Or give another date with --date.")
        }
    }

    /// The day has a night of its own in the evening.
    @Test func nightThatSomebodyBegan_isMovedByALengthOfTime_andTheEveningStays() async throws {
        let night = try await SimulatedNight("2027-01-05 02:50")
        try await night.live {
            try await night.setBedtime(wake: "07:00", windDown: "30m")
            try await night.wait(until: "2027-01-05 03:00")
            try await night.perform(Endpoints.startBedtime, ScheduleSelection(name: nil, device: "nursery"))
            try await night.wait(until: "2027-01-05 03:06")
            let moved = try await self.move(night, to: "10m")
            #expect(try moved.lightsOut == SimulatedNight.instant("2027-01-05 03:16"))
            #expect(moved.moved == [])
            let next = try await night.perform(Endpoints.next, NextQuery(days: 1))
            let evening = try SimulatedNight.instant("2027-01-05 20:00")
            #expect(next.last { $0.kind == .bedtime }?.at == evening)
        }
    }

    @Test func move_isOver_onceTheNightIsOff() async throws {
        _ = try await evening { night in
            try await self.move(night, to: "20:30")
            let choice = ScheduleSelection(name: nil, device: "nursery")
            #expect(try await night.perform(Endpoints.endBedtime, choice).moved == [])
        }
    }

    @Test func anotherDate_isMoved_duringAWindDown() async throws {
        _ = try await evening { night in
            try await self.move(night, to: "21:00", on: "2027-01-06")
            try await night.wait(until: "2027-01-05 20:01")
            #expect(try await self.phase(night) == .night)
        }
    }
}
