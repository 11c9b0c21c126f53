// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import SleepModel
import Testing

@testable import Composition

/// Which date is skipped, and what somebody learns about it.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct SkipTests {
    private func skip(_ house: House, on date: String? = nil) async throws -> AlarmDocument {
        try await house.control.perform(Endpoints.skipAlarm, SkipRequest(name: "up", device: nil, date: date))
    }

    private func add(_ request: (inout AlarmRequest) -> Void = { _ in }, to house: House) async throws {
        var alarm = AlarmRequest(name: "up", device: "nursery", at: "12:01", days: "daily")
        request(&alarm)
        _ = try await house.control.perform(Endpoints.addAlarm, alarm)
    }

    private func alarm(in house: House) async throws -> AlarmDocument {
        try #require(try await house.control.perform(Endpoints.alarms).first)
    }

    /// The outcomes in the log that somebody asked for beside the alarm's beginning and end.
    private func skips(in house: House) async throws -> [LogOutcome] {
        try await house.control.perform(Endpoints.log, LogQuery(since: nil, device: nil)).map(\.outcome)
            .filter { [.skip, .unskip].contains($0) }
    }

    @Test(arguments: [nil, "2027-01-15"])
    func skip_changesNothing_whenTheDateIsSkippedAlready(date: String?) async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await add(to: house)
            #expect(try await skip(house).warning == nil)
            let again = try await skip(house, on: date)
            let advice =
                date == nil
                ? " To skip the next one too: `lull alarm skip up --device nursery --date 2027-01-16`." : ""
            #expect(again.warning == "It was skipped on 2027-01-15 before, so nothing changed." + advice)
            #expect(again.skipped == [CivilDate(year: 2027, month: 1, day: 15)])
            #expect(try await skips(in: house) == [.skip])
        }
    }

    @Test func skip_saysThatNothingChanged_ofABedtimeToo() async throws {
        let house = try await House()
        _ = try await house.control.perform(
            Endpoints.setBedtime, BedtimeRequest(device: "nursery", at: "20:00", wake: "06:00"))
        let request = SkipRequest(name: nil, device: "nursery")
        #expect(try await house.control.perform(Endpoints.skipBedtime, request).warning == nil)
        #expect(
            try await house.control.perform(Endpoints.skipBedtime, request).warning
                == "It was skipped on 2027-01-15 before, so nothing changed. To skip the next one too: "
                + "`lull bedtime skip nursery --date 2027-01-16`.")
    }

    @Test func skip_saysThatTheAlarmIsDisabled() async throws {
        let house = try await House()
        try await add(to: house)
        _ = try await house.control.perform(
            Endpoints.switchAlarm, ScheduleSwitchRequest(name: "up", device: nil, enabled: false))
        let error = await #expect(throws: ControlError.self) { try await skip(house) }
        #expect(error?.message == "“up” is disabled.")
        #expect(error?.advice == "Enable it: `lull alarm enable up --device nursery`.")
    }

    @Test func skip_namesTheDevice_thatHasNoBedtime() async throws {
        let house = try await House()
        let error = await #expect(throws: ControlError.self) {
            try await house.control.perform(Endpoints.skipBedtime, SkipRequest(name: nil, device: "nursery"))
        }
        #expect(error?.message == "“nursery” has no bedtime.")
        #expect(error?.advice == "Set one: `lull bedtime set --device nursery --at 20:00`.")
    }

    @Test func skip_changesNothing_whenTheOnlyDateIsSkippedAlready() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await add({ $0.rule.days = nil }, to: house)
            _ = try await skip(house)
            #expect(try await skip(house).warning == "It was skipped on 2027-01-15 before, so nothing changed.")
            #expect(try await skips(in: house) == [.skip])
        }
    }

    @Test func skip_isRefused_whileTheAlarmRuns() async throws {
        let house = try await House()
        try await house.live {
            try await add({ $0.sunrise = "30s" }, to: house)
        } _: {
            for phase in [AlarmPhase.sunrise, .ringing, .snoozed] {
                let words = [.sunrise: "shows its sunrise", .ringing: "rings", .snoozed: "is snoozed"][phase]
                if phase == .snoozed {
                    _ = try await house.control.perform(
                        Endpoints.snoozeAlarm, SnoozeRequest(name: nil, device: nil, length: nil))
                }
                try await house.until { try await alarm(in: house).phase == phase }
                for date in [nil, "2027-01-15"] {
                    let error = await #expect(throws: ControlError.self) { try await skip(house, on: date) }
                    #expect(error?.message == "“up” \(words ?? "") now, so 2027-01-15 cannot be skipped any more.")
                    #expect(
                        error?.advice
                            == "End it: `lull alarm dismiss up --device nursery`. Or skip the next one: "
                            + "`lull alarm skip up --device nursery --date 2027-01-16`.")
                }
            }
            #expect(try await skips(in: house) == [])
            #expect(try await skip(house, on: "2027-01-16").skipped == [CivilDate(year: 2027, month: 1, day: 16)])
        }
    }

    @Test func skip_namesThePause_thatKeepsTheAlarmFromRinging() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await add(to: house)
            _ = try await house.control.perform(Endpoints.pause, PauseRequest(until: nil))
            let error = await #expect(throws: ControlError.self) { try await skip(house) }
            #expect(error?.message == "A pause keeps “up” from ringing, so there is nothing to skip.")
        }
    }

    @Test func unskip_isRefused_whenTheTimeOfTheSkippedDateHasPassed() async throws {
        let house = try await House()
        try await house.live {
            try await add(to: house)
            _ = try await skip(house)
        } _: {
            try await house.wait(.seconds(120))
            #expect(try await alarm(in: house).skipped == [])
            for date in [nil, "2027-01-15"] {
                let error = await #expect(throws: ControlError.self) {
                    try await house.control.perform(
                        Endpoints.unskipAlarm, SkipRequest(name: "up", device: nil, date: date))
                }
                #expect(error?.code == .nothingActive)
            }
            #expect(try await skips(in: house) == [.skip])
        }
    }
}
