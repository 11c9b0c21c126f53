// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Coordination
import SimulatedDevice
import SleepModel
import Storage
import Testing

@testable import Clocks
@testable import Composition
@testable import DeviceModules
@testable import Household

/// A device blinks, and is as it was.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct IdentifyTests {
    private static let lit = DeviceState(
        isOn: true, light: Light(.color(RGBColor(red: 1, green: 2, blue: 3)), brightness: Level(rawValue: 4)),
        sound: SoundID(rawValue: 7), volume: Level(rawValue: 80))
    private static let dark = DeviceState(
        isOn: false, light: Light(.color(RGBColor(red: 1, green: 2, blue: 3)), brightness: Level(rawValue: 4)),
        sound: SoundID(rawValue: 7), volume: Level(rawValue: 80))
    private static let blinks = Array(repeating: ["SCFFFFFFFF", "SCFFFFFF0D"], count: 3).flatMap { $0 }
    private let nursery = DeviceSelection(device: "nursery")

    private func shown(_ house: House) async -> DeviceState {
        var state = await house.peripheral.state
        state.clock = nil
        state.isTimerRunning = nil
        return state
    }

    /// Why something is not done; nil when it is.
    private func refusal(_ work: @MainActor () async throws -> Void) async -> ControlError? {
        do {
            try await work()
            return nil
        } catch { return error as? ControlError }
    }

    @Test
    func identify_changesTheLightAlone_onADeviceThatIsOn() async throws {
        let house = try await House(state: Self.lit)
        let result = try await house.run {
            try await house.passTime { try await house.control.perform(Endpoints.identify, nursery) }
        }
        #expect(house.commands == Self.blinks + ["SC01020304"])
        #expect(result.outcome == .confirmed)
        #expect(await shown(house) == Self.lit)
    }

    @Test
    func identify_isNotHeard_onADeviceThatIsOff() async throws {
        let house = try await House(state: Self.dark)
        _ = try await house.run {
            try await house.passTime { try await house.control.perform(Endpoints.identify, nursery) }
        }
        #expect(
            house.commands == ["SN00", "SCFFFFFF0D", "SI01"] + Self.blinks + ["SI00", "SC01020304", "SN07"])
        #expect(await shown(house) == Self.dark)
    }

    @Test
    func identify_leavesNoOwner_afterwards() async throws {
        let house = try await House(state: Self.lit)
        let owners = try await house.run {
            _ = try await house.passTime { try await house.control.perform(Endpoints.identify, nursery) }
            return house.night.coordinator.owners(of: house.address)
        }
        #expect(owners == [:])
    }

    /// Does something in the middle of a blink, and returns why it failed if it did.
    private func interrupt(
        _ house: House, with intrusion: @escaping @MainActor @Sendable () async throws -> Void
    ) async throws -> ControlError? {
        try await house.run {
            try await withThrowingTaskGroup(of: ControlError?.self) { group in
                group.addTask { await refusal { _ = try await house.control.perform(Endpoints.identify, nursery) } }
                try await house.passTime(untilCommands: 3)
                try await intrusion()
                group.addTask {
                    await house.passTime()
                    return nil
                }
                defer { group.cancelAll() }
                return try await group.next() ?? nil
            }
        }
    }

    @Test
    func identify_goesOnToTheEnd_whenTheCallerGoesAway() async throws {
        let house = try await House(state: Self.lit)
        try await house.run {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { _ = try? await house.control.perform(Endpoints.identify, nursery) }
                try? await house.passTime(untilCommands: 3)
                group.cancelAll()
                try? await house.passTime(untilCommands: 7)
            }
        }
        #expect(house.commands == Self.blinks + ["SC01020304"])
        #expect(await shown(house) == Self.lit)
    }

    @Test
    func identify_putsTheDeviceRight_whenTheLinkBreaksMidway() async throws {
        let house = try await House(state: Self.lit)
        _ = try await interrupt(house) { await house.peripheral.dropConnection() }
        #expect(house.commands.last == "SC01020304")
        #expect(await shown(house) == Self.lit)
    }

    @Test
    func identify_putsTheDeviceRightLater_whenItIsOutOfReachMidway() async throws {
        let house = try await House(state: Self.lit)
        let error = try await house.run {
            let error = try await withThrowingTaskGroup(of: ControlError?.self) { group in
                group.addTask { await refusal { _ = try await house.control.perform(Endpoints.identify, nursery) } }
                try await house.passTime(untilCommands: 3)
                await house.peripheral.setRefusesConnections(true)
                await house.peripheral.dropConnection()
                // The blink may be about to pause.
                group.addTask {
                    await house.passTime()
                    return nil
                }
                defer { group.cancelAll() }
                return try await group.next() ?? nil
            }
            await house.peripheral.setRefusesConnections(false)
            try await house.passTime(inStepsOf: .seconds(2)) {
                try await house.until { house.commands.last == "SC01020304" }
            }
            return error
        }
        #expect(error?.code == .deviceUnreachable)
        #expect(error?.message.contains("while it blinked") == true)
        #expect(await shown(house) == Self.lit)
    }

    @Test
    func identify_isBusy_whileItBlinksAlready() async throws {
        let house = try await House(state: Self.lit)
        let first = try await interrupt(house) {
            let second = await refusal { _ = try await house.control.perform(Endpoints.identify, nursery) }
            #expect(second?.code == .busy)
        }
        #expect(first == nil)
        #expect(house.commands == Self.blinks + ["SC01020304"])
    }

    @Test
    func unpair_isBusy_whileTheDeviceBlinks() async throws {
        let house = try await House(state: Self.lit)
        _ = try await interrupt(house) {
            let error = await refusal { _ = try await house.control.perform(Endpoints.unpair, nursery) }
            #expect(error?.code == .busy)
        }
        #expect(await shown(house) == Self.lit)
    }

    @Test
    func light_isKept_whenItIsSetWhileTheDeviceBlinks() async throws {
        let house = try await House(state: Self.lit)
        try await house.run {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { _ = try? await house.control.perform(Endpoints.identify, nursery) }
                try? await house.passTime(untilCommands: 3)
                let request = LightRequest(device: "nursery", color: "#0000ff", brightness: 100)
                group.addTask { _ = try? await house.control.perform(Endpoints.light, request) }
                try? await house.passTime(untilCommands: 8)
            }
        }
        #expect(house.commands == Self.blinks + ["SC01020304", "SC0000FFFF"])
    }

    @Test
    func light_isSentBeforeWhatIsAskedLater_withoutAPercentage() async throws {
        let house = try await House(state: Self.lit)
        let exchanges = await (try #require(house.night.devices.all.first)).sender.exchanges
        try await house.run {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { _ = try? await house.control.perform(Endpoints.identify, nursery) }
                try? await house.passTime(untilCommands: 3)
                let request = LightRequest(device: "nursery", color: "#0000ff", brightness: nil)
                group.addTask { _ = try? await house.control.perform(Endpoints.light, request) }
                try? await house.until { exchanges.waitingCount == 1 }
                let query = SlotQuery(device: "nursery", number: nil)
                group.addTask { _ = try? await house.control.perform(Endpoints.timer, query) }
                try? await house.until { exchanges.waitingCount == 2 }
                try? await house.passTime(untilCommands: 9)
            }
        }
        #expect(house.commands == Self.blinks + ["SC01020304", "SC0000FF04", "GD"])
    }

    @Test
    func identify_isBusy_whileAnAlarmRings() async throws {
        let house = try await House(state: Self.lit)
        let error = try await house.run {
            _ = try await house.control.perform(
                Endpoints.addAlarm, AlarmRequest(name: "up", device: "nursery", at: "12:01"))
            house.clock.advance(by: .seconds(60))
            try await house.until { house.night.devices.all.first?.isRunning == true }
            return await refusal { _ = try await house.control.perform(Endpoints.identify, nursery) }
        }
        #expect(error?.code == .busy)
        #expect(error?.message.contains("An alarm rings") == true)
    }
}
