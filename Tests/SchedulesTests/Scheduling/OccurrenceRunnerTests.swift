// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Scheduling
import SleepModel
import Storage
import Synchronization
import Testing

/// The least a feature can decide: what is due runs until it is stopped.
private struct PlainDecider: OccurrenceDecider {
    var occurrences: OccurrenceMachine

    mutating func advance(to sample: ClockSample) -> [StoreChange] {
        occurrences.advance(to: sample) { _, _, sample in
            .routine(RoutineRun(plan: RoutinePlan(steps: []), start: sample.anchor))
        }
    }

    func nextWake(at sample: ClockSample) -> WakeRequest { occurrences.nextWake(at: sample) }
}

@MainActor
@Suite(.timeLimit(.minutes(1))) struct OccurrenceRunnerTests {
    private final class Shown {
        var running: [[OccurrenceKey]] = []
    }

    private let clock = ManualClock(wall: Plans.instant("2027-01-05T11:00:00Z"))
    private let store = InMemoryNightStore()
    private let signal = WakeSignal()
    private let shown = Shown()
    private let schedule = Plans.schedule(settled: "2027-01-05T11:00:00Z")

    private func runner() async throws -> OccurrenceRunner<PlainDecider> {
        let book = try await DeviceBook.read(Plans.device, from: store, at: clock.now().wall)
        let machine = PlainDecider(occurrences: book.occurrences(of: .alarm, zones: try Plans.zones()))
        return OccurrenceRunner(machine: machine, clock: clock, signal: signal, store: store) { [shown] machine, _ in
            shown.running.append(Array(machine.occurrences.running.keys))
        }
    }

    @Test func save_isOnDisk_andWakesTheNight() async throws {
        let runner = try await runner()
        try await runner.save(schedule)
        #expect(try await store.schedules() == [schedule])
        #expect(try await store.entries(since: nil, device: nil, limit: 5).map(\.outcome) == ["saved"])
        await signal.wait()
    }

    @Test func advance_showsTheRun_afterItsClaim() async throws {
        let runner = try await runner()
        try await runner.save(schedule)
        clock.advance(by: .seconds(3600))
        try await runner.advance()
        #expect(shown.running == [[], [Plans.key("2027-01-05")]])
        #expect(try await store.openRecords().map(\.key) == [Plans.key("2027-01-05")])
        #expect(try await store.schedules().map(\.settledThrough) == [Plans.instant("2027-01-05T12:00:00Z")])
    }

    @Test func advance_leavesItToTheOther_whenTwoShareAStore() async throws {
        // K30
        try await store.commit(.save(schedule, log: []))
        let first = try await runner()
        let second = try await runner()
        clock.advance(by: .seconds(3600))
        async let one: Void = first.advance()
        async let other: Void = second.advance()
        _ = try await (one, other)
        let running = [first, second].map { $0.machine.occurrences.running.count }
        #expect(running.sorted() == [0, 1])
        #expect(try await store.openRecords().count == 1)
    }

    @Test func advance_goesOnWhereItWas_inTheNextProcess() async throws {
        let first = try await runner()
        try await first.save(schedule)
        clock.advance(by: .seconds(3600))
        try await first.advance()
        let next = try await runner()
        try await next.advance()
        #expect(next.machine.occurrences.running == first.machine.occurrences.running)
        #expect(try await store.openRecords().count == 1)
    }

    @Test func save_restoresWhatWasThere_whenTheStoreRefuses() async throws {
        let runner = try await runner()
        try await runner.save(schedule)
        var other = Plans.schedule("other", settled: "2027-01-05T11:00:00Z")
        other.name = "WAKE"
        await #expect(throws: StorageError.self) { try await runner.save(other) }
        #expect(runner.machine.occurrences.schedules == [schedule])
        var edited = schedule
        edited.name = "later"
        await store.close()
        await #expect(throws: StorageError.self) { try await runner.save(edited) }
        await #expect(throws: StorageError.self) { try await runner.remove(schedule.id) }
        #expect(runner.machine.occurrences.schedules == [schedule])
    }

    @Test func remove_isGoneFromDisk() async throws {
        let runner = try await runner()
        try await runner.save(schedule)
        clock.advance(by: .seconds(3600))
        try await runner.advance()
        try await runner.remove(schedule.id)
        #expect(try await store.schedules() == [])
        #expect(try await store.record(Plans.key("2027-01-05"))?.outcome == .cancelled)
        #expect(runner.machine.occurrences.running == [:])
    }

    @Test func change_doesNothing_whenItThrows() async throws {
        struct Refusal: Error {}
        let runner = try await runner()
        await #expect(throws: Refusal.self) { try await runner.change { _, _ in throw Refusal() } }
        try await runner.save(schedule)
        #expect(shown.running == [[]])
    }

    /// K3 on a disk that takes some changes and not others: which of the first commits fail.
    @Test(arguments: [
        [true, false, true], [true, true, false], [true, true, true], [true, false, false],
    ])
    func oneTimeAlarm_ringsWhenItsTimeComes_whateverOfItsReturnWasWritten(failures: [Bool]) async throws {
        let flaky = FlakyStore(store)
        let once = Plans.schedule(days: .once(Plans.date("2027-01-07")), settled: "2027-01-05T11:00:00Z")
        try await store.commit(.save(once, log: []))
        let book = try await DeviceBook.read(Plans.device, from: store, at: clock.now().wall)
        let runner = OccurrenceRunner(
            machine: PlainDecider(occurrences: book.occurrences(of: .alarm, zones: try Plans.zones())), clock: clock,
            signal: signal, store: flaky
        ) { _, _ in }
        // It rings under a clock that is two days ahead.
        try await runner.advance()
        clock.step(to: Plans.instant("2027-01-07T12:00:00Z"))
        try await runner.advance()
        try await runner.change { machine, sample in
            machine.occurrences.end(Plans.key("2027-01-07"), .dismissed, actor: .person, at: sample)
        }
        clock.step(to: Plans.instant("2027-01-05T12:00:00Z"))
        flaky.failures.withLock { $0 = failures }
        for _ in 0..<6 {
            try? await runner.advance()
            clock.advance(by: OccurrenceMachine.claimRetry)
        }
        #expect(flaky.failures.withLock { $0 } == [])
        #expect(try await store.schedules().map(\.isEnabled) == [true])
        #expect(runner.machine.nextWake(at: clock.now()) == WakeRequest(wall: Plans.instant("2027-01-07T12:00:00Z")))
    }
}
