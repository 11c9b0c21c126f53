// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import SleepModel
import Testing

@testable import Composition

/// What somebody who changes a device in its night is told of what comes of that.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct HandAtNightTests {
    private func inTheNight(_ body: @escaping @MainActor @Sendable (SimulatedNight) async throws -> Void) async throws {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            try await night.setBedtime(at: "19:30", wake: "06:30")
            try await night.wait(until: "2027-01-06 00:53")
            try await body(night)
        }
    }

    @Test func sound_saysUntilWhenItIsOff_andWhatDecidesThen() async throws {
        try await inTheNight { (night: SimulatedNight) async throws -> Void in
            let result = try await night.perform(
                Endpoints.sound, SoundRequest(device: "nursery", sound: "off", volume: nil))
            #expect(result.warning == "At 04:53 rain comes back at 30%, as “bedtime” wants it.")
            try await night.wait(until: "2027-01-06 04:52:30")
            #expect(await night.state.sound == SoundID.none)
            try await night.wait(until: "2027-01-06 04:53:30")
            #expect(await night.state.sound != SoundID.none)
            let log = try await night.perform(Endpoints.log, LogQuery(since: nil, device: "nursery"))
            #expect(log.last { $0.outcome == .released }?.detail == "rain at 30%, as “bedtime” wants it")
        }
    }

    @Test func light_saysWhatComesBack_whenItsHoldEnds() async throws {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            try await night.setBedtime(at: "19:30", wake: "06:30", nightLight: "red 5%")
            try await night.wait(until: "2027-01-06 00:53")
            let result = try await night.perform(
                Endpoints.light, LightRequest(device: "nursery", color: "amber", brightness: 40))
            #expect(result.warning == "At 04:53 the light is red 5%, as “bedtime” wants it.")
        }
    }

    /// A routine begins before the night decides again.
    @Test(
        arguments: [
            ("volume 10%; for 30m", "ocean", "That counts until 02:00; then “feed” decides."),
            ("sound wind; volume 15%; for 30m", "off", "At 02:00 wind plays, as “feed” wants it."),
        ])
    func sound_saysWhatTakesItNext(step: String, sound: String, expected: String) async throws {
        try await inTheNight { (night: SimulatedNight) async throws -> Void in
            _ = try await night.perform(
                Endpoints.addRoutine,
                RoutineRequest(name: "feed", device: "nursery", rule: RuleRequest(at: "02:00"), steps: [step]))
            let result = try await night.perform(
                Endpoints.sound, SoundRequest(device: "nursery", sound: sound, volume: sound == "off" ? nil : 20))
            #expect(result.warning == expected)
        }
    }

    @Test func light_saysWhatTakesItNext_whenThatFades() async throws {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            try await night.setBedtime(at: "19:30", wake: "06:30", nightLight: "red 5%")
            try await night.wait(until: "2027-01-06 00:53")
            _ = try await night.perform(
                Endpoints.addRoutine,
                RoutineRequest(
                    name: "feed", device: "nursery", rule: RuleRequest(at: "02:00"),
                    steps: ["light amber 20% fade 10m; for 30m"]))
            let result = try await night.perform(
                Endpoints.light, LightRequest(device: "nursery", color: "amber", brightness: 40))
            #expect(result.warning == "That counts until 02:00; then “feed” decides.")
        }
    }

    @Test func light_saysNothing_whenNothingElseDecides() async throws {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            let result = try await night.perform(
                Endpoints.light, LightRequest(device: "nursery", color: "red", brightness: 5))
            #expect(result.warning == nil)
        }
    }

    @Test func off_saysThatNoWakeLightComes_andHowToHaveItBack() async throws {
        try await inTheNight { (night: SimulatedNight) async throws -> Void in
            let result = try await night.perform(Endpoints.power, PowerRequest(device: "nursery", on: false))
            #expect(
                result.warning
                    == "That ended the night of “bedtime”. The wake light at 06:30 does not come either. "
                    + "To take the night up again: `lull bedtime start nursery`.")
        }
    }

    @Test func off_saysNothing_afterTheWakeLightHasBegun() async throws {
        try await inTheNight { (night: SimulatedNight) async throws -> Void in
            try await night.wait(until: "2027-01-06 06:31")
            let result = try await night.perform(Endpoints.power, PowerRequest(device: "nursery", on: false))
            #expect(result.warning == nil)
        }
    }

    @Test(arguments: [("20m", "19:20"), ("1 hour", "20:00"), ("8pm", "20:00")])
    func alarm_ringsOnce_afterALengthOfTime(at: String, time: String) async throws {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            let alarm = try await night.perform(
                Endpoints.addAlarm, AlarmRequest(name: "soon", device: "nursery", at: at))
            #expect(alarm.next == (try SimulatedNight.instant("2027-01-05 \(time)")))
        }
    }
}
