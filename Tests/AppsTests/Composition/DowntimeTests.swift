// SPDX-License-Identifier: Apache-2.0

import Clocks
import ControlAPI
import Coordination
import DeviceModules
import SimulatedDevice
import SleepModel
import Storage
import Testing

@testable import Composition
@testable import Household

/// What happens at the device while no daemon runs.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct DowntimeTests {
    /// A house that was stopped after a routine began to play, with a device that has seen a minute since.
    private func stopped(
        after before: @escaping @MainActor @Sendable (House) async throws -> Void = { _ in }
    ) async throws -> House {
        let house = try await House()
        try await house.live {
            try await house.play("sound rain; for 8h")
            try await before(house)
            try await house.until { try await house.store.holds()[house.address]?.seenOn != nil }
            try await house.wait(.seconds(30))
        }
        return house
    }

    private func alarm(_ house: House, at time: String, sunrise: String? = nil) async throws {
        _ = try await house.control.perform(
            Endpoints.addAlarm, AlarmRequest(name: "up", device: "nursery", at: time, sunrise: sunrise))
    }

    @Test
    func device_staysOff_whenSomebodySwitchedItOff() async throws {
        let house = try await stopped()
        await house.peripheral.holdRing()
        let second = try await house.restarted()
        try await second.live {
            try await second.until {
                try await second.log().contains { $0.outcome == .touched && $0.name == "power off" }
            }
            try await second.wait(.seconds(30))
            #expect(try await !second.isPlaying)
            #expect(await !second.peripheral.state.isOn)
            #expect(second.commands.filter { $0 == "SI01" }.count == 1)
        }
    }

    /// A light that grows is decided anew every moment, also while the device is asked what happened.
    @Test(arguments: [true, false])
    func device_staysOff_whenSomebodySwitchedItOff_whileItsLightGrew(isSunrise: Bool) async throws {
        let house = try await House()
        try await house.live {
            if isSunrise {
                try await self.alarm(house, at: "12:01", sunrise: "40s")
            } else {
                try await house.play("light red 100% fade 40s; for 8h")
            }
            try await house.until { try await house.store.holds()[house.address]?.seenOn != nil }
            try await house.wait(.seconds(10))
        }
        await house.peripheral.holdRing()
        await house.peripheral.inject(.lateReply, count: 1)
        let second = try await house.restarted()
        try await second.live {
            try await second.until {
                try await second.log().contains { $0.outcome == .touched && $0.name == "power off" }
            }
            try await second.wait(.seconds(10))
            #expect(await !second.peripheral.state.isOn)
            #expect(second.commands.filter { $0 == "SI01" }.count == 1, "\(second.commands)")
            guard isSunrise else { return }
            try await second.until { try await second.phase == .ringing }
            try await second.until { await second.peripheral.state.isOn }
        }
    }

    /// The light that somebody set by hand is over, too.
    @Test
    func device_staysOff_whenSomebodySwitchedItOff_andTheVolumeIsSet() async throws {
        let house = try await House()
        try await house.live {
            _ = try await house.control.perform(
                Endpoints.light, LightRequest(device: "nursery", color: "red", brightness: 40))
            try await house.until { try await house.store.holds()[house.address]?.seenOn != nil }
        }
        await house.peripheral.holdRing()
        let second = try await house.restarted()
        try await second.live {
            _ = try await second.control.perform(Endpoints.volume, VolumeRequest(device: "nursery", volume: 20))
            #expect(await !second.peripheral.state.isOn)
        }
    }

    @Test
    func device_comesOnAgain_whenItLostItsPower() async throws {
        let house = try await stopped()
        await house.peripheral.cyclePower()
        let second = try await house.restarted()
        try await second.live {
            try await second.until { await second.peripheral.state.isOn }
            #expect(try await second.isPlaying)
            #expect(try await second.log().contains { $0.outcome == .restarted })
        }
    }

    /// Lull itself had switched it off, and on again for another routine.
    @Test
    func device_comesOn_whenARoutineBegins_afterItWasSwitchedOffByLull() async throws {
        let house = try await stopped { house in
            _ = try await house.control.perform(Endpoints.power, PowerRequest(device: "nursery", on: false))
            try await house.play("sound ocean; for 8h")
        }
        let second = try await house.restarted()
        try await second.live {
            try await second.wait(.seconds(30))
            #expect(try await second.isPlaying)
            #expect(await second.peripheral.state.isOn)
            #expect(try await !second.log().contains { $0.outcome == .touched })
        }
    }

    @Test
    func alarm_rings_whenTheDeviceWasSwitchedOffBeforeIt() async throws {
        let house = try await stopped { house in try await self.alarm(house, at: "12:05") }
        await house.peripheral.holdRing()
        house.clock.advance(by: .seconds(300))
        let second = try await house.restarted()
        try await second.live {
            try await second.until { try await second.phase == .ringing }
            try await second.until { await second.peripheral.state.isOn }
            try await second.wait(.seconds(30))
            #expect(try await second.phase == .ringing)
        }
    }

    @Test
    func routine_goesOn_whenAProgramOfTheDeviceEnded() async throws {
        let house = try await stopped { house in
            try await house.setProgram(for: "5m")
            try await house.until { try await house.log().contains { $0.name == "program 1 started" } }
        }
        house.clock.advance(by: .seconds(900))
        let second = try await house.restarted()
        try await second.live {
            try await second.until { try await second.log().contains { $0.name == "program 1 ended" } }
            try await second.until { await second.peripheral.state.isOn }
            #expect(try await second.isPlaying)
            #expect(try await !second.log().contains { $0.outcome == .touched })
        }
    }

    /// A daemon that was started anew does not know the programs, and asks before it takes anything for a touch.
    @Test
    func alarm_ringsOn_whenAProgramOfTheDeviceEnds_afterARestart() async throws {
        let house = try await House()
        try await house.live {
            try await house.setProgram(for: "5m")
            try await self.alarm(house, at: "12:01")
        } _: {
            try await house.until { try await house.phase == .ringing }
            try await house.until { await house.peripheral.state.isOn }
        }
        let second = try await house.restarted()
        try await second.live {
            try await second.until {
                try await second.log().contains { $0.name == "program 1 ended" && $0.actor == .device }
            }
            try await second.until { await second.peripheral.state.isOn }
            #expect(try await second.phase == .ringing)
            #expect(try await !second.log().contains { $0.outcome == .touched })
        }
    }

    @Test(arguments: [false, true])
    func device_staysOffAfterItsSleepTimer_andNothingIsCancelled(isOverBefore: Bool) async throws {
        let house = try await stopped { house in
            _ = try await house.control.perform(Endpoints.setTimer, TimerRequest(device: "nursery", duration: "2m"))
            try await house.until { try await house.store.holds()[house.address]?.seenOn?.hasTimer == true }
        }
        if isOverBefore { house.clock.advance(by: .seconds(300)) }
        let second = try await house.restarted()
        try await second.live {
            try await second.until { try await second.log().contains { $0.name == "sleep timer ended" } }
            try await second.wait(.seconds(30))
            #expect(await !second.peripheral.state.isOn)
            #expect(try await second.isPlaying)
            #expect(try await !second.log().contains { $0.outcome == .touched })
            try await self.alarm(second, at: "12:10")
            try await second.until { try await second.phase == .ringing }
            try await second.until { await second.peripheral.state.isOn }
        }
    }
}

