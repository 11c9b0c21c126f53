// SPDX-License-Identifier: Apache-2.0

import Clocks
import ControlAPI
import SleepModel
import Testing

@testable import Composition

/// What the log says of edits: what is different.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct EditLogTests {
    private func details(of outcome: LogOutcome, in house: House) async throws -> [String?] {
        try await house.control.perform(Endpoints.log, LogQuery(since: nil, device: nil))
            .filter { $0.outcome == outcome }.map(\.detail)
    }

    @Test func edit_isLoggedWithWhatChanged() async throws {
        let house = try await House()
        _ = try await house.control.perform(
            Endpoints.addAlarm, AlarmRequest(name: "up", device: "nursery", at: "13:00", days: "daily", volume: 50))
        var edit = AlarmEditRequest(name: "up")
        (edit.rule.at, edit.volume) = ("13:30", 40)
        _ = try await house.control.perform(Endpoints.editAlarm, edit)
        _ = try await house.control.perform(
            Endpoints.switchAlarm, ScheduleSwitchRequest(name: "up", device: nil, enabled: false))
        #expect(try await details(of: .saved, in: house) == [nil, "13:00 → 13:30, volume 40%", "disabled"])
    }

    @Test func move_ofADate_isLoggedWithBothTimes() async throws {
        let house = try await House()
        _ = try await house.control.perform(
            Endpoints.addAlarm, AlarmRequest(name: "up", device: "nursery", at: "13:00", days: "daily"))
        for time in ["14:00", "15:00", "13:00"] {
            _ = try await house.control.perform(
                Endpoints.moveAlarm, MoveRequest(name: "up", device: nil, at: time, date: "2027-01-15"))
        }
        #expect(
            try await details(of: .moved, in: house) == ["13:00 → 14:00", "14:00 → 15:00", "15:00 → 13:00"])
    }

    @Test func move_inASunrise_isLoggedWithBothTimes() async throws {
        let house = try await House()
        try await house.run {
            _ = try await house.control.perform(
                Endpoints.addAlarm,
                AlarmRequest(name: "up", device: "nursery", at: "12:40", days: "daily", sunrise: "30m"))
            house.clock.advance(by: .seconds(20 * 60))
            try await house.until { try await house.control.perform(Endpoints.alarms).first?.phase == .sunrise }
            var edit = AlarmEditRequest(name: "up")
            edit.rule.at = "12:45"
            _ = try await house.control.perform(Endpoints.editAlarm, edit)
            #expect(try await details(of: .moved, in: house) == ["12:40 → 12:45"])
        }
    }
}
