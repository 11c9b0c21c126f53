// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import SleepModel
import Storage
import Testing

@testable import Composition
@testable import Household

/// Names that look like others, of everything that people name.
///
/// The second of two alike has a Cyrillic о, or letters and accents apart.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct ConfusableNameTests {
    private static let lookAlike = "sch\u{43E}ol"

    private func house() async throws -> House {
        let store = InMemoryNightStore()
        let address = try #require(MacAddress(rawValue: "DC:06:41:00:00:02"))
        try await store.commit(
            .pair(PairedDevice(address: address, name: "school", product: .hatchRest, pairedAt: House.noon), log: []))
        return try await House(store: store)
    }

    private func addAlarm(_ house: House, _ name: String, device: String = "nursery") async throws {
        _ = try await house.control.perform(
            Endpoints.addAlarm, AlarmRequest(name: name, device: device, at: "07:00", days: "daily"))
    }

    private func refusal(_ body: () async throws -> Void) async -> String? {
        do {
            try await body()
            return nil
        } catch {
            guard let error = error as? ControlError, error.code == .confusableName else { return "\(error)" }
            return error.message
        }
    }

    private func words(_ other: String) -> String {
        "“\(Self.lookAlike)” looks like \(other), but consists of other characters."
    }

    @Test func alarm_isRefused_whenItLooksLikeOneOfAnotherDevice() async throws {
        let house = try await house()
        try await addAlarm(house, "school")
        let adding = await refusal { try await addAlarm(house, Self.lookAlike, device: "school") }
        try await addAlarm(house, "nap")
        let renaming = await refusal {
            var request = AlarmEditRequest(name: "nap")
            request.newName = Self.lookAlike
            _ = try await house.control.perform(Endpoints.editAlarm, request)
        }
        #expect([adding, renaming] == Array(repeating: words("the alarm “school” of “nursery”"), count: 2))
        // The same name on another device is what groups have too.
        try await addAlarm(house, "School", device: "school")
    }

    @Test func routineAndBedtime_areRefused_whenTheyLookLikeOnesOfTheirKind() async throws {
        let house = try await house()
        try await addAlarm(house, "school")
        let routine = { (name: String) async throws in
            _ = try await house.control.perform(
                Endpoints.addRoutine,
                RoutineRequest(name: name, device: "nursery", rule: RuleRequest(), steps: ["light amber"]))
        }
        let bedtime = { (name: String) async throws in
            _ = try await house.control.perform(
                Endpoints.setBedtime, BedtimeRequest(device: "nursery", name: name, at: "19:00"))
        }
        try await routine("school")
        try await bedtime("school")
        #expect(await refusal { try await routine(Self.lookAlike) } == words("the routine “school” of “nursery”"))
        #expect(await refusal { try await bedtime(Self.lookAlike) } == words("the bedtime “school” of “nursery”"))
    }

    @Test func groupAndDevice_areRefused_whenTheyLookLikeADevice() async throws {
        let house = try await house()
        let group = await refusal {
            _ = try await house.control.perform(
                Endpoints.setGroup, GroupRequest(name: Self.lookAlike, devices: ["nursery"]))
        }
        let device = await refusal {
            _ = try await house.control.perform(
                Endpoints.rename, RenameRequest(device: "nursery", name: Self.lookAlike))
        }
        #expect([group, device] == Array(repeating: words("the device “school”"), count: 2))
    }

    @Test func holidays_areRefused_whenTheyLookLikeOthers() async throws {
        let house = try await house()
        let calendar = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART;VALUE=DATE:20270201\nEND:VEVENT\nEND:VCALENDAR\n"
        let bring = { (name: String) async throws in
            _ = try await house.control.perform(
                Endpoints.importHolidays, HolidaysImportRequest(name: name, calendar: calendar))
        }
        try await bring("school")
        #expect(await refusal { try await bring(Self.lookAlike) } == words("the holidays “school”"))
    }

    @Test func document_isRefused_withNamesThatLookAlike() async throws {
        let house = try await house()
        let text = try await house.control.perform(Endpoints.exportSetup).document
        let renamed = text.replacing("name: nursery", with: "name: \(Self.lookAlike)")
        let refusal = await refusal {
            _ = try await house.control.perform(
                Endpoints.importSetup, ImportRequest(document: renamed, dryRun: false))
        }
        #expect(refusal == "The device “\(Self.lookAlike)”: \(words("the device “school”"))")
    }

    @Test(arguments: ["schooI", "schoo1", "sch00l", "\u{A731}chool"])
    func alarm_isRefused_withLettersAndDigitsThatLookAlike(_ name: String) async throws {
        let house = try await house()
        try await addAlarm(house, "school")
        let message = await refusal { try await addAlarm(house, name) }
        #expect(
            message == "“\(name)” looks like the alarm “school” of “nursery”, but consists of other characters.")
    }

    @Test func alarms_areAdded_withNumbersThatDiffer() async throws {
        let house = try await house()
        let names = ["nap 1", "nap 2", "room 1", "room 10", "room 100"]
        for name in names { try await addAlarm(house, name) }
        #expect(try await house.control.perform(Endpoints.alarms).map(\.name) == names)
    }

    /// Older versions took names that this one refuses.
    @Test func storedNamesThatLookAlike_areUsedAndEditedAndImportedAsBefore() async throws {
        let store = InMemoryNightStore()
        let before = try await House(store: store)
        try await addAlarm(before, "nap 1")
        let one = try #require(try await store.schedules().first)
        var other = one
        (other.id, other.name) = (.fresh(), "nap l")
        try await store.commit(.save(other, log: []))
        let house = try await before.restarted()
        #expect(try await house.control.perform(Endpoints.alarms).map(\.name).sorted() == ["nap 1", "nap l"])
        for name in ["nap 1", "nap l"] {
            var request = AlarmEditRequest(name: name)
            request.volume = 30
            #expect(try await house.control.perform(Endpoints.editAlarm, request).name == name)
            _ = try await house.control.perform(
                Endpoints.switchAlarm, ScheduleSwitchRequest(name: name, device: nil, enabled: false))
        }
        let text = try await house.control.perform(Endpoints.exportSetup).document
        _ = try await house.control.perform(Endpoints.importSetup, ImportRequest(document: text, dryRun: false))
        var request = AlarmEditRequest(name: "nap l")
        request.newName = "nap"
        #expect(try await house.control.perform(Endpoints.editAlarm, request).name == "nap")
    }

    @Test func name_isStoredComposed() async throws {
        let house = try await house()
        try await addAlarm(house, "cafe\u{301}")
        let name = try await #require(house.control.perform(Endpoints.alarms).first?.name)
        #expect(Array(name.unicodeScalars) == Array("caf\u{E9}".unicodeScalars))
    }
}
