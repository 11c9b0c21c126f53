// SPDX-License-Identifier: Apache-2.0

import Clocks
import ControlAPI
import SleepModel
import Storage
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

    /// Names one schedule of each kind in a house that has another one of each kind.
    private func commands(
        _ kind: ScheduleKind, in house: House
    ) async throws -> (id: String, commands: KeyValuePairs<String, (String) async throws -> [String]>) {
        let control = house.control
        switch kind {
        case .alarm:
            _ = try await addAlarm("upstairs", in: house)
            let id = try await control.perform(
                Endpoints.addAlarm, AlarmRequest(name: "up", device: "nursery", at: "07:00", days: "daily")
            ).schedule
            return (
                id,
                [
                    "show": { [try await control.perform(Endpoints.alarm, .init(name: $0, device: nil)).name] },
                    "switch": {
                        [
                            try await control.perform(
                                Endpoints.switchAlarm, .init(name: $0, device: nil, enabled: true)
                            )
                            .name
                        ]
                    },
                    "edit": {
                        var request = AlarmEditRequest(name: $0)
                        request.volume = 30
                        return [try await control.perform(Endpoints.editAlarm, request).name]
                    },
                    "skip": { [try await control.perform(Endpoints.skipAlarm, .init(name: $0, device: nil)).name] },
                    "unskip": { [try await control.perform(Endpoints.unskipAlarm, .init(name: $0, device: nil)).name] },
                    "move": {
                        [
                            try await control.perform(
                                Endpoints.moveAlarm, .init(name: $0, device: nil, at: "07:10", date: "2027-01-20")
                            ).name
                        ]
                    },
                ]
            )
        case .routine:
            let request = { (name: String, at: String?) in
                RoutineRequest(
                    name: name, device: "nursery", at: at, days: nil, steps: ["light amber; for 10m"], zone: nil)
            }
            _ = try await control.perform(Endpoints.addRoutine, request("upstairs", nil))
            let id = try await control.perform(Endpoints.addRoutine, request("up", "19:00")).schedule
            return (
                id,
                [
                    "show": { [try await control.perform(Endpoints.routine, .init(name: $0, device: nil)).name] },
                    "switch": {
                        [
                            try await control.perform(
                                Endpoints.switchRoutine, .init(name: $0, device: nil, enabled: true)
                            ).name
                        ]
                    },
                    "skip": { [try await control.perform(Endpoints.skipRoutine, .init(name: $0, device: nil)).name] },
                    "unskip": {
                        [try await control.perform(Endpoints.unskipRoutine, .init(name: $0, device: nil)).name]
                    },
                    "run": {
                        let name = try await control.perform(Endpoints.runRoutine, .init(name: $0, device: nil)).name
                        let paused = try await control.perform(
                            Endpoints.controlRoutine, .init(name: $0, action: .pause)
                        ).name
                        return [
                            name, paused,
                            try await control.perform(Endpoints.stopRoutine, .init(name: $0, device: nil)).name,
                        ]
                    },
                ]
            )
        case .bedtime:
            let request = { (name: String, days: String) in
                BedtimeRequest(device: "nursery", name: name, at: "20:00", days: days)
            }
            _ = try await control.perform(Endpoints.setBedtime, request("upstairs", "sat"))
            let id = try await control.perform(Endpoints.setBedtime, request("up", "mon,tue")).schedule
            return (
                id,
                [
                    "show": { [try await control.perform(Endpoints.bedtime, .init(name: $0, device: nil)).name] },
                    "switch": {
                        [
                            try await control.perform(
                                Endpoints.switchBedtime, .init(name: $0, device: nil, enabled: true)
                            ).name
                        ]
                    },
                    "set": {
                        [
                            try await control.perform(
                                Endpoints.setBedtime,
                                BedtimeRequest(device: "nursery", name: $0, at: nil, windDown: "20m")
                            ).name
                        ]
                    },
                    "skip": { [try await control.perform(Endpoints.skipBedtime, .init(name: $0, device: nil)).name] },
                    "unskip": {
                        [try await control.perform(Endpoints.unskipBedtime, .init(name: $0, device: nil)).name]
                    },
                    "start": {
                        let name = try await control.perform(Endpoints.startBedtime, .init(name: $0, device: nil)).name
                        return [
                            name, try await control.perform(Endpoints.endBedtime, .init(name: $0, device: nil)).name,
                        ]
                    },
                ]
            )
        }
    }

    @Test(arguments: ScheduleKind.allCases)
    func schedule_isFound_byItsIdAndByItsRoute(_ kind: ScheduleKind) async throws {
        let house = try await House()
        try await house.live { () async throws -> Void in
            let (id, commands) = try await self.commands(kind, in: house)
            for text in [id, Route.schedule(kind, ScheduleID(rawValue: id)).description] {
                for (command, perform) in commands {
                    let names = try await perform(text)
                    #expect(Set(names) == ["up"], "\(command) \(text)")
                }
            }
        }
    }

    @Test
    func ringingAlarm_isAnswered_byItsId() async throws {
        let house = try await House()
        try await house.live { () async throws -> Void in
            let alarm = try await self.addAlarm("up", in: house)
            try await house.wait(.seconds(61))
            #expect(try await house.control.perform(Endpoints.alarms).map(\.phase) == [.ringing])
            let snoozed = try await house.control.perform(
                Endpoints.snoozeAlarm, SnoozeRequest(name: alarm.schedule, device: nil, length: nil))
            #expect(snoozed.phase == .snoozed)
            let dismissed = try await house.control.perform(
                Endpoints.dismissAlarm, ScheduleSelection(name: alarm.schedule, device: nil))
            #expect(dismissed.name == "up")
        }
    }

    @Test
    func alarm_isRemoved_byItsIdAlone() async throws {
        let house = try await House()
        let alarm = try await addAlarm("up", in: house)
        let beginning = String(alarm.schedule.dropLast())
        let error = await #expect(throws: ControlError.self) {
            try await house.control.perform(Endpoints.removeAlarm, ScheduleSelection(name: beginning, device: nil))
        }
        #expect(error?.code == .unknownSchedule)
        #expect(error?.message == "No alarm is called “\(beginning)”.")
        let removed = try await house.control.perform(
            Endpoints.removeAlarm, ScheduleSelection(name: alarm.schedule, device: nil))
        #expect(removed.name == "up")
    }

    @Test
    func name_comesBeforeAnId_thatReadsTheSame() async throws {
        let house = try await House()
        let first = try await addAlarm("up", in: house)
        _ = try await addAlarm(first.schedule, in: house)
        let selection = ScheduleSelection(name: first.schedule, device: nil)
        #expect(try await house.control.perform(Endpoints.alarm, selection).name == first.schedule)
        #expect(try await house.control.perform(Endpoints.removeAlarm, selection).name == first.schedule)
        #expect(try await house.control.perform(Endpoints.removeAlarm, selection).name == "up")
    }

    @Test
    func id_meansOneAlarm_ofThoseOfAGroup() async throws {
        let house = try await House.with("attic")
        _ = try await house.control.perform(
            Endpoints.setGroup, GroupRequest(name: "kids", devices: ["nursery", "attic"]))
        _ = try await house.control.perform(
            Endpoints.Each.addAlarm, AlarmRequest(name: "up", device: "kids", at: "07:00", days: "daily"))
        let alarms = try await house.control.perform(Endpoints.alarms)
        let one = try #require(alarms.first { $0.device == "attic" })
        for device in [nil, "kids"] {
            let skipped = try await house.control.perform(
                Endpoints.Each.skipAlarm, SkipRequest(name: one.schedule, device: device, date: "2027-01-20"))
            #expect(skipped.group == nil)
            #expect(skipped.members.map(\.reply?.device) == ["attic"])
            _ = try await house.control.perform(
                Endpoints.Each.unskipAlarm, SkipRequest(name: one.schedule, device: device, date: "2027-01-20"))
        }
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
