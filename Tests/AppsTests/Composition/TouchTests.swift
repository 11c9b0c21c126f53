// SPDX-License-Identifier: Apache-2.0

import Clocks
import ControlAPI
import Coordination
import DeviceModules
import GATT
import SimulatedDevice
import SleepModel
import Testing

@testable import Composition
@testable import Household

/// What somebody does at the device itself while something runs.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct TouchTests {
    /// A house in which an alarm has rung for a few seconds.
    private func whileRinging(_ body: @escaping @MainActor @Sendable (House) async throws -> Void) async throws {
        let house = try await House()
        try await house.run {
            _ = try await house.control.perform(
                Endpoints.addAlarm, AlarmRequest(name: "up", device: "nursery", at: "12:01"))
            house.clock.advance(by: .seconds(60))
            try await house.passTime {
                try await house.until { await house.peripheral.state.isOn && house.emitter?.latest?.state.isOn == true }
            }
            house.clock.advance(by: .seconds(5))
            try await body(house)
        }
    }

    private func phase(_ house: House) async throws -> AlarmPhase? {
        try await house.control.perform(Endpoints.alarms).first?.phase
    }

    @Test
    func alarm_isDismissed_whenTheDeviceIsSwitchedOffByHand() async throws {
        try await whileRinging { house in
            await house.peripheral.holdRing()
            try await house.passTime { try await house.until { try await self.phase(house) == nil } }
            #expect(house.commands.filter { $0 == "SI01" }.count == 1)
            let log = try await house.control.perform(Endpoints.log, LogQuery(since: "1h", device: nil))
            #expect(log.contains { $0.outcome == .touched && $0.actor == .device && $0.name == "power off" })
        }
    }

    /// What is reported just after a write may be older than the write, and is still to be seen a moment later.
    @Test
    func alarm_isDismissed_whenTheDeviceIsSwitchedOffAsItBeginsToRing() async throws {
        try await House.ringing { house in
            await house.peripheral.holdRing()
            try await house.wait(.seconds(15))
            #expect(try await self.phase(house) == nil)
            #expect(house.commands.filter { $0 == "SI01" }.count == 1)
            #expect(await !house.peripheral.state.isOn)
            let log = try await house.control.perform(Endpoints.log, LogQuery(since: "1h", device: nil))
            #expect(log.contains { $0.outcome == .touched && $0.actor == .device && $0.name == "power off" })
        }
    }

    @Test
    func alarm_ringsOn_whenAForgedAdvertisementSaysThatItIsOff() async throws {
        try await whileRinging { house in
            let commands = house.commands
            try await house.forge(SimulatedRest.initialState)
            try await house.passTime(for: .seconds(30))
            #expect(try await self.phase(house) == .ringing)
            #expect(house.commands == commands)
            let log = try await house.control.perform(Endpoints.log, LogQuery(since: "1h", device: nil))
            #expect(!log.contains { $0.outcome == .touched })
        }
    }

    /// Without a link the household asks the device itself.
    @Test(arguments: [false, true])
    func routine_endsByTheDeviceItself_notByWhatIsAdvertised(isForged: Bool) async throws {
        let house = try await House()
        try await house.run {
            _ = try await house.control.perform(
                Endpoints.addRoutine,
                RoutineRequest(
                    name: "rain", device: "nursery", at: nil, days: nil, steps: ["sound rain"], zone: nil))
            _ = try await house.control.perform(Endpoints.runRoutine, RoutineRunRequest(name: "rain", device: nil))
            try await house.passTime {
                try await house.until { house.emitter?.latest?.state.isOn == true }
            }
            try await house.passTime(for: .seconds(30))
            await house.controller?.connection.close()
            if isForged {
                try await house.forge(SimulatedRest.initialState)
            } else {
                await house.peripheral.holdRing()
            }
            try await house.passTime(inStepsOf: .seconds(1)) {
                try await house.until { house.links >= 2 }
                try await house.until { try await house.isPlaying == isForged }
            }
            try await house.passTime(for: .seconds(30))
            #expect(try await house.isPlaying == isForged)
            // The link that a forged packet led to is released at once.
            if isForged {
                #expect(house.links == 2)
                #expect(await house.peripheral.isConnected == false)
            }
        }
    }

    @Test
    func alarm_ringsOn_whenTheDevicesOwnTimerSwitchesItOff() async throws {
        try await whileRinging { house in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try? await house.peripheral.run() }
                try await house.passTime(inStepsOf: .seconds(1)) {
                    _ = try await house.control.perform(
                        Endpoints.setTimer, TimerRequest(device: "nursery", duration: "1m"))
                    try await house.until { house.commands.filter { $0 == "SI01" }.count >= 2 }
                }
                group.cancelAll()
            }
            #expect(try await self.phase(house) == .ringing)
        }
    }
}

extension House {
    fileprivate var emitter: DeviceStateEmitter? { controller?.emitter }

    /// How often the device was connected to.
    fileprivate var links: Int { journal.entries().count { $0.event == .connect } }

    fileprivate var isPlaying: Bool {
        get async throws { try await control.perform(Endpoints.routines).contains { $0.running != nil } }
    }

    /// Sends an advertisement in the name of the device.
    fileprivate func forge(_ state: DeviceState) async throws {
        let sample = clock.now()
        let payload = SimulatedRest(state: state, at: sample).advertisement(at: sample)
        await controller?.connection.observe(Advertisement(address: address, manufacturerData: [0x0434: payload]))
        night.coordinator.heard(address)
    }

    /// Lets `duration` pass in short steps.
    fileprivate func passTime(for duration: Duration) async throws {
        let end = clock.now().boot + duration
        try await passTime(inStepsOf: .seconds(1)) { try await until { clock.now().boot >= end } }
    }
}
