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

/// A device that does by itself what its household cannot, and both at once, by what it shows and what reaches it.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct MirrorRingTests {
    private let bird = SoundID(rawValue: 9)
    private let rain = SoundID(rawValue: 7)

    /// A Tuesday evening.
    private func night(_ start: String = "2027-01-05 19:00") async throws -> SimulatedNight {
        try await SimulatedNight(start)
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
            try await night.setBedtime(wake: "06:45", windDown: "0s")
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
            try await night.setBedtime(wake: nil, windDown: "0s")
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

    /// The clocks go from 02:00 to 03:00, and nobody sets that of the device.
    @Test func device_ringsInTime_overATransition_whileTheDaemonIsDown() async throws {
        let night = try await SimulatedNight("2027-03-14 01:00", zone: "America/New_York")
        try await night.live {
            try await night.addAlarm()
            try await night.mirror(on: true)
        }
        try night.pass(until: "2027-03-14 10:59:58")
        #expect(await !night.state.isOn)
        try night.pass(until: "2027-03-14 11:00:02")
        #expect(await night.state.sound == bird)
    }

    @Test func program_followsTheClock_overATransition() async throws {
        let night = try await SimulatedNight("2027-03-14 01:00", zone: "America/New_York")
        try await night.live {
            try await night.addAlarm()
            try await night.mirror(on: true)
            #expect(try await night.programs()[4]?.start == TimeOfDay(hour: 6, minute: 0))
            try await night.wait(until: "2027-03-14 07:05")
            #expect(try await night.programs()[4]?.start == TimeOfDay(hour: 7, minute: 0))
            #expect(try await night.programs()[4]?.days == .sunday)
            try await night.wait(until: "2027-03-14 11:01")
            #expect(try await night.phases == ["up": .ringing])
        }
        #expect(try await night.entries().filter { $0.outcome == .touched }.isEmpty)
        #expect(try await night.outcomes() == ["14 started"])
    }

    // MARK: - After a restart, by a device that does not say what programs it has

    /// The program of a device whose clock is fast ends before the ring does.
    @Test func alarm_ringsOn_whenItsProgramEnds() async throws {
        let night = try await night()
        try await night.live {
            try await night.addAlarm()
            try await night.mirror(on: true)
            // In the night it is not set without need.
            try await night.wait(until: "2027-01-06 03:00")
            try await night.setDeviceClock(off: 20)
            try await night.wait(until: "2027-01-06 07:05")
        }
        await night.peripheral.inject(.lostReply, count: 1000)
        try await night.live {
            try await night.wait(until: "2027-01-06 07:29:50")
            #expect(try await night.phases == ["up": .ringing])
            #expect(await night.state.sound == bird)
        }
        #expect(try await night.outcomes().contains("6 dismissed") == false)
        #expect(try await night.entries().filter { $0.outcome == .touched }.isEmpty)
    }

    /// A wake light's program ends a minute before the ring.
    @Test func alarm_rings_whenTheProgramOfAWakeLightEndsInItsSunrise() async throws {
        let night = try await night()
        try await night.live {
            try await night.setBedtime(wake: "06:45", windDown: "0s")
            try await night.addAlarm(sunrise: "30m")
            try await night.mirror(on: true)
            try await night.wait(until: "2027-01-06 06:50")
        }
        await night.peripheral.inject(.lostReply, count: 1000)
        try await night.live {
            try await night.wait(until: "2027-01-06 07:01")
            #expect(try await night.phases == ["up": .ringing])
            #expect(await night.state.sound == bird)
        }
        #expect(try await night.entries().filter { $0.outcome == .touched }.isEmpty)
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
            try await night.addAlarm(days: nil) { ($0.volume, $0.crescendo) = (80, "5m") }
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
        #expect(words == ["program “Lull alarm” started"])
    }

    /// A device that begins a moment after the host is put right at once, so that nobody wakes to full volume.
    @Test(arguments: ["0", "2", "5", "9"])
    func crescendo_isHardlyInterrupted_whenTheProgramBeginsJustAfterIt(tenths: String) async throws {
        let night = try await night()
        try await night.live {
            try await night.addAlarm(days: nil) { ($0.volume, $0.crescendo) = (80, "5m") }
            try await night.mirror(on: true)
            // The device counts whole seconds from when its clock was set.
            try await night.wait(until: "2027-01-06 03:00:00.\(tenths)")
            try await night.setDeviceClock(off: 0)
            try await night.wait(until: "2027-01-06 07:00:30")
            #expect(try await night.phases == ["up": .ringing])
            #expect(await night.state.sound == bird)
        }
        var loud = Duration.zero
        let states = try night.journal.timedStates(since: "2027-01-06 07:00")
        let ends = try states.dropFirst().map(\.at) + [SimulatedNight.instant("2027-01-06 07:00:30")]
        for ((at, state), end) in zip(states, ends)
        where state.power == "on" && state.sound.id != 0 && state.volume > 100 {
            loud += end - at
        }
        #expect(states.contains { $0.state.volume == 204 }, "The program begins, too.")
        #expect(loud <= .milliseconds(300))
        #expect(try await night.entries().filter { $0.outcome == .touched }.isEmpty)
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
            try await night.setBedtime(wake: "06:45", windDown: "0s")
            try await night.addAlarm(at: "06:50")
            try await night.mirror(on: true)
            try await night.wait(until: "2027-01-06 06:51")
            try await night.dismiss()
            try await night.wait(until: "2027-01-06 06:52")
            #expect(await night.state.light.brightness == Level(rawValue: 51), "The wake light is back.")
            try await night.wait(until: "2027-01-06 07:16")
            try await night.light("amber", 40)
            try await night.wait(until: "2027-01-06 07:25")
            #expect(await night.state.isOn)
            #expect(await night.state.light.brightness == Level(percent: 40))
        }
        #expect(try await night.entries().filter { $0.outcome == .touched }.isEmpty)
    }

    @Test func wakeLight_comesOnce_andStaysUntilItsEnd() async throws {
        let night = try await night()
        try await night.live {
            try await night.setBedtime(wake: "06:45", windDown: "0s")
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
        #expect(try await night.outcomes("bedtime") == ["5 started", "5 ok-to-wake", "5 done"])
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

    @Test func clock_isSetWithANotice_whenItIsMoreThanHalfAMinuteOff() async throws {
        let night = try await night()
        try await night.live {
            try await night.addAlarm()
            try await night.mirror(on: true)
            try await night.wait(until: "2027-01-05 19:05")
            try await night.setDeviceClock(off: 45)
            try await night.wait(until: "2027-01-05 19:06")
            #expect(try await night.perform(Endpoints.clock, SlotQuery(device: "nursery")).driftSeconds == 0)
            let notices = try await night.perform(Endpoints.notices, NoticesQuery())
            #expect(notices.map(\.message) == ["Lull set the clock of nursery because it was 45s ahead."])
        }
    }
}
