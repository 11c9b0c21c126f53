// SPDX-License-Identifier: Apache-2.0

import Alarms
import Bedtimes
import CivilTime
import Clocks
import Coordination
import DeviceModules
import Routines
import Scheduling
import SleepModel
import Storage
import StoreDoubles
import Synchronization
import Testing

/// What providers do when the store is slow, or fails.
@MainActor
@Suite(.timeLimit(.minutes(1))) struct StateProviderStoreTests {
    private let morning = "2027-01-05T11:00:00Z"
    private let evening = "2027-01-06T00:00:00Z"
    private let key = Night.key("wake", "2027-01-05")
    private let store = StoreDouble()

    private func bench(_ schedules: [Schedule], at wall: String) async throws -> ProviderBench {
        for schedule in schedules { try await store.commit(.save(schedule, log: [])) }
        return try await ProviderBench(store, on: Night.clock(wall))
    }

    @Test func advance_showsNothing_untilTheClaimIsOnDisk() async throws {
        let bench = try await bench([Night.alarm(since: morning)], at: morning)
        bench.clock.advance(by: .hours(1))
        await store.fail(true)
        await #expect(throws: StorageError.self) { try await bench.alarms.advance() }
        await bench.settle()
        #expect(bench.desiredStates == [])
        await store.fail(false)
        try await bench.pass(.seconds(5))
        #expect(bench.desiredStates.count == 1)
    }

    /// What became of the alarm's first three mornings; nil for one that rings.
    private func outcomes() async throws -> [OccurrenceOutcome?] {
        var outcomes: [OccurrenceOutcome?] = []
        for day in ["2027-01-05", "2027-01-06", "2027-01-07"] {
            outcomes.append(try #require(try await store.record(Night.key("wake", day))).outcome)
        }
        return outcomes
    }

    @Test func advance_writesOneByOne_whenAllTogetherFails() async throws {
        let bench = try await bench([Night.alarm(since: morning)], at: morning)
        await store.fail(commits: [0])
        try await bench.pass(.hours(49))
        #expect(try await outcomes() == [.missed, .missed, nil])
        #expect(bench.desiredStates.count == 1)
    }

    @Test func advance_losesNone_whenOneOfSeveralClaimsFails() async throws {
        let bench = try await bench([Night.alarm(since: morning)], at: morning)
        bench.clock.advance(by: .hours(49))
        await store.fail(commits: [0, 2])
        await #expect(throws: StorageError.self) { try await bench.alarms.advance() }
        #expect(try await store.record(Night.key("wake", "2027-01-05"))?.outcome == .missed)
        #expect(try await store.record(Night.key("wake", "2027-01-07")) == nil)
        try await bench.pass(.seconds(5))
        #expect(try await outcomes() == [.missed, .missed, nil])
        #expect(bench.desiredStates.count == 1)
    }

    @Test func dismiss_isWrittenLater_whenTheStoreFails() async throws {
        let bench = try await bench([Night.alarm(since: morning)], at: morning)
        try await bench.pass(.hours(1))
        await store.fail(true)
        try await bench.alarms.dismiss(key)
        await bench.settle()
        #expect(bench.desiredStates.last?.actions == [.power(false)])
        await store.fail(false)
        #expect(bench.alarms.nextWake(at: bench.clock.now()).boot == bench.clock.now().boot + .seconds(5))
        try await bench.pass(.seconds(5))
        #expect(try await store.record(key)?.outcome == .dismissed)
        #expect(try await store.entries(since: nil, device: nil, limit: 10).last?.outcome == .dismissed)
        let next = try await ProviderBench(store, on: bench.clock)
        #expect(try await next.pass() == [])
    }

    /// The lines of the log, each with its outcome and its reason.
    private func lines() async throws -> [String] {
        try await store.entries(since: nil, device: nil, limit: 10).map { entry in
            [entry.outcome.rawValue, entry.reason?.rawValue].compactMap(\.self).joined(separator: " ")
        }
    }

    /// Everything that can begin at 07:00 in New York.
    nonisolated static let beginnings: [Schedule] = [
        Night.alarm(since: "2027-01-05T11:00:00Z"),
        Night.routine(
            "wake", at: "07:00", since: "2027-01-05T11:00:00Z",
            [RoutineStep(light: Night.amber, end: .after(.hours(1)))]),
        Night.bedtime("wake", at: "07:00", since: "2027-01-05T11:00:00Z", windDown: .zero, wake: nil),
    ]

    @Test(arguments: beginnings)
    func schedule_beginsWithoutARecord_whenTheStoreFails(_ schedule: Schedule) async throws {
        let bench = try await bench([schedule], at: morning)
        await store.fail(true)
        _ = try? await bench.pass(.hours(1))
        #expect(bench.desiredStates == [])
        bench.clock.advance(by: .seconds(2))
        try await bench.look()
        #expect(bench.desiredStates.count == 1)
        await store.fail(false)
        try await bench.pass(.seconds(5))
        #expect(bench.desiredStates.count == 1)
        #expect(try await store.openRecords().map(\.key) == [Night.key("wake", "2027-01-05")])
        #expect(try await lines() == ["started unrecorded"])
    }

    @Test func alarm_ringsWithoutARecord_onlyOnceInAProcess() async throws {
        let bench = try await bench([Night.alarm(since: morning)], at: morning)
        await store.fail(true)
        bench.clock.advance(by: .hours(1) + .seconds(2))
        try await bench.look()
        try await bench.alarms.dismiss(key)
        await bench.settle()
        #expect(bench.desiredStates.map(\.actions).last == [.power(false)])
        for _ in 0..<3 {
            bench.clock.advance(by: .seconds(5))
            try await bench.look()
        }
        #expect(bench.desiredStates.count == 2)
        await store.fail(false)
        try await bench.pass(.seconds(5))
        #expect(try await store.record(key)?.outcome == .dismissed)
        #expect(try await lines() == ["started unrecorded", "dismissed"])
        let next = try await ProviderBench(store, on: bench.clock)
        #expect(try await next.pass() == [])
    }

    @Test func alarm_goesOn_whenItsClaimWasWrittenWithoutAnAnswer() async throws {
        let hasFailed = Mutex(false)
        let silent = StoreDouble { changes, store async throws(StorageError) in
            let answers = try await store.commit(changes)
            let isClaim = changes.contains { if case .claim = $0 { true } else { false } }
            let isFirst = hasFailed.withLock { hasFailed in
                defer { hasFailed = hasFailed || isClaim }
                return isClaim && !hasFailed
            }
            guard isFirst else { return answers }
            throw StorageError(.overdue, "The disk has not answered yet.")
        }
        try await silent.commit(.save(Night.alarm(since: morning), log: []))
        let bench = try await ProviderBench(silent, on: Night.clock(morning))
        bench.clock.advance(by: .hours(1) + .seconds(2))
        try await bench.look()
        #expect(bench.desiredStates.count == 1)
        bench.clock.advance(by: .seconds(5))
        try await bench.look()
        try await bench.alarms.dismiss(key)
        bench.clock.advance(by: .seconds(5))
        try await bench.look()
        #expect(try await silent.record(key)?.outcome == .dismissed)
        #expect(bench.desiredStates.count == 2)
    }

    @Test func routine_startsByHand_whenTheStoreFails() async throws {
        let nap = Night.routine("nap", at: nil, since: evening, [RoutineStep(light: Night.red, end: .whenStopped)])
        let bench = try await bench([nap], at: evening)
        await store.fail(true)
        try await bench.routines.run(nap, slot: "manual-1")
        await bench.settle()
        #expect(bench.desiredStates.map(\.actions) == [[.power(true), .light(Night.red)]])
        await store.fail(false)
        try await bench.pass(.seconds(5))
        #expect(try await store.openRecords().map(\.key.slot) == ["manual-1"])
    }

    @Test func save_leavesNothingBehind_whenTheStoreFails() async throws {
        let bench = try await bench([], at: morning)
        await store.fail(true)
        await #expect(throws: StorageError.self) { try await bench.alarms.save(Night.alarm(since: morning)) }
        #expect(bench.alarms.schedules == [])
    }

    @Test func remove_leavesTheAlarmInPlace_whenTheStoreFails() async throws {
        let alarm = Night.alarm(since: morning)
        let bench = try await bench([alarm], at: morning)
        await store.fail(true)
        await #expect(throws: StorageError.self) { try await bench.alarms.remove(alarm.id) }
        await store.fail(false)
        #expect(bench.alarms.schedules == [alarm])
        try await bench.pass(.hours(1))
        #expect(bench.desiredStates.count == 1)
    }

    /// A process that ends now leaves nothing that runs on without its schedule.
    @Test func remove_writesWhatTheStoreFailedToTake_ofTheSchedule() async throws {
        let bench = try await bench([Night.alarm(since: morning)], at: morning)
        try await bench.pass(.hours(1))
        await store.fail(true)
        try await bench.alarms.dismiss(key)
        await store.fail(false)
        try await bench.alarms.remove(key.schedule)
        #expect(try await store.record(key)?.outcome == .dismissed)
        let lines = try await lines()
        #expect(lines == ["started", "dismissed", "removed"])
        try await bench.pass(.seconds(5))
        #expect(try await self.lines() == lines)
    }

    @Test func remove_writesTheRun_whenItRangWithoutARecord() async throws {
        let bench = try await bench([Night.alarm(since: morning)], at: morning)
        await store.fail(true)
        _ = try? await bench.pass(.hours(1) + .seconds(2))
        await store.fail(false)
        try await bench.alarms.remove(key.schedule)
        #expect(try await store.record(key)?.outcome == .cancelled)
        let lines = try await lines()
        try await bench.pass(.seconds(5))
        #expect(try await self.lines() == lines)
    }

    @Test func remove_isNotUndone_whenAClaimIsBeingWritten() async throws {
        let alarm = Night.alarm(since: morning)
        let bench = try await bench([alarm], at: morning)
        bench.clock.advance(by: .hours(1))
        await store.hold()
        async let advanced: Void = bench.alarms.advance()
        await store.waitForHeld()
        async let removed: Void = bench.alarms.remove(alarm.id)
        await bench.settle()
        await store.release()
        try await advanced
        try await removed
        #expect(try await store.schedules() == [])
        #expect(try await store.openRecords() == [])
        #expect(bench.alarms.runs.isEmpty)
    }

    @Test func run_neverGoesDark_whenTimePassesWhileItIsBeingWritten() async throws {
        let steps = [RoutineStep(light: Night.amber, end: .after(.hours(1)))]
        let nap = Night.routine("nap", at: nil, since: evening, [RoutineStep(light: Night.red, end: .whenStopped)])
        let bench = try await bench([Night.routine(since: evening, steps), nap], at: evening)
        try await bench.pass(.hours(1))
        await store.hold()
        async let started: Void = bench.routines.run(nap, slot: "manual-1")
        await store.waitForHeld()
        async let advanced: Void = bench.routines.advance()
        await bench.settle()
        await store.release()
        try await started
        try await advanced
        await bench.settle()
        #expect(bench.desiredStates.dropFirst().map(\.actions) == [[.power(true), .light(Night.red)]])
    }
}
