// SPDX-License-Identifier: Apache-2.0

import Clocks
import ControlAPI
import DeviceDocuments
import SimulatedDevice
import SleepModel
import Testing

@testable import Composition
@testable import Household

/// `light on`: the last light again, or a warm one.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct LastLightTests {
    private let red = Light(.color(RGBColor(red: 255, green: 0, blue: 0)), brightness: Level(rawValue: 51))

    private func light(_ color: String, _ brightness: Int? = nil, in house: House) async throws -> ControlResult {
        try await house.control.perform(
            Endpoints.light, LightRequest(device: "nursery", color: color, brightness: brightness))
    }

    private func shown(_ house: House) async -> Light { await house.peripheral.state.light }

    @Test func light_isTheLastOne_afterItWasSwitchedOff() async throws {
        let house = try await House()
        try await house.run {
            _ = try await light("red", 20, in: house)
            _ = try await light("off", in: house)
            #expect(await shown(house).brightness == .zero)
            #expect(try await light("on", in: house).outcome == .confirmed)
            #expect(await shown(house) == red)
        }
    }

    @Test func light_isTheLastOne_afterTheDeviceWasSwitchedOff() async throws {
        let house = try await House()
        try await house.run {
            _ = try await light("red", 20, in: house)
            _ = try await house.control.perform(Endpoints.power, PowerRequest(device: "nursery", on: false))
            _ = try await light("on", in: house)
            #expect(await house.peripheral.state.isOn)
            #expect(await shown(house) == red)
        }
    }

    @Test func light_keepsItsColour_whenOnlyABrightnessIsGiven() async throws {
        let house = try await House()
        try await house.run {
            _ = try await light("red", 80, in: house)
            _ = try await light("on", 20, in: house)
            #expect(await shown(house) == red)
            _ = try await light("off", in: house)
            _ = try await light("on", 100, in: house)
            #expect(await shown(house) == Light(red.appearance, brightness: .full))
        }
    }

    @Test func light_isDark_whenTheBrightnessIsZero() async throws {
        let house = try await House()
        try await house.run {
            _ = try await light("red", 80, in: house)
            _ = try await light("on", 0, in: house)
            #expect(await shown(house).brightness == .zero)
        }
    }

    @Test func light_isWarm_whenNoneIsKnown() async throws {
        var state = SimulatedRest.initialState
        (state.isOn, state.light) = (false, .off)
        let house = try await House(state: state)
        try await house.run {
            _ = try await light("on", in: house)
            #expect(await shown(house) == .usual)
        }
    }

    /// A moment of a fade is no light that somebody wants back.
    @Test func light_isNotThatOfARoutine() async throws {
        let house = try await House()
        try await house.run {
            _ = try await light("red", 20, in: house)
            _ = try await house.control.perform(
                Endpoints.addRoutine,
                RoutineRequest(
                    name: "dusk", device: "nursery", at: nil, days: nil,
                    steps: ["light amber 40%; for 1m", "light off fade 10m; for 10m"], zone: nil))
            _ = try await house.control.perform(Endpoints.runRoutine, RoutineRunRequest(name: "dusk", device: nil))
            try await house.until { await shown(house) != red }
            try await house.passTime(inStepsOf: .seconds(60)) {
                try await house.until { await !house.peripheral.state.isOn }
            }
            _ = try await light("on", in: house)
            #expect(await shown(house) == red)
        }
    }

    @Test func light_isThatOfARoutine_whenSomebodySwitchedThatOff() async throws {
        let house = try await House()
        try await house.run {
            _ = try await light("blue", 80, in: house)
            _ = try await house.control.perform(
                Endpoints.addRoutine,
                RoutineRequest(
                    name: "dusk", device: "nursery", at: nil, days: nil, steps: ["light red 20%; for 30m"], zone: nil))
            _ = try await house.control.perform(Endpoints.runRoutine, RoutineRunRequest(name: "dusk", device: nil))
            try await house.until { await shown(house) == red }
            _ = try await light("off", in: house)
            _ = try await light("on", in: house)
            #expect(await shown(house) == red)
        }
    }

    @Test func light_isNotThatOfATouch_thatAnswersAnAlarm() async throws {
        try await House.ringing { house in
            _ = try await light("red", 20, in: house)
            await house.peripheral.touchRing()
            try await house.until {
                try await house.control.perform(Endpoints.alarms).first?.phase == .snoozed
            }
            _ = try await house.control.perform(Endpoints.stop, DeviceChoice())
            try await house.until { await !house.peripheral.state.isOn }
            _ = try await light("on", in: house)
            #expect(await shown(house) == red)
        }
    }
}
