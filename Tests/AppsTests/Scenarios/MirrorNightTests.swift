// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import DeviceDocuments
import DeviceModules
import SimulatedDevice
import SleepModel
import Storage
import Testing

@testable import Composition
@testable import Household

/// What a device does by itself for the household, through whole nights, by what it shows and what reaches it.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct MirrorNightTests {
    private let bird = SoundID(rawValue: 9)
    private let rain = SoundID(rawValue: 7)
    private let green = RGBColor(red: 0, green: 255, blue: 0)

    /// A Tuesday evening.
    private func night(_ start: String = "2027-01-05 19:00") async throws -> SimulatedNight {
        try await SimulatedNight(start)
    }

    private func color(on night: SimulatedNight) async -> RGBColor? {
        guard case .color(let color) = await night.state.light.appearance else { return nil }
        return color
    }

    // MARK: - What is kept there

    @Test func mirror_writesTheEndOfTonightAndTheNextAlarm_andReadsThemBack() async throws {
        let night = try await night()
        try await night.live {
            try await night.setBedtime(wake: "06:45")
            try await night.addAlarm()
            let document = try await night.mirror(on: true)
            #expect(document.moments.map(\.does) == [.wakeLight, .alarm])
            #expect(document.moments.map(\.name) == ["bedtime", "up"])
            #expect(document.moments.map(\.local) == ["2027-01-06T06:45:00+00:00", "2027-01-06T07:00:00+00:00"])
            #expect(document.moments.map(\.program) == [4, 5])
            #expect(document.problem == nil)
            let programs = try await night.programs()
            #expect(programs[4]?.name == "Lull wake")
            #expect(programs[4]?.start == TimeOfDay(hour: 6, minute: 45))
            #expect(programs[4]?.days == .wednesday)
            #expect(programs[4]?.durationSeconds == 1800)
            #expect(programs[4]?.sound?.id == 0)
            #expect(programs[5]?.name == "Lull alarm")
            #expect(programs[5]?.durationSeconds == 1800)
            #expect(programs[5]?.sound?.id == 9)
            #expect(programs[5]?.volume == Level(percent: 50)?.rawValue)
            // The maker's own programs stay as they are.
            #expect(programs.compactMapValues(\.name).count == 5)
            let status = try await night.perform(Endpoints.status, DeviceChoice()).first
            #expect(status?.mirror == document)
        }
    }

    @Test func mirror_isWithinTheLimit() async throws {
        let night = try await night()
        try await night.live {
            _ = try await night.perform(Endpoints.setLimit, LimitRequest(device: "nursery", volume: 20))
            try await night.addAlarm()
            try await night.mirror(on: true)
            #expect(try await night.programs()[4]?.volume == Level(percent: 20)?.rawValue)
        }
    }

    @Test func program_isThatOfTheNextDay_afterTheRing() async throws {
        let night = try await night()
        try await night.live {
            try await night.addAlarm()
            try await night.mirror(on: true)
            try await night.wait(until: "2027-01-06 07:02")
            try await night.dismiss()
            try await night.wait(until: "2027-01-06 07:30")
            #expect(try await night.programs()[4]?.days == .wednesday, "It may still run.")
            try await night.wait(until: "2027-01-06 07:32")
            #expect(try await night.programs()[4]?.days == .thursday)
            #expect(try await night.show().moments.map(\.program) == [4])
        }
    }

    @Test(arguments: ["skip", "move", "edit", "disable", "remove", "pause"])
    func program_followsThePlan_asPeopleChangeIt(change: String) async throws {
        let night = try await night()
        try await night.live {
            try await night.addAlarm()
            try await night.mirror(on: true)
            #expect(try await night.change("up", by: change) == nil)
            let program = try await night.programs()[4]
            switch change {
            case "skip": #expect(program?.days == .thursday)
            case "move", "edit": #expect(program?.start == TimeOfDay(hour: 8, minute: 0))
            default: #expect(program?.name == nil)
            }
        }
    }

    @Test func off_takesItsOwnProgramsAway_andNoOther() async throws {
        let night = try await night()
        try await night.live {
            let before = try await night.programs()
            try await night.setBedtime(wake: "06:45")
            try await night.addAlarm()
            try await night.mirror(on: true)
            let document = try await night.mirror(on: false)
            #expect((document.on, document.moments, document.leftovers, document.problem) == (false, [], [], nil))
            #expect(try await night.programs() == before)
            #expect(try await night.perform(Endpoints.status, DeviceChoice()).first?.mirror == nil)
        }
    }

    @Test func mirror_isOnInTheNextProcess_andInTheSetup() async throws {
        let night = try await night()
        try await night.live {
            try await night.addAlarm()
            try await night.mirror(on: true)
        }
        try await night.live {
            try await night.wait(until: "2027-01-05 19:01")
            #expect(try await night.show().moments.map(\.program) == [4])
            try await night.edit("mirror: on\n", to: "mirror: off\n")
            try await night.wait(until: "2027-01-05 19:03")
            #expect(try await night.programs()[4]?.name == nil)
            #expect(try await !night.show().on)
        }
    }

    /// What a host before this one wrote rings, and nobody knows of it any more.
    @Test func programs_areTakenAway_whenTheStateIsLost() async throws {
        let night = try await night()
        try await night.live {
            try await night.addAlarm()
            try await night.mirror(on: true)
            var device = try #require(try await night.store.devices().first)
            device.isMirrored = false
            try await night.store.commit(.pair(device, log: []))
        }
        try await night.live {
            _ = try await night.perform(Endpoints.light, LightRequest(device: "nursery", color: "amber", brightness: 9))
            try await night.wait(until: "2027-01-05 19:02")
            #expect(try await night.programs()[4]?.name == nil)
        }
    }

    @Test func mirror_saysThatNoProgramIsFree_andWritesOneWhenThereIs() async throws {
        let night = try await night()
        try await night.live {
            for number in 4...10 {
                var program = ProgramRequest(device: "nursery", number: number)
                (program.at, program.enabled) = ("13:00", false)
                _ = try await night.perform(Endpoints.setProgram, program)
            }
            try await night.addAlarm()
            let full = try await night.mirror(on: true)
            #expect(full.moments.map(\.program) == [nil])
            #expect(full.problem == "All programs of “nursery” are taken. Delete one: `lull program nursery delete N`.")
            #expect(try await night.failures() == ["the mirror failed: no program is free"])
            _ = try await night.perform(Endpoints.deleteProgram, SlotRequest(device: "nursery", number: 8))
            try await night.wait(until: "2027-01-05 19:05")
            let free = try await night.show()
            #expect(free.moments.map(\.program) == [8])
            #expect(free.problem == nil)
        }
    }

    @Test func program_isWrittenAnew_whenSomebodyChangesIt() async throws {
        let night = try await night()
        try await night.live {
            try await night.addAlarm()
            try await night.mirror(on: true)
            var program = ProgramRequest(device: "nursery", number: 4)
            program.at = "03:00"
            let change = try await night.perform(Endpoints.setProgram, program)
            #expect(
                change.warning
                    == "Program 4 is one of the mirror, and Lull writes it anew. To end that: `lull mirror nursery off`."
            )
            try await night.wait(until: "2027-01-05 19:05")
            #expect(try await night.programs()[4]?.start == TimeOfDay(hour: 7, minute: 0))
            program.name = "Mine"
            _ = try await night.perform(Endpoints.setProgram, program)
            try await night.wait(until: "2027-01-05 19:10")
            #expect(try await night.programs()[4]?.name == "Mine")
            #expect(try await night.show().moments.map(\.program) == [5])
        }
    }

    @Test func nameOfTheMirror_isRefusedForAnotherProgram() async throws {
        let night = try await night()
        try await night.live {
            var program = ProgramRequest(device: "nursery", number: 9)
            (program.name, program.at) = ("Lull alarm", "03:00")
            let error = await #expect(throws: ControlError.self) {
                try await night.perform(Endpoints.setProgram, program)
            }
            #expect(error?.message == "“Lull alarm” is the name of a program that Lull writes.")
        }
    }

    @Test func next_namesTheAlarmOnce_andTheAlarmMeetsNothing() async throws {
        let night = try await night()
        try await night.live {
            try await night.addAlarm()
            try await night.mirror(on: true)
            let next = try await night.perform(Endpoints.next, NextQuery(days: 1))
            #expect(next.map(\.kind) == [.alarm])
            let added = try await night.perform(
                Endpoints.addAlarm, AlarmRequest(name: "again", device: "nursery", at: "07:01"))
            #expect(added.warning == nil)
        }
    }

    // MARK: - Out of reach

    @Test(arguments: ["skip", "move", "edit", "disable", "remove", "pause"])
    func answer_saysThatTheDeviceMayStillRing_whenItIsOutOfReach(change: String) async throws {
        let night = try await night()
        try await night.live {
            try await night.addAlarm()
            try await night.mirror(on: true)
            try await night.wait(until: "2027-01-05 19:05")
            await night.peripheral.setRefusesConnections(true)
            let warning = try await night.change("up", by: change)
            #expect(
                warning?.hasPrefix(
                    "“nursery” has not taken that yet: its own program 4 may still ring on 2027-01-06 07:00.") == true,
                "\(warning ?? "nothing")")
            await night.peripheral.setRefusesConnections(false)
            try await night.wait(until: "2027-01-05 19:30")
            #expect(try await night.programs()[4]?.days != .wednesday || change == "move" || change == "edit")
            #expect(try await night.programs()[4]?.start != TimeOfDay(hour: 7, minute: 0) || change == "skip")
        }
    }

    @Test func mirror_isWritten_whenTheDeviceIsBack() async throws {
        let night = try await night()
        try await night.live {
            try await night.addAlarm()
            await night.peripheral.setRefusesConnections(true)
            let away = try await night.mirror(on: true)
            #expect(away.moments.map(\.program) == [nil])
            #expect(away.problem?.hasPrefix("“nursery” does not answer.") == true)
            try await night.wait(until: "2027-01-05 20:00")
            #expect(try await night.failures() == ["the mirror failed: the device is out of reach"])
            await night.peripheral.setRefusesConnections(false)
            try await night.wait(until: "2027-01-05 20:05")
            #expect(try await night.show().moments.map(\.program) == [4])
            #expect(try await night.show().problem == nil)
        }
    }

    @Test func off_saysWhatIsLeft_andTakesItAwayWhenTheDeviceIsBack() async throws {
        let night = try await night()
        try await night.live {
            try await night.addAlarm()
            try await night.mirror(on: true)
            try await night.wait(until: "2027-01-05 19:05")
            await night.peripheral.setRefusesConnections(true)
            let left = try await night.mirror(on: false)
            #expect((left.on, left.leftovers) == (false, [4]))
            #expect(left.problem != nil)
            await night.peripheral.setRefusesConnections(false)
            try await night.wait(until: "2027-01-05 19:30")
            #expect(try await night.programs()[4]?.name == nil)
            #expect(try await night.perform(Endpoints.status, DeviceChoice()).first?.mirror == nil)
        }
    }

    @Test(arguments: [false, true])
    func unpair_takesTheProgramsAway_orSaysThatTheyAreLeft(isAway: Bool) async throws {
        let night = try await night()
        try await night.live {
            try await night.addAlarm()
            try await night.mirror(on: true)
            try await night.wait(until: "2027-01-05 19:05")
            await night.peripheral.setRefusesConnections(isAway)
            let gone = try await night.perform(Endpoints.unpair, DeviceSelection(device: "nursery"))
            #expect(
                gone.device.reason
                    == (isAway ? "Lull's program 4 is still on it and goes on; delete it in the Hatch app" : nil))
        }
        #expect(try night.commands().contains("ESL00") == !isAway)
    }

    // MARK: - While nobody is there

    @Test func device_ringsAndEndsByItself_whileTheDaemonIsDown() async throws {
        let night = try await night()
        try await night.live {
            try await night.addAlarm()
            try await night.mirror(on: true)
        }
        try night.pass(until: "2027-01-06 06:59:59")
        #expect(await !night.state.isOn)
        try night.pass(until: "2027-01-06 07:00:01")
        #expect(await night.state.sound == bird)
        #expect(await night.state.volume == Level(percent: 50))
        try night.pass(until: "2027-01-06 07:29:59")
        #expect(await night.state.isOn)
        try night.pass(until: "2027-01-06 07:30:01")
        #expect(await !night.state.isOn)
        try night.pass(until: "2027-01-07 07:00:01")
        #expect(await !night.state.isOn, "Once a week at most.")
    }

    @Test func wakeLightComes_andTheSoundEnds_whileTheDaemonIsDown() async throws {
        let night = try await night()
        try await night.live {
            try await night.setBedtime(wake: "06:45")
            try await night.mirror(on: true)
            try await night.wait(until: "2027-01-05 21:00")
            #expect(await night.state.sound == rain)
        }
        try night.pass(until: "2027-01-06 06:44:59")
        #expect(await night.state.sound == rain)
        try night.pass(until: "2027-01-06 06:45:01")
        #expect(await night.state.sound == .none)
        #expect(await night.state.light.brightness == Level(rawValue: 51))
        try night.pass(until: "2027-01-06 07:15:01")
        #expect(await !night.state.isOn)
    }

    @Test func nightWithoutAWakeLight_ends_whileTheDaemonIsDown() async throws {
        let night = try await night()
        try await night.live {
            try await night.setBedtime(wake: nil)
            try await night.mirror(on: true)
            try await night.wait(until: "2027-01-05 21:00")
        }
        try night.pass(until: "2027-01-06 07:59:59")
        #expect(await night.state.sound == rain)
        try night.pass(until: "2027-01-06 08:00:01")
        #expect(await night.state.sound == .none)
        try night.pass(until: "2027-01-06 08:01:01")
        #expect(await !night.state.isOn)
    }

    @Test func alarm_ringsOnAsOne_whenTheDaemonComesBackMeanwhile() async throws {
        let night = try await night()
        try await night.live {
            try await night.addAlarm()
            try await night.mirror(on: true)
        }
        try night.pass(until: "2027-01-06 07:05")
        #expect(await night.state.sound == bird)
        try await night.live {
            try await night.wait(until: "2027-01-06 07:06")
            #expect(try await night.phases == ["up": .ringing])
            #expect(await night.state.sound == bird)
            try await night.dismiss()
            try await night.wait(until: "2027-01-06 07:31")
            #expect(await !night.state.isOn)
        }
        #expect(try await night.outcomes() == ["6 started", "6 dismissed"])
        #expect(try night.commands(since: "2027-01-06 07:00").filter { $0.hasPrefix("SN") }.isEmpty, "It rang already.")
    }

    // MARK: - When both act

    @Test func alarm_ringsOnce_andNothingIsATouch() async throws {
        let night = try await night()
        try await night.live {
            try await night.addAlarm()
            try await night.mirror(on: true)
            try await night.wait(until: "2027-01-06 07:10")
            #expect(try await night.phases == ["up": .ringing])
            #expect(await night.state.sound == bird)
        }
        #expect(try await night.outcomes() == ["6 started"])
        #expect(try await night.entries().filter { $0.outcome == .touched }.isEmpty)
    }

    /// The program of a device whose clock is fast begins before the host rings, and that of a slow one after it.
    @Test(arguments: [-20, 20])
    func alarm_ringsOnce_whenTheDevicesClockIsALittleOff(seconds: Int) async throws {
        let night = try await night()
        try await night.live {
            try await night.saveLoudFavourite()
            try await night.addAlarm()
            try await night.mirror(on: true)
            // In the night it is not set without need.
            try await night.wait(until: "2027-01-06 03:00")
            try await night.setDeviceClock(off: seconds)
            try await night.wait(until: "2027-01-06 06:59:50")
            #expect(try await night.perform(Endpoints.status, DeviceChoice()).first?.clockDriftSeconds == seconds)
            try await night.wait(until: "2027-01-06 07:01")
            #expect(try await night.phases == ["up": .ringing])
            #expect(await night.state.sound == bird)
            try await night.dismiss()
            try await night.wait(until: "2027-01-06 07:35")
            #expect(await !night.state.isOn)
        }
        #expect(try await night.outcomes() == ["6 started", "6 dismissed"])
        #expect(try await night.entries().filter { $0.outcome == .touched }.isEmpty)
    }

    /// A program knows no crescendo.
    @Test func crescendo_goesOn_whenTheProgramBeginsInIt() async throws {
        let night = try await night()
        try await night.live {
            var request = AlarmRequest(name: "up", device: "nursery", at: "07:00", sound: "bird", volume: 80)
            request.crescendo = "5m"
            _ = try await night.perform(Endpoints.addAlarm, request)
            try await night.mirror(on: true)
            try await night.wait(until: "2027-01-06 03:00")
            try await night.setDeviceClock(off: -20)
            try await night.wait(until: "2027-01-06 07:00:19")
            let before = await night.state.volume
            try await night.wait(until: "2027-01-06 07:00:22")
            let after = await night.state.volume
            #expect(after.rawValue < before.rawValue + 20, "\(before), and then \(after)")
            #expect(try await night.phases == ["up": .ringing])
        }
        let words = try await night.entries().filter { $0.actor == .device }.compactMap(\.name)
        #expect(words == ["program 4 started"])
    }

    /// Too late to delete the program.
    @Test func ring_isSilencedByTheHost_whenSomebodyDismissedItJustBefore() async throws {
        let night = try await night()
        try await night.live {
            try await night.addAlarm(sunrise: "10m")
            try await night.mirror(on: true)
            try await night.wait(until: "2027-01-06 06:59:50")
            try await night.dismiss()
            try await night.wait(until: "2027-01-06 07:00:03")
            #expect(await !night.state.isOn)
            try await night.wait(until: "2027-01-06 07:32")
            #expect(await !night.state.isOn)
            #expect(try await night.programs()[4]?.days == .thursday)
        }
        #expect(try await night.outcomes() == ["6 started", "6 dismissed"])
    }

    @Test func silence_stays_afterADismissal_andASnoozeRingsAgain() async throws {
        let night = try await night()
        try await night.live {
            try await night.addAlarm()
            try await night.mirror(on: true)
            try await night.wait(until: "2027-01-06 07:01")
            try await night.snooze()
            try await night.wait(until: "2027-01-06 07:09")
            let snoozed = await night.state
            #expect(snoozed.sound == .none || !snoozed.isOn)
            try await night.wait(until: "2027-01-06 07:11")
            #expect(try await night.phases == ["up": .ringing])
            #expect(await night.state.sound == bird)
            try await night.dismiss()
            try await night.wait(until: "2027-01-06 09:00")
            #expect(await !night.state.isOn)
        }
        #expect(
            try night.journal.states(since: "2027-01-06 07:12").filter { $0.power == "on" && $0.sound.id != 0 }.isEmpty)
    }

    /// The device goes off where its program ends, which is not what anybody wants then.
    @Test func lightThatSomebodySets_stays_whenTheProgramEnds() async throws {
        let night = try await night()
        try await night.live {
            try await night.setBedtime(wake: "06:45")
            try await night.addAlarm(at: "06:50")
            try await night.mirror(on: true)
            try await night.wait(until: "2027-01-06 06:51")
            try await night.dismiss()
            try await night.wait(until: "2027-01-06 06:52")
            #expect(await night.state.light.brightness == Level(rawValue: 51), "The wake light is back.")
            try await night.wait(until: "2027-01-06 07:16")
            _ = try await night.perform(
                Endpoints.light, LightRequest(device: "nursery", color: "amber", brightness: 40))
            try await night.wait(until: "2027-01-06 07:25")
            #expect(await night.state.isOn)
            #expect(await night.state.light.brightness == Level(percent: 40))
        }
        #expect(try await night.entries().filter { $0.outcome == .touched }.isEmpty)
    }

    @Test func wakeLight_comesOnce_andStaysUntilItsEnd() async throws {
        let night = try await night()
        try await night.live {
            try await night.setBedtime(wake: "06:45")
            try await night.mirror(on: true)
            try await night.wait(until: "2027-01-06 06:46")
            #expect(await night.state.light.brightness == Level(rawValue: 51))
            #expect(await night.state.sound == .none)
            try await night.wait(until: "2027-01-06 07:14:55")
            #expect(await night.state.isOn)
            try await night.wait(until: "2027-01-06 07:16")
            #expect(await !night.state.isOn)
        }
        #expect(try await night.entries().filter { $0.outcome == .touched }.isEmpty)
        #expect(try await night.outcomes("bedtime") == ["5 started", "5 done"])
    }

    /// The device could not be reached when the alarm was skipped, and is when its program begins.
    @Test func skippedRing_isSilencedByTheHost_whenItsProgramIsStillThere() async throws {
        let night = try await night()
        try await night.live {
            try await night.addAlarm()
            try await night.mirror(on: true)
            try await night.wait(until: "2027-01-05 19:05")
            await night.peripheral.setRefusesConnections(true)
            try await night.skip()
            try await night.wait(until: "2027-01-06 06:59:58")
            await night.peripheral.setRefusesConnections(false)
            try await night.wait(until: "2027-01-06 07:02")
            #expect(await !night.state.isOn)
        }
    }

    @Test func clock_isRightAgain_beforeProgramsAreReliedOn() async throws {
        let night = try await night()
        try await night.live {
            try await night.addAlarm()
            await night.peripheral.resetClock()
            let document = try await night.mirror(on: true)
            #expect(document.problem == nil)
            #expect(try night.commands().filter { $0.hasPrefix("ST2027") }.count == 1)
            #expect(try await night.perform(Endpoints.clock, SlotQuery(device: "nursery")).driftSeconds == 0)
        }
    }
}