extension House {
    fileprivate func log() async throws -> [LogDocument] {
        try await control.perform(Endpoints.log, LogQuery(since: "1h", device: nil))
    }

    fileprivate var isPlaying: Bool {
        get async throws { try await control.perform(Endpoints.routines).contains { $0.running != nil } }
    }

    fileprivate var phase: AlarmPhase? {
        get async throws { try await control.perform(Endpoints.alarms).first?.phase }
    }

    /// Starts a routine of one step.
    fileprivate func play(_ step: String) async throws {
        let name = "of \(step.prefix(11))"
        _ = try await control.perform(
            Endpoints.addRoutine,
            RoutineRequest(name: name, device: "nursery", at: nil, days: nil, steps: [step], zone: nil))
        _ = try await control.perform(Endpoints.runRoutine, RoutineRunRequest(name: name, device: nil))
        try await until { await peripheral.state.isOn }
    }

    /// A program of the device that begins 20 s after noon.
    fileprivate func setProgram(for duration: String) async throws {
        var program = ProgramRequest(device: "nursery", number: 1)
        (program.at, program.duration, program.days) = ("12:00:20", duration, "daily")
        (program.sound, program.volume, program.enabled) = ("ocean", 20, true)
        _ = try await control.perform(Endpoints.setProgram, program)
    }
}
