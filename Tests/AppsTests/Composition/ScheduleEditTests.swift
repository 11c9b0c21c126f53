// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import SimulatedDevice
import SleepModel
import Testing

@testable import Composition
@testable import Household

/// Edits of routines, bedtimes and devices.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct ScheduleEditTests {
    private func routine(in house: House) async throws -> RoutineDocument {
        try await house.control.perform(Endpoints.routine, ScheduleSelection(name: "evening", device: nil))
    }

    private func addRoutine(at time: String?, _ steps: [String], to house: House) async throws {
        _ = try await house.control.perform(
            Endpoints.addRoutine,
            RoutineRequest(name: "evening", device: "nursery", at: time, days: nil, steps: steps, zone: nil))
    }

    @Test func routine_keepsWhatIsNotGiven() async throws {
        let house = try await House()
        try await addRoutine(at: "19:00", ["light amber 40%; for 20m"], to: house)
        var request = RoutineEditRequest(name: "even")
        request.rule.days = "sat,sun"
        let edited = try await house.control.perform(Endpoints.editRoutine, request)
        #expect(edited.at == TimeOfDay(hour: 19, minute: 0))
        #expect(edited.days == ["sun", "sat"] || edited.days == ["sat", "sun"])
        #expect(edited.steps == ["light amber 40%; for 20m"])
        request = RoutineEditRequest(name: "evening")
        request.rule.at = "off"
        #expect(try await house.control.perform(Endpoints.editRoutine, request).at == nil)
    }

    @Test(arguments: [(false, 102), (true, 51)])
    func run_takesNewSteps_onlyIfAsked(now: Bool, brightness: UInt8) async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await addRoutine(at: nil, ["light amber 40%; for 20m"], to: house)
            _ = try await house.control.perform(
                Endpoints.runRoutine, RoutineRunRequest(name: "evening", device: nil))
            try await house.until { await house.peripheral.state.light.brightness == Level(rawValue: 102) }
            var request = RoutineEditRequest(name: "evening", now: now)
            request.steps = ["light amber 20%; for 30m"]
            let edited = try await house.control.perform(Endpoints.editRoutine, request)
            #expect(edited.steps == ["light amber 20%; for 30m"])
            #expect(edited.running?.until == House.noon + .seconds(now ? 1800 : 1200))
            try await house.until { await house.peripheral.state.light.brightness == Level(rawValue: brightness) }
        }
    }

    @Test func routine_runsTonight_whenItsTimeIsEditedDuringARunByHand() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await addRoutine(at: "12:30", ["light amber 40%; for 20m"], to: house)
            _ = try await house.control.perform(
                Endpoints.runRoutine, RoutineRunRequest(name: "evening", device: nil))
            var request = RoutineEditRequest(name: "evening")
            request.rule.at = "12:40"
            #expect(
                try await house.control.perform(Endpoints.editRoutine, request).next == House.noon + .seconds(2400))
        }
    }

    /// The edition is not on disk without a rule, but the ledger has those that were used.
    @Test func routine_runsTonight_whenItGetsATimeAgainAfterARestart() async throws {
        let house = try await House()
        func edit(at time: String, in house: House) async throws -> RoutineDocument {
            var request = RoutineEditRequest(name: "evening")
            request.rule.at = time
            return try await house.control.perform(Endpoints.editRoutine, request)
        }
        try await addRoutine(at: "12:01", ["light amber 40%; for 10s"], to: house)
        try await house.run { () async throws -> Void in
            for (time, next) in [("12:02", Int64(60)), ("12:03", 120)] {
                house.clock.advance(by: House.noon + .seconds(next) - house.clock.now().wall)
                try await house.until { try await self.routine(in: house).running != nil }
                house.clock.advance(by: .seconds(20))
                try await house.until { try await self.routine(in: house).running == nil }
                _ = try await edit(at: time, in: house)
            }
            _ = try await edit(at: "off", in: house)
        }
        let after = try await house.restarted()
        #expect(try await edit(at: "12:30", in: after).next == House.noon + .seconds(1800))
    }

    @Test func routine_isRemoved_andEndsIfItRuns() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await addRoutine(at: nil, ["light amber 40%; for 20m"], to: house)
            _ = try await house.control.perform(
                Endpoints.runRoutine, RoutineRunRequest(name: "evening", device: nil))
            try await house.until { await house.peripheral.state.isOn }
            _ = try await house.control.perform(
                Endpoints.removeRoutine, ScheduleSelection(name: "evening", device: nil))
            #expect(try await house.control.perform(Endpoints.routines) == [])
            try await house.until { await !house.peripheral.state.isOn }
        }
    }

    @Test func routine_doesNotRun_whileItIsDisabled() async throws {
        let house = try await House()
        try await addRoutine(at: "12:10", ["light amber 40%; for 20m"], to: house)
        let disabled = try await house.control.perform(
            Endpoints.switchRoutine, ScheduleSwitchRequest(name: "evening", device: nil, enabled: false))
        #expect(!disabled.enabled && disabled.next == nil)
        let enabled = try await house.control.perform(
            Endpoints.switchRoutine, ScheduleSwitchRequest(name: "evening", device: nil, enabled: true))
        #expect(enabled.next == House.noon + .seconds(600))
    }

    @Test func bedtime_keepsWhatIsNotGiven() async throws {
        let house = try await House()
        let set = try await house.control.perform(
            Endpoints.setBedtime,
            BedtimeRequest(
                device: "nursery", at: "20:00", days: "mon", windDown: "20m", color: "red", sound: "ocean", volume: 45,
                wake: "06:30"))
        var expected = set
        expected.at = TimeOfDay(hour: 20, minute: 45)
        expected.rule.at = expected.at
        expected.next = set.next.map { $0 + .seconds(45 * 60) }
        expected.lightsOut = set.lightsOut.map { $0 + .seconds(45 * 60) }
        let edited = try await house.control.perform(
            Endpoints.setBedtime, BedtimeRequest(device: "nursery", at: "20:45"))
        #expect(edited.revision != set.revision)
        expected.revision = edited.revision
        #expect(edited == expected)
        let awake = try await house.control.perform(
            Endpoints.setBedtime, BedtimeRequest(device: "nursery", at: nil, wake: "off"))
        #expect(awake.wake == nil && awake.at == expected.at && awake.sound == "ocean")
    }

    @Test func windDownAndSunrise_areNone_whenTheyAreOffOrZero() async throws {
        let house = try await House()
        for none in ["off", "0m"] {
            let bedtime = try await house.control.perform(
                Endpoints.setBedtime, BedtimeRequest(device: "nursery", at: "20:00", windDown: none))
            #expect(bedtime.windDownSeconds == 0)
            _ = try await house.control.perform(
                Endpoints.addAlarm,
                AlarmRequest(name: "up \(none)", device: "nursery", at: "07:00", days: "daily", sunrise: "20m"))
            var request = AlarmEditRequest(name: "up \(none)")
            request.sunrise = none
            #expect(try await house.control.perform(Endpoints.editAlarm, request).sunriseSeconds == nil)
        }
    }

    @Test func bedtime_needsATime_whenThereIsNone() async throws {
        let house = try await House()
        let error = await #expect(throws: ControlError.self) {
            try await house.control.perform(Endpoints.setBedtime, BedtimeRequest(device: "nursery", at: nil))
        }
        #expect(error?.message == "“nursery” has no bedtime yet.")
    }

    /// Somebody who changes their mind about tonight gets tonight.
    @Test func bedtime_beginsTonight_whenItIsSetAgainAfterItWasSwitchedOff() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            _ = try await house.control.perform(
                Endpoints.setBedtime,
                BedtimeRequest(device: "nursery", at: "12:10", windDown: "10m", wake: "13:00"))
            try await house.until { try await phase(in: house) == .windDown }
            _ = try await house.control.perform(Endpoints.power, PowerRequest(device: "nursery", on: false))
            try await house.until { try await phase(in: house) == nil }
            let set = try await house.control.perform(
                Endpoints.setBedtime, BedtimeRequest(device: "nursery", at: "12:20"))
            #expect(set.next == House.noon + .seconds(600))
            house.clock.advance(by: .seconds(600))
            try await house.until { try await phase(in: house) == .windDown }
        }
    }

    private func phase(in house: House) async throws -> BedtimePhase? {
        try await house.control.perform(Endpoints.bedtimes, DeviceChoice()).first?.phase
    }

    @Test func bedtime_isRemoved() async throws {
        let house = try await House()
        _ = try await house.control.perform(
            Endpoints.setBedtime, BedtimeRequest(device: "nursery", at: "20:00"))
        _ = try await house.control.perform(
            Endpoints.removeBedtime, ScheduleSelection(name: nil, device: "nursery"))
        #expect(try await house.control.perform(Endpoints.bedtimes, DeviceChoice()) == [])
    }

    @Test(arguments: [nil, "bedtime"])
    func bedtime_isRemoved_byTheWholeNameOfItsDeviceAlone(name: String?) async throws {
        let house = try await House()
        _ = try await house.control.perform(
            Endpoints.setBedtime, BedtimeRequest(device: "nursery", at: "20:00"))
        let error = await #expect(throws: ControlError.self) {
            try await house.control.perform(Endpoints.removeBedtime, ScheduleSelection(name: name, device: "n"))
        }
        #expect(
            error
                == ControlError(
                    .unknownDevice, "No paired device is called “n”.",
                    advice: "Write the whole name to remove its bedtime: “nursery”."))
        #expect(try await house.control.perform(Endpoints.bedtimes, DeviceChoice()).count == 1)
    }

    @Test func program_isDeleted_byTheWholeNameOfItsDeviceAlone() async throws {
        let house = try await House()
        let error = await #expect(throws: ControlError.self) {
            try await house.control.perform(Endpoints.deleteProgram, SlotRequest(device: "nurs", number: 3))
        }
        #expect(
            error
                == ControlError(
                    .unknownDevice, "No paired device is called “nurs”.",
                    advice: "Write the whole name: `lull program nursery delete 3`."))
    }

    @Test func log_beginsOnADate_asAPersonWritesIt() async throws {
        let house = try await House()
        let noon = house.clock.now().wall
        let day = ZoneRules.utc.civil(at: noon).date.description
        _ = try await house.control.perform(Endpoints.pause, PauseRequest(until: nil))
        let lines = try await house.control.perform(Endpoints.log, LogQuery(since: day, device: nil))
        #expect(lines.map(\.outcome) == [.paused])
        house.clock.advance(by: .seconds(86_400))
        let next = ZoneRules.utc.civil(at: house.clock.now().wall).date.description
        #expect(try await house.control.perform(Endpoints.log, LogQuery(since: next, device: nil)) == [])
    }

    @Test(arguments: ["DC:06:41:00:00:99", "lull://alarm/1", ""])
    func device_isNotCalled_whatReadsLikeSomethingElse(name: String) async throws {
        let house = try await House()
        let error = await #expect(throws: ControlError.self) {
            try await house.control.perform(Endpoints.rename, RenameRequest(device: "nursery", name: name))
        }
        #expect(error?.code == .invalidArgument)
    }

    @Test func device_isFound_byItsNewName() async throws {
        let house = try await House()
        let renamed = try await house.control.perform(
            Endpoints.rename, RenameRequest(device: "nursery", name: " Anna  Zimmer "))
        #expect(renamed.name == "Anna Zimmer")
        #expect(try await house.control.perform(Endpoints.status, DeviceChoice(device: "anna z")).count == 1)
        let log = try await house.control.perform(Endpoints.log, LogQuery(since: nil, device: nil))
        #expect(log.last?.outcome == .renamed && log.last?.device == "Anna Zimmer")
    }
}