extension SimulatedNight {
    @discardableResult
    fileprivate func mirror(on isOn: Bool) async throws -> MirrorDocument {
        try await perform(Endpoints.setMirror, MirrorRequest(device: "nursery", on: isOn))
    }

    fileprivate func show() async throws -> MirrorDocument {
        try await perform(Endpoints.mirror, SlotQuery(device: "nursery"))
    }

    fileprivate func programs() async throws -> [Int: DeviceProgramDocument] {
        let all = try await perform(Endpoints.programs, SlotQuery(device: "nursery"))
        return Dictionary(uniqueKeysWithValues: all.compactMap { program in program.program.map { ($0, program) } })
    }

    fileprivate func setBedtime(wake: String?) async throws {
        var request = BedtimeRequest(device: "nursery", at: "20:00", sound: "rain", wake: wake)
        request.windDown = "0s"
        _ = try await perform(Endpoints.setBedtime, request)
    }

    /// Changes an alarm so that it does not ring at 07:00 tomorrow, and returns the warning of the answer.
    fileprivate func change(_ name: String, by change: String) async throws -> String? {
        switch change {
        case "skip": return try await perform(Endpoints.skipAlarm, SkipRequest(name: name, device: nil)).warning
        case "move":
            return try await perform(Endpoints.moveAlarm, MoveRequest(name: name, device: nil, at: "08:00", date: nil))
                .warning
        case "edit":
            var request = AlarmEditRequest(name: name)
            request.rule.at = "08:00"
            return try await perform(Endpoints.editAlarm, request).warning
        case "disable":
            return try await perform(
                Endpoints.switchAlarm, ScheduleSwitchRequest(name: name, device: nil, enabled: false)
            ).warning
        case "remove":
            return try await perform(Endpoints.removeAlarm, ScheduleSelection(name: name, device: nil)).warning
        default: return try await perform(Endpoints.pause, PauseRequest(until: nil)).warning
        }
    }

