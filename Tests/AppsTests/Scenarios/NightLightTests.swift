// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import DeviceDocuments
import SimulatedDevice
import SleepModel
import Testing

@testable import Composition
@testable import Household

/// The light of a night, and a light that somebody switches on in it.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct NightLightTests {
    /// A night from 20:00 to 07:00 with a red light of 5 percent and rain.
    private func night(
        returnAfter: String? = "10m", nightLight: String? = "red 5%", sound: String = "rain",
        _ body: @escaping @MainActor @Sendable (SimulatedNight) async throws -> Void
    ) async throws -> SimulatedNight {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            try await night.setBedtime(wake: "07:00", nightLight: nightLight) {
                ($0.sound, $0.returnAfter) = (sound, returnAfter)
            }
            try await night.wait(until: "2027-01-05 23:00")
            try await body(night)
        }
        return night
    }

    private func light(_ night: SimulatedNight) async throws -> OwnerDocument? {
        let request = LightRequest(device: "nursery", color: "amber", brightness: 60)
        _ = try await night.perform(Endpoints.light, request)
        #expect(await night.state.light.brightness == Level(percent: 60))
        return try await night.perform(Endpoints.status, DeviceChoice()).first?.owners["light"] ?? nil
    }

    @Test func light_goesBackToThatOfTheNight_afterItsTime() async throws {
        let night = try await night { night in
            #expect(try await light(night)?.until == (try SimulatedNight.instant("2027-01-05 23:10")))
            #expect(try await night.layers() == [.manual, .night])
            try await night.wait(until: "2027-01-06 08:00")
        }
        #expect(
            night.story == [
                "19:30–20:00 amber 40%→red 5% rain 30%", "23:00 amber 60% rain 30%", "23:10 red 5% rain 30%",
                "07:00 green 20%", "07:30 off",
            ])
    }

    @Test func light_goesBackToDarkness_inANightWithoutALight() async throws {
        _ = try await night(nightLight: nil) { night in
            _ = try await light(night)
            try await night.wait(until: "2027-01-05 23:10:01")
            #expect(await night.state.light.brightness == .zero)
            #expect(await night.state.isOn)
        }
    }

    @Test func light_goesBackToDarkness_inASilentNight() async throws {
        _ = try await night(nightLight: nil, sound: "off") { night in
            #expect(await !night.state.isOn)
            _ = try await light(night)
            try await night.wait(until: "2027-01-05 23:10:01")
            #expect(await !night.state.isOn)
        }
    }

    /// The sound that somebody plays in a dark night is no light.
    @Test func sound_stays_whenOnlyLightsReturn() async throws {
        _ = try await night(nightLight: nil, sound: "off") { night in
            _ = try await night.perform(Endpoints.sound, SoundRequest(device: "nursery", sound: "ocean", volume: 20))
            try await night.wait(until: "2027-01-06 01:00")
            #expect(await night.state.isOn)
            #expect(await night.state.sound == SoundID(rawValue: 5))
        }
    }

    @Test func darkness_stays_whenOnlyLightsReturn() async throws {
        _ = try await night { night in
            try await night.light("off")
            try await night.wait(until: "2027-01-06 01:00")
            #expect(await night.state.light.brightness == .zero)
            #expect(await night.state.sound == SoundID(rawValue: 7))
        }
    }

    /// Nobody wants darkness in the middle of a feed.
    @Test func light_stays_whenNobodyAskedForAReturn() async throws {
        let night = try await night(returnAfter: nil) { night in
            _ = try await light(night)
            #expect(try await night.layers() == [.manual, .night])
            try await night.wait(until: "2027-01-06 08:00")
        }
        #expect(
            night.story == [
                "19:30–20:00 amber 40%→red 5% rain 30%", "23:00 amber 60% rain 30%", "03:00 red 5% rain 30%",
                "07:00 green 20%", "07:30 off",
            ])
    }

    @Test func volume_stays_whenALightReturns() async throws {
        _ = try await night { night in
            try await night.volume(10)
            try await night.wait(until: "2027-01-05 23:30")
            #expect(await night.state.volume == Level(percent: 10))
        }
    }

    @Test func edit_offersNoChangeOfTheNight_thatItCannotMake() async throws {
        _ = try await night { night in
            var edit = BedtimeRequest(device: "nursery", at: "20:15", windDown: "45m")
            let later = try await night.perform(Endpoints.setBedtime, edit)
            #expect(later.warning == "Tonight goes on as it began. End it: `lull bedtime off nursery`.")
            (edit.rule.at, edit.windDown, edit.now) = ("20:30", "1h", true)
            let now = try await night.perform(Endpoints.setBedtime, edit)
            #expect(now.warning == "For tonight, lights-out and the wind-down stay as before.")
        }
    }

    @Test func edit_movesTheWakeTimeOfTonight_whenAsked() async throws {
        _ = try await night { night in
            var edit = BedtimeRequest(device: "nursery", at: nil, wake: "07:30")
            edit.now = true
            #expect(try await night.perform(Endpoints.setBedtime, edit).warning == nil)
            try await night.wait(until: "2027-01-06 07:29")
            #expect(await night.state.light.brightness == Level(rawValue: 13))
            // The light has come on at half past seven, and the family stays in bed.
            try await night.wait(until: "2027-01-06 07:31")
            #expect(await night.state.light.brightness == Level(percent: 20))
            edit.wake = "08:00"
            #expect(try await night.perform(Endpoints.setBedtime, edit).warning == nil)
            try await night.wait(until: "2027-01-06 07:32")
            #expect(await night.state.light.brightness == Level(rawValue: 13))
            #expect(await night.state.sound == SoundID(rawValue: 7))
        }
    }

    @Test func edit_leavesTheWakeTimeOfTonight_whenTheOtherHasPassed() async throws {
        _ = try await night { night in
            try await night.wait(until: "2027-01-06 06:45")
            var edit = BedtimeRequest(device: "nursery", at: nil, wake: "06:30")
            edit.now = true
            #expect(
                try await night.perform(Endpoints.setBedtime, edit).warning
                    == "For tonight, the wake time stays as before, as the other wake time has passed.")
            try await night.wait(until: "2027-01-06 06:59")
            #expect(await night.state.light.brightness == Level(rawValue: 13))
            try await night.wait(until: "2027-01-06 07:01")
            #expect(await night.state.light.brightness == Level(percent: 20))
        }
    }

    @Test func edit_changesTheLengthOfTheWakeLight_whileItShines() async throws {
        _ = try await night { night in
            try await night.wait(until: "2027-01-06 07:10")
            #expect(await night.state.light.brightness == Level(percent: 20))
            var edit = BedtimeRequest(device: "nursery", at: nil)
            (edit.wakeFor, edit.now) = ("1h", true)
            #expect(try await night.perform(Endpoints.setBedtime, edit).warning == nil)
            try await night.wait(until: "2027-01-06 07:59")
            #expect(await night.state.isOn)
            #expect(await night.state.light.brightness == Level(percent: 20))
            try await night.wait(until: "2027-01-06 08:01")
            #expect(await !night.state.isOn)
        }
    }

    @Test func edit_takesTheWakeTimeAway_whenAsked() async throws {
        _ = try await night { night in
            var edit = BedtimeRequest(device: "nursery", at: nil, wake: "off")
            edit.now = true
            #expect(try await night.perform(Endpoints.setBedtime, edit).warning == nil)
            try await night.wait(until: "2027-01-06 07:30")
            #expect(await night.state.light.brightness == Level(rawValue: 13))
        }
    }

    @Test func edit_changesTheNightThatRuns_whenAsked() async throws {
        _ = try await night { night in
            var edit = BedtimeRequest(device: "nursery", at: nil)
            (edit.nightLight, edit.volume) = ("blue 10%", 20)
            let later = try await night.perform(Endpoints.setBedtime, edit)
            #expect(
                later.warning
                    == "Tonight goes on as it began. End it: `lull bedtime off nursery`. To change tonight too, add --now."
            )
            try await night.wait(until: "2027-01-05 23:01")
            #expect(await night.state.light.brightness == Level(rawValue: 13))
            edit.now = true
            #expect(try await night.perform(Endpoints.setBedtime, edit).warning == nil)
            try await night.wait(until: "2027-01-05 23:02")
            #expect(
                await night.state.light
                    == Light(.color(try #require(RGBColor(parsing: "blue"))), brightness: Level(rawValue: 26)))
            #expect(await night.state.volume == Level(rawValue: 51))
        }
    }
}
