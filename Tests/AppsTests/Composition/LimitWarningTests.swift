// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Testing

@testable import Composition

/// What is louder than a limit allows says so when somebody sets it.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct LimitWarningTests {
    private nonisolated static let warning = "The limit of “nursery” allows at most 40% volume, 19:00-07:00."

    private func house() async throws -> House {
        let house = try await House()
        _ = try await house.control.perform(
            Endpoints.setLimit, LimitRequest(device: "nursery", volume: 40, between: "19:00-07:00"))
        return house
    }

    @Test(arguments: [(40, nil), (41, warning)]) func alarm_saysThatALimitAllowsLess(
        volume: Int, warning: String?
    ) async throws {
        let house = try await house()
        let request = AlarmRequest(name: "up", device: "nursery", at: "06:30", volume: volume)
        #expect(try await house.control.perform(Endpoints.addAlarm, request).warning == warning)
        var edit = AlarmEditRequest(name: "up", device: "nursery")
        edit.rule.at = "06:45"
        #expect(try await house.control.perform(Endpoints.editAlarm, edit).warning == warning)
    }

    /// It rings for half an hour.
    @Test(arguments: [("07:00", nil), ("18:15", nil), ("18:45", warning), ("06:59", warning)])
    func alarm_saysNothingOfALimit_thatHoldsAtOtherHours(at time: String, warning: String?) async throws {
        let house = try await house()
        let request = AlarmRequest(name: "up", device: "nursery", at: time, volume: 90)
        #expect(try await house.control.perform(Endpoints.addAlarm, request).warning == warning)
        let removed = try await house.control.perform(Endpoints.removeLimit, DeviceSelection(device: "nursery"))
        #expect(
            removed.warning == (warning == nil ? nil : "Louder than 40% from now on: the alarm “up” at 90%."))
    }

    @Test(arguments: [("rain", warning), ("off", nil)]) func bedtime_saysThatALimitAllowsLess(
        sound: String, warning: String?
    ) async throws {
        let house = try await house()
        var request = BedtimeRequest(device: "nursery", at: "20:00", sound: sound, volume: 90)
        #expect(try await house.control.perform(Endpoints.setBedtime, request).warning == warning)
        request.rule.at = "20:15"
        #expect(try await house.control.perform(Endpoints.setBedtime, request).warning == warning)
    }

    @Test func removal_saysWhatIsLouderNow() async throws {
        let house = try await house()
        func remove() async throws -> LimitDocument {
            try await house.control.perform(Endpoints.removeLimit, DeviceSelection(device: "nursery"))
        }
        for (name, volume) in [("up", 50), ("quiet", 40)] {
            _ = try await house.control.perform(
                Endpoints.addAlarm, AlarmRequest(name: name, device: "nursery", at: "06:30", volume: volume))
        }
        _ = try await house.control.perform(
            Endpoints.setBedtime, BedtimeRequest(device: "nursery", at: "20:00", sound: "rain", volume: 60))
        #expect(
            try await remove().warning == "Louder than 40% from now on: the bedtime at 60%, the alarm “up” at 50%.")
        _ = try await house.control.perform(Endpoints.setLimit, LimitRequest(device: "nursery", volume: 60))
        #expect(try await remove().warning == nil)
    }

    @Test func removal_saysThatABackupRing_isAtFullVolume_andHowManyOthersThereAre() async throws {
        let house = try await house()
        for (number, backup) in [nil, nil, nil, "10m"].enumerated() {
            var request = AlarmRequest(name: "up\(number)", device: "nursery", at: "06:30", volume: 50)
            request.backup = backup
            _ = try await house.control.perform(Endpoints.addAlarm, request)
        }
        let removed = try await house.control.perform(Endpoints.removeLimit, DeviceSelection(device: "nursery"))
        #expect(
            removed.warning
                == "Louder than 40% from now on: the alarm “up3” at 100%, the alarm “up0” at 50%, 2 others.")
    }
}
