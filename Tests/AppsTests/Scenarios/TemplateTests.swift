// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import SleepModel
import Testing

@testable import Composition
@testable import Household
@testable import LullCommands

/// The templates, and what they add to a device.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct TemplateTests {
    @Test func library_hasWhatTheReadmeNames() {
        #expect(
            Template.library.map(\.name) == [
                "story time", "tidy up", "nap", "toddler OK-to-wake", "newborn night", "adult sunrise",
            ])
        #expect(Template.library.map(\.kind) == [.routine, .routine, .routine, .bedtime, .bedtime, .alarm])
    }

    /// Adds a template as the command does.
    private func add(_ name: String, at time: String? = nil, to night: SimulatedNight) async throws {
        let template = try Template.named(name).adding(to: "nursery", at: time)
        if let request = template.routine { _ = try await night.perform(Endpoints.addRoutine, request) }
        if let request = template.alarm { _ = try await night.perform(Endpoints.addAlarm, request) }
        if let request = template.bedtime { _ = try await night.perform(Endpoints.setBedtime, request) }
    }

    @Test func templates_canAllBeAdded_andNothingOfThemIsOutOfRange() async throws {
        let night = try await SimulatedNight("2027-01-05 18:30")
        try await night.live {
            for template in Template.library { try await add(template.name, to: night) }
            let routines = try await night.perform(Endpoints.routines, DeviceChoice())
            #expect(routines.map(\.name) == ["story time", "tidy up", "nap"])
            #expect(routines.map(\.at) == [nil, nil, nil])
            #expect(try await night.perform(Endpoints.alarms, DeviceChoice()).map(\.name) == ["adult sunrise"])
            #expect(
                try await night.perform(Endpoints.bedtimes, DeviceChoice()).map(\.name) == [
                    "toddler OK-to-wake", "newborn night",
                ])
        }
    }

    @Test func storyTime_endsInTheDarkAndQuiet() async throws {
        let night = try await SimulatedNight("2027-01-05 18:30")
        try await night.live {
            try await add("story", at: "19:00", to: night)
            try await night.wait(until: "2027-01-05 19:05")
            #expect(await night.state.light.brightness == Level(percent: 40))
            #expect(await night.state.sound == .none)
            try await night.wait(until: "2027-01-05 19:40")
            #expect(await night.state.light.brightness == .zero)
            #expect(await night.state.sound == SoundID(rawValue: 7))
            #expect(await night.state.volume == Level(percent: 20))
            try await night.wait(until: "2027-01-05 20:21")
            #expect(await !night.state.isOn)
        }
    }

    @Test func toddlerNight_isRedThenAmberThenGreen() async throws {
        let night = try await SimulatedNight("2027-01-05 18:30")
        try await night.live {
            try await add("toddler", to: night)
            var colors: [Light.Appearance] = []
            for time in ["2027-01-06 02:00", "2027-01-06 06:30", "2027-01-06 06:50"] {
                try await night.wait(until: time)
                colors.append(await night.state.light.appearance)
            }
            let expected = ["red", "amber", "green"].compactMap { RGBColor(parsing: $0).map(Light.Appearance.color) }
            #expect(colors == expected)
        }
    }

    // MARK: - Texts

    @Test func details_readAsThoseOfWhatIsAdded() throws {
        #expect(
            try Template.named("tidy").details == [
                "name    tidy up", "adds    a routine",
                "about   Ten bright minutes, three amber ones to come to an end, and a minute of colours.",
                "at      by hand", "step 1  light 4000K 100%; for 10m", "step 2  light amber 60%; for 3m",
                "step 3  light gradient 100%; for 1m",
            ])
        #expect(
            try Template.named("adult sunrise").details == [
                "name     adult sunrise", "adds     an alarm",
                "about    Half an hour of growing light on weekdays, then birds.", "at       06:30",
                "days     weekdays", "sunrise  30m", "color    warm-white", "sound    bird", "volume   40%",
                "snooze   9m",
            ])
    }

    @Test(arguments: [
        (
            "dinner",
            ControlError(
                .unknownSchedule, "No template is called “dinner”.",
                advice: "There are “story time”, “tidy up”, “nap”, “toddler OK-to-wake”, “newborn night” and "
                    + "“adult sunrise”.")
        ),
        (
            "t",
            ControlError(
                .unknownSchedule, "Several templates fit: “tidy up” and “toddler OK-to-wake”.", advice: "Name one.")
        ),
    ])
    func error_namesWhatThereIs(_ name: String, _ error: ControlError) {
        #expect(throws: error) { try Template.named(name) }
    }

    @Test(arguments: ["toddler OK-to-wake", "toddler-ok-to-wake", "TODDLER ok to wake", "toddler"])
    func template_isFound_asPeopleTypeItsName(_ name: String) throws {
        #expect(try Template.named(name).name == "toddler OK-to-wake")
    }

    @Test func template_takesAnotherNameAndAnotherTime() throws {
        let alarm = try #require(
            Template.named("adult").adding(to: "nursery", as: "work", at: "06:00", days: "mon").alarm)
        #expect(alarm.name == "work")
        #expect(alarm.device == "nursery")
        #expect(alarm.rule.at == "06:00")
        #expect(alarm.rule.days == "mon")
        #expect(alarm.sunrise == "30m")
    }
}
