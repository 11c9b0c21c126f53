// SPDX-License-Identifier: Apache-2.0

import Clocks
import ControlAPI
import DeviceModules
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

    @Test
    func alarm_ringsOn_whenTheDevicesOwnTimerSwitchesItOff() async throws {
        try await whileRinging { house in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try? await house.peripheral.run() }
                try await house.passTime(inStepsOf: .seconds(1)) {
                    _ = try await house.control.perform(
                        Endpoints.setTimer, TimerRequest(device: "nursery", duration: "10s"))
                    try await house.until { house.commands.filter { $0 == "SI01" }.count == 2 }
                }
                group.cancelAll()
            }
            #expect(try await self.phase(house) == .ringing)
        }
    }
}

extension House {
    fileprivate var emitter: DeviceStateEmitter? { night.devices.controller(of: address)?.emitter }
}
