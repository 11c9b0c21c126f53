// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import SimulatedDevice
import SleepModel
import Storage
import Testing

@testable import Composition
@testable import Household

/// An evening whose routine somebody steers, by what reaches the device.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct SteeredNightTests {
    private static let steps = (
        story: "light #ff0000 40%; for 20m", dusk: "light #ff0000 10% fade 10m; sound rain 30%; for 10m",
        night: "light off; for 1h"
    )

    private func addStory(to night: SimulatedNight) async throws {
        try await night.addRoutine("story", at: "19:00", Self.steps.story, Self.steps.dusk, Self.steps.night)
        try await night.addRoutine("tidy", at: nil, "light #00ff00 100%; for 10m")
    }

    @Test func story_isExtendedPausedAndEnded_asTheEveningGoes() async throws {
        let night = try await SimulatedNight("2027-01-05 18:30")
        try await night.live {
            try await addStory(to: night)
            try await night.wait(until: "2027-01-05 19:05")
            #expect(await night.state.light.brightness == Level(percent: 40))
            // One more story.
            let extended = try await night.steer(.extend, length: "10m")
            #expect(extended.running?.step == 1)
            #expect(extended.running?.stepUntil == (try SimulatedNight.instant("2027-01-05 19:30")))
            #expect(extended.running?.until == (try SimulatedNight.instant("2027-01-05 20:40")))
            try await night.wait(until: "2027-01-05 19:29")
            #expect(try await night.step == 1)
            // It is late after all; then a glass of water in the middle of the fade.
            #expect(try await night.steer(.next).running?.step == 2)
            try await night.wait(until: "2027-01-05 19:34")
            let paused = try await night.steer(.pause)
            #expect(paused.running?.pausedSince == (try SimulatedNight.instant("2027-01-05 19:34")))
            #expect(paused.running?.stepUntil == nil)
            let (dim, count) = (await night.state.light.brightness, try night.commands().count)
            #expect(dim < Level(rawValue: 102))
            #expect(dim > Level(rawValue: 26))
            try await night.wait(until: "2027-01-05 19:50")
            #expect(await night.state.light.brightness == dim)
            #expect(try night.commands().count == count)
            let status = try await night.perform(Endpoints.status, DeviceChoice()).first
            #expect(status?.running.map(\.pausedSince) == [try SimulatedNight.instant("2027-01-05 19:34")])
            #expect(status?.owners["light"]?.until == nil)
        }
        // The computer restarts meanwhile.
        try night.pass(until: "2027-01-05 19:55")
        try await night.live {
            try await night.wait(until: "2027-01-05 20:00")
            #expect(await night.state.light.brightness > Level(rawValue: 26))
            let resumed = try await night.steer(.resume)
            #expect(resumed.running?.stepUntil == (try SimulatedNight.instant("2027-01-05 20:05")))
            try await night.wait(until: "2027-01-05 20:04:59")
            #expect(try await night.step == 2)
            try await night.wait(until: "2027-01-05 20:05:01")
            #expect(await night.state.light.brightness == .zero)
            #expect(await night.state.sound == SoundID(rawValue: 7))
            // Asleep: the last step is over, and so is the routine.
            #expect(try await night.steer(.next).running == nil)
            try await night.wait(until: "2027-01-05 20:06")
            #expect(await !night.state.isOn)
        }
        #expect(
            try await night.outcomes("story") == [
                "5 started", "5 extended", "5 stepped", "5 paused", "5 resumed", "5 done",
            ])
    }

    @Test func sound_fadesToSilence_withFewCommands() async throws {
        let night = try await SimulatedNight("2027-01-05 18:30")
        try await night.live {
            try await night.addRoutine(
                "story", at: "19:00", "light #ff0000 40%; sound rain 40%; until told", "sound off fade 10m; for 20m")
            try await night.wait(until: "2027-01-05 21:00")
            #expect(try await night.step == 1)
            #expect(try await night.steer(.next).running?.step == 2)
            try await night.wait(until: "2027-01-05 21:09:30")
            #expect(await night.state.sound == SoundID(rawValue: 7))
            #expect(await night.state.volume < Level(rawValue: 6))
            try await night.wait(until: "2027-01-05 21:10:01")
            #expect(await night.state.sound == .none)
            #expect(await night.state.isOn)
            // A step of the volume each, and a few reads.
            #expect(try night.commands(since: "2027-01-05 21:00").filter { $0.hasPrefix("SV") }.count <= 102)
            let setup = try await night.perform(Endpoints.exportSetup, Empty()).document
            #expect(setup.contains("until: told"))
            #expect(setup.contains("volume-fade: 10m"))
            _ = try await night.perform(Endpoints.importSetup, ImportRequest(document: setup))
            #expect(
                try await night.perform(Endpoints.routines, DeviceChoice()).map(\.steps) == [
                    ["light red 40%; sound rain 40%; until told", "sound off fade 10m; for 20m"]
                ])
        }
    }

    @Test func routine_waitsOrIsLeftOut_whileAnotherRuns() async throws {
        let night = try await SimulatedNight("2027-01-05 18:30")
        try await night.live {
            try await addStory(to: night)
            var request = RoutineEditRequest(name: "tidy")
            (request.ifRunning, request.rule.at) = ("queue", "19:10")
            let edited = try await night.perform(Endpoints.editRoutine, request)
            #expect(edited.ifRunning == .queue)
            #expect(edited.warning == nil)
            request = RoutineEditRequest(name: "tidy")
            request.ifRunning = "later"
            await #expect(
                throws: ControlError(
                    .invalidArgument, "--if-running “later” is unknown.",
                    advice: "Give replace, queue or ignore.")
            ) { try await night.perform(Endpoints.editRoutine, request) }
            try await night.wait(until: "2027-01-05 19:15")
            #expect(await night.state.light.brightness == Level(percent: 40))
            let latest = try SimulatedNight.instant("2027-01-05 23:10")
            let tidy = try await night.perform(Endpoints.routine, ScheduleSelection(name: "tidy", device: nil))
            #expect(tidy.running == nil)
            #expect(tidy.waitsUntil == latest)
            let status = try await night.perform(Endpoints.status, DeviceChoice()).first
            #expect(status?.running.map(\.phase) == ["1", "queued"])
            #expect(status?.running.map(\.until) == [try SimulatedNight.instant("2027-01-05 20:30"), latest])
            // By hand it may be left out.
            await #expect(
                throws: ControlError(
                    .busy, "“tidy” did not begin, as another routine runs on nursery.",
                    advice: "Add --if-running replace or --if-running queue, or stop the other.")
            ) {
                try await night.perform(
                    Endpoints.runRoutine, RoutineRunRequest(name: "tidy", device: nil, ifRunning: "ignore"))
            }
            // What waits is not what somebody means who stops or steers the one that runs.
            let commands = try night.commands().count
            #expect(
                try await night.perform(Endpoints.stopRoutine, ScheduleSelection(name: nil, device: nil)).name
                    == "story")
            try await night.wait(until: "2027-01-05 19:16")
            #expect(await night.state.light.brightness == .full)
            #expect(try night.commands().dropFirst(commands).allSatisfy { $0 != "SI00" })
            try await night.wait(until: "2027-01-05 19:30")
            #expect(await !night.state.isOn)
            let setup = try await night.perform(Endpoints.exportSetup, Empty()).document
            #expect(setup.contains("if-running: queue"))
            #expect(try await night.perform(Endpoints.importSetup, ImportRequest(document: setup)).changes.isEmpty)
        }
        #expect(try await night.outcomes("tidy") == ["5 queued", "5 started", "5 done"])
    }

    /// It would last until that time tomorrow.
    @Test func routine_thatWaits_isLeftOut_whenTheClockIsSetPastItsEnd() async throws {
        let night = try await SimulatedNight("2027-01-05 18:30")
        try await night.live {
            try await night.addRoutine("story", at: "19:00", "light amber 40%; for 1h")
            try await night.addRoutine("tidy", at: "19:10", "light #00ff00 100%; until 19:40")
            var request = RoutineEditRequest(name: "tidy")
            request.ifRunning = "queue"
            _ = try await night.perform(Endpoints.editRoutine, request)
            try await night.wait(until: "2027-01-05 19:15")
            try await night.set("2027-01-05 19:45")
            try await night.wait(until: "2027-01-05 19:50")
            _ = try await night.perform(Endpoints.stopRoutine, ScheduleSelection(name: "story", device: nil))
            try await night.wait(until: "2027-01-05 19:51")
            #expect(await !night.state.isOn)
        }
        #expect(try await night.outcomes("tidy") == ["5 queued", "5 skipped busy"])
    }

    @Test func request_isAnError_thatSaysWhatRuns() async throws {
        let night = try await SimulatedNight("2027-01-05 18:30")
        try await night.live {
            try await addStory(to: night)
            await #expect(
                throws: ControlError(.nothingActive, "No routine runs now.", advice: "See `lull routine list`.")
            ) { try await night.steer(.next) }
            _ = try await night.perform(Endpoints.runRoutine, RoutineRunRequest(name: "story", device: nil))
            await #expect(
                throws: ControlError(
                    .nothingActive, "“tidy” does not run now.", advice: "What runs is “story” on nursery.")
            ) { try await night.steer(.pause, name: "tidy") }
            let request = RoutineRunRequest(name: "tidy", device: nil, ifRunning: "queue")
            _ = try await night.perform(Endpoints.runRoutine, request)
            await #expect(
                throws: ControlError(
                    .nothingActive, "“tidy” waits until another routine has ended.",
                    advice: "To take it out: `lull routine stop tidy --device nursery`.")
            ) { try await night.steer(.pause, name: "tidy") }
            await #expect(
                throws: ControlError(
                    .unknownSchedule, "No routine is called “nap”.",
                    advice: "There is “story” on nursery, “tidy” on nursery.")
            ) { try await night.steer(.pause, name: "nap") }
            await #expect(
                throws: ControlError(
                    .invalidArgument, "“story” has only 3 steps.", advice: "Give a number from 1 to 3.")
            ) { try await night.steer(.goto, step: 4) }
            for step in [0, Int.min] {
                await #expect(
                    throws: ControlError(
                        .invalidArgument, "There is no step \(step).", advice: "Give a number from 1.")
                ) { try await night.steer(.goto, step: step) }
            }
            await #expect(
                throws: ControlError(
                    .nothingActive, "“story” is not paused.", advice: "Pause it with `lull routine pause`.")
            ) { try await night.steer(.resume) }
            await #expect(
                throws: ControlError(
                    .invalidArgument, "The length 13h is out of range.", advice: "Give a length from 1s to 12h.")
            ) { try await night.steer(.extend, length: "13h") }
            #expect(try await night.steer(.goto, step: 2).running?.step == 2)
        }
    }

    /// Somebody asks for the same story once more.
    @Test func steering_isOfTheRunThatRuns_whileTheSameRoutineWaits() async throws {
        let night = try await SimulatedNight("2027-01-05 18:30")
        try await night.live {
            try await addStory(to: night)
            for meeting in ["replace", "queue"] {
                _ = try await night.perform(
                    Endpoints.runRoutine, RoutineRunRequest(name: "story", device: nil, ifRunning: meeting))
            }
            #expect(try await night.steer(.goto, name: "story", step: 2).running?.step == 2)
            #expect(try await night.steer(.next).running?.step == 3)
            // The end of the first is the beginning of the second.
            let again = try await night.steer(.next)
            try await night.wait(until: "2027-01-05 18:31")
            #expect(again.name == "story")
            #expect(try await night.step == 1)
            // Without a name it is the one that runs.
            #expect(
                try await night.perform(Endpoints.stopRoutine, ScheduleSelection(name: nil, device: nil)).name
                    == "story")
        }
        #expect(
            try await night.outcomes("story") == [
                "5 started", "5 queued", "5 stepped", "5 stepped", "5 done", "5 started", "5 cancelled",
            ])
    }

    @Test func run_answersWithTheNewEnd_whenTheRoutineRunsAlready() async throws {
        let night = try await SimulatedNight("2027-01-05 18:30")
        try await night.live {
            try await addStory(to: night)
            let request = RoutineRunRequest(name: "tidy", device: nil)
            #expect(
                try await night.perform(Endpoints.runRoutine, request).running?.until
                    == (try SimulatedNight.instant("2027-01-05 18:40")))
            try await night.wait(until: "2027-01-05 18:35")
            #expect(
                try await night.perform(Endpoints.runRoutine, request).running?.until
                    == (try SimulatedNight.instant("2027-01-05 18:45")))
        }
    }

    @Test func routineThatWaited_isNotLate_inTheLog() async throws {
        let night = try await SimulatedNight("2027-01-05 18:30")
        try await night.live {
            try await addStory(to: night)
            _ = try await night.perform(Endpoints.runRoutine, RoutineRunRequest(name: "tidy", device: nil))
            let request = RoutineRunRequest(name: "story", device: nil, ifRunning: "queue")
            _ = try await night.perform(Endpoints.runRoutine, request)
            try await night.wait(until: "2027-01-05 18:41")
            let log = try await night.perform(Endpoints.log, LogQuery(since: nil, device: nil))
            let started = log.filter { $0.name == "story" && $0.outcome == .started }
            #expect(started.map(\.lateSeconds) == [0])
        }
    }
}

extension SimulatedNight {
    /// Steers the routine that runs.
    @discardableResult
    fileprivate func steer(
        _ action: RoutineControlRequest.Action, name: String? = nil, step: Int? = nil, length: String? = nil
    ) async throws -> RoutineDocument {
        try await perform(
            Endpoints.controlRoutine,
            RoutineControlRequest(name: name, action: action, step: step, length: length))
    }
}
