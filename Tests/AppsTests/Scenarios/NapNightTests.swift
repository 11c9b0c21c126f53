// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import SimulatedDevice
import SleepModel
import Storage
import Testing

@testable import Composition
@testable import Household

/// Naps, by what reaches the device.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct NapNightTests {
    private let rain = SoundID(rawValue: 7)
    private let green = Light(.color(RGBColor(red: 0, green: 255, blue: 0)), brightness: Level(rawValue: 51))

    private func night() async throws -> SimulatedNight { try await SimulatedNight("2027-01-05 13:00") }

    @Test func nap_playsInTheDark_wakesGently_andIsOver() async throws {
        let night = try await night()
        try await night.live {
            let nap = try await night.nap()
            #expect((nap.sound, nap.volume, nap.phase, nap.warning) == ("rain", 30, .sleep, nil))
            #expect(nap.wakeLight?.hasSuffix(" 20%") == true)
            #expect(nap.endsAt == (try SimulatedNight.instant("2027-01-05 13:45")))
            #expect(nap.lightUntil == (try SimulatedNight.instant("2027-01-05 14:00")))
            try await night.wait(until: "2027-01-05 13:39")
            #expect(await night.state.isOn)
            #expect(await night.state.sound == self.rain)
            #expect(await night.state.volume == Level(percent: 30))
            #expect(await night.state.light.brightness == .zero)
            try await night.wait(until: "2027-01-05 13:43")
            let brightness = await night.state.light.brightness
            #expect(brightness > .zero && brightness < Level(rawValue: 51))
            #expect(await night.state.sound == self.rain)
            try await night.wait(until: "2027-01-05 13:45:02")
            #expect(await night.state.light.brightness == Level(rawValue: 51))
            #expect(await night.state.sound == .none)
            try await night.wait(until: "2027-01-05 13:59:59")
            #expect(await night.state.isOn)
            try await night.wait(until: "2027-01-05 14:00:02")
            #expect(await !night.state.isOn)
        }
        #expect(try await night.napLines == ["started person", "done schedule"])
    }

    @Test func nap_isInTheStatusAndThePlan() async throws {
        let night = try await night()
        try await night.live {
            let nap = try await night.nap(sound: "ocean", volume: 25, wakeLight: "off")
            #expect((nap.sound, nap.volume, nap.wakeLight) == ("ocean", 25, nil))
            #expect(nap.lightUntil == nap.endsAt)
            let status = try await night.perform(Endpoints.status, DeviceChoice()).first
            #expect(status?.nap == nap)
            #expect(status?.owners.values.map(\.layer) == [.nap, .nap, .nap, .nap])
            #expect(status?.owners["sound"]?.until == nap.endsAt)
            #expect(status?.next?.kind == .nap)
            let next = try await night.perform(Endpoints.next, NextQuery(days: 1))
            #expect(next.map(\.at) == [nap.endsAt])
            #expect(next.map(\.why) == ["the end of a nap of 45m"])
        }
    }

    /// Its light lasts longer than the part of the night that it covers.
    @Test func status_saysThatTheNightFollows_whenTheNightIsInAnotherPartByThen() async throws {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            try await night.setBedtime(wake: "06:55", windDown: "30m", nightLight: "red 5%") {
                ($0.stayInBed, $0.stayInBedLight, $0.wakeFor) = ("10m", "blue 10%", "35m")
            }
            try await night.wait(until: "2027-01-06 06:36")
            try await night.nap("6m", sound: "ocean", wakeLight: "yellow 10%")
            try await night.wait(until: "2027-01-06 06:50")
            let owners = try #require(try await night.perform(Endpoints.status, DeviceChoice()).first).owners
            let (ends, over) = (
                try SimulatedNight.instant("2027-01-06 06:57"), try SimulatedNight.instant("2027-01-06 07:30")
            )
            for channel in ["power", "light", "sound"] {
                #expect(owners[channel]?.layer == .nap && owners[channel]?.until == ends, "\(channel)")
                #expect(owners[channel]?.waiting.map(\.layer) == [.night], "\(channel)")
                #expect(owners[channel]?.waiting.map(\.until) == [over], "\(channel)")
            }
        }
    }

    @Test func nap_goesOnAtItsPlace_afterARestart() async throws {
        let night = try await night()
        try await night.live { try await night.nap() }
        try night.pass(until: "2027-01-05 13:20")
        try await night.live {
            try await night.wait(until: "2027-01-05 13:30")
            #expect(await night.state.sound == self.rain)
            let status = try await night.perform(Endpoints.status, DeviceChoice()).first
            #expect(status?.nap?.endsAt == (try SimulatedNight.instant("2027-01-05 13:45")))
        }
        try night.pass(until: "2027-01-05 13:50")
        try await night.live {
            try await night.wait(until: "2027-01-05 13:51")
            #expect(await night.state.sound == .none)
            #expect(await night.state.light.brightness == Level(rawValue: 51))
            try await night.wait(until: "2027-01-05 14:00:02")
            #expect(await !night.state.isOn)
        }
        #expect(try await night.napLines == ["started person", "done schedule"])
    }

    @Test func nap_coversARoutine_whoseLightComesBack() async throws {
        let night = try await night()
        try await night.live {
            try await night.addRoutine(at: "13:05", "light red 50%; for 2h")
            try await night.wait(until: "2027-01-05 13:10")
            try await night.nap("30m")
            try await night.wait(until: "2027-01-05 13:11")
            #expect(try await night.layers() == [.nap, .routine])
            try await night.wait(until: "2027-01-05 13:56")
            #expect(try await night.step == 1)
            try await night.wait(until: "2027-01-05 15:30")
        }
        #expect(
            night.story == [
                "13:05 red 50%", "13:10 rain 30%", "13:35–13:39 green 1%→20% rain 30%", "13:40 green 20%",
                "13:55 red 50%", "15:05 off",
            ])
    }

    @Test func nap_inTheWakeLight_givesItBack() async throws {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            try await night.setBedtime(wake: "07:00")
            try await night.wait(until: "2027-01-06 07:05")
            try await night.nap("5m", wakeLight: "off")
            try await night.wait(until: "2027-01-06 07:06")
            #expect(try await night.layers() == [.nap, .night])
            try await night.wait(until: "2027-01-06 08:00")
        }
        #expect(
            night.story == [
                "19:30–19:57 amber 40%→1% rain 30%", "19:59 rain 30%", "07:00 green 20%", "07:05 rain 30%",
                "07:10 green 20%", "07:30 off",
            ])
    }

    @Test func alarm_ringsOverANap_whichGoesOn() async throws {
        let night = try await night()
        try await night.live {
            try await night.addAlarm(at: "13:10")
            try await night.nap()
            try await night.wait(until: "2027-01-05 13:11")
            #expect(try await night.layers(of: .sound) == [.alarm, .nap])
            try await night.dismiss()
            try await night.wait(until: "2027-01-05 14:30")
        }
        #expect(
            night.story == [
                "13:00 rain 30%", "13:10 bird 50%", "13:11 rain 30%", "13:40–13:44 green 1%→20% rain 30%",
                "13:45 green 20%", "14:00 off",
            ])
    }

    @Test func change_duringANap_isAManualOne_untilItsLight() async throws {
        let night = try await night()
        try await night.live {
            try await night.light("blue", 60)
            try await night.wait(until: "2027-01-05 13:05")
            try await night.nap()
            try await night.wait(until: "2027-01-05 13:10")
            try await night.light("red", 40)
            let owner = try await night.perform(Endpoints.status, DeviceChoice()).first?.owners["light"]
            #expect((owner?.layer, owner?.waiting.map(\.layer), owner?.waiting.map(\.by)) == (.manual, [.nap], ["nap"]))
            #expect(owner?.until == (try SimulatedNight.instant("2027-01-05 13:45")))
            try await night.wait(until: "2027-01-05 14:30")
        }
        #expect(
            night.story == [
                "13:00 blue 60%", "13:05 rain 30%", "13:10 red 40% rain 30%", "13:45–13:49 green 1%→20% rain 30%",
                "13:50 green 20%", "14:05 off",
            ])
    }

    enum End: CaseIterable, Sendable { case command, powerOff, touch, stop }

    @Test(arguments: End.allCases)
    func nap_ends_andItsLightDoesNotCome(_ end: End) async throws {
        let night = try await night()
        try await night.live {
            try await night.nap()
            try await night.wait(until: "2027-01-05 13:10")
            switch end {
            case .command:
                _ = try await night.perform(Endpoints.endNap, DeviceSelection(device: "nursery"))
            case .powerOff:
                try await night.power(on: false)
            case .touch:
                await night.peripheral.holdRing()
            case .stop:
                let stopped = try await night.perform(Endpoints.stop, DeviceChoice())
                #expect(stopped.first?.ended.map(\.kind) == [.nap])
            }
            try await night.wait(until: "2027-01-05 13:12")
            #expect(await !night.state.isOn)
            #expect(try await night.perform(Endpoints.status, DeviceChoice()).first?.nap == nil)
            try await night.wait(until: "2027-01-05 13:50")
            #expect(await !night.state.isOn)
        }
        #expect(try await night.napLines == ["started person", "cancelled person"])
    }

    @Test func nap_takesThePlace_ofTheOneBefore() async throws {
        let night = try await night()
        try await night.live {
            try await night.nap("10m")
            try await night.wait(until: "2027-01-05 13:05")
            try await night.nap("2h")
            try await night.wait(until: "2027-01-05 13:30")
            #expect(await night.state.sound == self.rain)
        }
        #expect(try await night.napLines == ["started person", "cancelled person", "started person"])
    }

    @Test func nap_saysSo_whenTheDeviceDoesNotAnswer_andFollowsLater() async throws {
        let night = try await night()
        try await night.live {
            await night.peripheral.setRefusesConnections(true)
            let nap = try await night.nap()
            #expect(nap.warning == "“nursery” does not answer. It stays as it is until Lull reaches it again.")
            try await night.wait(until: "2027-01-05 13:05")
            await night.peripheral.setRefusesConnections(false)
            try await night.wait(until: "2027-01-05 13:07")
            #expect(await night.state.sound == self.rain)
        }
    }

    @Test(arguments: [
        (NapRequest(device: "nursery", length: "soon"), "“soon” is not a length of time."),
        (NapRequest(device: "nursery", length: "45m", sound: "bells"), "“bells” is not a sound of this device."),
        (NapRequest(device: "nursery", length: "45m", volume: 0), "--volume 0% is out of range."),
        (NapRequest(device: "nursery", length: "45m", wakeLight: "mauve"), "“mauve” is not a colour."),
    ])
    func startNap_saysWhatIsWrong(_ request: NapRequest, message: String) async throws {
        let night = try await night()
        try await night.live {
            let error = await #expect(throws: ControlError.self) {
                try await night.perform(Endpoints.startNap, request)
            }
            #expect(error?.message == message)
            let nothing = await #expect(throws: ControlError.self) {
                try await night.perform(Endpoints.endNap, DeviceSelection(device: "nursery"))
            }
            #expect(nothing?.code == .nothingActive)
        }
        #expect(try await night.napLines == [])
    }
}

extension SimulatedNight {
    /// What happened to naps, and who caused it.
    var napLines: [String] {
        get async throws {
            try await store.entries(since: nil, device: nil, limit: 1000)
                .filter { $0.name?.hasPrefix("nap of ") == true }.map { "\($0.outcome) \($0.actor)" }
        }
    }
}
