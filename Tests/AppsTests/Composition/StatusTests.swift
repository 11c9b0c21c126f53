// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import DeviceDocuments
import DeviceModules
import SimulatedDevice
import SleepModel
import Testing

@testable import Composition
@testable import Household

/// What `status` says of a device: what holds until when, what runs, and what keeps it from running.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct StatusTests {
    private func status(_ house: House) async throws -> StatusDocument {
        try #require(try await house.control.perform(Endpoints.status, DeviceChoice(device: nil)).first)
    }

    private func light(_ house: House) async throws {
        _ = try await house.control.perform(
            Endpoints.light, LightRequest(device: "nursery", color: "red", brightness: 100))
    }

    private func run(_ steps: [String], in house: House) async throws {
        _ = try await house.control.perform(
            Endpoints.addRoutine,
            RoutineRequest(name: "evening", device: "nursery", at: nil, days: nil, steps: steps, zone: nil))
        _ = try await house.control.perform(Endpoints.runRoutine, RoutineRunRequest(name: "evening", device: nil))
        try await house.until { await house.peripheral.state.isOn }
    }

    private func addAlarm(
        _ name: String = "up", at time: String, sunrise: String? = nil, in house: House
    ) async throws -> AlarmDocument {
        try await house.control.perform(
            Endpoints.addAlarm, AlarmRequest(name: name, device: "nursery", at: time, sunrise: sunrise))
    }

    @Test(arguments: ["daily", "mon", "wed", "fri", "sun"])
    func next_isTheFirstOfThePlan_howeverFarAhead(days: String) async throws {
        let house = try await House()
        try await house.run {
            _ = try await house.control.perform(
                Endpoints.addAlarm,
                AlarmRequest(name: "up", device: "nursery", at: "06:50", days: days, sound: "bird"))
            let planned = try await house.control.perform(Endpoints.next, NextQuery(days: 8)).first
            #expect(planned != nil)
            #expect(try await self.status(house).next == planned)
        }
    }

    @Test
    func next_saysWhenItsLeadBegins_untilThatHasBegun() async throws {
        let house = try await House()
        try await house.run {
            _ = try await house.control.perform(
                Endpoints.setBedtime, BedtimeRequest(device: "nursery", at: "13:00", windDown: "30m"))
            let ahead = try await self.status(house).next
            #expect([ahead?.begins, ahead?.at] == [House.noon + .seconds(1800), House.noon + .seconds(3600)])
            house.clock.advance(by: .seconds(1800))
            try await house.untilLooked()
            let begun = try await self.status(house).next
            #expect([begun?.begins, begun?.at] == [nil, House.noon + .seconds(3600)])
        }
    }

    /// The alarm rings in the wind-down.
    @Test
    func next_isWhatBeginsFirst() async throws {
        let house = try await House()
        try await house.run {
            _ = try await house.control.perform(
                Endpoints.setBedtime, BedtimeRequest(device: "nursery", at: "13:00", windDown: "30m"))
            _ = try await self.addAlarm(at: "12:40", in: house)
            #expect(try await self.status(house).next?.kind == .bedtime)
            house.clock.advance(by: .seconds(1800))
            try await house.untilLooked()
            #expect(try await self.status(house).next?.kind == .alarm)
        }
    }

    @Test
    func device_wasHeard_whenItReportedLast() async throws {
        let house = try await House()
        try await house.run {
            try await self.light(house)
            #expect(try await self.status(house).lastHeard == House.noon)
        }
    }

    @Test
    func hold_lastsFourHours_whenNothingIsPlanned() async throws {
        let house = try await House()
        try await house.run {
            try await self.light(house)
            let owners = try await self.status(house).owners
            #expect(owners["light"]?.until == House.noon + .seconds(4 * 3600))
            #expect(owners["light"]?.waiting == [])
        }
    }

    @Test
    func hold_lastsUntilTheNextStep_andSaysWhatWaits() async throws {
        let house = try await House()
        try await house.run {
            try await self.run(["light amber 40%; sound rain 30%; for 20m", "light off; for 10m"], in: house)
            try await self.light(house)
            let owners = try await self.status(house).owners
            #expect(owners["light"]?.until == House.noon + .seconds(20 * 60))
            #expect(owners["light"]?.waiting.map(\.by) == ["evening"])
            #expect(owners["light"]?.waiting.map(\.layer) == [.routine])
            // The step after it, as the first one is over by then.
            #expect(owners["light"]?.waiting.map(\.until) == [House.noon + .seconds(30 * 60)])
            #expect(owners["sound"]?.waiting == [])
        }
    }

    /// The clock of the host and its elapsed time are read one after the other.
    @Test
    func hold_endsOnAWholeSecond_whenTheClocksDifferByALittle() async throws {
        let house = try await House()
        try await house.run {
            try await self.run(["light amber 40%; sound rain 30%; for 20m", "light off; for 10m"], in: house)
            try await self.light(house)
            house.clock.step(to: house.clock.now().wall - .nanoseconds(300))
            #expect(try await self.status(house).owners["light"]?.until == House.noon + .seconds(20 * 60))
        }
    }

    @Test
    func run_endsOnAWholeSecond_whenTheClocksDifferByALittle() async throws {
        let house = try await House()
        try await house.run {
            try await self.run(["light amber 40%; for 20m"], in: house)
            _ = try await self.addAlarm(at: "12:01", in: house)
            house.clock.advance(by: .seconds(60))
            try await house.until { try await self.status(house).running.first?.phase == "ringing" }
            _ = try await house.control.perform(
                Endpoints.snoozeAlarm, SnoozeRequest(name: "up", device: nil, length: "5m"))
            house.clock.step(to: house.clock.now().wall - .nanoseconds(300))
            #expect(
                try await self.status(house).running.map(\.until) == [
                    House.noon + .seconds(360), House.noon + .seconds(20 * 60),
                ])
        }
    }

    @Test
    func hold_lastsUntilTheSunriseOfTheNextAlarm() async throws {
        let house = try await House()
        try await house.run {
            _ = try await self.addAlarm(at: "13:00", sunrise: "30m", in: house)
            try await self.light(house)
            #expect(try await self.status(house).owners["light"]?.until == House.noon + .seconds(30 * 60))
        }
    }

    @Test
    func sound_isHeldOverALightThatEnds() async throws {
        let house = try await House()
        try await house.run {
            _ = try await house.control.perform(
                Endpoints.sound, SoundRequest(device: "nursery", sound: "rain", volume: 20))
            try await self.run(["light amber 40%; for 10m"], in: house)
            house.clock.advance(by: .seconds(600))
            try await house.until { await house.peripheral.state.light.brightness == .zero }
            #expect(await house.peripheral.state.isOn)
            #expect(await house.peripheral.state.sound != .none)
        }
    }

    @Test
    func status_saysWhatRuns() async throws {
        let house = try await House()
        try await house.run {
            #expect(try await self.status(house).running == [])
            try await self.run(["light amber 40%; for 20m"], in: house)
            let routine = try #require(try await house.control.perform(Endpoints.routines).first)
            #expect(
                try await self.status(house).running == [
                    RunningDocument(
                        id: ScheduleID(rawValue: routine.schedule), kind: .routine, name: "evening", phase: "1",
                        until: House.noon + .seconds(20 * 60), stepUntil: House.noon + .seconds(20 * 60))
                ])
            _ = try await self.addAlarm(at: "12:01", in: house)
            house.clock.advance(by: .seconds(60))
            try await house.until { try await self.status(house).running.first?.phase == "ringing" }
            _ = try await house.control.perform(
                Endpoints.snoozeAlarm, SnoozeRequest(name: "up", device: nil, length: "5m"))
            let end = House.noon + .seconds(360)
            let alarm = try #require(try await house.control.perform(Endpoints.alarms).first)
            #expect(
                try await self.status(house).running.first
                    == RunningDocument(
                        id: ScheduleID(rawValue: alarm.schedule), kind: .alarm, name: "up", phase: "snoozed", until: end
                    ))
            #expect(try await house.control.perform(Endpoints.alarms).first?.next == end)
        }
    }

    /// Lull sets the clock of a device when nothing rings on it.
    @Test
    func clockDrift_isNotKnown_whenTheDeviceDoesNotKnowTheTime() async throws {
        let house = try await House(state: SimulatedRest.stateAtPowerOn)
        try await house.live {
            _ = try await self.addAlarm(at: "12:00:05", in: house)
        } _: {
            try await house.until { await house.peripheral.state.isOn }
            let status = try await self.status(house)
            #expect(status.state?.clock != nil)
            #expect(status.clockDriftSeconds == nil)
            let query = SlotQuery(device: "nursery", number: nil)
            #expect(try await house.control.perform(Endpoints.clock, query).driftSeconds == nil)
            _ = try await house.control.perform(Endpoints.dismissAlarm, ScheduleSelection(name: nil, device: nil))
            try await house.until { try await self.status(house).clockDriftSeconds != nil }
        }
    }

    @Test
    func pause_isTold_untilSomebodyEndsIt() async throws {
        let house = try await House()
        try await house.run {
            _ = try await house.control.perform(Endpoints.pause, PauseRequest(until: nil))
            let added = try await self.addAlarm(at: "13:00", in: house)
            #expect(added.paused)
            #expect(added.enabled)
            #expect(added.next == nil)
            let status = try await self.status(house)
            #expect(status.paused == PauseDocument(device: nil, since: House.noon, until: nil))
            // It is not over, so another of its name does not replace it.
            await #expect(throws: ControlError.self) { _ = try await self.addAlarm(at: "14:00", in: house) }
            _ = try await house.control.perform(Endpoints.resume, DeviceChoice(device: nil))
            #expect(try await self.status(house).paused == nil)
            #expect(try await house.control.perform(Endpoints.alarms).first?.paused == false)
        }
    }

    @Test
    func status_hasThePauseOfEverything_andThatOfTheDevice() async throws {
        let house = try await House()
        try await house.run {
            #expect(try await self.status(house).pauses == [])
            _ = try await house.control.perform(Endpoints.pause, PauseRequest(until: "13:00"))
            _ = try await house.control.perform(Endpoints.pause, PauseRequest(until: "18:00", device: "nursery"))
            let all = PauseDocument(device: nil, since: House.noon, until: House.noon + .seconds(3600))
            let own = PauseDocument(device: "nursery", since: House.noon, until: House.noon + .seconds(6 * 3600))
            #expect(try await self.status(house).pauses == [all, own])
            #expect(try await self.status(house).paused == own)
            house.clock.advance(by: .seconds(3600))
            #expect(try await self.status(house).pauses == [own])
        }
    }

    @Test
    func status_hasTheDatesThatDiffer_inTheNextEightDays() async throws {
        let house = try await House()
        try await house.run {
            let alarm = try await house.control.perform(
                Endpoints.addAlarm, AlarmRequest(name: "up", device: "nursery", at: "13:00", days: "daily"))
            let night = try await house.control.perform(
                Endpoints.setBedtime, BedtimeRequest(device: "nursery", at: "20:00"))
            for date in ["2027-01-18", "2027-01-16", "2027-01-30"] {
                _ = try await house.control.perform(
                    Endpoints.skipAlarm, SkipRequest(name: "up", device: nil, date: date))
            }
            _ = try await house.control.perform(
                Endpoints.moveAlarm, MoveRequest(name: "up", device: nil, at: "14:30", date: "2027-01-15"))
            _ = try await house.control.perform(
                Endpoints.moveBedtime, MoveRequest(name: nil, device: "nursery", at: "21:00", date: "2027-01-15"))
            let (up, bed) = (ScheduleID(rawValue: alarm.schedule), ScheduleID(rawValue: night.schedule))
            let status = try await self.status(house)
            let date = { (text: String) in try #require(CivilDate(iso8601: text)) }
            #expect(
                status.skipped == [
                    SkippedDateDocument(id: up, kind: .alarm, name: "up", date: try date("2027-01-16")),
                    SkippedDateDocument(id: up, kind: .alarm, name: "up", date: try date("2027-01-18")),
                ])
            let (half, nine) = (TimeOfDay(hour: 14, minute: 30), TimeOfDay(hour: 21, minute: 0))
            #expect(
                status.moved == [
                    MovedScheduleDocument(
                        id: bed, kind: .bedtime, name: "bedtime", date: try date("2027-01-15"), at: try #require(nine)),
                    MovedScheduleDocument(
                        id: up, kind: .alarm, name: "up", date: try date("2027-01-15"), at: try #require(half)),
                ])
        }
    }

    @Test
    func status_saysWhenTheSleepTimerEnds_whileItIsKnownToRun() async throws {
        let house = try await House()
        try await house.live {
            try await self.light(house)
            #expect(try await self.status(house).timer == nil)
        } _: {
            let timer = try await house.control.perform(
                Endpoints.setTimer, TimerRequest(device: "nursery", duration: "20m"))
            try await house.until { try await self.status(house).timerRunning == true }
            let status = try await self.status(house)
            #expect(status.timer?.endsAt == timer.endsAt)
            let left = try #require(timer.endsAt) - house.clock.now().wall
            #expect(status.timer?.remainingSeconds == Int(left.components.seconds))
            _ = try await house.control.perform(Endpoints.setTimer, TimerRequest(device: "nursery", duration: nil))
            try await house.until { try await self.status(house).timerRunning == false }
            #expect(try await self.status(house).timer == nil)
        }
    }

    /// The device says only that its timer runs; a daemon that was started meanwhile has to ask for more.
    @Test
    func status_saysThatTheTimerRuns_afterARestart_withoutItsEnd() async throws {
        let house = try await House()
        try await house.live {
            try await self.light(house)
        } _: {
            _ = try await house.control.perform(
                Endpoints.setTimer, TimerRequest(device: "nursery", duration: "20m"))
        }
        let second = try await house.restarted()
        try await second.live {
        } _: {
            let target = try #require(second.composed.household.devices.controller(at: second.address))
            _ = try await target.sender.readState()
            #expect(
                try await self.status(second).timer == RunningTimerDocument(remainingSeconds: nil, endsAt: nil))
        }
    }

    @Test
    func dismissAll_namesEveryAlarmOfAMinute() async throws {
        let house = try await House()
        try await house.run {
            _ = try await self.addAlarm("one", at: "12:01", in: house)
            _ = try await self.addAlarm("two", at: "12:01", in: house)
            house.clock.advance(by: .seconds(60))
            try await house.until {
                try await house.control.perform(Endpoints.alarms).allSatisfy { $0.phase == .ringing }
            }
            let dismissed = try await house.control.perform(Endpoints.dismissAlarms, DeviceChoice(device: nil))
            #expect(dismissed.map(\.name) == ["one", "two"])
            #expect(try await house.control.perform(Endpoints.alarms).allSatisfy { $0.phase == nil })
        }
    }

    @Test
    func oneTimeAlarm_isSilent_whenItIsDisabledDuringItsSnooze() async throws {
        let house = try await House()
        try await house.run {
            _ = try await self.addAlarm(at: "12:01", in: house)
            house.clock.advance(by: .seconds(60))
            try await house.until { try await house.control.perform(Endpoints.alarms).first?.phase == .ringing }
            _ = try await house.control.perform(
                Endpoints.snoozeAlarm, SnoozeRequest(name: "up", device: nil, length: nil))
            let text = try await house.control.perform(Endpoints.exportSetup).document
            #expect(!text.contains("enabled"))
            let same = try await house.control.perform(Endpoints.importSetup, ImportRequest(document: text))
            #expect(same.changes == [])
            #expect(try await house.control.perform(Endpoints.alarms).first?.phase == .snoozed)
            let disabled = text.replacing("kind: alarm", with: "kind: alarm\n    enabled: false")
            _ = try await house.control.perform(Endpoints.importSetup, ImportRequest(document: disabled))
            #expect(try await house.control.perform(Endpoints.alarms).first?.phase == nil)
        }
    }

    @Test
    func bedtime_isRefused_whenItsWakeTimeIsLightsOut() async throws {
        let house = try await House()
        let error = await #expect(throws: ControlError.self) {
            _ = try await house.control.perform(
                Endpoints.setBedtime, BedtimeRequest(device: "nursery", at: "20:00", wake: "20:00"))
        }
        #expect(error?.message == "The night would have no end: --wake 20:00 is the time of lights-out.")
    }

    /// A fade goes from 60 % to darkness, whoever runs the daemon meanwhile.
    @Test
    func fade_startsFromWhatIsShown_andGoesOnAfterARestart() async throws {
        let house = try await House()
        try await house.run {
            _ = try await house.control.perform(
                Endpoints.light, LightRequest(device: "nursery", color: "amber", brightness: 60))
            let before = await house.peripheral.state.light.brightness
            let count = house.commands.count
            try await self.run(["light off fade 20m; for 30m"], in: house)
            house.clock.advance(by: .seconds(300))
            try await house.until { house.commands.count > count }
            let shown = await house.peripheral.state.light.brightness
            #expect(shown > .zero && shown < before)
        }
        let second = try await House(
            state: await house.peripheral.state, isPaired: false, store: house.store, clock: house.clock)
        try await second.run {
            let before = await second.peripheral.state.light.brightness
            second.clock.advance(by: .seconds(60))
            try await second.until { await second.peripheral.state.light.brightness != before }
            let shown = await second.peripheral.state.light.brightness
            #expect(shown > .zero && shown < before)
        }
    }
}
