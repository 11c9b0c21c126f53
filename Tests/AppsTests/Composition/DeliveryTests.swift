// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import SimulatedDevice
import SleepModel
import Testing

@testable import Composition

/// What changes a device now is answered when the device has followed, or with a warning that it has not.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct DeliveryTests {
    enum Deed: CaseIterable {
        case run, next, edit, stop, remove, begin

        /// The color that the device shows afterwards; nil for none.
        var color: RGBColor? {
            switch self {
            case .run, .begin: RGBColor(red: 255, green: 0, blue: 0)
            case .next: RGBColor(red: 0, green: 0, blue: 255)
            case .edit: RGBColor(red: 0, green: 255, blue: 0)
            case .stop, .remove: nil
            }
        }

        /// Does it, and returns the warning of the answer.
        @MainActor
        func perform(in house: House) async throws -> String? {
            let routine = ScheduleSelection(name: "story", device: "nursery")
            let control = house.control
            switch self {
            case .run:
                return try await control.perform(
                    Endpoints.runRoutine, RoutineRunRequest(name: "story", device: "nursery")
                ).warning
            case .next:
                return try await control.perform(
                    Endpoints.controlRoutine,
                    RoutineControlRequest(name: "story", device: "nursery", action: .next)
                ).warning
            case .edit:
                var request = RoutineEditRequest(name: "story", device: "nursery", now: true)
                request.steps = ["light #00FF00 40%; for 10m"]
                return try await control.perform(Endpoints.editRoutine, request).warning
            case .stop: return try await control.perform(Endpoints.stopRoutine, routine).warning
            case .remove: return try await control.perform(Endpoints.removeRoutine, routine).warning
            case .begin:
                return try await control.perform(
                    Endpoints.startBedtime, ScheduleSelection(name: nil, device: "nursery")
                ).warning
            }
        }
    }

    /// A house with a routine, which runs where the deed needs that, and a bedtime.
    private func live(
        _ deed: Deed, _ body: @escaping @MainActor @Sendable (House) async throws -> Void
    ) async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            _ = try await house.control.perform(
                Endpoints.addRoutine,
                RoutineRequest(
                    name: "story", device: "nursery", rule: RuleRequest(),
                    steps: ["light #FF0000 40%; for 10m", "light #0000FF 40%; for 10m"]))
            _ = try await house.control.perform(
                Endpoints.setBedtime, BedtimeRequest(device: "nursery", at: "20:00", days: "sun", color: "#FF0000"))
            if deed != .run, deed != .begin { _ = try await Deed.run.perform(in: house) }
            try await body(house)
        }
    }

    @Test(arguments: Deed.allCases)
    func answer_comesWhenTheDeviceHasFollowed(_ deed: Deed) async throws {
        try await live(deed) { (house: House) async throws -> Void in
            #expect(try await deed.perform(in: house) == nil)
            let state = await house.peripheral.state
            #expect(state.isOn == (deed.color != nil))
            if let color = deed.color { #expect(state.light.appearance == .color(color)) }
        }
    }

    @Test(arguments: Deed.allCases)
    func answer_saysThatTheDeviceStaysAsItIs_whenItDoesNotAnswer(_ deed: Deed) async throws {
        try await live(deed) { (house: House) async throws -> Void in
            let before = await house.peripheral.state.light
            await house.peripheral.inject(.silence, count: 100)
            let warning = try await house.passTime(inStepsOf: .seconds(1)) { try await deed.perform(in: house) }
            #expect(warning == "“nursery” does not answer. It stays as it is until Lull reaches it again.")
            #expect(await house.peripheral.state.light == before)
        }
    }
}
