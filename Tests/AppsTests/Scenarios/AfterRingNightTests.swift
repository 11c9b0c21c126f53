// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import SimulatedDevice
import SleepModel
import Storage
import Testing

@testable import Composition

/// What comes after a ring, by what reaches the device: a light that stays, or one more ring.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct AfterRingNightTests {
    private let bird = SoundID(rawValue: 9)
    private let blue = RGBColor(red: 73, green: 143, blue: 225)

    /// A night in which `up` rings at 07:00 with a blue light.
    private func night(_ change: @escaping (inout AlarmRequest) -> Void) async throws -> SimulatedNight {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live { try await night.addAlarm("up", color: "blue", change) }
        return night
    }

    /// Whether the device shows the light of the alarm, silently.
    private func isLit(_ night: SimulatedNight) async -> Bool {
        let state = await night.state
        return state.isOn && state.sound == .none && state.light == Light(.color(blue), brightness: .full)
    }

    @Test func light_staysSilently_afterTheDismissal() async throws {
        let night = try await night { $0.lightAfter = "10m" }
        try await night.live {
            try await night.wait(until: "2027-01-05 07:01")
            try await night.dismiss()
            try await night.wait(until: "2027-01-05 07:01:05")
            #expect(await self.isLit(night))
            #expect(try await night.phases == ["up": .lightAfter])
            let status = try #require(try await night.perform(Endpoints.status, DeviceChoice()).first)
            #expect(status.running.map(\.phase) == ["light-after"])
            #expect(status.owners["light"]?.layer == .lightAfter)
            #expect(status.owners["light"]?.until == (try SimulatedNight.instant("2027-01-05 07:11")))
            try await night.wait(until: "2027-01-05 07:10:55")
            #expect(await self.isLit(night))
            try await night.wait(until: "2027-01-05 07:11:05")
            #expect(await !night.state.isOn)
        }
        #expect(try await night.outcomes() == ["5 started", "5 dismissed", "5 light-ended"])
    }

    @Test func alarm_ringsAgainToday_whenItsTimeIsEditedWhileItsLightStays() async throws {
        let night = try await night { $0.lightAfter = "1h" }
        try await night.live {
            try await night.wait(until: "2027-01-05 07:01")
            try await night.dismiss()
            try await night.wait(until: "2027-01-05 07:10")
            var request = AlarmEditRequest(name: "up", device: nil)
            request.rule.at = "07:30"
            let edited = try await night.perform(Endpoints.editAlarm, request)
            #expect(edited.warning == nil)
            try await night.wait(until: "2027-01-05 07:30:30")
            #expect(await night.state.sound == self.bird)
        }
        #expect(try await night.outcomes().filter { $0 == "5 started" }.count == 2)
    }

    @Test func dismissal_namesTheAlarmThatRingsAgain() async throws {
        let night = try await night { ($0.ringFor, $0.backup) = ("5m", "20m") }
        try await night.live {
            try await night.addAlarm("second", at: "07:10")
            try await night.wait(until: "2027-01-05 07:11")
            #expect(try await night.phases == ["up": .unanswered, "second": .ringing])
            let dismissed = try await night.perform(
                Endpoints.dismissAlarm, ScheduleSelection(name: nil, device: nil))
            #expect(dismissed.name == "second")
            #expect(
                dismissed.warning
                    == "“up” rings again at 07:25. End it: `lull alarm dismiss up --device nursery`.")
        }
    }

    @Test func light_staysSilently_afterATouch() async throws {
        let night = try await night { ($0.lightAfter, $0.touch) = ("10m", "dismiss") }
        try await night.live {
            try await night.saveLoudFavourite()
            try await night.wait(until: "2027-01-05 07:01")
            await night.peripheral.touchRing()
            try await night.wait(until: "2027-01-05 07:01:05")
            #expect(await self.isLit(night))
            try await night.wait(until: "2027-01-05 07:11:05")
            #expect(await !night.state.isOn)
        }
    }

    @Test func light_givesWayToWhatSomebodySets_andToOff() async throws {
        let night = try await night { $0.lightAfter = "10m" }
        try await night.live {
            try await night.wait(until: "2027-01-05 07:01")
            try await night.dismiss()
            try await night.wait(until: "2027-01-05 07:02")
            try await night.light("red", 10)
            try await night.wait(until: "2027-01-05 07:03")
            #expect(try await night.layers() == [.manual, .lightAfter])
            try await night.power(on: false)
            try await night.wait(until: "2027-01-05 07:04")
            #expect(try await night.phases == [:])
            try await night.wait(until: "2027-01-05 07:12")
        }
        #expect(night.story == ["07:00 blue 100% bird 50%", "07:01 blue 100%", "07:02 red 10%", "07:03 off"])
    }

    @Test(arguments: [false, true])
    func light_ends_whenItIsDismissedOrStopped(isStop: Bool) async throws {
        let night = try await night { $0.lightAfter = "10m" }
        try await night.live {
            try await night.wait(until: "2027-01-05 07:01")
            try await night.dismiss()
            try await night.wait(until: "2027-01-05 07:02")
            if isStop {
                _ = try await night.perform(Endpoints.stop, DeviceChoice())
            } else {
                try await night.dismiss()
            }
            try await night.wait(until: "2027-01-05 07:02:05")
            #expect(await !night.state.isOn)
            #expect(try await night.phases == [:])
        }
        #expect(try await night.outcomes() == ["5 started", "5 dismissed", "5 light-ended"])
    }

    @Test func light_goesOnAtItsPlace_afterARestart() async throws {
        let night = try await night { $0.lightAfter = "10m" }
        try await night.live {
            try await night.wait(until: "2027-01-05 07:01")
            try await night.dismiss()
            try await night.wait(until: "2027-01-05 07:02")
        }
        try night.pass(until: "2027-01-05 07:05")
        try await night.live {
            try await night.wait(until: "2027-01-05 07:06")
            #expect(await self.isLit(night))
            #expect(try await night.phases == ["up": .lightAfter])
            try await night.wait(until: "2027-01-05 07:11:05")
            #expect(await !night.state.isOn)
        }
    }

    /// What was answered stays answered, whatever becomes of the alarm.
    @Test(arguments: [false, true])
    func alarm_staysDismissed_whenItIsDisabledOrRemovedWhileItsLightStays(isRemoved: Bool) async throws {
        let night = try await night { $0.lightAfter = "10m" }
        try await night.live {
            try await night.wait(until: "2027-01-05 07:01")
            try await night.dismiss()
            try await night.wait(until: "2027-01-05 07:02")
            if isRemoved {
                _ = try await night.perform(Endpoints.removeAlarm, ScheduleSelection(name: "up", device: nil))
            } else {
                _ = try await night.perform(
                    Endpoints.switchAlarm, ScheduleSwitchRequest(name: "up", device: nil, enabled: false))
            }
            try await night.wait(until: "2027-01-05 07:03")
            #expect(await !night.state.isOn)
        }
        #expect(try await night.outcomes() == ["5 started", "5 dismissed", "5 light-ended"])
    }

    // MARK: - One more ring

    @Test func edit_saysThatTheNewTimeTakesThePlaceOfOneMoreRing() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            var request = AlarmRequest(name: "up", device: "nursery", at: "07:00", date: "2027-01-05", sound: "bird")
            (request.ringFor, request.backup) = ("5m", "20m")
            _ = try await night.perform(Endpoints.addAlarm, request)
            try await night.wait(until: "2027-01-05 07:10")
            #expect(try await night.phases == ["up": .unanswered])
            var edit = AlarmEditRequest(name: "up", device: nil)
            edit.rule.at = "07:40"
            let edited = try await night.perform(Endpoints.editAlarm, edit)
            #expect(edited.warning == "It was to ring again at 07:25; the new time takes the place of that.")
            try await night.wait(until: "2027-01-05 07:30")
            #expect(await !night.state.isOn)
            try await night.wait(until: "2027-01-05 07:40:30")
            #expect(await night.state.sound == self.bird)
        }
    }

    @Test func alarm_ringsOnceMoreAtFullVolume_whenNobodyAnswered() async throws {
        let night = try await night { ($0.backup, $0.ringFor) = ("10m", "5m") }
        try await night.live {
            try await night.wait(until: "2027-01-05 07:05:05")
            #expect(await !night.state.isOn)
            #expect(try await night.phases == ["up": .unanswered])
            let again = try SimulatedNight.instant("2027-01-05 07:15")
            #expect(try await night.perform(Endpoints.alarms, DeviceChoice()).map(\.next) == [again])
            let next = try #require(try await night.perform(Endpoints.next, NextQuery(days: 1)).first)
            #expect((next.at, next.why) == (again, "once more, as nobody answered"))
            let status = try #require(try await night.perform(Endpoints.status, DeviceChoice()).first)
            #expect(status.running.map(\.phase) == ["unanswered"])
            try await night.wait(until: "2027-01-05 07:15:05")
            #expect(await night.state.sound == self.bird)
            #expect(await night.state.volume == .full)
            try await night.wait(until: "2027-01-05 07:20:05")
            #expect(await !night.state.isOn)
            try await night.wait(until: "2027-01-05 12:00")
        }
        #expect(try await night.outcomes() == ["5 started", "5 unanswered", "5 ringing", "5 unattended"])
        #expect(try night.commands().filter { $0 == "SI01" }.count == 2)
    }

    @Test func off_saysThatTheAlarmRingsOnceMore() async throws {
        let night = try await night { ($0.backup, $0.ringFor) = ("10m", "5m") }
        try await night.live {
            try await night.wait(until: "2027-01-05 07:07")
            let off = try await night.perform(Endpoints.power, PowerRequest(device: "nursery", on: false))
            #expect(off.warning == "“up” rings again at 07:15. End it: `lull alarm dismiss up --device nursery`.")
            try await night.dismiss()
            let again = try await night.perform(Endpoints.power, PowerRequest(device: "nursery", on: false))
            #expect(again.warning == nil)
        }
    }

    @Test func backupRing_isAsLoudAsTheLimit_andIsDismissedByOff() async throws {
        let night = try await night { ($0.backup, $0.ringFor) = ("10m", "5m") }
        try await night.live {
            _ = try await night.perform(Endpoints.setLimit, LimitRequest(device: "nursery", volume: 60))
            try await night.wait(until: "2027-01-05 07:15:05")
            #expect(await night.state.volume == Level(percent: 60))
            await night.peripheral.holdRing()
            try await night.wait(until: "2027-01-05 07:15:15")
            #expect(try await night.phases == [:])
        }
        #expect(try await night.outcomes() == ["5 started", "5 unanswered", "5 ringing", "5 dismissed"])
    }

    @Test func backupRing_comesOnce_afterARestartInBetween() async throws {
        let night = try await night { ($0.backup, $0.ringFor) = ("10m", "5m") }
        try await night.live { try await night.wait(until: "2027-01-05 07:03") }
        try night.pass(until: "2027-01-05 07:08")
        try await night.live {
            try await night.wait(until: "2027-01-05 07:09")
            #expect(await !night.state.isOn)
            #expect(try await night.phases == ["up": .unanswered])
            try await night.wait(until: "2027-01-05 07:15:05")
            #expect(await night.state.volume == .full)
            #expect(await night.state.isOn)
            try await night.wait(until: "2027-01-05 12:00")
        }
        #expect(try await night.outcomes() == ["5 started", "5 unanswered", "5 ringing", "5 unattended"])
    }
}
