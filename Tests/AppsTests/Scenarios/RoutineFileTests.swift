// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Foundation
import SleepModel
import Testing

@testable import Composition
@testable import Household

/// Routines that somebody wrote into a file.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct RoutineFileTests {
    private static let story = """
        # Every school night.
        name: story
        at: 19:00
        days: [mon, tue]
        if-running: queue
        steps:
        - light: amber 40%
          light-fade: 1m
          for: 20m
        - sound: rain
          volume: 20%
          until: told
        - sound: off
          volume-fade: 5m
          for: 5m
        """

    private func request(_ document: String, name: String? = nil) -> RoutineRequest {
        var request = RoutineRequest(name: name, device: "nursery", rule: RuleRequest(), steps: [])
        request.document = document
        return request
    }

    @Test func routine_isAsTheFileSays_andTheFileIsWhatAnExportHas() async throws {
        let night = try await SimulatedNight("2027-01-05 18:30")
        try await night.live {
            let added = try await night.perform(Endpoints.addRoutine, request(Self.story))
            #expect(added.name == "story")
            #expect(added.days == ["mon", "tue"])
            #expect(added.ifRunning == .queue)
            #expect(
                added.steps == [
                    "light amber 40% fade 1m; for 20m", "sound rain 20%; until told", "sound off fade 5m; for 5m",
                ])
            let seven = try SimulatedNight.instant("2027-01-05 19:00")
            #expect(added.next == seven)
            let again = try await night.perform(Endpoints.addRoutine, request(Self.story, name: "second story"))
            #expect(again.name == "second story")
            #expect(again.schedule != added.schedule)
            // What an export says of it, with its identity, is such a file too.
            let setup = try await night.perform(Endpoints.exportSetup, Empty()).document
            let lines = setup.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            let start = try #require(lines.firstIndex { $0.contains("- name: story") })
            let own = lines[start...].prefix { $0 == lines[start] || $0.hasPrefix("    ") }
                .map { $0.hasPrefix("  - ") ? "    " + $0.dropFirst(4) : $0 }
            let text = own.map { $0.dropFirst(4) }.joined(separator: "\n")
            let third = try await night.perform(Endpoints.addRoutine, request(text, name: "third"))
            #expect(third.steps == added.steps)
            #expect(Set([added, again, third].map(\.schedule)).count == 3)
        }
    }

    @Test func routine_isRefused_whenItsFileNamesHolidaysThatAreNotThere() async throws {
        let night = try await SimulatedNight("2027-01-05 18:30")
        try await night.live {
            let text = Self.story + "\nnot-on: [school]\n"
            await #expect(throws: ControlError.self) { try await night.perform(Endpoints.addRoutine, request(text)) }
            _ = try await night.perform(
                Endpoints.importHolidays,
                HolidaysImportRequest(
                    name: "School",
                    calendar: "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART;VALUE=DATE:20270111\nEND:VEVENT\nEND:VCALENDAR\n")
            )
            #expect(try await night.perform(Endpoints.addRoutine, request(text)).rule?.notOn == ["School"])
        }
    }

    @Test func edit_takesAllOfTheFile_andKeepsTheNameThatItLacks() async throws {
        let night = try await SimulatedNight("2027-01-05 18:30")
        try await night.live {
            let added = try await night.perform(Endpoints.addRoutine, request(Self.story))
            var edit = RoutineEditRequest(name: "story")
            edit.document = "steps:\n- light: red 10%\n  until: stopped\n"
            let edited = try await night.perform(Endpoints.editRoutine, edit)
            #expect(edited.schedule == added.schedule)
            #expect(edited.name == "story")
            #expect(edited.rule == nil)
            #expect(edited.ifRunning == .replace)
            #expect(edited.steps == ["light red 10%; until stopped"])
            edit.zone = "UTC"
            await #expect(
                throws: ControlError(
                    .invalidArgument, "A routine from a file has its times, its steps and its zone there.",
                    advice: "Change the file, or leave it out.")
            ) { try await night.perform(Endpoints.editRoutine, edit) }
        }
    }

    @Test func routine_ofTheReadme_isAdded() async throws {
        let readme = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../README.md")
            .standardized
        let blocks = try String(contentsOf: readme, encoding: .utf8).components(separatedBy: "```yaml\n")
        let block = try #require(blocks.first { $0.hasPrefix("name: story time") })
        let text = try #require(block.components(separatedBy: "```").first)
        let night = try await SimulatedNight("2027-01-05 18:30")
        try await night.live {
            let added = try await night.perform(Endpoints.addRoutine, request(text))
            #expect(added.name == "story time")
            #expect(
                added.steps == [
                    "light warm-white 40%; sound ocean 20%; for 20m", "light amber 10% fade 5m; for 10m",
                    "light off; until stopped",
                ])
        }
    }

    @Test(arguments: ["", "# nothing\n"])
    func error_saysWhatAFileHas_whenItIsEmpty(text: String) async throws {
        let night = try await SimulatedNight("2027-01-05 18:30")
        try await night.live {
            await #expect(
                throws: ControlError(
                    .badData, "The routine: it is empty; a routine has keys such as name and steps.",
                    advice: "Correct the file; nothing was changed.")
            ) { try await night.perform(Endpoints.addRoutine, request(text)) }
        }
    }

    @Test(arguments: [
        (
            "name: story", "name: story\ndevice: nursery",
            "The routine (line 3): a file of a routine has no device; leave it out and give it as --device."
        ),
        (
            "  for: 20m\n", "",
            "The routine (line 7, steps[0]): a step before the last needs its end: write for: 30m, until: 07:00, or "
                + "until: told."
        ),
        (
            "for: 20m", "for: 20m\n  until: told",
            "The routine (line 7, steps[0]): a step has for or until, and not both."
        ),
        (
            "sound: rain\n", "sound: rain 30%\n",
            "The routine (line 11, steps[1].volume): the sound has a volume already."
        ),
        (
            "for: 20m", "for: soon",
            "The routine (line 9, steps[0].for): “soon” is not a duration such as 30m, of at most 30 days."
        ),
        (
            "if-running: queue", "if-runing: queue",
            "The routine (line 5): “if-runing” is not a key here; did you mean if-running?"
        ),
        (
            "name: story", "kind: alarm\nname: story",
            "The routine (line 2, kind): it is of the kind alarm, and a routine is expected."
        ),
        (
            "for: 20m", "for: 30s",
            "The routine: a fade takes longer than the step, in “light amber 40% fade 1m; for 30s”."
        ),
        ("name: story\n", "", "The routine (line 2): name is missing; give a name."),
    ])
    func error_namesTheKeyAndTheLine(_ old: String, _ new: String, _ message: String) async throws {
        let night = try await SimulatedNight("2027-01-05 18:30")
        try await night.live {
            let text = Self.story.replacing(old, with: new)
            let error = await #expect(throws: ControlError.self) {
                try await night.perform(Endpoints.addRoutine, request(text))
            }
            #expect(error?.code == .badData)
            #expect(error?.message == message)
            #expect(error?.advice == "Correct the file; nothing was changed.")
            let routines = try await night.perform(Endpoints.routines, DeviceChoice())
            #expect(routines.isEmpty)
        }
    }
}
