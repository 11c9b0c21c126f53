// SPDX-License-Identifier: Apache-2.0

import Clocks
import ControlAPI
import Coordination
import SimulatedDevice
import SleepModel
import Testing

@testable import Composition
@testable import Household

/// Forgetting a device on which an alarm rings.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct UnpairTests {
    private static let nursery = DeviceSelection(device: "nursery")
    private static let mayBeOn = "it could not be reached and may still be on"

    /// Runs `body` while an alarm of 12:01 rings; `prepare` comes before that.
    private func whileAnAlarmRings(
        _ house: House, _ prepare: () async throws -> Void = {},
        _ body: @escaping @MainActor @Sendable () async throws -> Void
    ) async throws {
        try await prepare()
        try await house.run {
            _ = try await house.control.perform(
                Endpoints.addAlarm, AlarmRequest(name: "up", device: "nursery", at: "12:01"))
            try await house.untilLooked()
            house.clock.advance(by: .seconds(60))
            try await house.until { house.night.coordinator.rings(house.address) }
            try await body()
        }
    }

    @Test
    func device_isSwitchedOff() async throws {
        let house = try await House()
        try await whileAnAlarmRings(house) {
            try await house.until { house.commands.contains("SI01") }
            let document = try await house.control.perform(Endpoints.unpair, Self.nursery)
            #expect(document.reason == nil)
            #expect(house.commands.last == "SI00")
        }
    }

    @Test
    func unpair_doesNotWait_forADeviceOutOfReach() async throws {
        let house = try await House()
        try await whileAnAlarmRings(house) {
            await house.peripheral.setRefusesConnections(true)
        } _: {
            try await house.until {
                try await house.control.perform(Endpoints.log, LogQuery(since: "1h", device: nil))
                    .contains { $0.outcome == .unreachable }
            }
            let document = try await house.control.perform(Endpoints.unpair, Self.nursery)
            #expect(document.reason == Self.mayBeOn)
        }
    }

    @Test
    func unpair_blocksNobody_whileItWaitsForADeviceThatHangs_andWaitsFiveSeconds() async throws {
        let house = try await House()
        try await whileAnAlarmRings(house) {
            try await house.until { house.commands.contains("SI01") }
            await house.peripheral.setSilent(true)
            let unpairing = Task { try await house.control.perform(Endpoints.unpair, Self.nursery) }
            try await house.until { house.commands.last == "SI00" }
            let alarms = try await house.control.perform(Endpoints.alarms)
            #expect(alarms.map(\.name) == ["up"])
            _ = try await house.control.perform(Endpoints.exportSetup)
            let start = house.clock.now().boot
            // In steps, as the limit may begin only after the command has gone out.
            let document = try await house.passTime(inStepsOf: .seconds(5)) { try await unpairing.value }
            #expect(document.reason == Self.mayBeOn)
            #expect(house.clock.now().boot - start >= .seconds(5))
        }
    }
}
