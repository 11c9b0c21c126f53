// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import SimulatedDevice
import SleepModel
import Testing

@testable import Composition
@testable import Household

/// The device is connected ahead of what begins on it.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct ConnectedInTimeTests {
    /// Adds an alarm for 12:01 and goes to 40 s before it.
    private func beforeAnAlarm(
        _ house: House, _ body: @escaping @MainActor @Sendable () async throws -> Void
    ) async throws {
        try await house.run {
            _ = try await house.control.perform(
                Endpoints.addAlarm, AlarmRequest(name: "up", device: "nursery", at: "12:01"))
            try await house.untilLooked()
            house.clock.advance(by: .seconds(20))
            try await body()
        }
    }

    @Test
    func device_isConnected_beforeAnAlarm_andShowsNothingYet() async throws {
        let house = try await House()
        try await beforeAnAlarm(house) {
            try await house.until { await house.peripheral.isConnected }
            #expect(house.commands.isEmpty)
            house.clock.advance(by: .seconds(40))
            try await house.passTime { try await house.until { await house.peripheral.state.isOn } }
            #expect(house.journal.entries().count { $0.event == .connect } == 1)
        }
    }

    @Test
    func log_saysThatTheDeviceIsOutOfReach_beforeTheAlarm() async throws {
        let house = try await House()
        await house.peripheral.setRefusesConnections(true)
        try await beforeAnAlarm(house) {
            try await house.until {
                let log = try await house.control.perform(Endpoints.log, LogQuery(since: "1h", device: nil))
                return log.contains { $0.outcome == .unreachable }
            }
            #expect(house.clock.now().wall < House.noon + .seconds(60))
            await house.peripheral.setRefusesConnections(false)
            try await house.passTime(inStepsOf: .seconds(1)) {
                try await house.until { await house.peripheral.state.isOn }
            }
        }
    }
}
