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

/// Control without the daemon.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct DirectSessionTests {
    @Test
    func command_reachesTheDevice_andDisconnects() async throws {
        let house = try await House(isDirect: true)
        let result = try await house.night.deliver {
            try await house.control.perform(
                Endpoints.light, LightRequest(device: "nursery", color: "#0000ff", brightness: 100))
        }
        #expect(result.outcome == .confirmed)
        #expect(house.commands == ["SC0000FFFF", "SN00", "SI01"])
        try await house.until { await !house.peripheral.isConnected }
    }

    @Test
    func dueAlarm_doesNotRing_withoutTheDaemon() async throws {
        let store = InMemoryNightStore()
        let house = try await House(isDirect: true, store: store)
        _ = try await house.control.perform(
            Endpoints.addAlarm, AlarmRequest(name: "up", device: "nursery", at: "12:01"))
        house.clock.advance(by: .seconds(120))
        _ = try await house.night.deliver {
            try await house.control.perform(Endpoints.volume, VolumeRequest(device: "nursery", volume: 10))
        }
        #expect(house.commands == ["SV1A"])
        #expect(try await store.openRecords() == [])
    }

    @Test
    func ringingAlarmOfADaemonThatDied_isNotStartedAgain_andEndsWithOff() async throws {
        let store = InMemoryNightStore()
        let before = try await House(store: store)
        try await before.run {
            _ = try await before.control.perform(
                Endpoints.addAlarm, AlarmRequest(name: "up", device: "nursery", at: "12:01"))
            before.clock.advance(by: .seconds(60))
            try await before.until { try await !store.openRecords().isEmpty }
        }
        let house = try await House(isDirect: true, store: store)
        let open = try await house.night.deliver {
            _ = try await house.control.perform(Endpoints.volume, VolumeRequest(device: "nursery", volume: 10))
            let open = try await store.openRecords().count
            _ = try await house.control.perform(Endpoints.power, PowerRequest(device: "nursery", on: false))
            return open
        }
        #expect(open == 1)
        #expect(house.commands.first == "SV1A")
        #expect(!house.commands.contains("SI01"))
        #expect(try await store.openRecords() == [])
    }

    @Test
    func status_asksTheDevice_asNobodyHasListened() async throws {
        let house = try await House(isDirect: true)
        let status = try await house.night.deliver {
            try await house.control.perform(Endpoints.status, DeviceChoice(device: nil))
        }
        #expect(status.map(\.state?.volume) == [84])
    }

    @Test
    func commandsThatNeedTheDaemon_sayWhy() async throws {
        let house = try await House(isDirect: true)
        let all = ScheduleSelection(name: nil, device: nil)
        let refusals: [@MainActor () async throws -> Void] = [
            { _ = try await house.control.events(DeviceChoice(device: nil)) },
            { _ = try await house.control.perform(Endpoints.runRoutine, RoutineRunRequest(name: nil, device: nil)) },
            { _ = try await house.control.perform(Endpoints.stopRoutine, all) },
            { _ = try await house.control.perform(Endpoints.dismissAlarm, all) },
            {
                _ = try await house.control.perform(
                    Endpoints.snoozeAlarm, SnoozeRequest(name: nil, device: nil, length: nil))
            },
        ]
        for refusal in refusals {
            do {
                try await refusal()
                Issue.record("it was not refused")
            } catch {
                #expect((error as? ControlError)?.code == .invalidArgument)
                #expect((error as? ControlError)?.message.contains("needs the daemon") == true)
            }
        }
    }
}
