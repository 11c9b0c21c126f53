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
    /// A Tuesday evening.
    private func night(_ start: String = "2027-01-05 19:00") async throws -> SimulatedNight {
        try await SimulatedNight(start)
    }

    // MARK: - What is kept there

    @Test func mirror_writesTheEndOfTonightAndTheNextAlarm_andReadsThemBack() async throws {
        let night = try await night()
        try await night.live {
            try await night.setBedtime(wake: "06:45", windDown: "0s")
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
            // The ring of 07:00 is not to be switched off by the end of the light.
            #expect(programs[4]?.durationSeconds == 840)
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
            try await night.setBedtime(wake: "06:45", windDown: "0s")
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
            try await night.light("amber", 9)
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
                    == (isAway ? "Lull's program 4 is still on it; delete it in the Hatch app" : nil))
        }
        #expect(try night.commands().contains("ESL00") == !isAway)
    }

    @Test func unpair_saysThatProgramsMayBeLeft_whenNobodyKnowsThem() async throws {
        let night = try await night()
        try await night.live {
            try await night.addAlarm()
            try await night.mirror(on: true)
        }
        await night.peripheral.setRefusesConnections(true)
        try await night.live {
            let gone = try await night.perform(Endpoints.unpair, DeviceSelection(device: "nursery"))
            #expect(gone.device.reason == "Lull's programs may still be on it; delete them in the Hatch app")
        }
    }

    @Test func answer_saysThatItIsTooLate_whenTheProgramBeginsInAMoment() async throws {
        let night = try await night()
        try await night.live {
            try await night.addAlarm()
            try await night.mirror(on: true)
            try await night.wait(until: "2027-01-06 06:59:30")
            let warning = try await night.change("up", by: "skip")
            #expect(
                warning?.hasPrefix(
                    "“nursery” cannot take that any more: its own program 4 may ring on 2027-01-06 07:00.") == true,
                "\(warning ?? "nothing")")
        }
    }

    @Test func programsThatCannotFollow_areANotice() async throws {
        let night = try await night()
        try await night.live {
            try await night.addAlarm()
            try await night.mirror(on: true)
            try await night.wait(until: "2027-01-05 19:05")
            await night.peripheral.setRefusesConnections(true)
            _ = try await night.change("up", by: "skip")
            try await night.wait(until: "2027-01-05 19:30")
            #expect(
                try await night.perform(Endpoints.notices, NoticesQuery()).map(\.message).contains(
                    "nursery is out of reach, and its own programs may still do what was planned before."))
        }
    }

    @Test func mirror_saysThatNobodyHasReadThePrograms_thatMayBeLeft() async throws {
        let night = try await night()
        await night.peripheral.setRefusesConnections(true)
        try await night.live {
            let shown = try await night.perform(Endpoints.mirror, SlotQuery(device: "nursery"))
            #expect(
                shown.problem
                    == "Lull has not read the programs of “nursery” yet, so some of its own may be left there. "
                    + "See them with `lull program nursery list`.")
        }
    }

    @Test func bedtime_saysThatTheWakeLightMayStillCome_whenTheDeviceIsOutOfReach() async throws {
        let night = try await night()
        try await night.live {
            try await night.setBedtime(wake: "06:45", windDown: "0s")
            try await night.mirror(on: true)
            try await night.wait(until: "2027-01-05 19:05")
            await night.peripheral.setRefusesConnections(true)
            let skipped = try await night.perform(Endpoints.skipBedtime, SkipRequest(name: nil, device: "nursery"))
            #expect(
                skipped.warning?.hasPrefix(
                    "“nursery” has not taken that yet: its own program 4 may still show its wake light on 2027-01-06 06:45."
                )
                    == true)
        }
    }

    /// The programs are not known yet in a process that has just begun.
    @Test func off_takesThePrograms_inAProcessThatDoesNotKnowThem() async throws {
        let night = try await night()
        try await night.live {
            try await night.addAlarm()
            try await night.mirror(on: true)
        }
        try await night.live {
            let off = try await night.mirror(on: false)
            #expect(off.leftovers == [])
            #expect(try await night.programs()[4]?.name == nil)
        }
    }
}
