// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import SimulatedDevice
import SleepModel
import Storage
import Testing

@testable import Composition
@testable import Household

/// Groups of which a device has a schedule of its own, and groups whose schedules differ on single dates.
///
/// Noon is on Friday, 2027-01-15. Only `nursery` can be reached.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct GroupOutsiderTests {
    /// A house with the group `kids` of `bedroom` and `nursery`, and the alarm `school` for it, at 07:00 daily.
    private func house() async throws -> House {
        let house = try await House.with("bedroom", "attic")
        try await set(house, "bedroom", "nursery")
        _ = try await house.control.perform(
            Endpoints.Each.addAlarm, AlarmRequest(name: "school", device: "kids", at: "07:00", days: "daily"))
        return house
    }

    @discardableResult
    private func set(_ house: House, _ devices: String...) async throws -> GroupChangeDocument {
        try await house.control.perform(Endpoints.setGroup, GroupRequest(name: "kids", devices: devices))
    }

    /// Makes the alarm of the nursery its own.
    private func editNursery(_ house: House, at time: String = "06:30") async throws {
        var request = AlarmEditRequest(name: "school", device: "nursery")
        request.rule.at = time
        _ = try await house.control.perform(Endpoints.Each.editAlarm, request)
    }

    private func error(_ body: () async throws -> Void) async -> ControlError? {
        do {
            try await body()
            return nil
        } catch {
            return error as? ControlError
        }
    }

    private func outsiders<Reply>(_ reply: GroupReply<Reply>) -> [String] {
        reply.others.map { "\($0.device) \($0.own ?? "-")" }
    }

    @Test func reply_namesTheDevice_thatKeepsItsOwnSchedule() async throws {
        let house = try await house()
        try await editNursery(house)
        let skipped = try await house.control.perform(
            Endpoints.Each.skipAlarm, SkipRequest(name: "school", device: "kids"))
        #expect(skipped.members.map(\.device) == ["bedroom"])
        #expect(outsiders(skipped) == ["nursery school"])
        var edit = AlarmEditRequest(name: "school", device: "kids")
        edit.volume = 30
        #expect(
            outsiders(try await house.control.perform(Endpoints.Each.editAlarm, edit)) == ["nursery school"])
    }

    @Test func reply_namesTheDevice_fromWhichTheScheduleWasRemoved() async throws {
        let house = try await house()
        _ = try await house.control.perform(
            Endpoints.removeAlarm, ScheduleSelection(name: "school", device: "nursery"))
        let skipped = try await house.control.perform(
            Endpoints.Each.skipAlarm, SkipRequest(name: "school", device: nil))
        #expect(skipped.members.map(\.device) == ["bedroom"])
        #expect(outsiders(skipped) == ["nursery -"])
    }

    @Test func reply_hasNoOthers_whereAllDevicesHaveTheSchedule() async throws {
        let house = try await house()
        let skipped = try await house.control.perform(
            Endpoints.Each.skipAlarm, SkipRequest(name: "school", device: "kids"))
        #expect(skipped.members.map(\.device) == ["bedroom", "nursery"])
        #expect(outsiders(skipped) == [])
    }

    @Test func group_saysWhichDevicesHaveItsSchedule() async throws {
        let house = try await house()
        func devices() async throws -> [[String]] {
            try await house.control.perform(Endpoints.groups).flatMap { $0.schedules.map(\.devices) }
        }
        #expect(try await devices() == [["bedroom", "nursery"]])
        try await editNursery(house)
        #expect(try await devices() == [["bedroom"]])
    }

    @Test func bedtime_saysWhichDeviceKeepsItsOwn_whenTheGroupsIsSet() async throws {
        let house = try await house()
        _ = try await house.control.perform(Endpoints.Each.setBedtime, BedtimeRequest(device: "kids", at: "20:00"))
        _ = try await house.control.perform(Endpoints.Each.setBedtime, BedtimeRequest(device: "nursery", at: "19:00"))
        let set = try await house.control.perform(
            Endpoints.Each.setBedtime, BedtimeRequest(device: "kids", at: "20:30"))
        #expect(set.members.map(\.device) == ["bedroom"])
        #expect(outsiders(set) == ["nursery bedtime"])
    }

    // MARK: - What runs

    @Test(arguments: ["kids", nil])
    func dismissal_endsTheRing_thatIsADevicesOwn(device: String?) async throws {
        let house = try await house()
        try await house.live {
            try await editNursery(house, at: "12:00:05")
            var request = AlarmEditRequest(name: "school", device: "kids")
            request.rule.at = "12:00:05"
            _ = try await house.control.perform(Endpoints.Each.editAlarm, request)
        } _: {
            try await house.until { await house.peripheral.state.isOn }
            let dismissed = try await house.control.perform(
                Endpoints.Each.dismissAlarm, ScheduleSelection(name: "school", device: device))
            #expect(dismissed.group == "kids")
            #expect(dismissed.members.map(\.device) == ["bedroom", "nursery"])
            #expect(dismissed.members.map(\.error?.code) == [nil, nil])
        }
    }

    // MARK: - One date

    @Test func move_needsADate_whereTheDevicesHaveOthersNext() async throws {
        let house = try await house()
        _ = try await house.control.perform(Endpoints.Each.skipAlarm, SkipRequest(name: "school", device: "bedroom"))
        let refused = await error {
            _ = try await house.control.perform(
                Endpoints.Each.moveAlarm, MoveRequest(name: "school", device: "kids", at: "08:00"))
        }
        #expect(
            refused
                == ControlError(
                    .invalidArgument,
                    "The next date of “school” is not the same on all of “kids”: 2027-01-17 on bedroom, 2027-01-16 on "
                        + "nursery.",
                    advice: "Give the date to change on all of them, as --date 2027-01-16, or one device with --device."
                ))
        #expect(try await house.control.perform(Endpoints.alarms).allSatisfy(\.moved.isEmpty))
        let moved = try await house.control.perform(
            Endpoints.Each.moveAlarm,
            MoveRequest(name: "school", device: "kids", at: "08:00", date: "2027-01-17"))
        #expect(moved.members.map(\.reply?.moved.first?.date.description) == ["2027-01-17", "2027-01-17"])
    }

    @Test func move_isOnTheNextDate_whereAllDevicesHaveTheSame() async throws {
        let house = try await house()
        let moved = try await house.control.perform(
            Endpoints.Each.moveAlarm, MoveRequest(name: "school", device: nil, at: "08:00"))
        #expect(moved.members.map(\.reply?.moved.first?.date.description) == ["2027-01-16", "2027-01-16"])
    }

    // MARK: - Members and devices

    @Test func change_namesTheDevicesThatLeave() async throws {
        let house = try await house()
        try await editNursery(house)
        let changed = try await set(house, "attic")
        #expect(changed.left.map(\.name) == ["bedroom", "nursery"])
        #expect(changed.group.schedules.map(\.devices) == [["attic"]])
        #expect(try await set(house, "attic").left == [])
    }

    @Test func mirror_isOfEachDeviceOfAGroup() async throws {
        let house = try await house()
        try await house.live {
        } _: {
            let on = try await house.control.perform(
                Endpoints.Each.setMirror, MirrorRequest(device: "kids", on: true))
            #expect(on.group == "kids")
            #expect(on.members.map(\.reply?.on) == [true, true])
            let shown = try await house.control.perform(Endpoints.Each.mirror, SlotQuery(device: "kids"))
            #expect(shown.members.map(\.reply?.name) == ["bedroom", "nursery"])
        }
    }
}
