// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import Coordination
import DeviceModules
import SimulatedDevice
import SleepModel
import Storage
import Testing

@testable import Composition
@testable import Household

/// What somebody learns who snoozes or dismisses an alarm.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct AnsweredAlarmTests {
    enum Answer: CaseIterable, Sendable {
        case snooze, dismiss, dismissAll

        @MainActor
        func give(in house: House) async throws -> AlarmDocument? {
            switch self {
            case .snooze:
                try await house.control.perform(
                    Endpoints.snoozeAlarm, SnoozeRequest(name: nil, device: nil, length: nil))
            case .dismiss:
                try await house.control.perform(
                    Endpoints.dismissAlarm, ScheduleSelection(name: nil, device: nil))
            case .dismissAll:
                try await house.control.perform(Endpoints.dismissAlarms, DeviceChoice(device: nil)).first
            }
        }
    }

    @Test(arguments: Answer.allCases)
    func answer_comesWhenTheDeviceIsSilent(_ answer: Answer) async throws {
        try await House.ringing { house in
            let alarm = try await answer.give(in: house)
            #expect(alarm?.warning == nil)
            #expect(await !house.peripheral.state.isOn)
        }
    }

    @Test(arguments: Answer.allCases)
    func answer_saysThatTheDeviceMayGoOn_whenItDoesNotAnswer(_ answer: Answer) async throws {
        try await House.ringing { house in
            await house.peripheral.inject(.silence, count: 100)
            let alarm = try await house.passTime(inStepsOf: .seconds(1)) { try await answer.give(in: house) }
            #expect(alarm?.warning == "“nursery” does not answer. It stays as it is until Lull reaches it again.")
            #expect(await house.peripheral.state.isOn)
            #expect(alarm?.phase == (answer == .snooze ? .snoozed : nil))
        }
    }

    @Test(arguments: [Answer.dismiss, .dismissAll])
    func secondAnswer_saysThatTheDeviceMayGoOn_untilItHasTakenTheFirst(_ answer: Answer) async throws {
        try await House.ringing { house in
            await house.peripheral.setRefusesConnections(true)
            await house.peripheral.dropConnection()
            try await house.until { try await house.status().unreachableSince != nil }
            #expect(try await !house.status().stopPending)
            _ = try await answer.give(in: house)
            #expect(try await house.status().stopPending)
            let error = await #expect(throws: ControlError.self) { _ = try await answer.give(in: house) }
            #expect(error?.code == .deviceUnreachable)
            #expect(
                error?.message == "No alarm should ring now, but “nursery” does not answer and may go on.")
            await house.peripheral.setRefusesConnections(false)
            try await house.until { await !house.peripheral.state.isOn }
            try await house.until { try await !house.status().stopPending }
            #expect(try await house.status().unreachableSince == nil)
            let nothing = await #expect(throws: ControlError.self) { _ = try await answer.give(in: house) }
            #expect(nothing?.message == "No alarm rings now.")
            #expect(
                try await house.outcomes(.unreachable, .notStopped, .reached, .stopped) == [
                    .unreachable, .notStopped, .reached, .stopped,
                ])
        }
    }

    @Test func snooze_saysUntilWhenTheAlarmIsSnoozedAlready() async throws {
        try await House.ringing { house in
            let until = try await Answer.snooze.give(in: house)?.until
            let error = await #expect(throws: ControlError.self) { _ = try await Answer.snooze.give(in: house) }
            #expect(error?.message == "“up” is snoozed until \(ZoneRules.utc.civil(at: try #require(until)).time).")
            #expect(error?.advice == "End it: `lull alarm dismiss up --device nursery`.")
        }
    }

    @Test func removal_comesWhenTheDeviceIsSilent_whenTheAlarmRang() async throws {
        try await House.ringing { house in
            let alarm = try await house.control.perform(
                Endpoints.removeAlarm, ScheduleSelection(name: "up", device: nil))
            #expect(alarm.warning == nil)
            #expect(await !house.peripheral.state.isOn)
            #expect(try await house.outcomes(.notStopped, .stopped) == [])
        }
    }

    @Test func removal_saysThatTheDeviceMayGoOn_whenItDoesNotAnswer() async throws {
        try await House.ringing { house in
            await house.peripheral.inject(.silence, count: 100)
            let alarm = try await house.passTime(inStepsOf: .seconds(1)) {
                try await house.control.perform(Endpoints.removeAlarm, ScheduleSelection(name: "up", device: nil))
            }
            #expect(alarm.warning == "“nursery” does not answer. It stays as it is until Lull reaches it again.")
            #expect(try await house.control.perform(Endpoints.alarms) == [])
        }
    }

    /// The volume of a ring is that of whoever chose it, until the ring ends.
    @Test func status_saysThatSomebodyChoseTheVolume_whileTheAlarmRings() async throws {
        try await House.ringing { house in
            #expect(try await house.status().owners["volume"]?.layer == .alarm)
            _ = try await house.control.perform(Endpoints.volume, VolumeRequest(device: "nursery", volume: 30))
            let owners = try await house.status().owners
            #expect(owners["volume"]?.layer == .manual)
            #expect(owners["volume"]?.by == "person")
            #expect(owners["volume"]?.waiting.map(\.by) == ["up"])
            #expect(owners["volume"]?.until == owners["sound"]?.until)
            #expect(owners["sound"]?.layer == .alarm)
        }
    }

    @Test(arguments: [Answer.dismiss, .snooze])
    func answer_namesTheOtherAlarmsOfTheMinute(_ answer: Answer) async throws {
        let house = try await House()
        try await house.live {
            for name in ["up", "now", "later"] {
                _ = try await house.control.perform(
                    Endpoints.addAlarm,
                    AlarmRequest(name: name, device: "nursery", at: name == "later" ? "12:03" : "12:01"))
            }
        } _: {
            try await house.until { await house.peripheral.state.isOn }
            let alarm = try await answer.give(in: house)
            #expect(alarm?.together == (alarm?.name == "up" ? ["now"] : ["up"]))
        }
    }

    /// At three in the morning nobody looks for the options.
    @Test func answer_hasTheCommandForEachAlarm_whenSeveralRing() async throws {
        let house = try await House()
        let anna = try #require(MacAddress(rawValue: "DC:06:41:00:00:02"))
        try await house.store.commit(
            .pair(PairedDevice(address: anna, name: "Anna's", product: .hatchRest, pairedAt: House.noon), log: []))
        let both = try await house.restarted()
        try await both.live {
            for (name, device) in [("up", "nursery"), ("up", "Anna's"), ("uphill", "nursery")] {
                _ = try await both.control.perform(
                    Endpoints.addAlarm, AlarmRequest(name: name, device: device, at: "12:01", days: "daily"))
            }
        } _: {
            try await both.until {
                try await both.control.perform(Endpoints.alarms).allSatisfy { $0.phase == .ringing }
            }
            let dismiss = await #expect(throws: ControlError.self) {
                try await both.control.perform(Endpoints.dismissAlarm, ScheduleSelection(name: "up", device: nil))
            }
            #expect(dismiss?.message == "Several alarms fit: “up” on nursery, “up” on Anna's.")
            #expect(
                dismiss?.advice
                    == "Choose one: `lull alarm dismiss up --device nursery` or "
                    + "`lull alarm dismiss up --device 'Anna'\\''s'`. All: `lull alarm dismiss --all`.")
            let snooze = await #expect(throws: ControlError.self) {
                try await both.control.perform(
                    Endpoints.snoozeAlarm, SnoozeRequest(name: nil, device: nil, length: "5m"))
            }
            #expect(
                snooze?.advice
                    == "Choose one: `lull alarm snooze up --device nursery --for 5m` or "
                    + "`lull alarm snooze uphill --device nursery --for 5m` or "
                    + "`lull alarm snooze up --device 'Anna'\\''s' --for 5m`. All: `lull alarm snooze --all --for 5m`.")
        }
    }

    @Test func answer_meansTheOneThatRings_whenAnotherDeviceHasAnAlarmOfItsName() async throws {
        let house = try await House()
        let anna = try #require(MacAddress(rawValue: "DC:06:41:00:00:02"))
        try await house.store.commit(
            .pair(PairedDevice(address: anna, name: "anna", product: .hatchRest, pairedAt: House.noon), log: []))
        let both = try await house.restarted()
        try await both.live {
            for (time, device) in [("12:01", "nursery"), ("18:00", "anna")] {
                _ = try await both.control.perform(
                    Endpoints.addAlarm, AlarmRequest(name: "up", device: device, at: time, days: "daily"))
            }
        } _: {
            try await both.until { await both.peripheral.state.isOn }
            let alarm = try await both.control.perform(
                Endpoints.dismissAlarm, ScheduleSelection(name: "up", device: nil))
            #expect(alarm.device == "nursery")
        }
    }

    /// Time passes faster in an accelerated household than for its radios.
    @Test func answer_leavesWhatSomebodySet_whenRadiosFollowAnotherClock() async throws {
        let radioClock = ManualClock(wall: House.noon + .seconds(100 * 86_400), boot: .seconds(5_000_000))
        try await House.ringing(radioClock: radioClock) { house in
            _ = try await house.control.perform(
                Endpoints.light, LightRequest(device: "nursery", color: "red", brightness: 100))
            _ = try await Answer.dismiss.give(in: house)
            #expect(house.night.coordinator.owners(of: house.address)[.light]?.layer == .manual)
            #expect(await house.peripheral.state.isOn)
        }
    }
}

extension House {
    /// Those of some outcomes that are in the log, in their order.
    fileprivate func outcomes(_ outcomes: LogOutcome...) async throws -> [LogOutcome] {
        try await control.perform(Endpoints.log, LogQuery(since: nil, device: nil)).map(\.outcome)
            .filter(outcomes.contains)
    }

    fileprivate func status() async throws -> StatusDocument {
        try #require(try await control.perform(Endpoints.status, DeviceChoice(device: nil)).first)
    }
}
