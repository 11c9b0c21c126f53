// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import SimulatedDevice
import SleepModel
import Storage
import Testing

@testable import Composition
@testable import Household

/// Everything is to end now, by what reaches the device.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct StopTests {
    private func night() async throws -> SimulatedNight { try await SimulatedNight("2027-01-05 19:00") }

    @Test func stop_endsWhatRunsRingsAndIsHeld_andThePlanStays() async throws {
        let night = try await night()
        try await night.live {
            try await night.setBedtime(at: "19:30", wake: "06:30")
            try await night.addRoutine(at: "20:00", "light #0000ff 50%; for 2h")
            try await night.addAlarm(at: "20:30")
            try await night.addAlarm("later", at: "21:00")
            try await night.wait(until: "2027-01-05 20:29")
            try await night.light("green", 30)
            try await night.startTimer("2h")
            try await night.wait(until: "2027-01-05 20:30:30")
            #expect(try await night.phases["up"] == .ringing)

            let stopped = try await night.stop()
            #expect(stopped.map(\.ended.count) == [5])
            #expect(stopped.first?.ended.map(\.kind) == [.alarm, .routine, .bedtime, .manual, .timer])
            #expect(stopped.first?.ended.map(\.name) == ["up", "dusk", "bedtime", nil, nil])
            #expect(stopped.first?.stopPending == false)
            #expect(
                stopped.first?.warning
                    == "The wake light at 06:30 does not come either. "
                    + "To take the night up again: `lull bedtime start nursery`.")
            #expect(await !night.state.isOn)
            #expect(await night.state.isTimerRunning != true)
            #expect(try await night.stop().map(\.ended) == [[]])
            let status = try await night.perform(Endpoints.status, DeviceChoice()).first
            #expect(status?.owners == [:])
            #expect(status?.running == [])

            // Nothing comes back by itself, and the next alarm rings.
            try await night.wait(until: "2027-01-05 20:59")
            #expect(await !night.state.isOn)
            try await night.wait(until: "2027-01-05 21:00:30")
            #expect(try await night.phases["later"] == .ringing)
            #expect(await night.state.isOn)
            let next = try await night.perform(Endpoints.next, NextQuery(days: 2)).map(\.name)
            #expect(Set(next) == ["bedtime", "dusk", "up", "later"])
        }
        #expect(try await night.outcomes("up").last == "5 dismissed")
        #expect(try await night.outcomes("dusk").last == "5 cancelled")
    }

    @Test func stop_showsNothingOfWhatItUncovers() async throws {
        let night = try await night()
        try await night.live {
            try await night.setBedtime(at: "19:30", wake: "06:30", nightLight: "red 5%")
            try await night.addAlarm(at: "20:30")
            try await night.wait(until: "2027-01-05 20:10")
            try await night.nap("45m", sound: "ocean")
            try await night.wait(until: "2027-01-05 20:20")
            try await night.light("green", 30)
            try await night.wait(until: "2027-01-05 20:30:30")
            #expect(try await night.layers(of: .sound) == [.alarm, .nap, .night])
            try await night.stop()
            try await night.wait(until: "2027-01-05 20:31")
        }
        #expect(try night.commands(since: "2027-01-05 20:30:30") == ["SI00"])
        #expect(try await night.napLines == ["started person", "cancelled person"])
    }

    @Test func off_atTheDevice_showsNothingOfWhatItUncovers() async throws {
        let night = try await night()
        try await night.live {
            try await night.setBedtime(at: "19:30", wake: "06:30", nightLight: "red 5%")
            try await night.addRoutine(at: "20:00", "light #0000ff 50%; sound wind 20%; for 2h")
            try await night.addAlarm(at: "20:30")
            try await night.wait(until: "2027-01-05 20:10")
            try await night.nap("45m", sound: "ocean")
            try await night.wait(until: "2027-01-05 20:30:30")
            await night.peripheral.holdRing()
            try await night.wait(until: "2027-01-05 21:00")
            #expect(try await night.layers() == [])
        }
        let commands = try night.commands(since: "2027-01-05 20:30:30")
        // The programs are read again, as somebody was at the device.
        #expect(commands.filter { !$0.hasPrefix("EGB") } == [])
    }

    @Test func stop_switchesOff_whatNobodyKnowsOf() async throws {
        let night = try await night()
        try await night.live {
            await night.peripheral.touchRing()
            #expect(await night.state.isOn)
            let stopped = try await night.stop("nur")
            #expect(stopped.first?.ended == [])
            #expect(await !night.state.isOn)
        }
        let log = try await night.store.entries(since: nil, device: nil, limit: 100)
        #expect(log.filter { $0.kind == .control && $0.actor == .person }.map(\.outcome) == [.cancelled])
    }

    @Test func stop_waitsForNobodyOutOfReach_whoIsSwitchedOffWhenBack() async throws {
        let night = try await night()
        try await night.live {
            try await night.addRoutine(at: "20:00", "light #0000ff 50%; for 2h")
            try await night.wait(until: "2027-01-05 20:05")
            await night.peripheral.setRefusesConnections(true)
            await night.peripheral.dropConnection()
            let stopped = try await night.stop()
            #expect(stopped.first?.ended.map(\.name) == ["dusk"])
            #expect(stopped.first?.stopPending == true)
            #expect(
                stopped.first?.warning == "“nursery” does not answer. It stays as it is until Lull reaches it again.")
            #expect(night.clock.now().wall <= (try SimulatedNight.instant("2027-01-05 20:05:04")))
            #expect(try await night.perform(Endpoints.status, DeviceChoice()).first?.stopPending == true)
            #expect(await night.state.isOn)
            try await night.wait(until: "2027-01-05 20:30")
            await night.peripheral.setRefusesConnections(false)
            try await night.wait(until: "2027-01-05 20:32")
            #expect(await !night.state.isOn)
            #expect(try await night.perform(Endpoints.status, DeviceChoice()).first?.stopPending == false)
        }
    }

    /// What was set by hand ends too, although no run says so.
    @Test func stop_isPending_whenOnlySomethingSetByHandGoesOn() async throws {
        let night = try await night()
        try await night.live {
            _ = try await night.perform(Endpoints.sound, SoundRequest(device: "nursery", sound: "rain", volume: 30))
            await night.peripheral.setRefusesConnections(true)
            await night.peripheral.dropConnection()
            let stopped = try await night.stop()
            #expect(stopped.first?.ended.map(\.kind) == [.manual])
            #expect(stopped.first?.stopPending == true)
            #expect(try await night.perform(Endpoints.status, DeviceChoice()).first?.stopPending == true)
        }
    }

    @Test func stop_isTakenByTheNextProcess_whenTheDeviceWasAway() async throws {
        let night = try await night()
        try await night.live {
            _ = try await night.perform(Endpoints.sound, SoundRequest(device: "nursery", sound: "rain", volume: 30))
            await night.peripheral.setRefusesConnections(true)
            await night.peripheral.dropConnection()
            _ = try await night.stop()
            #expect(await night.state.isOn)
        }
        await night.peripheral.setRefusesConnections(false)
        try await night.live {
            try await night.wait(until: "2027-01-05 19:05")
            #expect(await !night.state.isOn)
        }
    }

    /// Somebody who switches it on afterwards is not switched off again.
    @Test func stop_isOver_onceTheDeviceHasTakenIt() async throws {
        let night = try await night()
        try await night.live {
            _ = try await night.perform(Endpoints.sound, SoundRequest(device: "nursery", sound: "rain", volume: 30))
            _ = try await night.stop()
            _ = try await night.perform(Endpoints.sound, SoundRequest(device: "nursery", sound: "ocean", volume: 30))
            try await night.wait(until: "2027-01-05 19:10")
            #expect(await night.state.isOn)
        }
        try await night.live {
            try await night.wait(until: "2027-01-05 19:15")
            #expect(await night.state.isOn)
        }
    }

    @Test func stop_refusesADevice_thatNobodyKnows() async throws {
        let night = try await night()
        try await night.live {
            let error = await #expect(throws: ControlError.self) { try await night.stop("attic") }
            #expect(error?.code == .unknownDevice)
        }
    }
}
