// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import DeviceDocuments
import SimulatedDevice
import SleepModel
import Storage
import Testing

@testable import Composition
@testable import Household

/// What nothing may exceed, through whole nights, by what reaches the device.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct LimitNightTests {
    private func night(_ start: String = "2027-01-05 19:00") async throws -> SimulatedNight {
        try await SimulatedNight(start)
    }

    private let most = (volume: Level(rawValue: 102), brightness: Level(rawValue: 51))

    @Test func routineAndAlarm_areAsLoudAndBrightAsTheLimit_andTheAlarmRings() async throws {
        let night = try await night()
        try await night.live {
            try await night.limit(volume: 40, brightness: 20)
            try await night.addRoutine(at: "20:00", "light #ff0000 90%; sound rain 80%; for 10m")
            try await night.addAlarm(at: "21:00", sunrise: "10m")
            try await night.wait(until: "2027-01-05 20:05")
            #expect(await night.state.volume == self.most.volume)
            #expect(await night.state.light.brightness == self.most.brightness)
            try await night.wait(until: "2027-01-05 21:01")
            #expect(try await night.phases == ["up": .ringing])
            #expect(await night.state.sound != .none)
            #expect(await night.state.volume == self.most.volume)
        }
        #expect(try night.loudest == self.most.volume)
    }

    @Test func command_isLimited_andSaysSo() async throws {
        let night = try await night()
        try await night.live {
            try await night.limit(volume: 40)
            let result = try await night.perform(
                Endpoints.sound, SoundRequest(device: "nursery", sound: "rain", volume: 90))
            #expect(result.outcome == .limited)
            #expect(result.heldBack == [.volume])
            #expect(result.limit?.volume == 40)
            #expect(result.state?.volume == 102)
            let quiet = try await night.perform(Endpoints.volume, VolumeRequest(device: "nursery", volume: 30))
            #expect(quiet.outcome == .confirmed)
            #expect(quiet.limit == nil)
        }
        #expect(
            try await night.controlNames == ["limit volume 40%", "sound rain 90%, limited to volume 40%", "volume 30%"])
    }

    /// What is played by a command without a volume would be as loud as the device was set before.
    @Test func sound_isNeverLouder_thoughTheDeviceWasSetLouderBefore() async throws {
        let night = try await night()
        try await night.live {
            _ = try await night.perform(Endpoints.sound, SoundRequest(device: "nursery", sound: "rain", volume: 90))
            try await night.power(on: false)
            try await night.limit(volume: 40)
            try await night.wait(until: "2027-01-05 19:05")
            #expect(await !night.state.isOn)
            _ = try await night.perform(Endpoints.sound, SoundRequest(device: "nursery", sound: "ocean", volume: nil))
            #expect(await night.state.isOn)
            #expect(await night.state.volume == self.most.volume)
        }
        let commands = try night.commands(since: "2027-01-05 19:05")
        #expect(commands.filter { $0.hasPrefix("SV") || $0.hasPrefix("SI") } == ["SV66", "SI01"])
    }

    @Test(arguments: [false, true])
    func touch_isTurnedBackWithinTwoSeconds_andNoted(isRunning: Bool) async throws {
        let night = try await night()
        try await night.live {
            try await night.saveLoudFavourite()
            try await night.limit(volume: 40, brightness: 20)
            if isRunning {
                try await night.addRoutine(at: "20:00", "light #0000ff 10%; sound ocean 20%; for 1h")
            } else {
                _ = try await night.perform(
                    Endpoints.sound, SoundRequest(device: "nursery", sound: "ocean", volume: 20))
            }
            try await night.wait(until: "2027-01-05 20:00:30")
            try await night.volume(21)
            try await night.wait(until: "2027-01-05 20:00:36")
            await night.peripheral.touchRing()
            #expect(await night.state.volume > self.most.volume)
            try await night.wait(until: "2027-01-05 20:00:38")
            #expect(await night.state.volume == self.most.volume)
            #expect(await night.state.light.brightness == self.most.brightness)
            try await night.wait(until: "2027-01-05 20:10")
            #expect(await night.state.volume == self.most.volume)
            #expect(await night.state.isOn)
        }
        let noted = try await night.store.entries(since: nil, device: nil, limit: 1000).filter {
            $0.outcome == .limited
        }
        #expect(noted.map(\.name) == ["brightness 20%, volume 40%"])
        #expect(noted.map(\.actor) == [.device])
    }

    /// A report just after a write may be older than the write, so what somebody does then is told from it later.
    @Test(arguments: [100, 600, 1_500])
    func touch_isTurnedBack_thoughItComesJustAfterACommand(milliseconds: Int64) async throws {
        let night = try await night()
        try await night.live {
            try await night.saveLoudFavourite()
            try await night.limit(volume: 40)
            _ = try await night.perform(Endpoints.sound, SoundRequest(device: "nursery", sound: "ocean", volume: 20))
            try await night.wait(until: "2027-01-05 20:00")
            try await night.volume(21)
            try await night.clock.sleep(for: .milliseconds(milliseconds))
            await night.peripheral.touchRing()
            #expect(await night.state.volume > self.most.volume)
            try await night.clock.sleep(for: .seconds(7))
            #expect(await night.state.volume <= self.most.volume)
        }
    }

    /// Ten seconds after its last use Lull gives the link up, so it hears of the touch by an advertisement.
    @Test func touch_isTurnedBack_afterTheNextAdvertisement_withoutALink() async throws {
        let night = try await night()
        try await night.live {
            try await night.saveLoudFavourite()
            try await night.limit(volume: 40)
            _ = try await night.perform(Endpoints.sound, SoundRequest(device: "nursery", sound: "ocean", volume: 20))
            try await night.wait(until: "2027-01-05 20:00")
            #expect(await !night.peripheral.isConnected)
            await night.peripheral.touchRing()
            try await night.wait(until: "2027-01-05 20:02")
            #expect(await night.state.volume == self.most.volume)
            try await night.wait(until: "2027-01-05 20:05")
            #expect(await !night.peripheral.isConnected)
        }
    }

    /// The device's own program shows over what somebody set, which is over then: the night goes on within the limit.
    @Test func night_goesOnWithinTheLimit_whenAProgramStartsOverWhatSomebodySet() async throws {
        let night = try await night()
        try await night.live {
            try await night.limit(brightness: 20)
            try await night.setBedtime(at: "19:30", wake: "06:00", windDown: "0s", nightLight: "amber 9%")
            var program = ProgramRequest(device: "nursery", number: 1)
            (program.at, program.duration, program.sound, program.enabled) = ("20:00", "2h", "ocean", true)
            (program.color, program.brightness) = ("#0000ff", 50)
            _ = try await night.perform(Endpoints.setProgram, program)
            try await night.wait(until: "2027-01-05 19:31")
            let dark = await night.state
            try await night.wait(until: "2027-01-05 19:40")
            try await night.light("#ff0000", 10)
            _ = try await night.perform(Endpoints.sound, SoundRequest(device: "nursery", sound: "wind", volume: 20))
            #expect(await night.state.light != dark.light)
            try await night.wait(until: "2027-01-05 20:01")
            let now = await night.state
            #expect(now.light == dark.light)
            #expect((now.sound, now.volume, now.isOn) == (dark.sound, dark.volume, true))
            let owners = try await night.perform(Endpoints.status, DeviceChoice()).first?.owners
            #expect(owners?.values.allSatisfy { $0.by == "bedtime" } == true)
        }
    }

    /// No snooze is left for the touch, so the alarm rings on.
    @Test func alarm_ringsOnWithinTheLimit_whenSomebodyTurnsItUpAtTheDevice() async throws {
        let night = try await night()
        try await night.live {
            try await night.saveLoudFavourite()
            try await night.limit(volume: 40)
            var request = AlarmRequest(name: "up", device: "nursery", at: "20:00")
            request.snoozeLimit = 0
            _ = try await night.perform(Endpoints.addAlarm, request)
            try await night.wait(until: "2027-01-05 20:00:30")
            await night.peripheral.touchRing()
            try await night.wait(until: "2027-01-05 20:00:32")
            #expect(try await night.phases == ["up": .ringing])
            #expect(await night.state.volume == self.most.volume)
            #expect(await night.state.sound != .none)
        }
    }

    @Test func hours_beginAndEndOnTime_andTheVolumeFollows() async throws {
        let night = try await night()
        try await night.live {
            try await night.limit(volume: 40, between: "20:00-07:00")
            try await night.addRoutine(at: "19:30", "sound rain 80%; until stopped")
            try await night.wait(until: "2027-01-05 19:59:59")
            #expect(await night.state.volume == Level(percent: 80))
            try await night.wait(until: "2027-01-05 20:00")
            #expect(await night.state.volume == self.most.volume)
            try await night.wait(until: "2027-01-06 06:59:59")
            #expect(await night.state.volume == self.most.volume)
            try await night.wait(until: "2027-01-06 07:00")
            #expect(await night.state.volume == Level(percent: 80))
        }
    }

    /// Nobody wants anything of the device, which plays what somebody set at noon.
    @Test func hours_turnDownWhatPlays_thoughNothingRuns() async throws {
        let night = try await night("2027-01-05 12:00")
        try await night.live {
            try await night.limit(volume: 40, between: "20:00-07:00")
            _ = try await night.perform(Endpoints.sound, SoundRequest(device: "nursery", sound: "rain", volume: 80))
            try await night.wait(until: "2027-01-05 19:59:59")
            #expect(await night.state.volume == Level(percent: 80))
            try await night.wait(until: "2027-01-05 20:00:02")
            #expect(await night.state.volume == self.most.volume)
            try await night.wait(until: "2027-01-06 07:01")
            #expect(await night.state.volume == self.most.volume)
        }
    }

    @Test func hours_followTheHost_overATransition() async throws {
        let night = try await SimulatedNight("2027-03-14 06:00", zone: "America/New_York")
        try await night.live {
            try await night.limit(volume: 40, between: "02:30-04:00")
            try await night.addRoutine(at: nil, "sound rain 80%; until stopped")
            _ = try await night.perform(Endpoints.runRoutine, RoutineRunRequest(name: "dusk", device: nil))
            try await night.wait(until: "2027-03-14 06:59:59")
            #expect(await night.state.volume == Level(percent: 80))
            // The clocks go from 02:00 to 03:00.
            try await night.wait(until: "2027-03-14 07:00")
            #expect(await night.state.volume == self.most.volume)
            try await night.wait(until: "2027-03-14 08:00")
            #expect(await night.state.volume == Level(percent: 80))
        }
    }

    @Test func nap_saysThatALimitAllowsLess() async throws {
        let night = try await night()
        try await night.live {
            try await night.limit(volume: 40)
            let loud = try await night.nap(sound: "wind", volume: 80)
            #expect(loud.warning == "The limit of “nursery” allows at most 40% volume.")
            #expect(try await night.nap(sound: "wind", volume: 40).warning == nil)
        }
    }

    @Test func limit_holdsInTheNextProcess() async throws {
        let night = try await night()
        try await night.live { try await night.limit(volume: 40) }
        try await night.live {
            #expect(try await night.perform(Endpoints.limit, SlotQuery(device: "nursery")).volume == 40)
            _ = try await night.perform(Endpoints.sound, SoundRequest(device: "nursery", sound: "rain", volume: 80))
            #expect(await night.state.volume == self.most.volume)
        }
    }

    /// The process that set the light is gone, and this one has not talked to the device yet.
    @Test func limit_turnsDownWhatTheProcessBeforeHasSet() async throws {
        let night = try await night()
        try await night.live {
            try await night.light("amber", 90)
        }
        try await night.live {
            try await night.limit(brightness: 20)
            try await night.wait(until: "2027-01-05 19:00:02")
            #expect(await night.state.light.brightness == self.most.brightness)
        }
    }

    @Test func limit_turnsDownWhatWasSetAtTheDevice_whileNobodyWasThere() async throws {
        let night = try await night()
        try await night.live {
            try await night.saveLoudFavourite()
            try await night.limit(volume: 40)
            _ = try await night.perform(Endpoints.sound, SoundRequest(device: "nursery", sound: "rain", volume: 30))
        }
        await night.peripheral.touchRing()
        try await night.live {
            try await night.wait(until: "2027-01-05 19:00:02")
            #expect(await night.state.volume == Level(percent: 30))
        }
    }

    @Test func limit_isInTheSetup_andComesBackWithIt() async throws {
        let night = try await night()
        try await night.live {
            try await night.limit(volume: 40, between: "20:00-07:00")
            try await night.edit("volume: 40%\n    between: 20:00-07:00", to: "volume: 30%\n    brightness: 9%")
            let limit = try await night.perform(Endpoints.limit, SlotQuery(device: "nursery"))
            #expect((limit.volume, limit.brightness, limit.between, limit.active) == (30, 9, nil, true))
            try await night.volume(80)
            #expect(await night.state.volume == Level(percent: 30))
        }
    }

    // MARK: - What people ask for

    @Test func setLimit_keepsWhatIsNotGiven_andAHundredAllowsAny() async throws {
        let night = try await night()
        try await night.live {
            let first = try await night.limit(volume: 40, between: "20:00-07:00")
            #expect((first.volume, first.brightness, first.between, first.active) == (40, nil, "20:00-07:00", false))
            let second = try await night.limit(brightness: 30)
            #expect((second.volume, second.brightness, second.between) == (40, 30, "20:00-07:00"))
            let third = try await night.limit(volume: 100, between: "always")
            #expect((third.volume, third.brightness, third.between, third.active) == (nil, 30, nil, true))
            let status = try await night.perform(Endpoints.status, DeviceChoice()).first
            #expect(status?.limit == third)
            let off = try await night.perform(Endpoints.removeLimit, DeviceSelection(device: "nursery"))
            #expect((off.volume, off.brightness, off.between, off.active) == (nil, nil, nil, false))
            #expect(try await night.perform(Endpoints.status, DeviceChoice()).first?.limit == nil)
        }
    }

    @Test(arguments: [
        (LimitRequest(device: "nursery", volume: 9), "A limit of 9% would silence alarms."),
        (LimitRequest(device: "nursery", volume: 101), "--volume 101% is out of range."),
        (LimitRequest(device: "nursery", brightness: 0), "--brightness 0% is out of range."),
        (LimitRequest(device: "nursery", between: "20:00-07:00"), "That limits nothing on “nursery”."),
        (LimitRequest(device: "nursery", volume: 40, between: "night"), "“night” is not a part of the day."),
        (
            LimitRequest(device: "nursery", volume: 40, between: "20:00-20:00"),
            "“20:00-20:00” is not a part of the day."
        ),
    ])
    func setLimit_saysWhatIsWrong(_ request: LimitRequest, message: String) async throws {
        let night = try await night()
        try await night.live {
            let error = await #expect(throws: ControlError.self) {
                try await night.perform(Endpoints.setLimit, request)
            }
            #expect(error?.code == .invalidArgument)
            #expect(error?.message == message)
        }
        #expect(try await night.store.devices().map(\.limit) == [nil])
    }

    @Test func removeLimit_saysSo_whenThereIsNone() async throws {
        let night = try await night()
        try await night.live {
            let error = await #expect(throws: ControlError.self) {
                try await night.perform(Endpoints.removeLimit, DeviceSelection(device: "nursery"))
            }
            #expect(error?.code == .nothingActive)
        }
    }
}

extension SimulatedNight {
    @discardableResult
    fileprivate func limit(
        volume: Int? = nil, brightness: Int? = nil, between: String? = nil
    ) async throws -> LimitDocument {
        try await perform(
            Endpoints.setLimit,
            LimitRequest(device: "nursery", volume: volume, brightness: brightness, between: between))
    }

    /// The loudest that the device was set to.
    fileprivate var loudest: Level? {
        get throws {
            try commands().filter { $0.hasPrefix("SV") }.compactMap { UInt8($0.dropFirst(2), radix: 16) }
                .map(Level.init(rawValue:)).max()
        }
    }

    /// What somebody asked of the device by command.
    fileprivate var controlNames: [String] {
        get async throws {
            try await store.entries(since: nil, device: nil, limit: 1000)
                .filter { $0.kind == .control && $0.actor == .person }.compactMap(\.name)
        }
    }
}
