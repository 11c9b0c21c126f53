// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import ControlClient
import SleepModel
import Testing

/// The operations that may mean a group.
extension EndpointTests {
    static let groupTrips: [RoundTrip] = [
        RoundTrip(Endpoints.groups, Empty(), { _ in .groups }, [Samples.group]),
        RoundTrip(
            Endpoints.setGroup, GroupRequest(name: "kids", devices: ["n", "b"]), FakeService.Asked.setGroup,
            Samples.groupChange),
        RoundTrip(
            Endpoints.removeGroup, GroupSelection(name: "kids"), FakeService.Asked.removeGroup, Samples.groupChange),
        .each(Endpoints.Each.identify, DeviceSelection(device: "n"), FakeService.Asked.identify, Samples.result),
        .each(Endpoints.Each.power, PowerRequest(device: "n", on: true), FakeService.Asked.power, Samples.result),
        .each(Endpoints.Each.light, light, FakeService.Asked.light, Samples.result),
        .each(Endpoints.Each.sound, sound, FakeService.Asked.sound, Samples.result),
        .each(Endpoints.Each.volume, VolumeRequest(device: "n", volume: 30), FakeService.Asked.volume, Samples.result),
        .each(Endpoints.Each.startNap, NapRequest(device: "n", length: "45m"), FakeService.Asked.startNap, Samples.nap),
        .each(Endpoints.Each.endNap, DeviceSelection(device: "n"), FakeService.Asked.endNap, Samples.nap),
        .each(Endpoints.Each.limit, SlotQuery(device: "die Höhle"), FakeService.Asked.limit, Samples.limit),
        .each(
            Endpoints.Each.setLimit, LimitRequest(device: "n", volume: 40), FakeService.Asked.setLimit, Samples.limit),
        .each(Endpoints.Each.removeLimit, DeviceSelection(device: "n"), FakeService.Asked.removeLimit, Samples.limit),
        .each(Endpoints.Each.playFavourite, slot, FakeService.Asked.playFavourite, Samples.result),
        .each(Endpoints.Each.timer, slots, FakeService.Asked.timer, Samples.timer),
        .each(Endpoints.Each.setTimer, timer, FakeService.Asked.setTimer, Samples.timer),
        .each(Endpoints.Each.clock, slots, FakeService.Asked.clock, Samples.clock),
        .each(Endpoints.Each.setClock, DeviceSelection(device: "n"), FakeService.Asked.setClock, Samples.clock),
        .each(Endpoints.Each.mirror, slots, FakeService.Asked.mirror, Samples.mirror),
        .each(
            Endpoints.Each.setMirror, MirrorRequest(device: "n", on: true), FakeService.Asked.setMirror, Samples.mirror),
        .each(Endpoints.Each.pause, rest, FakeService.Asked.pause, Samples.pauses[0]),
        .each(Endpoints.Each.addRoutine, newRoutine, FakeService.Asked.addRoutines, Samples.routine),
        .each(Endpoints.Each.editRoutine, routineEdit, FakeService.Asked.editRoutines, Samples.routine),
        .each(Endpoints.Each.addAlarm, newAlarm, FakeService.Asked.addAlarms, Samples.alarm),
        .each(Endpoints.Each.editAlarm, alarmEdit, FakeService.Asked.editAlarms, Samples.alarm),
        .each(Endpoints.Each.setBedtime, newBedtime, FakeService.Asked.setBedtimes, Samples.bedtime),
        .each(Endpoints.Each.routine, selection, FakeService.Asked.routine, Samples.routine),
        .each(Endpoints.Each.switchRoutine, switching, FakeService.Asked.switchRoutine, Samples.routine),
        .each(Endpoints.Each.removeRoutine, selection, FakeService.Asked.removeRoutine, Samples.routine),
        .each(Endpoints.Each.skipRoutine, skip, FakeService.Asked.skipRoutine, Samples.routine),
        .each(Endpoints.Each.unskipRoutine, skip, FakeService.Asked.unskipRoutine, Samples.routine),
        .each(Endpoints.Each.moveRoutine, move, FakeService.Asked.moveRoutine, Samples.routine),
        .each(
            Endpoints.Each.runRoutine, RoutineRunRequest(name: "evening", device: "anna"), FakeService.Asked.runRoutine,
            Samples.routine),
        .each(Endpoints.Each.stopRoutine, selection, FakeService.Asked.stopRoutine, Samples.routine),
        .each(
            Endpoints.Each.controlRoutine, RoutineControlRequest(name: "evening", action: .next),
            FakeService.Asked.controlRoutine, Samples.routine),
        .each(Endpoints.Each.alarm, selection, FakeService.Asked.alarm, Samples.alarm),
        .each(Endpoints.Each.switchAlarm, switching, FakeService.Asked.switchAlarm, Samples.alarm),
        .each(Endpoints.Each.removeAlarm, selection, FakeService.Asked.removeAlarm, Samples.alarm),
        .each(Endpoints.Each.snoozeAlarm, snooze, FakeService.Asked.snoozeAlarm, Samples.alarm),
        .each(Endpoints.Each.dismissAlarm, selection, FakeService.Asked.dismissAlarm, Samples.alarm),
        .each(Endpoints.Each.skipAlarm, skip, FakeService.Asked.skipAlarm, Samples.alarm),
        .each(Endpoints.Each.unskipAlarm, skip, FakeService.Asked.unskipAlarm, Samples.alarm),
        .each(Endpoints.Each.moveAlarm, move, FakeService.Asked.moveAlarm, Samples.alarm),
        .each(Endpoints.Each.bedtime, selection, FakeService.Asked.bedtime, Samples.bedtime),
        .each(Endpoints.Each.switchBedtime, switching, FakeService.Asked.switchBedtime, Samples.bedtime),
        .each(Endpoints.Each.removeBedtime, selection, FakeService.Asked.removeBedtime, Samples.bedtime),
        .each(Endpoints.Each.skipBedtime, skip, FakeService.Asked.skipBedtime, Samples.bedtime),
        .each(Endpoints.Each.unskipBedtime, skip, FakeService.Asked.unskipBedtime, Samples.bedtime),
        .each(Endpoints.Each.moveBedtime, move, FakeService.Asked.moveBedtime, Samples.bedtime),
        .each(Endpoints.Each.moveWakeTime, move, FakeService.Asked.moveWakeTime, Samples.bedtime),
        .each(Endpoints.Each.startBedtime, selection, FakeService.Asked.startBedtime, Samples.bedtime),
        .each(Endpoints.Each.endBedtime, selection, FakeService.Asked.endBedtime, Samples.bedtime),
    ]
}

