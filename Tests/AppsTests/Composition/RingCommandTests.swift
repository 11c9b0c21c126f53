// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import DeviceDocuments
import SimulatedDevice
import SleepModel
import Testing

@testable import Composition
@testable import Household

/// What a command says that is given while an alarm rings.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct RingCommandTests {
    private func volume(_ percent: Int, in house: House) async throws -> ControlResult {
        try await house.control.perform(Endpoints.volume, VolumeRequest(device: "nursery", volume: percent))
    }

    private func log(_ house: House) async throws -> [LogDocument] {
        try await house.control.perform(Endpoints.log, LogQuery(since: "1h", device: nil))
            .filter { $0.kind == .control }
    }

    @Test func volume_isConfirmed_whenTheRingFollowsIt() async throws {
        try await House.ringing { house in
            let result = try await self.volume(30, in: house)
            #expect(result.outcome == .confirmed)
            #expect(result.state?.volume == 77)
        }
    }

    @Test func volume_isLimited_whenNobodyWouldHearTheRing() async throws {
        try await House.ringing { house in
            for _ in 0..<2 {
                let result = try await self.volume(3, in: house)
                #expect(result.outcome == .limited)
                #expect(result.heldBack == [.volume])
                #expect(result.state?.volume == 26)
            }
            let log = try await self.log(house)
            #expect(log.map(\.outcome) == [.confirmed, .confirmed])
            #expect(log.first?.name == "volume 3%, limited to 10%")
        }
    }

    @Test func off_saysWhichAlarmItDismissed_andWhatElseItEnded() async throws {
        try await House.ringing { house in
            _ = try await house.control.perform(
                Endpoints.addRoutine,
                RoutineRequest(
                    name: "tidy", device: "nursery", rule: RuleRequest(),
                    steps: ["light amber 20%; for 30m", "light off"]))
            _ = try await house.control.perform(
                Endpoints.runRoutine, RoutineRunRequest(name: "tidy", device: nil, ifRunning: nil))
            let off = try await house.control.perform(Endpoints.power, PowerRequest(device: "nursery", on: false))
            #expect(off.warning == "That dismissed the alarm “up” and ended the routine “tidy”.")
            #expect(try await house.control.perform(Endpoints.alarms).map(\.phase) == [nil])
            let again = try await house.control.perform(Endpoints.power, PowerRequest(device: "nursery", on: false))
            #expect(again.warning == nil)
        }
    }

    @Test func sound_isHeldBack_andItsVolumeIsNot() async throws {
        try await House.ringing { house in
            let result = try await house.control.perform(
                Endpoints.sound, SoundRequest(device: "nursery", sound: "rain", volume: 30))
            #expect(result.outcome == .heldBack)
            #expect(result.heldBack == [.sound])
            #expect(result.state?.volume == 77)
        }
    }
}
