// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import ControlServices
import DeviceModules
import Foundation
import Scheduling
import SleepModel
import Storage
import Testing

@testable import Composition
@testable import LullCommands

/// What programs can choose from, and when rules happen: the documents that the commands print as JSON.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct CatalogTests {
    private func error(_ body: () async throws -> Void) async -> ControlError? {
        do {
            try await body()
            return nil
        } catch {
            return error as? ControlError
        }
    }

    @Test func sounds_areThoseOfAllProductsOrOfADevice() async throws {
        let house = try await House()
        _ = try await house.control.perform(
            Endpoints.setGroup, GroupRequest(name: "kids", devices: ["nursery"]))
        let all = try await house.control.perform(Endpoints.sounds, DeviceChoice())
        #expect(all == ProductCatalogue.all.codecs.flatMap(SoundDocument.all))
        #expect(all.contains { $0.name == "rain" && $0.id == 7 && $0.product == "hatch-rest" })
        for device in ["nursery", "kids"] {
            let own = try await house.control.perform(Endpoints.sounds, DeviceChoice(device: device))
            #expect(own == all.filter { $0.product == "hatch-rest" })
        }
        let refusal = await error { _ = try await house.control.perform(Endpoints.sounds, DeviceChoice(device: "x")) }
        #expect(refusal?.code == .unknownDevice)
    }

    @Test func colors_areThoseOfThePalette() async throws {
        let house = try await House()
        let colors = try await house.control.perform(Endpoints.colors)
        #expect(colors.map(\.name) == Palette.colors.keys.sorted())
        #expect(colors.first { $0.name == "amber" }?.rgb == RGBColor(parsing: "amber")?.hexadecimal)
    }

    @Test func templates_areThoseOfTheLibrary() async throws {
        let house = try await House()
        #expect(
            try await house.control.perform(Endpoints.templates) == Template.library.map(TemplateDocument.init))
        let one = try await house.control.perform(Endpoints.template, TemplateSelection(name: "tidy"))
        #expect(one.name == "tidy up")
        #expect(one.kind == .routine)
        #expect(one.parts.map(\.name) == ["at", "step 1", "step 2", "step 3"])
        #expect(one.parts.first?.value == "by hand")
    }

    @Test(arguments: ["dinner", "t", ""])
    func template_isRefused_withANameOfNoneOrOfSeveral(_ name: String) async throws {
        let house = try await House()
        let shown = await error {
            _ = try await house.control.perform(Endpoints.template, TemplateSelection(name: name))
        }
        let added = await error {
            _ = try await house.control.perform(Endpoints.addTemplate, TemplateRequest(name: name, device: "nursery"))
        }
        #expect(shown?.code == .unknownSchedule)
        #expect(added == shown)
    }

    @Test func template_addsARoutineAnAlarmOrABedtime() async throws {
        let house = try await House()
        func add(_ name: String) async throws -> TemplateAdditionDocument {
            try await house.control.perform(Endpoints.addTemplate, TemplateRequest(name: name, device: "nursery"))
        }
        let routine = try await add("tidy").routine
        #expect(routine?.members.map(\.reply?.name) == ["tidy up"])
        let alarm = try await add("adult").alarm
        #expect(alarm?.members.map(\.reply?.name) == ["adult sunrise"])
        let bedtime = try await add("newborn").bedtime
        #expect(bedtime?.members.map(\.reply?.name) == ["newborn night"])
        #expect(
            await error { _ = try await add("newborn") }
                == ControlError(
                    .alreadyExists, "There is a bedtime “newborn night” on nursery already.",
                    advice: "Give another name with --as."))
    }

    @Test func template_takesAnotherNameTimeAndDays_onEachDeviceOfAGroup() async throws {
        let house = try await House.with("attic")
        _ = try await house.control.perform(
            Endpoints.setGroup, GroupRequest(name: "kids", devices: ["nursery", "attic"]))
        let added = try await house.control.perform(
            Endpoints.addTemplate,
            TemplateRequest(name: "adult", device: "kids", newName: "work", at: "06:00", days: "mon"))
        #expect(added.alarm?.group == "kids")
        let alarms = try await house.control.perform(Endpoints.alarms)
        #expect(Set(alarms.map(\.device)) == ["nursery", "attic"])
        #expect(alarms.map(\.name) == ["work", "work"])
        #expect(alarms.map(\.at) == Array(repeating: TimeOfDay(hour: 6, minute: 0), count: 2))
        #expect(alarms.map(\.days) == [["mon"], ["mon"]])
    }

    // MARK: - When a rule happens

    private func zones() -> ZoneBook {
        ZoneBook(database: ZoneDatabase(directory: ExplainFixture.zoneinfo), host: .utc)
    }

    @Test(arguments: [
        ["--at", "02:30", "--zone", "America/New_York", "--from", "2027-03-13T00:00:00Z", "--count", "3"],
        ["--at", "02:30", "--gap", "skip", "--zone", "America/New_York", "--from", "2027-03-13T00:00:00Z"],
        ["--at", "mon=07:00,sat=08:30", "--except", "2027-04-05", "--from", "2027-04-01T00:00:00Z", "--zone", "UTC"],
        [
            "--at", "sunrise-30m", "--place", "69.65,18.96", "--earliest", "06:00", "--from", "2027-11-20T00:00:00Z",
            "--zone", "UTC",
        ],
        [
            "--at", "07:00", "--yearly", "02-29", "--leap-day", "clamp", "--from", "2027-01-01T00:00:00Z", "--zone",
            "UTC",
        ],
    ])
    func occurrences_areTheDocumentsOfTheCommand(_ arguments: [String]) async throws {
        let house = try await House(zones: zones())
        var items: [String: String] = [:]
        for index in stride(from: 0, to: arguments.count, by: 2) {
            let words = arguments[index].dropFirst(2).split(separator: "-").map(String.init)
            items[words[0] + words.dropFirst().map(\.capitalized).joined()] = arguments[index + 1]
        }
        let listed = try await house.control.perform(Endpoints.explain, try ExplainQuery(query: items))
        let result = try await Program.run(
            "lull", ["explain", "--json", "--zoneinfo", ExplainFixture.zoneinfo] + arguments, in: try Scratch())
        let printed = try result.output.split(separator: "\n").map { line in
            try JSONDecoder().decode(ExplainedOccurrenceDocument.self, from: Data(line.utf8))
        }
        #expect(!printed.isEmpty)
        #expect(listed == printed)
    }

    @Test func occurrences_areTenFromNowOn_dailyInTheZoneOfTheHost() async throws {
        let house = try await House(zones: zones())
        let listed = try await house.control.perform(Endpoints.explain, ExplainQuery(RuleRequest(at: "07:00")))
        #expect(listed.count == 10)
        #expect(listed.first?.instant == Instant(iso8601: "2027-01-16T07:00:00Z"))
        #expect(Set(listed.map(\.zone)) == ["UTC"])
    }

    @Test func occurrences_leaveOutTheHolidaysOfTheHousehold() async throws {
        let house = try await House()
        _ = try await house.control.perform(
            Endpoints.importHolidays,
            HolidaysImportRequest(name: "school", calendar: HolidayServiceTests.calendar(("20270116", "Spring"))))
        var rule = RuleRequest(at: "07:00")
        rule.notOn = "school"
        let listed = try await house.control.perform(Endpoints.explain, ExplainQuery(rule, count: 1))
        #expect(listed.map(\.civil.date) == [CivilDate(year: 2027, month: 1, day: 17)])
        rule.notOn = "work"
        let refusal = await error { _ = try await house.control.perform(Endpoints.explain, ExplainQuery(rule)) }
        #expect(refusal?.code == .unknownHolidays)
    }

    @Test(arguments: [
        ["count": "0"], ["count": "1001"], ["count": "x"], ["from": "soon"], ["zone": "Nowhere/None"], ["at": "25:00"],
        ["days": "someday"], ["date": "2027-03-14", "yearly": "02-29"], [:],
    ])
    func occurrences_areRefused_forWhatIsNoRule(_ items: [String: String]) async throws {
        let house = try await House(zones: zones())
        let refusal = await error {
            let usual = items.isEmpty ? [:] : ["at": "07:00"]
            _ = try await house.control.perform(
                Endpoints.explain, try ExplainQuery(query: usual.merging(items) { $1 }))
        }
        #expect(refusal?.code == .invalidArgument)
    }
}