@Suite("Operations on the devices of a group", .timeLimit(.minutes(1)))
struct GroupEndpointTests {
    private static let addresses = ["DC:06:41:DC:1A:B4", "DC:06:41:DC:1A:B5"]

    private static func group(_ schedules: [String?]) throws -> GroupMembers {
        GroupMembers(
            group: "kids",
            members: try zip(addresses, schedules).map { address, schedule in
                GroupMembers.Member(
                    address: try #require(MacAddress(rawValue: address)), device: "device \(address.suffix(2))",
                    schedule: schedule.map { .schedule(.alarm, ScheduleID(rawValue: $0)) })
            })
    }

    @Test func operation_isAskedOfEachDevice_withAReplyForEach() async throws {
        let group = try Self.group([nil, nil])
        let service = FakeService(group: group)
        let reply = try await service.services.perform(Endpoints.Each.power, PowerRequest(device: "kids", on: true))
        #expect(
            reply
                == GroupReply(
                    group: "kids",
                    members: group.members.map {
                        GroupReply.Member(address: $0.address, device: $0.device, reply: Samples.result)
                    }))
        #expect(await Set(service.asked) == Set(Self.addresses.map { .power(PowerRequest(device: $0, on: true)) }))
    }

    @Test func operation_isAskedOfTheScheduleOfEachDevice_byItsRoute() async throws {
        let service = FakeService(group: try Self.group(["a-1", "a-2"]))
        _ = try await service.services.perform(
            Endpoints.Each.dismissAlarm, ScheduleSelection(name: "school", device: "kids"))
        #expect(
            await Set(service.asked)
                == Set(
                    zip(["a-1", "a-2"], Self.addresses).map {
                        .dismissAlarm(ScheduleSelection(name: "lull://alarm/\($0)", device: $1))
                    }))
    }

    @Test func operation_keepsTheNameThatIsGiven_whereWhatRunsIsMeant() async throws {
        let service = FakeService(group: try Self.group([nil, nil]))
        _ = try await service.services.perform(
            Endpoints.Each.snoozeAlarm, SnoozeRequest(name: nil, device: "kids", length: "5m"))
        #expect(
            await Set(service.asked)
                == Set(Self.addresses.map { .snoozeAlarm(SnoozeRequest(name: nil, device: $0, length: "5m")) }))
    }

    @Test func failure_standsInPlaceOfTheReply_ofEachDeviceThatFails() async throws {
        let error = ControlError(.deviceUnreachable, "It is away.", advice: "Move closer.")
        let group = try Self.group([nil, nil])
        let service = FakeService(error: error, group: group)
        let reply = try await service.services.perform(Endpoints.Each.volume, VolumeRequest(device: "kids", volume: 9))
        #expect(
            reply.members
                == group.members.map { GroupReply.Member(address: $0.address, device: $0.device, error: error) })
    }

    @Test func failure_isThrown_whereNoGroupIsMeant() async throws {
        let error = ControlError(.deviceUnreachable, "It is away.", advice: "Move closer.")
        let service = FakeService(error: error)
        await #expect(throws: error) {
            try await service.services.perform(Endpoints.Each.volume, VolumeRequest(device: "n", volume: 9))
        }
    }
}
