// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import SimulatedDevice
import SleepModel
import Storage
import Testing

@testable import Composition

/// A night whose device is lost while its sound plays.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct LostNightTests {
    /// A night from 20:00 to 07:00 that is lived from 19:00 on.
    private func night(
        _ body: @escaping @MainActor @Sendable (SimulatedNight) async throws -> Void
    ) async throws -> SimulatedNight {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            try await night.setBedtime(at: "20:00", wake: "07:00")
            try await body(night)
        }
        return night
    }

    private func notices(_ night: SimulatedNight) async throws -> [NoticeDocument] {
        try await night.perform(Endpoints.notices, NoticesQuery(all: true)).filter { $0.kind == .unreachable }
    }

    @Test func device_isMissed_tenMinutesAfterItWasLost() async throws {
        let night = try await night { night in
            try await night.wait(until: "2027-01-06 02:10")
            try await night.setAway(true)
            try await night.wait(until: "2027-01-06 02:19")
            #expect(try await self.notices(night) == [])
            try await night.wait(until: "2027-01-06 02:22")
            let found = try await self.notices(night)
            let message = try #require(found.first?.message)
            #expect(message.hasPrefix("nursery went out of reach on Wed 2027-01-06 02:"))
            #expect(message.hasSuffix("while the bedtime “bedtime” ran."))
            #expect(found.map(\.device) == ["nursery"] && found.first?.occurrence != nil)
            try await night.wait(until: "2027-01-06 04:00")
            #expect(try await self.notices(night).map(\.count) == [1])
            try await night.setAway(false)
            try await night.wait(until: "2027-01-06 04:05")
            #expect(await night.state.isOn)
        }
        let lines = try await night.store.entries(since: nil, device: nil, limit: 1000)
            .filter { $0.outcome == .unreachable || $0.outcome == .reached }.map(\.outcome)
        #expect(lines == [.unreachable, .reached])
    }

    /// Nothing runs, so that nobody has tried to reach it.
    @Test func health_fails_whenTheOnlyDeviceIsSilentForFiveMinutes() async throws {
        let night = try await SimulatedNight("2027-01-05 12:00")
        try await night.live {
            try await night.wait(until: "2027-01-05 13:00")
            #expect(try await night.perform(Endpoints.health, Empty()).status == .ok)
            try await night.setAway(true)
            try await night.wait(until: "2027-01-05 13:04")
            #expect(try await night.perform(Endpoints.health, Empty()).status == .ok)
            try await night.wait(until: "2027-01-05 13:07")
            let devices = HealthDocument.Check(.devices, .failing, reason: "Out of reach: “nursery”.")
            #expect(try await night.perform(Endpoints.health, Empty()).checks.filter { $0.status != .ok } == [devices])
            try await night.setAway(false)
            try await night.wait(until: "2027-01-05 13:20")
            #expect(try await night.perform(Endpoints.health, Empty()).status == .ok)
        }
    }

    /// Notice, status and log count from its last sign, before Lull notes the loss.
    @Test func loss_beginsWithTheLastSign_everywhere() async throws {
        _ = try await night { night in
            try await night.wait(until: "2027-01-06 02:10")
            try await night.setAway(true)
            try await night.wait(until: "2027-01-06 02:22")
            let since = try await night.perform(Endpoints.status, DeviceChoice(device: "nursery")).first?
                .unreachableSince
            let sign = try #require(since)
            #expect(sign >= (try SimulatedNight.instant("2027-01-06 02:09")))
            #expect(sign <= (try SimulatedNight.instant("2027-01-06 02:10")) + .seconds(30))
            let minute = sign < (try SimulatedNight.instant("2027-01-06 02:10")) ? "02:09" : "02:10"
            #expect(try await self.notices(night).first?.message.contains("Wed 2027-01-06 \(minute)") == true)
            try await night.wait(until: "2027-01-06 04:00")
            try await night.setAway(false)
            try await night.wait(until: "2027-01-06 04:05")
            let reached = try await night.store.entries(since: nil, device: nil, outcomes: [.reached], limit: 10)
            #expect(reached.map(\.planned) == [sign])
            #expect(reached.map(\.lateSeconds) == reached.map { Int(($0.at - sign).components.seconds) })
        }
    }

    @Test func device_isMissedAgain_whenItIsLostAgain() async throws {
        _ = try await night { night in
            for hour in ["01", "03"] {
                try await night.wait(until: "2027-01-06 \(hour):00")
                try await night.setAway(true)
                try await night.wait(until: "2027-01-06 \(hour):30")
                try await night.setAway(false)
            }
            #expect(try await self.notices(night).map(\.count) == [1, 1])
        }
    }

    @Test func device_isNotMissed_whereItIsBackSoon_orSomebodySwitchedItOff() async throws {
        _ = try await night { night in
            try await night.wait(until: "2027-01-06 01:00")
            try await night.setAway(true)
            try await night.wait(until: "2027-01-06 01:08")
            try await night.setAway(false)
            try await night.wait(until: "2027-01-06 02:00")
            try await night.power(on: false)
            try await night.setAway(true)
            try await night.wait(until: "2027-01-06 03:00")
            #expect(try await self.notices(night) == [])
        }
    }

    @Test func device_isNotMissed_whereSomebodyIsWarnedOfItsAlarm() async throws {
        _ = try await night { night in
            try await night.addAlarm(at: "03:15")
            try await night.wait(until: "2027-01-06 03:02")
            // Lull has a link, so that it knows of the loss at once.
            try await night.volume(20)
            try await night.setAway(true)
            try await night.wait(until: "2027-01-06 03:14")
            let found = try await self.notices(night)
            #expect(found.map(\.count) == [1])
            #expect(found.first?.message.contains("the alarm “up” is due") == true)
        }
    }

    @Test func nap_isMissedToo() async throws {
        _ = try await night { night in
            try await night.nap("60m")
            try await night.wait(until: "2027-01-05 19:05")
            try await night.setAway(true)
            try await night.wait(until: "2027-01-05 19:20")
            #expect(try await self.notices(night).first?.message.hasSuffix("while the nap ran.") == true)
        }
    }
}
