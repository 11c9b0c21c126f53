// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import SimulatedDevice
import SleepModel
import Storage
import Testing

@testable import Composition
@testable import LullCommands

/// What the log says of a ring that its device does not get, or gets late.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct RingLogTests {
    /// A morning with an alarm at 07:00 on a device that is out of reach from 06:10 on, lived until a time.
    private func silentMorning(
        until time: String, sunrise: String? = nil, away: String = "06:10",
        _ body: @escaping @MainActor @Sendable (SimulatedNight) async throws -> Void = { _ in }
    ) async throws -> SimulatedNight {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addAlarm(sunrise: sunrise)
            try await night.wait(until: "2027-01-05 \(away)")
            try await night.setAway(true)
            try await night.wait(until: "2027-01-05 \(time)")
            try await body(night)
        }
        return night
    }

    /// What the log says of the alarm after it was added, with the time of each line.
    private func lines(_ night: SimulatedNight) async throws -> [String] {
        let times = LocalTimes(host: .utc)
        var lines: [String] = []
        try await night.live {
            lines = try await night.perform(Endpoints.log, LogQuery(since: nil, device: nil))
                .filter { $0.kind == .alarm && $0.outcome != .saved }
                .map { "\(ZoneRules.utc.civil(at: $0.at).time) \(Describe.sentence($0, times))" }
        }
        return lines
    }

    private static let due = "07:00 alarm “up” on nursery is due, and the device is out of reach"
    private static let rise = "06:30 alarm “up” on nursery began"

    @Test(arguments: [nil, "30m"])
    func log_saysThatAnAlarmIsDue_onADeviceOutOfReach(sunrise: String?) async throws {
        let night = try await silentMorning(until: "07:40", sunrise: sunrise)
        let missed = "07:30 alarm “up” on nursery of Tue 2027-01-05 07:00 was missed (the device was out of reach)"
        #expect(try await lines(night) == (sunrise == nil ? [] : [Self.rise]) + [Self.due, missed])
        #expect(try await night.store.records(of: nil, from: .min, to: .max, limit: 9).map(\.outcome) == [.missed])
    }

    @Test(arguments: [nil, "30m"])
    func log_saysThatAnAlarmRings_onlyOnceTheDeviceHasIt(sunrise: String?) async throws {
        let night = try await silentMorning(until: "07:04", sunrise: sunrise) { night in
            try await night.setAway(false)
            try await night.wait(until: "2027-01-05 07:10")
            try await night.dismiss()
        }
        let lines = try await lines(night)
        #expect(lines.dropLast(2) == (sunrise == nil ? [] : [Self.rise]) + [Self.due])
        #expect(lines.suffix(2).first?.contains("alarm “up” on nursery rings, 4 min late") == true, "\(lines)")
        #expect(lines.last == "07:10 alarm “up” on nursery was dismissed")
    }

    @Test func log_saysThatAnAlarmRings_onceTheDeviceHasIt_afterARestart() async throws {
        let night = try await silentMorning(until: "07:03", sunrise: "30m")
        try await night.setAway(false)
        try await night.live {
            try await night.wait(until: "2027-01-05 07:10")
            try await night.dismiss()
        }
        #expect(
            try await lines(night) == [
                Self.rise, Self.due, "07:03 alarm “up” on nursery rings, 3 min late",
                "07:10 alarm “up” on nursery was dismissed",
            ])
        let links = try await night.store.entries(since: nil, device: nil, limit: 100)
            .map(\.outcome).filter { [.unreachable, .reached].contains($0) }
        #expect(links == [.unreachable, .reached])
    }

    @Test func log_saysThatAnAlarmDoesNotRing_onADeviceThatIsLostAsItBegins() async throws {
        let night = try await silentMorning(until: "07:40", sunrise: "30m", away: "06:59:59")
        let lines = try await lines(night)
        #expect(lines.filter { $0.hasSuffix("is due, and the device is out of reach") }.count == 1, "\(lines)")
        #expect(lines.last?.hasSuffix("was missed (the device was out of reach)") == true, "\(lines)")
    }

    @Test func log_saysThatAnAlarmDoesNotRingAgain_onADeviceThatIsLostInItsSnooze() async throws {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.addAlarm()
            try await night.wait(until: "2027-01-05 07:01")
            try await night.snooze()
            try await night.wait(until: "2027-01-05 07:02")
            try await night.setAway(true)
            try await night.wait(until: "2027-01-05 07:13")
            try await night.setAway(false)
            try await night.wait(until: "2027-01-05 07:20")
            try await night.dismiss()
        }
        let lines = try await lines(night)
        #expect(
            lines.prefix(3) == [
                "07:00 alarm “up” on nursery began", "07:01 alarm “up” on nursery was snoozed",
                "07:10 alarm “up” on nursery is due, and the device is out of reach",
            ])
        #expect(lines.dropFirst(3).first?.contains("alarm “up” on nursery rings, 3 min late") == true, "\(lines)")
        #expect(lines.last == "07:20 alarm “up” on nursery was dismissed")
        #expect(lines.count == 5)
    }
}
