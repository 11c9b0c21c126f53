// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import Coordination
import DeviceModules
import SimulatedDevice
import SleepModel
import Storage
import StoreDoubles
import Testing

@testable import Composition
@testable import Household

/// What somebody set by hand survives a restart of the daemon.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct HoldRestartTests {
    private let store = InMemoryNightStore()

    /// Starts the daemon anew on the same store and clock, with the device as the daemon before left it.
    private func restarted(_ house: House) async throws -> House {
        try await House(state: await house.peripheral.state, isPaired: false, store: store, clock: house.clock)
    }

    private func start() async throws -> House { try await House(store: store) }

    private func ring(_ house: House) async throws {
        _ = try await house.control.perform(
            Endpoints.addAlarm, AlarmRequest(name: "up", device: "nursery", at: "12:01"))
        house.clock.advance(by: .seconds(60))
        try await house.until { try await house.control.perform(Endpoints.alarms).first?.phase == .ringing }
        try await house.until { await house.peripheral.state.sound != .none }
    }

    /// Switching on brings back no sound in the next process.
    private func expectSilence(after house: House) async throws {
        let second = try await restarted(house)
        try await second.run {
            try await self.settle(second)
            _ = try await second.control.perform(Endpoints.power, PowerRequest(device: "nursery", on: true))
            #expect(await second.peripheral.state.isOn)
            #expect(await second.peripheral.state.sound == .none)
        }
    }

    @Test
    func light_staysOn_afterADismissedAlarmAndARestart() async throws {
        let house = try await start()
        try await house.run {
            try await house.light("amber", brightness: 40)
            try await self.ring(house)
            _ = try await house.control.perform(
                Endpoints.dismissAlarm, ScheduleSelection(name: "up", device: nil))
            try await house.until { await house.peripheral.state.sound == .none }
        }
        let second = try await restarted(house)
        try await second.run {
            second.clock.advance(by: .seconds(5))
            try await second.untilLooked()
            second.clock.advance(by: .seconds(5))
            try await second.untilLooked()
            #expect(second.commands == [])
            #expect(await second.peripheral.state.isOn)
        }
    }

    /// A dark night plays nothing, so the alarm is the last that was heard.
    @Test
    func powerOn_isSilent_afterAnAlarm_aDarkNightAndARestart() async throws {
        let house = try await start()
        try await house.run {
            try await self.ring(house)
            _ = try await house.control.perform(Endpoints.dismissAlarm, ScheduleSelection(name: "up", device: nil))
            try await house.until { await !house.peripheral.state.isOn }
            try await self.setBedtime(house, at: "12:02", windDown: "0s")
            house.clock.advance(by: .seconds(60))
            try await house.until {
                try await self.store.entries(since: nil, device: nil, limit: 100).last?.kind == .bedtime
            }
        }
        try await expectSilence(after: house)
    }

    /// Off ends both in one moment, and the alarm was above the routine.
    @Test
    func powerOn_isSilent_afterAnAlarmOverARoutine_thatWereSwitchedOff_andARestart() async throws {
        let house = try await start()
        try await house.run {
            try await house.play("light red 10%; for 8h")
            try await self.ring(house)
            _ = try await house.control.perform(Endpoints.power, PowerRequest(device: "nursery", on: false))
            try await house.until { await !house.peripheral.state.isOn }
        }
        try await expectSilence(after: house)
    }

    /// What somebody had set does not come back by itself, and shows nothing that a fade could begin at.
    @Test
    func routine_fadesFromTheDark_afterALossOfPower() async throws {
        let house = try await start()
        try await house.live {
            try await house.light("red", brightness: 40)
            await house.peripheral.cyclePower()
            try await house.wait(.seconds(30))
            try await house.play("light amber 80% fade 10m; for 1h")
            #expect(await house.peripheral.state.light.brightness < Level(rawValue: 10))
        }
    }

    /// The channels of which somebody decides.
    private func owned(_ house: House) async throws -> [String] {
        try await house.control.perform(Endpoints.status, DeviceChoice()).flatMap(\.owners.keys).sorted()
    }

    @Test
    func light_countsAsSetByHandNoMore_afterALossOfPower() async throws {
        let house = try await start()
        try await house.live {
            try await house.light("red", brightness: 40)
            _ = try await house.control.perform(Endpoints.clock, SlotQuery(device: "nursery", number: nil))
            await house.night.devices.controller(at: house.address)?.connection.close()
            #expect(try await self.owned(house) == ["light", "power"])
        } _: {
            let start = house.clock.now().boot
            await house.peripheral.cyclePower()
            try await house.until { try await self.owned(house).isEmpty }
            // After four hours it would end by itself.
            #expect(house.clock.now().boot - start < .seconds(3600))
            #expect(await !house.peripheral.state.isOn)
        }
    }

    @Test
    func light_countsAsSetByHandNoMore_afterALossOfPowerWhileNoDaemonRan() async throws {
        let house = try await start()
        try await house.run { try await house.light("red", brightness: 40) }
        await house.peripheral.cyclePower()
        let second = try await restarted(house)
        try await second.run {
            #expect(try await self.owned(second) == ["light", "power"])
            _ = try await second.control.perform(Endpoints.clock, SlotQuery(device: "nursery", number: nil))
            try await second.until { try await self.owned(second).isEmpty }
        }
    }

    private func setBedtime(_ house: House, at time: String, windDown: String) async throws {
        _ = try await house.control.perform(
            Endpoints.setBedtime,
            BedtimeRequest(
                device: "nursery", at: time, days: nil, windDown: windDown, color: "amber", sound: "off", volume: nil,
                wake: nil))
    }

    /// The night goes on; its wind-down ended while the daemon was down.
    @Test
    func light_ofAWindDownThatIsOver_isDark_underAnAlarmAfterARestart() async throws {
        let house = try await start()
        try await house.run {
            try await self.setBedtime(house, at: "12:10", windDown: "9m")
            _ = try await house.control.perform(
                Endpoints.addAlarm, AlarmRequest(name: "up", device: "nursery", at: "12:12"))
            house.clock.advance(by: .seconds(60))
            try await house.until { await house.peripheral.state.isOn }
        }
        house.clock.advance(by: .seconds(12 * 60))
        let second = try await restarted(house)
        try await second.run {
            try await second.until { await second.peripheral.state.sound != .none }
            #expect(await second.peripheral.state.light.brightness == .zero)
        }
    }

    @Test
    func light_staysOn_thatSomebodySwitchedOnInADarkNight_afterARestart() async throws {
        let house = try await start()
        try await house.run {
            try await self.setBedtime(house, at: "12:02", windDown: "1m")
            house.clock.advance(by: .seconds(60))
            try await house.until { await house.peripheral.state.isOn }
            house.clock.advance(by: .seconds(60))
            try await house.until { await !house.peripheral.state.isOn }
            _ = try await house.control.perform(Endpoints.power, PowerRequest(device: "nursery", on: true))
        }
        let second = try await restarted(house)
        try await second.run {
            try await self.settle(second)
            #expect(second.commands.filter { $0.hasPrefix("SC") || $0.hasPrefix("SN") } == [])
            #expect(await second.peripheral.state.isOn)
        }
    }

    /// Lets a restarted daemon look at everything twice.
    private func settle(_ house: House) async throws {
        for _ in 0..<2 {
            house.clock.advance(by: .seconds(5))
            try await house.untilLooked()
        }
    }

    @Test
    func light_staysAsSetByHand_whileARoutineGoesOnAfterARestart() async throws {
        let house = try await start()
        try await house.run {
            try await house.play("light amber 40%; for 1h")
            try await house.light("red", brightness: 100)
        }
        let second = try await restarted(house)
        try await second.run {
            try await self.settle(second)
            #expect(second.night.devices.controller(at: second.address)?.claims[.light]?.first?.layer == .manual)
            #expect(await second.peripheral.state.light == house.peripheral.state.light)
        }
    }

    @Test
    func device_staysOff_afterItWasSwitchedOffByHandAndARestart() async throws {
        let house = try await start()
        try await house.run {
            try await house.play("light amber 40%; for 1h")
            _ = try await house.control.perform(Endpoints.power, PowerRequest(device: "nursery", on: false))
        }
        let second = try await restarted(house)
        try await second.run {
            try await self.settle(second)
            try await self.ring(second)
            _ = try await second.control.perform(Endpoints.dismissAlarm, ScheduleSelection(name: "up", device: nil))
            try await second.until { await !second.peripheral.state.isOn }
        }
    }

    /// The daemon was stopped between the end of the alarm and the command that switches the device off.
    @Test
    func device_isSwitchedOff_whenItMissedAnEnd_andOnlyThen() async throws {
        let house = try await start()
        try await house.run {
            try await self.ring(house)
            _ = try await house.control.perform(Endpoints.dismissAlarm, ScheduleSelection(name: "up", device: nil))
            try await house.until { await !house.peripheral.state.isOn }
            try await house.until { try await self.store.holds()[house.address]?.settledAt != nil }
            // Somebody switches it on at the device.
            await house.peripheral.touchRing()
        }
        let second = try await restarted(house)
        try await second.run {
            try await self.settle(second)
            #expect(second.commands == [])
        }
        try await store.commit(.hold(DeviceHolds(), on: house.address, log: []))
        let third = try await restarted(second)
        try await third.run {
            try await third.until { third.commands.contains("SI00") }
        }
    }

    /// The device was lost before the ring, and its light had begun to grow.
    @Test
    func device_isSwitchedOff_whenItMissedARingAfterItsSunrise() async throws {
        let house = try await start()
        try await house.run {
            _ = try await house.control.perform(
                Endpoints.addAlarm, AlarmRequest(name: "up", device: "nursery", at: "12:30", sunrise: "30m"))
            try await house.until { await house.peripheral.state.isOn }
            await house.peripheral.setRefusesConnections(true)
            await house.peripheral.dropConnection()
            try await house.passTime(inStepsOf: .seconds(60)) {
                try await house.until {
                    try await house.control.perform(Endpoints.log, LogQuery(since: nil, device: nil))
                        .contains { $0.outcome == .missed && $0.reason == "undelivered" }
                }
            }
        }
        let second = try await restarted(house)
        try await second.run {
            try await second.until { second.commands.contains("SI00") }
        }
    }

    @Test
    func command_isAnswered_whenTheStoreDoesNotTakeTheHold_andItIsSavedLater() async throws {
        let disk = StoreDouble(over: store)
        let house = try await House(store: disk, storePatience: .seconds(2))
        try await house.run {
            await disk.fail(true)
            try await house.light("red")
            #expect(await house.peripheral.state.isOn)
            #expect(try await self.store.holds() == [:])
            await disk.fail(false)
            try await house.passTime(inStepsOf: .seconds(5)) {
                try await house.until { try await self.store.holds()[house.address]?.holds.count == 2 }
            }
        }
    }

    @Test
    func command_isAnswered_whileTheStoreHangs_andTheHoldIsSavedLater() async throws {
        let disk = StoreDouble(over: store)
        let house = try await House(store: disk, storePatience: .seconds(2))
        try await house.run {
            await disk.hold()
            try await house.passTime(inStepsOf: .seconds(2)) { try await house.light("red") }
            #expect(try await self.store.holds() == [:])
            await disk.release()
            try await house.passTime(inStepsOf: .seconds(5)) {
                try await house.until { try await self.store.holds()[house.address]?.holds.count == 2 }
            }
        }
    }

    @Test
    func log_saysWhenAHoldComesToItsEnd_andNothingElseTwice() async throws {
        let house = try await start()
        try await house.run {
            try await house.light("red", brightness: 100)
            for _ in 0..<5 {
                house.clock.advance(by: .seconds(3600))
                try await house.untilLooked()
            }
            try await house.until { try await self.store.holds()[house.address]?.holds == [] }
            let lines = try await house.control.perform(Endpoints.log, LogQuery(since: nil, device: nil))
            #expect(lines.map(\.outcome) == [.confirmed, .released])
            #expect(lines.last?.name == "power, light")
        }
    }

    @Test
    func unpair_forgetsWhatWasSetByHand() async throws {
        let house = try await start()
        try await house.run {
            try await house.light("red")
            #expect(try await self.store.holds().count == 1)
            _ = try await house.control.perform(Endpoints.unpair, DeviceSelection(device: "nursery"))
            #expect(try await self.store.holds() == [:])
        }
    }

    /// A command without the daemon adds to what the daemon kept, and shows nothing of it again.
    @Test
    func directCommand_addsToWhatTheDaemonKept() async throws {
        let house = try await start()
        try await house.run { try await house.light("red", brightness: 100) }
        let direct = try await House(isPaired: false, isDirect: true, store: store, clock: house.clock)
        try await direct.night.deliver {
            _ = try await direct.control.perform(Endpoints.volume, VolumeRequest(device: "nursery", volume: 20))
        }
        #expect(direct.commands.filter { $0.hasPrefix("SC") } == [])
        #expect(try await store.holds()[house.address]?.holds.map(\.action.channel) == [.power, .light, .volume])
    }
}

extension House {
    fileprivate func light(_ color: String, brightness: Int? = nil) async throws {
        _ = try await control.perform(
            Endpoints.light, LightRequest(device: "nursery", color: color, brightness: brightness))
    }

    fileprivate func play(_ step: String) async throws {
        _ = try await control.perform(
            Endpoints.addRoutine,
            RoutineRequest(name: "evening", device: "nursery", at: nil, days: nil, steps: [step], zone: nil))
        _ = try await control.perform(Endpoints.runRoutine, RoutineRunRequest(name: "evening", device: nil))
        try await until { await peripheral.state.isOn }
    }
}
