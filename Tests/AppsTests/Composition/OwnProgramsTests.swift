// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import DeviceDocuments
import DeviceModules
import SimulatedDevice
import SleepModel
import Storage
import Testing

@testable import Composition
@testable import Household

/// The programs of a device are known before they do something, and people are told of them.
///
/// The house's clock reads noon on a Friday.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct OwnProgramsTests {
    private func questions(_ house: House) -> Int {
        house.allCommands.filter { $0.hasPrefix("EGB") }.count
    }

    private func program(
        _ house: House, at time: String, for duration: String = "30m", days: String = "daily",
        enabled: Bool = true
    ) async throws -> ProgramChangeDocument {
        var program = ProgramRequest(device: "nursery", number: 1)
        (program.name, program.at, program.duration, program.days) = ("Nap", time, duration, days)
        (program.sound, program.volume, program.enabled) = ("ocean", 20, enabled)
        return try await house.control.perform(Endpoints.setProgram, program)
    }

    private func alarm(_ house: House, at time: String, sunrise: String? = nil) async throws {
        _ = try await house.control.perform(
            Endpoints.addAlarm,
            AlarmRequest(name: "up", device: "nursery", at: time, days: "daily", sunrise: sunrise))
    }

    private func isRead(_ house: House) async -> Bool {
        await house.controller?.sender.knownPrograms != nil
    }

    @Test
    func programs_areReadOverAConnectionThatIsThereAnyway() async throws {
        let house = try await House()
        try await house.live {
            try await house.wait(.seconds(30))
            #expect(self.questions(house) == 0)
            _ = try await house.control.perform(
                Endpoints.power, PowerRequest(device: "nursery", on: true))
            try await house.until { await self.isRead(house) }
            try await house.wait(.seconds(60))
            #expect(self.questions(house) == 10)
        }
    }

    @Test
    func programs_areReadAgain_afterSomebodyChangedSomething() async throws {
        let house = try await House()
        try await house.live {
            _ = try await house.control.perform(
                Endpoints.power, PowerRequest(device: "nursery", on: true))
            try await house.until { await self.isRead(house) }
            try await house.wait(.seconds(20))
            await house.peripheral.touchRing()
            try await house.until { self.questions(house) == 20 }
        }
    }

    /// The device answers no question any more, and what its program does is still understood.
    @Test
    func programEvent_isUnderstoodAtOnce_whenTheProgramsAreKnown() async throws {
        let house = try await House()
        try await house.live {
            _ = try await self.program(house, at: "12:00:40", for: "30m")
            _ = try await house.control.perform(
                Endpoints.power, PowerRequest(device: "nursery", on: true))
            _ = try await house.control.perform(
                Endpoints.addRoutine,
                RoutineRequest(
                    name: "sleep", device: "nursery", at: nil, days: nil, steps: ["sound rain"], zone: nil))
            _ = try await house.control.perform(
                Endpoints.runRoutine, ScheduleSelection(name: "sleep", device: nil))
        } _: {
            try await house.until { await self.isRead(house) }
            try await house.wait(.seconds(20))
            await house.peripheral.inject(.lostReply, count: 1000)
            try await house.wait(.seconds(60))
            let entries = try await house.store.entries(since: nil, device: nil, limit: 100)
            #expect(
                entries.contains { $0.name == "program 1 started" } && !entries.contains { $0.outcome == .touched },
                "\(entries.map { "\($0.at) \($0.name ?? "") \($0.outcome)" }) \(house.allCommands)")
        }
    }

    @Test
    func next_listsEnabledProgramsOfTheDevice() async throws {
        let house = try await House()
        try await house.live {
            _ = try await self.program(house, at: "19:30", days: "mon,fri")
            try await house.until { await self.isRead(house) }
            let next = try await house.control.perform(Endpoints.next, NextQuery(days: 7)).filter {
                $0.kind == .program
            }
            #expect(next.map(\.local) == ["2027-01-15T19:30:00+00:00", "2027-01-18T19:30:00+00:00"])
            #expect(next.first?.name == "Nap")
            #expect(
                next.first?.why == "the device's own program 1, every mon,fri at 19:30 by its own clock")
            _ = try await self.program(house, at: "19:30", enabled: false)
            let none = try await house.control.perform(Endpoints.next, NextQuery(days: 7))
            #expect(none.isEmpty)
        }
    }

    @Test(
        arguments: [
            (
                "06:35", "30m",
                "Program 1 runs from 2027-01-16 06:35 to 07:05 and meets the alarm “up” at 2027-01-16 07:00."
            ),
            ("06:00", "20m", nil),
            // The sunrise begins at 06:30.
            (
                "06:00", "40m",
                "Program 1 runs from 2027-01-16 06:00 to 06:40 and meets the alarm “up” at 2027-01-16 07:00."
            ),
            (
                "07:20", "10m",
                "Program 1 runs from 2027-01-16 07:20 to 07:30 and meets the alarm “up” at 2027-01-16 07:00."
            ),
            ("08:00", "10m", nil),
        ])
    func program_warns_whenItMeetsAnAlarm(
        at time: String, lasting duration: String, warning: String?
    )
        async throws
    {
        let house = try await House()
        try await house.live {
            try await self.alarm(house, at: "07:00", sunrise: "30m")
            let change = try await self.program(house, at: time, for: duration)
            #expect(change.warning == warning)
            let off = try await self.program(house, at: time, for: duration, enabled: false)
            #expect(off.warning == nil)
            let on = try await house.control.perform(
                Endpoints.switchProgram, ProgramSwitchRequest(device: "nursery", number: 1, enabled: true))
            #expect(on.warning == warning)
        }
    }

    @Test
    func timer_warns_whenItEndsInANight() async throws {
        let house = try await House()
        try await house.live {
            _ = try await house.control.perform(
                Endpoints.setBedtime, BedtimeRequest(device: "nursery", at: "21:00", wake: "07:00"))
            _ = try await house.control.perform(
                Endpoints.power, PowerRequest(device: "nursery", on: true))
            let early = try await house.control.perform(
                Endpoints.setTimer, TimerRequest(device: "nursery", duration: "8h"))
            #expect(early.warning == nil)
            let late = try await house.control.perform(
                Endpoints.setTimer, TimerRequest(device: "nursery", duration: "10h"))
            #expect(
                late.warning?.hasPrefix("The timer ends at 2027-01-15 22:0") == true
                    && late.warning?.contains("meets the night “") == true, "\(late)")
        }
    }
}

extension House {
    fileprivate var controller: DeviceController? { night.devices.controller(of: address) }
}
