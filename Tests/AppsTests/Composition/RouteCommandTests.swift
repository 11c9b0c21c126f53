// SPDX-License-Identifier: Apache-2.0

import Clocks
import ControlAPI
import SleepModel
import Testing

/// Routes in place of names, and in what Lull answers.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct RouteCommandTests {
    private func addAlarm(_ name: String, in house: House) async throws -> AlarmDocument {
        try await house.control.perform(
            Endpoints.addAlarm, AlarmRequest(name: name, device: "nursery", at: "12:01", sound: "bird"))
    }

    @Test
    func device_isFound_byItsRouteAndByThatOfItsAlarm() async throws {
        let house = try await House()
        let alarm = try await addAlarm("up", in: house)
        #expect(alarm.route == .schedule(.alarm, ScheduleID(rawValue: alarm.schedule)))
        for route in [Route.device(house.address), alarm.route] {
            let status = try await house.control.perform(
                Endpoints.status, DeviceChoice(device: route.description))
            #expect(status.map(\.route) == [.device(house.address)])
        }
    }

    @Test
    func alarm_isRemoved_byItsRoute_whateverOthersAreCalled() async throws {
        let house = try await House()
        let alarm = try await addAlarm("up", in: house)
        _ = try await addAlarm("upstairs", in: house)
        let removed = try await house.control.perform(
            Endpoints.removeAlarm, ScheduleSelection(name: alarm.route.description, device: nil))
        #expect(removed.name == "up")
        #expect(try await house.control.perform(Endpoints.alarms).map(\.name) == ["upstairs"])
    }

    @Test(arguments: [
        ("lull://alarm/none", ControlErrorCode.unknownSchedule, "There is no alarm at lull://alarm/none."),
        ("lull://routine/1", .invalidArgument, "lull://routine/1 does not name an alarm."),
        (
            "lull://device/DC:06:41:DC:1A:B4", .invalidArgument,
            "lull://device/DC:06:41:DC:1A:B4 does not name an alarm."
        ),
        ("lull://alarm", .invalidArgument, "“lull://alarm” leads nowhere."),
    ])
    func alarm_isNotFound_byAnotherRoute(route: String, code: ControlErrorCode, message: String) async throws {
        let house = try await House()
        _ = try await addAlarm("up", in: house)
        let error = await #expect(throws: ControlError.self) {
            try await house.control.perform(Endpoints.removeAlarm, ScheduleSelection(name: route, device: nil))
        }
        #expect(error?.code == code)
        #expect(error?.message == message)
    }

    @Test(arguments: [
        (
            "lull://device/DC:06:41:00:00:77", ControlErrorCode.unknownDevice,
            "The device DC:06:41:00:00:77 is not paired."
        ),
        ("lull://alarm/none", .unknownSchedule, "There is no alarm at lull://alarm/none."),
        ("lull://nursery", .invalidArgument, "“lull://nursery” leads nowhere."),
    ])
    func device_isNotFound_byAnotherRoute(route: String, code: ControlErrorCode, message: String) async throws {
        let house = try await House()
        let error = await #expect(throws: ControlError.self) {
            try await house.control.perform(Endpoints.status, DeviceChoice(device: route))
        }
        #expect(error?.code == code)
        #expect(error?.message == message)
    }

    @Test
    func planAndLog_nameTheirSubject() async throws {
        let house = try await House()
        try await house.run {
            let alarm = try await self.addAlarm("up", in: house)
            let next = try await house.control.perform(Endpoints.next, NextQuery(days: 1))
            #expect(next.map(\.subject) == [alarm.route])
            _ = try await house.control.perform(Endpoints.volume, VolumeRequest(device: "nursery", volume: 10))
            house.clock.advance(by: .seconds(60))
            try await house.until {
                try await house.control.perform(Endpoints.log, LogQuery(since: nil, device: nil)).contains {
                    $0.kind == .alarm
                }
            }
            let log = try await house.control.perform(
                Endpoints.log, LogQuery(since: nil, device: Route.device(house.address).description))
            #expect(log.first { $0.kind == .control }?.subject == .device(house.address))
            #expect(log.first { $0.kind == .alarm }?.subject == alarm.route)
        }
    }
}
