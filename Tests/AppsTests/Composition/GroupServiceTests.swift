// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import SleepModel
import Storage
import StoreDoubles
import Testing

@testable import Composition
@testable import Household

/// Groups of devices and their schedules, as people set, change and remove them.
///
/// Noon is on Friday, 2027-01-15. Only `nursery` can be reached.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct GroupServiceTests {
    private func house(_ store: any NightStore = InMemoryNightStore()) async throws -> House {
        try await House.with("bedroom", "attic", in: store)
    }

    @Test func severalDevices_areRefused_withTheGroupThatIsMeant() async throws {
        let house = try await house()
        let error = await #expect(throws: ControlError.self) {
            try await house.control.perform(
                Endpoints.addAlarm, AlarmRequest(name: "up", device: "nursery,bedroom", at: "13:00"))
        }
        #expect(error?.message == "“nursery,bedroom” names several devices, and this takes one name.")
        #expect(error?.advice == "Make a group: `lull group set NAME nursery bedroom`, and give NAME.")
    }

    @discardableResult
    private func set(
        _ house: House, _ devices: String..., as name: String = "kids"
    ) async throws -> GroupChangeDocument {
        try await house.control.perform(Endpoints.setGroup, GroupRequest(name: name, devices: devices))
    }

    @discardableResult
    private func addAlarm(
        _ house: House, _ name: String = "school", device: String = "kids"
    ) async throws -> GroupReply<AlarmDocument> {
        try await house.control.perform(
            Endpoints.Each.addAlarm, AlarmRequest(name: name, device: device, at: "07:00", days: "daily"))
    }

    /// The alarms: name, device, group, time, and what stands out.
    private func alarms(_ house: House) async throws -> [String] {
        try await house.control.perform(Endpoints.alarms).map { alarm in
            ([alarm.name, alarm.device, alarm.group ?? "-", alarm.at.map { "\($0)" } ?? "-"]
                + (alarm.enabled ? [] : ["off"]) + alarm.skipped.map { "skips \($0)" }).joined(separator: " ")
        }
    }

    @Test func lists_areThoseOfOneDeviceOrOfAGroup_whenSomebodyNamesIt() async throws {
        let house = try await house()
        try await set(house, "bedroom", "nursery")
        try await addAlarm(house)
        try await addAlarm(house, "up", device: "attic")
        for (name, device) in [("story", "nursery"), ("lull", "attic")] {
            _ = try await house.control.perform(
                Endpoints.addRoutine,
                RoutineRequest(name: name, device: device, rule: RuleRequest(), steps: ["light off"]))
        }
        func lists(_ device: String?) async throws -> [[String]] {
            let choice = DeviceChoice(device: device)
            let alarms = try await house.control.perform(Endpoints.alarms, choice).map { "\($0.name) \($0.device)" }
            let routines = try await house.control.perform(Endpoints.routines, choice).map(\.name)
            return [alarms.sorted(), routines.sorted()]
        }
        #expect(try await lists(nil) == [["school bedroom", "school nursery", "up attic"], ["lull", "story"]])
        #expect(try await lists("att") == [["up attic"], ["lull"]])
        #expect(try await lists("kids") == [["school bedroom", "school nursery"], ["story"]])
        #expect(await error { _ = try await lists("cellar") }?.code == .unknownDevice)
    }

    private func error(_ body: () async throws -> Void) async -> ControlError? {
        do {
            try await body()
            return nil
        } catch {
            return error as? ControlError
        }
    }

    private func words(_ change: GroupChangeDocument) -> [String] {
        change.changes.map { "\($0.change) \($0.kind) \($0.name ?? "") \($0.device ?? "")" }
    }

    // MARK: - Groups

    @Test func group_hasItsDevicesInTheirOrder_andTakesOthers() async throws {
        let house = try await house()
        try await set(house, "bed", "nursery")
        #expect(
            try await house.control.perform(Endpoints.groups).map { [$0.name] + $0.members.map(\.name) }
                == [["kids", "bedroom", "nursery"]])
        // The name stays as it was written first.
        let changed = try await set(house, "attic", as: "KIDS")
        #expect([changed.group.name] + changed.group.members.map(\.name) == ["kids", "attic"])
        #expect(try await house.store.groups().count == 1)
    }

    /// Whoever is in the group keeps what somebody took from it, or made its own.
    @Test func group_givesItsSchedules_onlyToDevicesThatJoin() async throws {
        let house = try await house()
        try await set(house, "nursery", "bedroom")
        let request = AlarmRequest(name: "school", device: "kids", at: "13:00", days: "daily", sound: "bird")
        _ = try await house.control.perform(Endpoints.Each.addAlarm, request)
        _ = try await house.control.perform(
            Endpoints.removeAlarm, ScheduleSelection(name: "school", device: "bedroom"))
        #expect(words(try await set(house, "nursery", "bedroom")) == [])
        var edit = AlarmEditRequest(name: "school", device: "nursery")
        edit.rule.at = "13:30"
        _ = try await house.control.perform(Endpoints.Each.editAlarm, edit)
        #expect(words(try await set(house, "nursery", "bedroom", "attic")) == [])
    }

    nonisolated static let refusals: [(name: String, devices: [String], code: ControlErrorCode, text: String)] = [
        ("Nursery", ["bedroom"], .alreadyExists, "A device is called “nursery”, so a group cannot be."),
        ("DC:06:41:00:00:09", ["bedroom"], .invalidArgument, "cannot be the name of a group"),
        ("lull://x", ["bedroom"], .invalidArgument, "cannot be the name of a group"),
        ("kids", [], .invalidArgument, "The group has no device."),
        ("kids", ["bedroom", "BEDROOM"], .invalidArgument, "“bedroom” is named twice."),
        ("kids", ["cellar"], .unknownDevice, "No paired device is called “cellar”."),
    ]

    @Test(arguments: refusals)
    func group_isRefused(
        _ refusal: (name: String, devices: [String], code: ControlErrorCode, text: String)
    ) async throws {
        let house = try await house()
        let error = await error {
            _ = try await house.control.perform(
                Endpoints.setGroup, GroupRequest(name: refusal.name, devices: refusal.devices))
        }
        #expect(error?.code == refusal.code)
        #expect(error?.message.contains(refusal.text) == true, "\(error?.message ?? "")")
        #expect(try await house.store.groups() == [])
    }

    @Test func name_ofAGroup_isFreeForNoDevice() async throws {
        let house = try await house()
        try await set(house, "bedroom")
        let error = await error {
            _ = try await house.control.perform(Endpoints.rename, RenameRequest(device: "attic", name: "Kids"))
        }
        #expect(error == ControlError(.alreadyExists, "A group is called “Kids”.", advice: "Choose another name."))
    }

    @Test func group_isNamed_whereOneDeviceIsNeeded() async throws {
        let house = try await house()
        try await set(house, "bedroom", "attic")
        for text in ["kids", "ki"] {
            let error = await error {
                _ = try await house.control.perform(Endpoints.setClock, DeviceSelection(device: text))
            }
            #expect(
                error
                    == ControlError(
                        .invalidArgument, "“kids” is a group, and this is for one device.",
                        advice: "Name one of its devices: bedroom or attic."))
        }
    }

    @Test func prefix_isAmbiguous_thatFitsAGroupAndADevice() async throws {
        let house = try await house()
        try await set(house, "bedroom", as: "baby")
        let error = await error {
            _ = try await house.control.perform(Endpoints.status, DeviceChoice(device: "b"))
        }
        #expect(error?.code == .ambiguousDevice)
        #expect(error?.message == "“b” fits 2 names.")
        #expect(
            error?.advice
                == "Give more of the one you mean. Paired are: bedroom (DC:06:41:00:00:02). Groups are: baby.")
    }

    @Test func unpairing_takesADeviceFromItsGroups() async throws {
        let house = try await house()
        try await set(house, "bedroom", "attic")
        try await set(house, "attic", as: "upstairs")
        let belongings = try await house.control.perform(Endpoints.belongings, DeviceSelection(device: "attic"))
        #expect(belongings.groups == ["kids", "upstairs"])
        _ = try await house.control.perform(Endpoints.unpair, DeviceSelection(device: "attic"))
        #expect(
            try await house.control.perform(Endpoints.groups).map { [$0.name] + $0.members.map(\.name) }
                == [["kids", "bedroom"]])
    }

    // MARK: - Schedules

    @Test func alarm_isOnEachDevice_withAnIdentityOfItsOwn() async throws {
        let house = try await house()
        try await set(house, "bedroom", "nursery")
        let added = try await addAlarm(house)
        #expect(added.group == "kids")
        #expect(added.members.map(\.device) == ["bedroom", "nursery"])
        #expect(Set(added.members.compactMap(\.reply?.schedule)).count == 2)
        #expect(try await alarms(house).sorted() == ["school bedroom kids 07:00", "school nursery kids 07:00"])
        #expect(try await house.control.perform(Endpoints.groups).map { $0.schedules.map(\.name) } == [["school"]])
        #expect(
            try await house.control.perform(Endpoints.next, NextQuery(days: 1)).map(\.group) == ["kids", "kids"])
    }

    @Test func alarm_isAddedToNoDevice_ifOneHasItAlready() async throws {
        let house = try await house()
        try await set(house, "bedroom", "nursery")
        try await addAlarm(house, device: "nursery")
        let error = await error { try await addAlarm(house) }
        #expect(error?.message == "“nursery” already has an alarm called “school”.")
        #expect(try await alarms(house) == ["school nursery - 07:00"])
    }

    @Test func alarm_isAddedToNoDevice_ifTheDiskFails() async throws {
        let store = StoreDouble { changes, store async throws(StorageError) in
            let saves = changes.count { if case .save = $0 { true } else { false } }
            if saves > 1 { throw StorageError(.full, "The disk is full.") }
            return try await store.commit(changes)
        }
        let house = try await house(store)
        try await set(house, "bedroom", "nursery")
        #expect(await error { try await addAlarm(house) } != nil)
        #expect(try await alarms(house) == [])
        #expect(try await house.store.schedules() == [])
    }

    @Test func edit_changesAllDevices_orNone() async throws {
        let house = try await house()
        try await set(house, "bedroom", "nursery")
        try await addAlarm(house)
        var request = AlarmEditRequest(name: "school")
        request.rule.at = "06:30"
        let edited = try await house.control.perform(Endpoints.Each.editAlarm, request)
        #expect(edited.members.map(\.reply?.warning) == [nil, nil])
        #expect(try await alarms(house).sorted() == ["school bedroom kids 06:30", "school nursery kids 06:30"])
        try await addAlarm(house, "up", device: "nursery")
        request = AlarmEditRequest(name: "school")
        request.newName = "up"
        #expect(await error { _ = try await house.control.perform(Endpoints.Each.editAlarm, request) } != nil)
        #expect(
            try await alarms(house).sorted()
                == ["school bedroom kids 06:30", "school nursery kids 06:30", "up nursery - 07:00"])
    }

    @Test func edit_onOneDevice_makesItThatDevicesOwn_untilItJoinsAgain() async throws {
        let house = try await house()
        try await set(house, "bedroom", "nursery")
        try await addAlarm(house)
        var request = AlarmEditRequest(name: "school", device: "nursery")
        request.rule.at = "06:30"
        let edited = try await house.control.perform(Endpoints.Each.editAlarm, request)
        #expect(edited.group == nil)
        #expect(
            edited.members.map(\.reply?.warning)
                == ["It belongs to “nursery” alone now; changes for “kids” leave it as it is."])
        #expect(try await alarms(house).sorted() == ["school bedroom kids 07:00", "school nursery - 06:30"])
        let several = await error {
            _ = try await house.control.perform(Endpoints.Each.editAlarm, AlarmEditRequest(name: "school"))
        }
        #expect(several?.message == "Several alarms fit: “school” on kids, “school” on nursery.")
        #expect(several?.advice == "Give its device beside the name: `school --device kids`.")
        _ = try await house.control.perform(
            Endpoints.removeAlarm, ScheduleSelection(name: "school", device: "nursery"))
        #expect(words(try await set(house, "bedroom", "nursery")) == [])
        try await set(house, "bedroom")
        #expect(words(try await set(house, "bedroom", "nursery")) == ["added alarm school nursery"])
    }

    @Test func skip_isOnAllDevices_orOnOne() async throws {
        let house = try await house()
        try await set(house, "bedroom", "nursery")
        try await addAlarm(house)
        _ = try await house.control.perform(Endpoints.Each.skipAlarm, SkipRequest(name: "school", device: "bedroom"))
        #expect(
            try await alarms(house).sorted()
                == ["school bedroom kids 07:00 skips 2027-01-16", "school nursery kids 07:00"])
        let skipped = try await house.control.perform(
            Endpoints.Each.skipAlarm, SkipRequest(name: "school", device: nil))
        #expect(skipped.members.map(\.reply?.skipped.count) == [1, 1])
        _ = try await house.control.perform(Endpoints.Each.unskipAlarm, SkipRequest(name: "school", device: "kids"))
        #expect(try await alarms(house).sorted() == ["school bedroom kids 07:00", "school nursery kids 07:00"])
    }

    @Test func failure_onOneDevice_keepsNoOtherFromIt() async throws {
        let house = try await house()
        try await set(house, "bedroom", "nursery")
        try await addAlarm(house)
        _ = try await house.control.perform(Endpoints.Each.skipAlarm, SkipRequest(name: "school", device: "bedroom"))
        let reply = try await house.control.perform(
            Endpoints.Each.unskipAlarm, SkipRequest(name: "school", device: "kids"))
        #expect(reply.members.map(\.error?.code) == [nil, "nothing_active"])
        #expect(try await alarms(house).sorted() == ["school bedroom kids 07:00", "school nursery kids 07:00"])
    }

    @Test func dismissal_saysOfTheWholeGroup_thatNothingRings() async throws {
        let house = try await house()
        try await set(house, "bedroom", "nursery")
        try await addAlarm(house)
        for device in [nil, "kids"] {
            let error = await error {
                _ = try await house.control.perform(
                    Endpoints.Each.dismissAlarm, ScheduleSelection(name: "school", device: device))
            }
            #expect(error?.message == "“school” does not ring now.")
        }
    }

    @Test func removal_needsTheWholeName_andTakesAll() async throws {
        let house = try await house()
        try await set(house, "bedroom", "nursery")
        try await addAlarm(house)
        let error = await error {
            _ = try await house.control.perform(
                Endpoints.Each.removeAlarm, ScheduleSelection(name: "sch", device: nil))
        }
        #expect(error?.advice == "Write the whole name to remove it: “school”.")
        let inPart = await self.error {
            _ = try await house.control.perform(
                Endpoints.Each.removeAlarm, ScheduleSelection(name: "school", device: "ki"))
        }
        #expect(
            inPart
                == ControlError(
                    .unknownDevice, "No group is called “ki”.",
                    advice: "Write the whole name to remove its alarm: “kids”."))
        let removed = try await house.control.perform(
            Endpoints.Each.removeAlarm, ScheduleSelection(name: "School", device: nil))
        #expect(removed.members.count == 2)
        #expect(try await alarms(house) == [])
    }

    @Test func bedtime_isSetOnAllDevices_andChangedOnAll() async throws {
        let house = try await house()
        try await set(house, "bedroom", "nursery")
        let set = try await house.control.perform(
            Endpoints.Each.setBedtime, BedtimeRequest(device: "kids", at: "19:30", wake: "06:30"))
        #expect(set.members.map(\.reply?.group) == ["kids", "kids"])
        let changed = try await house.control.perform(
            Endpoints.Each.setBedtime, BedtimeRequest(device: "kids", at: nil, volume: 12))
        #expect(changed.members.map(\.reply?.volume) == [12, 12])
        _ = try await house.control.perform(Endpoints.Each.skipBedtime, SkipRequest(name: nil, device: "kids"))
        #expect(
            try await house.control.perform(Endpoints.bedtimes, DeviceChoice(device: "kids")).map(\.skipped.count)
                == [1, 1])
        _ = try await house.control.perform(
            Endpoints.Each.removeBedtime, ScheduleSelection(name: nil, device: "kids"))
        #expect(try await house.store.schedules() == [])
    }

    @Test func routine_isAddedAndEditedOnAllDevices() async throws {
        let house = try await house()
        try await set(house, "bedroom", "nursery")
        _ = try await house.control.perform(
            Endpoints.Each.addRoutine,
            RoutineRequest(name: "story", device: "kids", rule: RuleRequest(), steps: ["light amber 40%; for 10m"]))
        var request = RoutineEditRequest(name: "story", device: "kids")
        request.steps = ["light red 10%; for 5m"]
        let edited = try await house.control.perform(Endpoints.Each.editRoutine, request)
        #expect(
            edited.members.map(\.reply?.steps) == [["light red 10%; for 5m"], ["light red 10%; for 5m"]])
    }

    // MARK: - Members that come and go

    @Test func device_getsTheSchedules_whenItJoins_andLosesThem_whenItLeaves() async throws {
        let house = try await house()
        try await set(house, "bedroom", "nursery")
        try await addAlarm(house)
        _ = try await house.control.perform(Endpoints.Each.skipAlarm, SkipRequest(name: "school", device: nil))
        let changed = try await set(house, "nursery", "attic")
        #expect(words(changed) == ["removed alarm school bedroom", "added alarm school attic"])
        #expect(
            try await alarms(house).sorted() == [
                "school attic kids 07:00 skips 2027-01-16", "school nursery kids 07:00 skips 2027-01-16",
            ])
    }

    @Test func group_staysAsItWas_ifADeviceThatJoinsHasAScheduleOfThatName() async throws {
        let house = try await house()
        try await set(house, "bedroom", "nursery")
        try await addAlarm(house)
        try await addAlarm(house, device: "attic")
        let error = await error { try await set(house, "nursery", "attic") }
        #expect(error?.message == "“attic” has an alarm “school” of its own.")
        #expect(
            try await house.control.perform(Endpoints.groups).map { $0.members.map(\.name) } == [
                ["bedroom", "nursery"]
            ])
    }

    @Test func removal_ofAGroup_leavesEachDeviceItsSchedules() async throws {
        let house = try await house()
        try await set(house, "bedroom", "nursery")
        try await addAlarm(house)
        let gone = try await house.control.perform(Endpoints.removeGroup, GroupSelection(name: "KIDS"))
        #expect(words(gone).sorted() == ["changed alarm school bedroom", "changed alarm school nursery"])
        #expect(try await house.store.groups() == [])
        #expect(try await alarms(house).sorted() == ["school bedroom - 07:00", "school nursery - 07:00"])
        #expect(
            await error {
                _ = try await house.control.perform(Endpoints.removeGroup, GroupSelection(name: "kids"))
            }?.code == .unknownDevice)
    }

    // MARK: - Documents

    @Test func export_isImportedAsItIs() async throws {
        let house = try await house()
        try await set(house, "bedroom", "nursery")
        try await addAlarm(house)
        let text = try await house.control.perform(Endpoints.exportSetup).document
        #expect(text.contains("groups:\n- name: kids\n  devices: [bedroom, nursery]\n  schedules:\n  - name: school\n"))
        #expect(try await house.control.perform(Endpoints.importSetup, ImportRequest(document: text)).changes == [])
        let fewer = text.replacing("devices: [bedroom, nursery]", with: "devices: [bedroom, nursery, attic]")
        #expect(
            try await house.control.perform(Endpoints.importSetup, ImportRequest(document: fewer)).changes == [
                ImportDocument.Change(
                    change: .changed, kind: .group, name: "kids", device: nil, detail: "bedroom, nursery, attic")
            ])
    }

    @Test func pause_isOfEachDevice_andEndsForAll() async throws {
        let house = try await house()
        try await set(house, "bedroom", "nursery")
        let paused = try await house.control.perform(Endpoints.Each.pause, PauseRequest(until: nil, device: "kids"))
        #expect(paused.members.map(\.reply?.device) == ["bedroom", "nursery"])
        #expect(
            try await house.control.perform(Endpoints.resume, DeviceChoice(device: "kids")).compactMap(\.device)
                .sorted()
                == ["bedroom", "nursery"])
        let error = await error {
            _ = try await house.control.perform(Endpoints.resume, DeviceChoice(device: "kids"))
        }
        #expect(error?.message == "No device of “kids” has a pause of its own.")
    }

    @Test func log_isOfAllDevicesOfAGroup() async throws {
        let house = try await house()
        try await set(house, "bedroom", "nursery")
        for device in ["bedroom", "nursery", "attic"] { try await addAlarm(house, "up", device: device) }
        let lines = try await house.control.perform(Endpoints.log, LogQuery(since: nil, device: "kids"))
        #expect(lines.compactMap(\.device).sorted() == ["bedroom", "nursery"])
    }
}
