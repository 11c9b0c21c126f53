// SPDX-License-Identifier: Apache-2.0

import Clocks
import ControlAPI
import Coordination
import DeviceModules
import SimulatedDevice
import SleepModel
import Testing

@testable import Composition
@testable import Household

/// What the device does by itself, by a program or its sleep timer, is nobody's wish.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct OwnChangeTests {
    private func log(_ house: House) async throws -> [LogDocument] {
        try await house.control.perform(Endpoints.log, LogQuery(since: "1h", device: nil))
    }

    private func alarm(_ house: House, at time: String) async throws {
        _ = try await house.control.perform(
            Endpoints.addAlarm, AlarmRequest(name: "up", device: "nursery", at: time))
    }

    private func phase(_ house: House) async throws -> AlarmPhase? {
        try await house.control.perform(Endpoints.alarms).first?.phase
    }

    private func isPlaying(_ house: House) async throws -> Bool {
        try await house.control.perform(Endpoints.routines).contains { $0.running != nil }
    }

    private func play(_ sound: String, in house: House) async throws {
        _ = try await house.control.perform(
            Endpoints.addRoutine,
            RoutineRequest(
                name: "sleep", device: "nursery", at: nil, days: nil, steps: ["sound \(sound)"], zone: nil))
        _ = try await house.control.perform(Endpoints.runRoutine, RoutineRunRequest(name: "sleep", device: nil))
        try await house.until { await house.peripheral.state.isOn }
    }

    /// A program of the device that begins 20 s after noon.
    private func setProgram(_ house: House, for duration: String = "70s") async throws {
        var program = ProgramRequest(device: "nursery", number: 1)
        (program.at, program.duration, program.days) = ("12:00:20", duration, "daily")
        (program.sound, program.volume, program.enabled) = ("ocean", 20, true)
        _ = try await house.control.perform(Endpoints.setProgram, program)
    }

    @Test
    func alarm_ringsOn_whenAProgramOfTheDeviceEnds() async throws {
        let house = try await House()
        try await house.live {
            try await self.setProgram(house, for: "5m")
            try await self.alarm(house, at: "12:01")
        } _: {
            try await house.until {
                try await self.log(house).contains { $0.name == "program 1 ended" && $0.actor == .device }
            }
            try await house.until { house.commands.contains("SI01") }
            #expect(try await self.phase(house) == .ringing)
            let log = try await self.log(house)
            #expect(!log.contains { $0.outcome == .touched }, "\(log)")
        }
    }

    @Test
    func routine_goesOn_andCorrectsWhatAProgramChanged() async throws {
        let house = try await House()
        try await house.live {
            try await self.setProgram(house)
            try await self.play("rain", in: house)
        } _: {
            try await house.until { try await self.log(house).contains { $0.name == "program 1 started" } }
            try await house.until { await house.peripheral.state.sound == SoundID(rawValue: 7) }
            try await house.until { try await self.log(house).contains { $0.name == "program 1 ended" } }
            try await house.until { await house.peripheral.state.isOn }
            #expect(try await self.isPlaying(house))
        }
    }

    /// A refused command ends the link, and nothing that is wanted was on its way.
    @Test
    func routine_correctsWhatAProgramChanged_afterTheLinkBroke() async throws {
        let house = try await House()
        try await house.live {
            try await self.setProgram(house)
            try await self.play("rain", in: house)
        } _: {
            try await house.until { try await self.log(house).contains { $0.name == "program 1 started" } }
            try await house.until { await house.peripheral.state.sound == SoundID(rawValue: 7) }
            try await house.wait(.seconds(20))
            await house.peripheral.setRefusesConnections(true)
            _ = try? await house.controller?.sender.send(Array("nonsense".utf8))
            try await house.until { await !house.peripheral.state.isOn }
            await house.peripheral.setRefusesConnections(false)
            _ = try await house.controller?.sender.readState()
            try await house.until { try await self.log(house).contains { $0.name == "program 1 ended" } }
            try await house.until { await house.peripheral.state.isOn }
            #expect(try await self.isPlaying(house))
        }
    }

    /// The program lasts as long as it was to, whatever the device's clock shows meanwhile.
    @Test
    func routine_goesOn_whenAProgramEnds_thatRanAsTheClockWasSet() async throws {
        let files = try ZoneFiles(host: "London")
        let house = try await House(zones: files.book())
        try await house.live {
            try await self.setProgram(house, for: "15m")
            try await self.play("rain", in: house)
        } _: {
            try await house.until { try await self.log(house).contains { $0.name == "program 1 started" } }
            files.moveHost(to: "Berlin")
            house.clock.changeZone()
            try await house.until { try await self.log(house).contains { $0.outcome == .set } }
            try await house.until {
                try await self.log(house).contains { $0.name == "program 1 ended" || $0.outcome == .touched }
            }
            #expect(try await self.isPlaying(house))
            let log = try await self.log(house)
            #expect(!log.contains { $0.outcome == .touched }, "\(log)")
        }
    }

    /// At the time of a program as at any other, somebody may switch the device off.
    @Test
    func alarm_isDismissedByHand_whileAProgramRuns() async throws {
        let house = try await House()
        try await house.live {
            try await self.setProgram(house, for: "30m")
            try await self.alarm(house, at: "12:01")
        } _: {
            try await house.until { try await self.phase(house) == .ringing }
            try await house.wait(.seconds(10))
            await house.peripheral.holdRing()
            try await house.until { try await self.phase(house) == nil }
            let log = try await self.log(house)
            #expect(log.contains { $0.outcome == .touched }, "\(log)")
        }
    }

    /// A house in which the device is seen on and goes out of reach, something happens there, and twenty minutes later it
    /// is back, while an alarm rings.
    private func ringingAgain(
        after happening: @escaping @MainActor @Sendable (House) async throws -> Void,
        _ body: @escaping @MainActor @Sendable (House) async throws -> Void
    ) async throws {
        let house = try await House()
        try await house.live {
            try await self.setProgram(house, for: "2m")
            try await self.alarm(house, at: "12:25")
        } _: {
            try await house.until { await house.peripheral.state.isOn }
            _ = try await house.control.perform(Endpoints.volume, VolumeRequest(device: "nursery", volume: 30))
            await house.peripheral.setRefusesConnections(true)
            await house.controller?.connection.close()
            try await happening(house)
            try await house.until { try await self.phase(house) == .ringing }
            try await house.wait(.seconds(20))
            await house.peripheral.setRefusesConnections(false)
            try await house.until { await house.peripheral.state.isOn }
            try await house.wait(.seconds(20))
            #expect(try await self.phase(house) == .ringing)
            #expect(await house.peripheral.state.isOn)
            try await body(house)
        }
    }

    @Test
    func alarm_ringsOn_whenAProgramEndedWhileTheDeviceWasOutOfReach() async throws {
        try await ringingAgain { _ in
        } _: { house in
            let log = try await self.log(house)
            #expect(log.contains { $0.name == "program 1 ended" && $0.actor == .device }, "\(log)")
            #expect(!log.contains { $0.outcome == .touched }, "\(log)")
        }
    }

    /// Whoever switched the device off did not mean an alarm that was to ring later.
    @Test
    func alarm_ringsOn_whenTheDeviceWasSwitchedOffBeforeIt_outOfReach() async throws {
        try await ringingAgain { house in
            try await house.wait(.seconds(20))
            await house.peripheral.holdRing()
        } _: { house in
            let log = try await self.log(house)
            #expect(!log.contains { $0.outcome == .dismissed }, "\(log)")
        }
    }

    /// What plays is what a new device would play, so that a loss of power resets one channel less.
    @Test
    func routine_comesBack_afterALossOfPowerWithoutALink() async throws {
        let house = try await House()
        try await house.live {
            try await self.play("ocean", in: house)
            try await house.until { house.night.coordinator.lastOutcome(on: house.address)?.isConfirmed == true }
            await house.controller?.connection.close()
        } _: {
            try await house.wait(.seconds(30))
            await house.peripheral.cyclePower()
            try await house.until { try await self.log(house).contains { $0.outcome == .restarted } }
            try await house.until { await house.peripheral.state.isOn }
            #expect(try await self.isPlaying(house))
        }
    }

    @Test
    func device_staysOffAfterItsSleepTimer_untilTheNextAlarm_andNothingIsCancelled() async throws {
        let house = try await House()
        try await house.live {
            try await self.play("rain", in: house)
            _ = try await house.control.perform(Endpoints.setTimer, TimerRequest(device: "nursery", duration: "1m"))
            try await house.until { await !house.peripheral.state.isOn }
            try await house.until { try await self.log(house).contains { $0.name == "sleep timer ended" } }
            try await house.wait(.seconds(30))
            #expect(await !house.peripheral.state.isOn)
            #expect(try await self.isPlaying(house))
            try await self.alarm(house, at: "12:10")
            try await house.until { try await self.phase(house) == .ringing }
            try await house.until { await house.peripheral.state.isOn }
        }
    }
}
