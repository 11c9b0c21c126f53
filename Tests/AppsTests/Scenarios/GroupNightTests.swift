// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import SimulatedDevice
import SleepModel
import Storage
import StoreDoubles
import Testing

@testable import Composition

/// An alarm of a group, by what reaches each of its two devices.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct GroupNightTests {
    /// A night in which `school` rings at 07:00 on `nursery` and `bedroom`.
    private func live(
        _ body: @escaping @MainActor @Sendable (SimulatedNight, SimulatedPeripheral) async throws -> Void
    ) async throws -> SimulatedNight {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.addBedroom()
        let bedroom = try #require(night.bedroom)
        try await night.live {
            try await night.saveLoudFavourite()
            _ = try await night.perform(
                Endpoints.setGroup, GroupRequest(name: "kids", devices: ["nursery", "bedroom"]))
            var request = AlarmRequest(name: "school", device: "kids", at: "07:00", days: "daily", sound: "bird")
            request.touch = "dismiss"
            let added = try await night.perform(Endpoints.Each.addAlarm, request)
            #expect(added.members.map(\.device) == ["nursery", "bedroom"])
            try await body(night, bedroom)
        }
        return night
    }

    /// The phase of the alarm on each device.
    private func phases(_ night: SimulatedNight) async throws -> [String: AlarmPhase] {
        try await night.perform(Endpoints.alarms, DeviceChoice()).reduce(into: [:]) { $0[$1.device] = $1.phase }
    }

    /// How the alarm of each device ended, in the ledger.
    private func ends(_ night: SimulatedNight) async throws -> [String: OccurrenceOutcome] {
        let devices = try await night.store.devices()
        return try await night.store.records(of: nil, from: .min, to: .max, limit: 10).reduce(into: [:]) {
            ends, record in
            ends[devices.first { $0.address == record.device }?.name ?? ""] = record.outcome
        }
    }

    @Test func alarm_ringsOnTheDeviceInReach_andOnTheOtherWhenThatIsBack() async throws {
        let night = try await live { night, bedroom in
            try await night.wait(until: "2027-01-05 06:50")
            await bedroom.setSilent(true)
            try await night.wait(until: "2027-01-05 07:00:05")
            #expect(await night.state.isOn)
            #expect(await !bedroom.state.isOn)
            try await night.wait(until: "2027-01-05 07:04")
            let running = try await night.perform(Endpoints.status, DeviceChoice(device: nil)).reduce(into: [:]) {
                $0[$1.name] = $1.running.map(\.delivered)
            }
            #expect(running == ["nursery": [true], "bedroom": [false]])
            await bedroom.setSilent(false)
            try await night.wait(until: "2027-01-05 07:07")
            #expect(await night.state.isOn)
            #expect(await bedroom.state.isOn)
            let dismissed = try await night.perform(
                Endpoints.Each.dismissAlarm, ScheduleSelection(name: "school", device: nil))
            #expect(dismissed.group == "kids")
            #expect(dismissed.members.map(\.device) == ["nursery", "bedroom"])
            try await night.wait(until: "2027-01-05 07:08")
            #expect(await !night.state.isOn)
            #expect(await !bedroom.state.isOn)
        }
        #expect(try await ends(night) == ["nursery": .dismissed, "bedroom": .dismissed])
    }

    @Test func dismissal_endsTheRingOfOneDevice_thatIsNamed() async throws {
        let night = try await live { night, bedroom in
            try await night.wait(until: "2027-01-05 07:01")
            let dismissed = try await night.perform(
                Endpoints.Each.dismissAlarm, ScheduleSelection(name: "school", device: "bedroom"))
            #expect(dismissed.members.map(\.reply?.device) == ["bedroom"])
            try await night.wait(until: "2027-01-05 07:02")
            #expect(try await phases(night) == ["nursery": .ringing])
            #expect(await !bedroom.state.isOn)
            // What is left of the alarm is all that somebody can mean now.
            let rest = try await night.perform(
                Endpoints.Each.dismissAlarm, ScheduleSelection(name: nil, device: nil))
            #expect(rest.members.map(\.reply?.device) == ["nursery"])
        }
        #expect(try await ends(night) == ["nursery": .dismissed, "bedroom": .dismissed])
    }

    @Test func dismissal_withoutAName_endsTheAlarmOnAllDevices() async throws {
        _ = try await live { night, _ in
            try await night.wait(until: "2027-01-05 07:01")
            let dismissed = try await night.perform(
                Endpoints.Each.dismissAlarm, ScheduleSelection(name: nil, device: nil))
            #expect(dismissed.members.map(\.device) == ["nursery", "bedroom"])
            #expect(try await phases(night) == [:])
        }
    }

    @Test func snooze_silencesTheAlarmOnAllDevices() async throws {
        _ = try await live { night, bedroom in
            try await night.wait(until: "2027-01-05 07:01")
            _ = try await night.perform(
                Endpoints.Each.snoozeAlarm, SnoozeRequest(name: nil, device: "kids", length: "5m"))
            #expect(try await phases(night) == ["nursery": .snoozed, "bedroom": .snoozed])
            try await night.wait(until: "2027-01-05 07:06:05")
            #expect(await night.state.isOn)
            #expect(await bedroom.state.isOn)
        }
    }

    @Test func touch_endsTheRingOfItsOwnDevice() async throws {
        let night = try await live { night, bedroom in
            try await night.wait(until: "2027-01-05 07:01")
            await night.peripheral.touchRing()
            try await night.wait(until: "2027-01-05 07:01:10")
            #expect(try await phases(night) == ["bedroom": .ringing])
            #expect(await !night.state.isOn)
            #expect(await bedroom.state.isOn)
        }
        #expect(try await ends(night) == ["nursery": .dismissed])
    }

    @Test func command_isDoneOnOneDevice_andSaysThatItWaitsForTheOther() async throws {
        _ = try await live { night, bedroom in
            await bedroom.setSilent(true)
            let reply = try await night.perform(
                Endpoints.Each.light, LightRequest(device: "kids", color: "amber", brightness: 20))
            #expect(reply.members.map(\.device) == ["nursery", "bedroom"])
            #expect(reply.members.map(\.reply?.outcome) == [.confirmed, .pending])
            #expect(await night.state.isOn)
        }
    }

    @Test func alarm_ringsOnBothDevices_afterARestart() async throws {
        let night = try await live { night, _ in try await night.wait(until: "2027-01-05 06:30") }
        let bedroom = try #require(night.bedroom)
        try await night.live {
            try await night.wait(until: "2027-01-05 07:00:30")
            #expect(await night.state.isOn)
            #expect(await bedroom.state.isOn)
        }
    }

    /// The edit was first, however long the disk takes for it.
    @Test func alarm_ringsOnce_whenItsTimeComesWhileTheDiskTakesAnother() async throws {
        let store = StoreDouble()
        let night = try await SimulatedNight("2027-01-05 06:00", store: store)
        try await night.addBedroom()
        try await night.live {
            _ = try await night.perform(
                Endpoints.setGroup, GroupRequest(name: "kids", devices: ["nursery", "bedroom"]))
            let request = AlarmRequest(name: "school", device: "kids", at: "07:00", days: "daily", sound: "bird")
            _ = try await night.perform(Endpoints.Each.addAlarm, request)
            try await night.wait(until: "2027-01-05 06:59:58")
            await store.hold()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    var edit = AlarmEditRequest(name: "school", device: "kids")
                    edit.rule.at = "07:30"
                    _ = try await night.perform(Endpoints.Each.editAlarm, edit)
                }
                await store.waitForHeld()
                try await night.wait(until: "2027-01-05 07:00:02")
                await store.release()
                try await group.waitForAll()
            }
            try await night.wait(until: "2027-01-05 07:01")
            #expect(try await phases(night) == [:])
            try await night.wait(until: "2027-01-05 07:31")
            #expect(try await phases(night) == ["nursery": .ringing, "bedroom": .ringing])
        }
        #expect(try await night.outcomes("school").filter { $0.hasSuffix("started") }.count == 2)
    }
}