    fileprivate func entries() async throws -> [LogEntry] {
        try await store.entries(since: nil, device: nil, limit: 10_000)
    }

    /// What the log says went wrong with the device.
    fileprivate func failures() async throws -> [String] {
        try await entries().filter { $0.kind == .daemon && $0.outcome == .failed }.compactMap(\.name)
    }

    /// Sets the device's clock some seconds ahead, or behind if below zero.
    fileprivate func setDeviceClock(off seconds: Int) async throws {
        let shown = ZoneRules.utc.civil(at: clock.now().wall + .seconds(seconds))
        let time = [shown.time.hour, shown.time.minute, shown.time.second].map { $0 < 10 ? "0\($0)" : "\($0)" }
        let digits = "\(shown.date)\(time.joined())".filter(\.isNumber)
        let sender = try #require(household.devices.all.first).sender
        _ = try await sender.send(Array("ST\(digits)N".utf8))
    }
}

extension SimulationJournal {
    /// What the device showed after each change since a time in UTC.
    @MainActor
    fileprivate func states(since text: String) throws -> [DeviceStateDocument] {
        let start = try SimulatedNight.instant(text)
        return entries().filter { $0.at >= start }.compactMap { entry in
            if case .state(let state) = entry.event { state } else { nil }
        }
    }
}
