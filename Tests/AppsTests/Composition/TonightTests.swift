// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import SleepModel
import Testing

@testable import Composition

/// The night that people mean without its name, and what an edit of it says.
///
/// Noon is on a Friday.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct TonightTests {
    private func house() async throws -> House {
        let house = try await House()
        _ = try await house.control.perform(
            Endpoints.setBedtime,
            BedtimeRequest(device: "nursery", at: "20:00", days: "sun,mon,tue,wed,thu", wake: "06:45"))
        _ = try await house.control.perform(
            Endpoints.setBedtime,
            BedtimeRequest(device: "nursery", name: "weekend", at: "21:30", days: "fri,sat", wake: "08:00"))
        return house
    }

    private let unnamed = ScheduleSelection(name: nil, device: "nursery")

    @Test func start_takesTheBedtimeOfTonight_ofSeveral() async throws {
        let house = try await house()
        try await house.run { () async throws -> Void in
            let started = try await house.control.perform(Endpoints.startBedtime, self.unnamed)
            #expect((started.name, started.phase) == ("weekend", .windDown))
        }
    }

    @Test func start_keepsTheNightThatRuns_ofSeveral() async throws {
        let house = try await house()
        try await house.run { () async throws -> Void in
            _ = try await house.control.perform(
                Endpoints.startBedtime, ScheduleSelection(name: "bedtime", device: "nursery"))
            let started = try await house.control.perform(Endpoints.startBedtime, self.unnamed)
            #expect((started.name, started.phase) == ("bedtime", .windDown))
        }
    }

    @Test func start_asksForTheName_whenNoneOfSeveralIsTonight() async throws {
        let house = try await house()
        for name in ["bedtime", "weekend"] {
            _ = try await house.control.perform(
                Endpoints.switchBedtime, ScheduleSwitchRequest(name: name, device: "nursery", enabled: false))
        }
        let error = await #expect(throws: ControlError.self) {
            try await house.control.perform(Endpoints.startBedtime, self.unnamed)
        }
        #expect(error?.message == "Several bedtimes fit: “bedtime” on nursery, “weekend” on nursery.")
    }

    @Test func editForTonight_saysWhenTonightWakes() async throws {
        let house = try await house()
        try await house.run { () async throws -> Void in
            _ = try await house.control.perform(Endpoints.startBedtime, self.unnamed)
            var edit = BedtimeRequest(device: "nursery", at: nil, wake: "09:00")
            edit.now = true
            let edited = try await house.control.perform(Endpoints.setBedtime, edit)
            #expect(edited.wakesAt == Instant(iso8601: "2027-01-16T09:00:00Z"))
        }
    }

    @Test(arguments: [nil, "2027-01-15", "today"])
    func move_movesTheNightThatSomebodyBegan(date: String?) async throws {
        let house = try await house()
        try await house.run { () async throws -> Void in
            _ = try await house.control.perform(Endpoints.startBedtime, self.unnamed)
            let moved = try await house.control.perform(
                Endpoints.moveBedtime, MoveRequest(name: "weekend", device: "nursery", at: "12:45", date: date))
            #expect((moved.phase, moved.lightsOut) == (.windDown, Instant(iso8601: "2027-01-15T12:45:00Z")))
            #expect(moved.moved == [])
        }
    }

    /// One that somebody ended and took up again is one that they began.
    @Test func move_movesTheNightThatSomebodyTookUpAgain() async throws {
        let house = try await House()
        _ = try await house.control.perform(
            Endpoints.setBedtime, BedtimeRequest(device: "nursery", at: "12:20", windDown: "30m", wake: "20:00"))
        try await house.run { () async throws -> Void in
            try await house.until {
                try await house.control.perform(Endpoints.bedtimes, DeviceChoice()).first?.phase == .windDown
            }
            _ = try await house.control.perform(Endpoints.endBedtime, self.unnamed)
            _ = try await house.control.perform(Endpoints.startBedtime, self.unnamed)
            let moved = try await house.control.perform(
                Endpoints.moveBedtime, MoveRequest(name: nil, device: "nursery", at: "12:45"))
            #expect((moved.phase, moved.lightsOut) == (.windDown, Instant(iso8601: "2027-01-15T12:45:00Z")))
            #expect(moved.moved == [])
            // Behind the wake time it is another night.
            let next = try await house.control.perform(
                Endpoints.moveBedtime, MoveRequest(name: nil, device: "nursery", at: "20:30"))
            #expect(next.lightsOut == Instant(iso8601: "2027-01-15T12:45:00Z"))
            #expect(next.moved.map { "\($0.date)" } == ["2027-01-16"])
        }
    }

    /// One that ends before the regular one begins takes nobody's place.
    @Test func move_movesTheRegularNight_whenItsDateIsNamed() async throws {
        let house = try await House()
        _ = try await house.control.perform(
            Endpoints.setBedtime, BedtimeRequest(device: "nursery", at: "20:00", windDown: "30m", wake: "14:00"))
        try await house.run { () async throws -> Void in
            _ = try await house.control.perform(Endpoints.startBedtime, self.unnamed)
            let moved = try await house.control.perform(
                Endpoints.moveBedtime, MoveRequest(name: nil, device: "nursery", at: "21:00", date: "today"))
            #expect(moved.lightsOut == Instant(iso8601: "2027-01-15T12:30:00Z"))
            #expect(moved.moved.map { "\($0.date) \($0.at)" } == ["2027-01-15 21:00"])
        }
    }
}
