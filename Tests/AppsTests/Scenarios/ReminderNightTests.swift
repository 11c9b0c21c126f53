// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import SimulatedDevice
import SleepModel
import Storage
import Testing

@testable import Composition

/// A bedtime that is announced: by a soft light on the device, and by a notice.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct ReminderNightTests {
    private static let swells = Array(repeating: ["SCFF890E26", "SCFF890E09"], count: 3).flatMap { $0 }

    /// A night at 20:00 whose light fades from 19:30 on, announced at 19:15, lived from 19:00.
    private func evening(
        reminder: String = "15m",
        _ body: @escaping @MainActor @Sendable (SimulatedNight) async throws -> Void
    ) async throws -> SimulatedNight {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            try await night.setBedtime(wake: "07:00") { $0.reminder = reminder }
            try await body(night)
        }
        return night
    }

    /// The reminders that nobody has acknowledged, or all.
    private func reminders(_ night: SimulatedNight, all: Bool = false) async throws -> [String] {
        try await night.perform(Endpoints.notices, NoticesQuery(all: all)).filter { $0.kind == .reminder }
            .map(\.message)
    }

    @Test func reminder_isANoticeAndASoftLight_beforeTheNight() async throws {
        let night = try await evening { night in
            try await night.wait(until: "2027-01-05 19:14:59")
            #expect(try await self.reminders(night) == [])
            try await night.wait(until: "2027-01-05 19:16")
            #expect(
                try await self.reminders(night) == ["The bedtime of nursery begins on Tue 2027-01-05 19:30."])
            #expect(await !night.state.isOn)
            try await night.wait(until: "2027-01-05 19:31")
            #expect(await night.state.isOn)
        }
        let cue = try night.commands(since: "2027-01-05 19:15").prefix { $0 != "SI00" }
        #expect(Array(cue.filter { $0.hasPrefix("SC") || $0.hasPrefix("SI") }) == ["SCFF890E09", "SI01"] + Self.swells)
        #expect(!cue.contains { $0.hasPrefix("SN") && $0 != "SN00" })
    }

    @Test func light_swells_whereItIsOverBeforeTheNight() async throws {
        let night = try await evening(reminder: "1m") { night in
            try await night.wait(until: "2027-01-05 19:29:58")
            #expect(try await self.reminders(night).count == 1)
            #expect(await !night.state.isOn)
        }
        let commands = try night.commands(since: "2027-01-05 19:28:59").prefix { $0 != "SI00" }
        #expect(Array(commands.filter { Self.swells.contains($0) }) == ["SCFF890E09"] + Self.swells)
    }

    @Test func reminder_isOver_whenItsNightBegins() async throws {
        _ = try await evening { night in
            try await night.wait(until: "2027-01-05 19:29:59")
            #expect(try await self.reminders(night).count == 1)
            try await night.wait(until: "2027-01-05 19:30:01")
            #expect(try await self.reminders(night) == [])
            #expect(try await self.reminders(night, all: true).count == 1)
        }
    }

    @Test func reminder_leavesTheLight_thatSomebodySet() async throws {
        let night = try await evening { night in
            try await night.light("#0000ff", 60)
            let before = await night.state
            try await night.wait(until: "2027-01-05 19:16")
            let state = await night.state
            #expect(state.light == before.light && state.isOn)
        }
        #expect(try night.commands(since: "2027-01-05 19:15").prefix(7) == Self.swells + ["SC0000FF99"])
    }

    @Test func touch_endsTheLight_andStays() async throws {
        let night = try await evening { night in
            try await night.saveLoudFavourite()
            try await night.wait(until: "2027-01-05 19:15:03")
            #expect(await night.state.isOn)
            await night.peripheral.touchRing()
            let touched = await night.state
            #expect(touched.favourite != nil)
            try await night.wait(until: "2027-01-05 19:16")
            #expect(await night.state.isOn)
            #expect(await night.state.light == touched.light)
            #expect(await night.state.sound == touched.sound)
            #expect(await night.state.volume == touched.volume)
        }
        let swells = try night.commands(since: "2027-01-05 19:15").filter { $0 == "SCFF890E26" }
        #expect(swells.count < 3)
    }

    @Test func light_isTakenAway_thatAKilledProcessLeft() async throws {
        let night = try await evening { night in try await night.wait(until: "2027-01-05 19:15:03") }
        #expect(await night.state.isOn)
        try await night.live {
            try await night.wait(until: "2027-01-05 19:16")
            #expect(await !night.state.isOn)
        }
    }

    @Test func light_isAsBefore_whenAKilledProcessLeftAnother() async throws {
        let night = try await evening { night in
            try await night.light("#0000ff", 60)
            try await night.wait(until: "2027-01-05 19:15:03")
        }
        try await night.live {
            try await night.wait(until: "2027-01-05 19:16")
            #expect(
                await night.state.light
                    == Light(.color(RGBColor(red: 0, green: 0, blue: 255)), brightness: Level(rawValue: 153)))
        }
    }

    @Test func light_thatSomebodySetSince_stays_afterARestart() async throws {
        let night = try await evening { night in try await night.wait(until: "2027-01-05 19:15:03") }
        await night.peripheral.touchRing()
        let touched = await night.state
        try await night.live {
            try await night.wait(until: "2027-01-05 19:16")
            #expect(await night.state.isOn == touched.isOn)
            #expect(await night.state.light == touched.light)
        }
    }

    @Test func reminder_comesOnce_overARestart() async throws {
        let night = try await evening { night in try await night.wait(until: "2027-01-05 19:16") }
        try await night.live {
            try await night.wait(until: "2027-01-05 19:25")
            #expect(try await self.reminders(night).count == 1)
        }
        #expect(try night.commands(since: "2027-01-05 19:16") == [])
    }

    @Test func reminder_comesLate_afterDowntimeOfAFewMinutes() async throws {
        let night = try await evening { _ in }
        try night.pass(until: "2027-01-05 19:20")
        try await night.live {
            try await night.wait(until: "2027-01-05 19:21")
            #expect(try await self.reminders(night).count == 1)
        }
    }

    @Test func reminder_comesAgain_whenTheNightIsMovedLater() async throws {
        _ = try await evening { night in
            try await night.wait(until: "2027-01-05 19:20")
            _ = try await night.perform(
                Endpoints.moveBedtime, MoveRequest(name: nil, device: "nursery", at: "21:00"))
            try await night.wait(until: "2027-01-05 19:21")
            #expect(try await self.reminders(night) == [])
            try await night.wait(until: "2027-01-05 20:16")
            #expect(
                try await self.reminders(night) == ["The bedtime of nursery begins on Tue 2027-01-05 20:30."])
        }
    }

    @Test func reminder_doesNotCome_forANightThatIsSkipped() async throws {
        let night = try await evening { night in
            _ = try await night.perform(Endpoints.skipBedtime, SkipRequest(name: nil, device: "nursery"))
            try await night.wait(until: "2027-01-05 19:40")
            #expect(try await self.reminders(night, all: true) == [])
        }
        #expect(try night.commands(since: "2027-01-05 19:15") == [])
    }

    @Test func reminder_isOnlyANotice_whileSomebodySleeps() async throws {
        let night = try await evening { night in
            _ = try await night.perform(
                Endpoints.startNap, NapRequest(device: "nursery", length: "29m", sound: "rain", wakeLight: "off"))
            try await night.wait(until: "2027-01-05 19:20")
            #expect(try await self.reminders(night).count == 1)
        }
        #expect(try night.commands(since: "2027-01-05 19:15").filter { $0.hasPrefix("SC") } == [])
    }

    @Test func reminders_areOneForEachNight_whenTwoComeShortlyAfterEachOther() async throws {
        let night = try await evening { night in
            var request = BedtimeRequest(
                device: "nursery", name: "late", at: "20:05", windDown: "30m", sound: "rain", volume: 30, wake: "07:00")
            request.reminder = "15m"
            _ = try await night.perform(Endpoints.setBedtime, request)
            try await night.addRoutine("story", at: "19:10", "light #0000ff 40% fade 15m; for 20m")
            try await night.wait(until: "2027-01-05 19:29")
            #expect(
                try await self.reminders(night) == [
                    "The bedtime of nursery begins on Tue 2027-01-05 19:30.",
                    "The bedtime “late” of nursery begins on Tue 2027-01-05 19:35.",
                ])
        }
        let swells = try night.commands(since: "2027-01-05 19:15").filter { $0 == "SCFF890E26" }
        #expect(swells.count == 6)
    }
}
