// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import SimulatedDevice
import SleepModel
import Testing

@testable import Composition

/// A command that does not reach the device changes nothing of what runs.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct FailedCommandTests {
    /// The radio knows addresses alone.
    @Test func error_callsTheDeviceByItsName() async throws {
        let house = try await House()
        await house.peripheral.setRefusesConnections(true)
        try await house.run {
            let error = await #expect(throws: ControlError.self) {
                try await house.passTime {
                    try await house.control.perform(
                        Endpoints.light, LightRequest(device: "nursery", color: "red", brightness: 10))
                }
            }
            #expect(error?.code == .deviceUnreachable)
            #expect(error?.message.contains("“nursery”") == true)
            #expect(error?.message.contains(house.address.rawValue) == false)
        }
    }

    @Test func sunrise_goesOn_whenALightCommandFails() async throws {
        let house = try await House()
        try await house.run {
            _ = try await house.control.perform(
                Endpoints.addAlarm,
                AlarmRequest(name: "up", device: "nursery", at: "12:30", days: "daily", sunrise: "30m"))
            try await house.until { await house.peripheral.state.isOn }
            house.clock.advance(by: .seconds(300))
            try await house.until { await house.peripheral.state.light.brightness > Level(rawValue: 3) }
            await house.peripheral.inject(.disconnectMidWrite, count: 8)
            await #expect(throws: ControlError.self) {
                try await house.passTime {
                    try await house.control.perform(
                        Endpoints.light, LightRequest(device: "nursery", color: "red", brightness: 10))
                }
            }
            try await house.passTime(inStepsOf: .seconds(20)) {
                try await house.until { await house.peripheral.state.light.brightness > Level(rawValue: 100) }
            }
            let alarm = try await house.control.perform(Endpoints.alarms).first
            #expect(alarm?.phase == .sunrise)
        }
    }
}
