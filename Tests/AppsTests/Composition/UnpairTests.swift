// SPDX-License-Identifier: Apache-2.0

import Clocks
import ControlAPI
import Coordination
import SimulatedDevice
import SleepModel
import Storage
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
            #expect(document.device.reason == nil)
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
            #expect(document.device.reason == Self.mayBeOn)
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
            #expect(document.device.reason == Self.mayBeOn)
            #expect(house.clock.now().boot - start >= .seconds(5))
        }
    }

    // MARK: - What goes with it

    @Test
    func belongings_areAllThatUnpairRemoves() async throws {
        let house = try await House()
        try await house.run {
            let alarm = try await house.control.perform(
                Endpoints.addAlarm, AlarmRequest(name: "up", device: "nursery", at: "13:00"))
            let night = try await house.control.perform(
                Endpoints.setBedtime, BedtimeRequest(device: "nursery", at: "20:00"))
            _ = try await house.control.perform(
                Endpoints.light, LightRequest(device: "nursery", color: "red", brightness: 100))
            let pause = try await house.control.perform(
                Endpoints.pause, PauseRequest(until: "18:00", device: "nursery"))
            try await house.until { try await house.store.holds()[house.address]?.holds.isEmpty == false }
            let device = try #require(try await house.control.perform(Endpoints.devices).first)
            var expected = UnpairDocument(
                device,
                schedules: [
                    .init(id: ScheduleID(rawValue: alarm.schedule), kind: .alarm, name: "up"),
                    .init(id: ScheduleID(rawValue: night.schedule), kind: .bedtime, name: "bedtime"),
                ], holds: [.power, .light], pause: pause)
            #expect(try await house.control.perform(Endpoints.belongings, Self.nursery) == expected)
            let gone = try await house.control.perform(Endpoints.unpair, Self.nursery)
            (expected.device.paired, expected.device.rssi) = (false, nil)
            #expect(gone == expected)
        }
    }

    /// A route of a schedule leads to a device elsewhere.
    @Test(arguments: ["nurs", "DC:06", "lull://alarm/ID"])
    func unpair_isRefused_unlessTheDeviceIsNamedInFull(name: String) async throws {
        let house = try await House()
        let alarm = try await house.control.perform(
            Endpoints.addAlarm, AlarmRequest(name: "up", device: "nursery", at: "13:00"))
        let selection = DeviceSelection(device: name.replacing("ID", with: alarm.schedule))
        for endpoint in [Endpoints.belongings, Endpoints.unpair] {
            let error = await #expect(throws: ControlError.self) {
                try await house.control.perform(endpoint, selection)
            }
            #expect(
                error
                    == ControlError(
                        .unknownDevice, "No paired device is called “\(selection.device)”.",
                        advice: "Write the whole name: `lull unpair nursery`."))
        }
        #expect(try await house.control.perform(Endpoints.devices).map(\.name) == ["nursery"])
    }

    @Test(arguments: ["NURSERY", "dc:06:41:00:00:01", "lull://device/DC:06:41:00:00:01"])
    func unpair_takesTheNickname_theAddress_andTheRoute(name: String) async throws {
        let house = try await House()
        try await house.run {
            _ = try await house.control.perform(Endpoints.unpair, DeviceSelection(device: name))
            #expect(try await house.control.perform(Endpoints.devices) == [])
        }
    }
}
