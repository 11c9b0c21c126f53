// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import Household
import SimulatedDevice
import SleepModel
import Storage
import StoreDoubles
import Synchronization
import Testing

@testable import Composition
@testable import LullCommands

/// What the log tells of a night.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct NightLogTests {
    private func night(
        on store: any NightStore = InMemoryNightStore(),
        _ body: @escaping @MainActor @Sendable (SimulatedNight) async throws -> Void
    ) async throws -> SimulatedNight {
        let night = try await SimulatedNight("2027-01-05 19:00", store: store)
        try await night.live {
            try await night.setBedtime(at: "20:00", wake: "07:00", windDown: "30m") {
                ($0.stayInBed, $0.wakeFor) = ("30m", "20m")
            }
            try await body(night)
        }
        return night
    }

    /// What the log says of the bedtime after it was set, and when, with how late each was.
    private func lines(_ night: SimulatedNight) async throws -> [String] {
        try await night.store.entries(since: nil, device: nil, limit: 1000)
            .filter { $0.kind == .bedtime && $0.outcome != .saved }
            .map { "\(ZoneRules.utc.civil(at: $0.at).time) \($0.outcome.rawValue) \($0.lateSeconds ?? -1)" }
    }

    @Test func log_tellsTheNight() async throws {
        let night = try await night { night in try await night.wait(until: "2027-01-06 08:00") }
        #expect(
            try await lines(night) == [
                "19:30 started 0", "20:00 night-began 0", "06:30 stay-in-bed 0", "07:00 ok-to-wake 0", "07:20 done 0",
            ])
    }

    @Test func log_saysWhichPartTheNightHas_afterARestart() async throws {
        let night = try await night { night in try await night.wait(until: "2027-01-06 03:00") }
        try night.pass(until: "2027-01-06 07:05")
        try await night.live { try await night.wait(until: "2027-01-06 08:00") }
        #expect(
            try await lines(night) == [
                "19:30 started 0", "20:00 night-began 0", "07:05 ok-to-wake 300", "07:20 done 0",
            ])
    }

    @Test func log_saysEachPartOnce_afterARestart() async throws {
        let night = try await night { night in try await night.wait(until: "2027-01-06 03:00") }
        try await night.live { try await night.wait(until: "2027-01-06 06:45") }
        try await night.live { try await night.wait(until: "2027-01-06 06:50") }
        #expect(try await lines(night) == ["19:30 started 0", "20:00 night-began 0", "06:30 stay-in-bed 0"])
    }

    /// Lines are written beside the night.
    @Test func part_showsAtItsTime_whileTheDiskDoesNotAnswer() async throws {
        let disk = StoreDouble()
        let night = try await night(on: disk) { night in
            try await night.wait(until: "2027-01-06 06:25")
            #expect(await night.state.light.brightness == .zero)
            await disk.hold()
            try await night.wait(until: "2027-01-06 06:30")
            #expect(await night.state.light.brightness > .zero)
            try await night.wait(until: "2027-01-06 06:35")
            await disk.release()
            await night.clock.idle()
        }
        #expect(try await lines(night) == ["19:30 started 0", "20:00 night-began 0", "06:30 stay-in-bed 0"])
    }

    @Test func log_saysNothingOfParts_thatANightBeganWith() async throws {
        let night = try await SimulatedNight("2027-01-05 19:00")
        try await night.live {
            try await night.setBedtime(at: "20:00", wake: "07:00", windDown: "off")
            try await night.wait(until: "2027-01-05 20:30")
        }
        #expect(try await lines(night) == ["20:00 started 0"])
    }

    @Test func log_saysForHowLongNoDaemonRan() async throws {
        let night = try await SimulatedNight("2027-01-06 01:00")
        night.life = KnownLife()
        for (end, start) in [("02:10", "02:15"), ("03:00", "03:01"), ("04:00", "05:00")] {
            try await night.live { try await night.wait(until: "2027-01-06 \(end)") }
            try night.pass(until: "2027-01-06 \(start)")
        }
        try await night.live {
            try await night.wait(until: "2027-01-06 05:01")
            let times = LocalTimes(host: .utc)
            let lines = try await night.perform(Endpoints.log, LogQuery(since: nil, device: nil))
                .filter { $0.outcome == .notRunning }.map { Describe.sentence($0, times) }
            #expect(
                lines == [
                    "Lull did not run from Wed 2027-01-06 02:10 to Wed 2027-01-06 02:15",
                    "Lull did not run from Wed 2027-01-06 04:00 to Wed 2027-01-06 05:00",
                ])
        }
    }

    @Test func gapWithoutADaemon_beginsAfterTheLastLine_whenTheProcessWasKilled() async throws {
        let night = try await SimulatedNight("2027-01-06 01:00")
        let life = KnownLife()
        night.life = life
        try await night.live {
            try await night.wait(until: "2027-01-06 02:00")
            life.freeze()
            try await night.wait(until: "2027-01-06 02:03")
            try await night.addAlarm()
        }
        try night.pass(until: "2027-01-06 02:10")
        try await night.live { try await night.wait(until: "2027-01-06 02:11") }
        let gaps = try await night.store.entries(since: nil, device: nil, limit: 1000)
            .filter { $0.outcome == .notRunning }
        #expect(gaps.map(\.planned) == [try SimulatedNight.instant("2027-01-06 02:03")])
    }
}

/// Where a daemon notes that it runs, in memory.
private final class KnownLife: SignOfLife {
    private let known = Mutex<(at: Instant?, isFrozen: Bool)>((nil, false))

    func last() async -> Instant? { known.withLock { $0.at } }
    func note(at now: Instant) { known.withLock { if !$0.isFrozen { $0.at = now } } }

    /// Takes no note any more, as for a process that is killed later.
    func freeze() { known.withLock { $0.isFrozen = true } }
}
