// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
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
        enabled: Bool = true, with change: (inout ProgramRequest) -> Void = { _ in }
    ) async throws -> ProgramChangeDocument {
        var program = ProgramRequest(device: "nursery", number: 1)
        (program.name, program.at, program.duration, program.days) = ("Nap", time, duration, days)
        (program.sound, program.volume, program.enabled) = ("ocean", 20, enabled)
        change(&program)
        return try await house.control.perform(Endpoints.setProgram, program)
    }

    private func log(_ house: House) async throws -> [LogDocument] {
        try await house.control.perform(Endpoints.log, LogQuery(since: "1h", device: nil))
    }

    /// Starts a routine that plays a sound.
    private func play(_ sound: String, in house: House) async throws {
        _ = try await house.control.perform(
            Endpoints.addRoutine,
            RoutineRequest(
                name: "sleep", device: "nursery", at: nil, days: nil, steps: ["sound \(sound)"], zone: nil))
        _ = try await house.control.perform(
            Endpoints.runRoutine, RoutineRunRequest(name: "sleep", device: nil))
    }

    private func alarm(
        _ house: House, at time: String, name: String = "up", sunrise: String? = nil
    ) async throws {
        _ = try await house.control.perform(
            Endpoints.addAlarm,
            AlarmRequest(name: name, device: "nursery", at: time, days: "daily", sunrise: sunrise))
    }

    private func isRinging(_ house: House) async throws -> Bool {
        try await house.control.perform(Endpoints.alarms).first?.phase == .ringing
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

    /// A question that gets no answer takes the link for seconds.
    @Test
    func programs_areReadLater_whenAnAlarmIsAboutToRing() async throws {
        let house = try await House()
        try await house.live {
            _ = try await house.control.perform(
                Endpoints.power, PowerRequest(device: "nursery", on: true))
            try await house.until { await self.isRead(house) }
            try await self.alarm(house, at: "12:01")
            try await house.until { house.clock.now().wall >= House.noon + .seconds(57) }
            let asked = self.questions(house)
            await house.peripheral.touchRing()
            try await house.until {
                try await house.control.perform(Endpoints.alarms).first?.phase == .ringing
            }
            #expect(self.questions(house) == asked)
        }
    }

    /// The device answers no question any more, and what its program does is still understood.
    @Test
    func programEvent_isUnderstoodAtOnce_whenTheProgramsAreKnown() async throws {
        let house = try await House()
        try await house.live {
            _ = try await self.program(house, at: "12:00:40")
            try await self.play("rain", in: house)
            try await house.until { await self.isRead(house) }
        } _: {
            try await house.wait(.seconds(20))
            await house.peripheral.inject(.lostReply, count: 1000)
            try await house.until { try await self.log(house).contains { $0.name == "program 1 started" } }
            try await house.wait(.seconds(30))
            let log = try await self.log(house)
            #expect(!log.contains { $0.outcome == .touched }, "\(log) \(house.allCommands)")
        }
    }

    enum Change: CaseIterable {
        case edited, disabled, deleted
    }

    private func change(_ house: House, _ change: Change) async throws {
        switch change {
        case .edited: _ = try await program(house, at: "19:30")
        case .disabled:
            _ = try await house.control.perform(
                Endpoints.switchProgram, ProgramSwitchRequest(device: "nursery", number: 1, enabled: false))
        case .deleted:
            _ = try await house.control.perform(
                Endpoints.deleteProgram, SlotRequest(device: "nursery", number: 1))
        }
    }

    @Test(arguments: Change.allCases)
    func programEnd_isNoTouch_whenTheProgramWasChangedWhileItRan(_ change: Change) async throws {
        let house = try await House()
        try await house.live {
            _ = try await self.program(house, at: "12:00:40", for: "2m")
            try await self.play("rain", in: house)
            try await house.until { await self.isRead(house) }
        } _: {
            try await house.until { try await self.log(house).contains { $0.name == "program 1 started" } }
            try await self.change(house, change)
            try await house.wait(.seconds(150))
            let log = try await self.log(house)
            #expect(log.contains { $0.name == "program 1 ended" }, "\(log)")
            #expect(!log.contains { $0.outcome == .touched }, "\(log)")
            #expect(await house.peripheral.state.isOn)
        }
    }

    @Test(arguments: Change.allCases)
    func alarm_ringsOn_whenAProgramEndsThatWasChangedWhileItRan(_ change: Change) async throws {
        let house = try await House()
        try await house.live {
            _ = try await self.program(house, at: "12:00:40", for: "2m")
            try await self.alarm(house, at: "12:02")
        } _: {
            try await house.until { await self.isRead(house) }
            try await house.until { try await self.isRinging(house) }
            try await self.change(house, change)
            try await house.wait(.seconds(150))
            let log = try await self.log(house)
            #expect(log.contains { $0.name == "program 1 ended" }, "\(log)")
            #expect(!log.contains { $0.outcome == .touched }, "\(log)")
            #expect(try await self.isRinging(house))
            #expect(await house.peripheral.state.isOn)
        }
    }

    /// A report that was pushed before the start of the program comes in after one that was read.
    @Test
    func programStart_isNoTouch_whenAnOlderReportComesAfterIt() async throws {
        let house = try await House()
        try await house.live {
            _ = try await self.program(house, at: "12:00:40")
            try await self.play("rain", in: house)
            try await house.until { await self.isRead(house) }
        } _: {
            try await house.wait(.seconds(10))
            let emitter = try #require(house.controller?.emitter)
            let before = try #require(emitter.latest?.state)
            try await house.until { try await self.log(house).contains { $0.name == "program 1 started" } }
            emitter.observe(before, from: .notification)
            try await house.wait(.seconds(30))
            let log = try await self.log(house)
            #expect(!log.contains { $0.outcome == .touched }, "\(log)")
        }
    }

    /// The program has the light and the sound that are there already.
    @Test
    func programStart_isNoTouch_whenItChangesTheVolumeAlone() async throws {
        let house = try await House()
        try await house.live {
            _ = try await self.program(house, at: "12:00:40") {
                ($0.color, $0.brightness) = ("#FDD12D", 50)
            }
            try await self.play("ocean", in: house)
            try await house.until { await self.isRead(house) }
        } _: {
            try await house.until { try await self.log(house).contains { $0.name == "program 1 started" } }
            let log = try await self.log(house)
            #expect(!log.contains { $0.outcome == .touched }, "\(log)")
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

    @Test(arguments: [
        ("07:00", "Program 1 runs from 2027-01-16 06:35 to 07:05 and meets the alarm “up” at 2027-01-16 07:00."),
        ("08:00", nil),
    ])
    func alarm_warns_whenItMeetsAProgram(at time: String, warning: String?) async throws {
        let house = try await House()
        try await house.live {
            _ = try await self.program(house, at: "06:35")
            try await self.alarm(house, at: "06:40", name: "other")
            try await house.until { await self.isRead(house) }
            let alarm = try await house.control.perform(
                Endpoints.addAlarm, AlarmRequest(name: "up", device: "nursery", at: time, days: "daily"))
            #expect(alarm.warning == warning)
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
