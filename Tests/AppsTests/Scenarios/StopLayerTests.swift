// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import SimulatedDevice
import SleepModel
import Testing

@testable import Composition

/// A stop over each layer, by all that the device's journal tells.
@MainActor
@Suite(.timeLimit(.minutes(2)))
struct StopLayerTests {
    /// One layer that decides about a device at 20:30, over a night with a red light and rain where it says so.
    struct Case: Sendable, CustomTestStringConvertible {
        var layer: ControlLayer
        /// The layers of the light at 20:30, or of the power for a timer.
        var layers: [ControlLayer]
        var arrange: @MainActor @Sendable (SimulatedNight) async throws -> Void
        /// What the device tells until the next noon; the stop is at 20:30.
        var story: [String]

        var testDescription: String { layer.rawValue }
    }

    nonisolated private static let nightBegins = "19:30–20:00 amber 40%→red 5% rain 30%"

    @MainActor private static func setBedtime(on night: SimulatedNight) async throws {
        try await night.setBedtime(wake: "06:30", nightLight: "red 5%")
    }

    nonisolated private static let cases = [
        Case(
            layer: .alarm, layers: [.alarm, .night],
            arrange: { night in
                try await setBedtime(on: night)
                try await night.addAlarm(at: "20:29", color: "blue")
            },
            story: [nightBegins, "20:29 blue 100% bird 50%", "20:30 off"]),
        Case(
            layer: .manual, layers: [.manual, .night],
            arrange: { night in
                try await setBedtime(on: night)
                try await night.wait(until: "2027-01-05 20:10")
                try await night.light("green", 30)
            },
            story: [nightBegins, "20:10 green 30% rain 30%", "20:30 off"]),
        Case(
            layer: .timer, layers: [.timer, .night],
            arrange: { night in
                try await setBedtime(on: night)
                try await night.wait(until: "2027-01-05 20:10")
                try await night.startTimer("15m")
            },
            story: [nightBegins, "20:25 off"]),
        Case(
            layer: .sunrise, layers: [.sunrise, .night],
            arrange: { night in
                try await setBedtime(on: night)
                try await night.addAlarm(at: "20:45", sunrise: "30m", color: "green")
            },
            story: [nightBegins, "20:15–20:29 green 1%→20% rain 30%", "20:30 off"]),
        Case(
            layer: .nap, layers: [.nap, .night],
            arrange: { night in
                try await setBedtime(on: night)
                try await night.wait(until: "2027-01-05 20:10")
                try await night.nap("15m", sound: "ocean", wakeLight: "green")
            },
            story: [
                nightBegins, "20:10 ocean 30%", "20:20–20:24 green 1%→20% ocean 30%", "20:25 green 20%", "20:30 off",
            ]),
        Case(
            layer: .lightAfter, layers: [.lightAfter, .night],
            arrange: { night in
                try await setBedtime(on: night)
                try await night.addAlarm(at: "20:20", color: "blue", lightAfter: "1h")
                try await night.wait(until: "2027-01-05 20:21")
                try await night.dismiss()
            },
            story: [nightBegins, "20:20 blue 100% bird 50%", "20:21 blue 100% rain 30%", "20:30 off"]),
        Case(
            layer: .routine, layers: [.routine, .night],
            arrange: { night in
                try await setBedtime(on: night)
                try await night.addRoutine(at: "20:15", "light blue 40%; sound ocean 30%; for 2h")
            },
            story: [nightBegins, "20:15 blue 40% ocean 30%", "20:30 off"]),
        Case(
            layer: .night, layers: [.night],
            arrange: { try await setBedtime(on: $0) },
            story: [nightBegins, "20:30 off"]),
    ]

    @Test(arguments: cases) func stop_leavesTheDeviceOff_overEachLayer(_ test: Case) async throws {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            try await test.arrange(night)
            try await night.wait(until: "2027-01-05 20:30")
            #expect(try await night.layers(of: test.layer == .timer ? .power : .light) == test.layers)
            try await night.stop()
            #expect(try await night.layers() == [])
            try await night.wait(until: "2027-01-06 12:00")
        }
        #expect(night.story == test.story)
    }

    @Test func stops_areTestedOverEveryLayer() {
        #expect(Set(Self.cases.map(\.layer)) == Set(ControlLayer.allCases))
        #expect(Self.cases.count == ControlLayer.allCases.count)
    }
}
