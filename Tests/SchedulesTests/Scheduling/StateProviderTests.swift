// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SleepModel
import Storage
import StoreDoubles
import Synchronization
import Testing

@_spi(Machines) @testable import Scheduling

/// The least a feature can decide: what is due runs until it is stopped.
private struct PlainMachine: FeatureMachine {
    static let kind = ScheduleKind.alarm
    var occurrences: OccurrenceMachine

    mutating func advance(to sample: ClockSample) -> [StoreChange] {
        occurrences.advance(to: sample) { _, _, sample in
            .routine(RoutineRun(plan: RoutinePlan(steps: []), start: sample.anchor))
        }
    }

    func nextWake(at sample: ClockSample) -> WakeRequest { occurrences.nextWake(at: sample) }

    func intents(at sample: ClockSample) -> [OccurrenceKey] { Array(occurrences.running.keys) }
}

@MainActor
@Suite(.timeLimit(.minutes(1))) struct StateProviderTests {
    private final class Shown {
        var running: [[OccurrenceKey]] = []
    }

    private let clock = ManualClock(wall: Plans.instant("2027-01-05T11:00:00Z"))
    private let store = InMemoryNightStore()
    private let signal = WakeSignal()
    private let shown = Shown()
    private let schedule = Plans.schedule(settled: "2027-01-05T11:00:00Z")

    private func provider(on store: (any NightStore)? = nil) async throws -> StateProvider<PlainMachine> {
        let store = store ?? self.store
        let book = try await DeviceBook.read(Plans.device, from: store, at: clock.now().wall)
        return StateProvider(
            book: book, zones: try Plans.zones(), store: store, clock: clock, signal: signal
        ) { [shown] _, running, _, _, _ in shown.running.append(running) }
    }

    @Test func save_isOnDisk_andWakesTheNight() async throws {
        let provider = try await provider()
        try await provider.save(schedule)
        #expect(try await store.schedules() == [schedule])
        #expect(try await store.entries(since: nil, device: nil, limit: 5).map(\.outcome) == [.saved])
        await signal.wait()
    }

    @Test func advance_showsTheRun_afterItsClaim() async throws {
        let provider = try await provider()
        try await provider.save(schedule)
        clock.advance(by: .seconds(3600))
        try await provider.advance()
        #expect(shown.running == [[], [Plans.key("2027-01-05")]])
        #expect(try await store.openRecords().map(\.key) == [Plans.key("2027-01-05")])
        #expect(try await store.schedules().map(\.settledThrough) == [Plans.instant("2027-01-05T12:00:00Z")])
    }

    @Test func advance_leavesItToTheOther_whenTwoShareAStore() async throws {
        // K30
        try await store.commit(.save(schedule, log: []))
        let first = try await provider()
        let second = try await provider()
        clock.advance(by: .seconds(3600))
        async let one: Void = first.advance()
        async let other: Void = second.advance()
        _ = try await (one, other)
        let running = [first, second].map { $0.runningKeys.count }
        #expect(running.sorted() == [0, 1])
        #expect(try await store.openRecords().count == 1)
    }

    @Test func advance_goesOnWhereItWas_inTheNextProcess() async throws {
        let first = try await provider()
        try await first.save(schedule)
        clock.advance(by: .seconds(3600))
        try await first.advance()
        let next = try await provider()
        try await next.advance()
        #expect(next.machine.occurrences.running == first.machine.occurrences.running)
        #expect(try await store.openRecords().count == 1)
    }

    @Test func save_restoresWhatWasThere_whenTheStoreRefuses() async throws {
        let provider = try await provider()
        try await provider.save(schedule)
        var other = Plans.schedule("other", settled: "2027-01-05T11:00:00Z")
        other.name = "WAKE"
        await #expect(throws: StorageError.self) { try await provider.save(other) }
        #expect(provider.schedules == [schedule])
        var edited = schedule
        edited.name = "later"
        await store.close()
        await #expect(throws: StorageError.self) { try await provider.save(edited) }
        await #expect(throws: StorageError.self) { try await provider.remove(schedule.id) }
        #expect(provider.schedules == [schedule])
    }

    @Test func remove_isGoneFromDisk() async throws {
        let provider = try await provider()
        try await provider.save(schedule)
        clock.advance(by: .seconds(3600))
        try await provider.advance()
        try await provider.remove(schedule.id)
        #expect(try await store.schedules() == [])
        #expect(try await store.record(Plans.key("2027-01-05"))?.outcome == .cancelled)
        #expect(!provider.isRunning)
    }

    @Test func change_doesNothing_whenItThrows() async throws {
        struct Refusal: Error {}
        let provider = try await provider()
        await #expect(throws: Refusal.self) { try await provider.change { _, _ in throw Refusal() } }
        try await provider.save(schedule)
        #expect(shown.running == [[]])
    }

    /// K3 on a disk that takes some changes and not others: which of the first commits fail.
    @Test(arguments: [
        [true, false, true], [true, true, false], [true, true, true], [true, false, false],
    ])
    func oneTimeAlarm_ringsWhenItsTimeComes_whateverOfItsReturnWasWritten(failures: [Bool]) async throws {
        let flaky = StoreDouble(over: store)
        let once = Plans.schedule(days: .once(Plans.date("2027-01-07")), settled: "2027-01-05T11:00:00Z")
        try await store.commit(.save(once, log: []))
        let provider = try await provider(on: flaky)
        // It rings under a clock that is two days ahead.
        try await provider.advance()
        clock.step(to: Plans.instant("2027-01-07T12:00:00Z"))
        try await provider.advance()
        try await provider.change { machine, sample in
            machine.occurrences.end(Plans.key("2027-01-07"), .dismissed, actor: .person, at: sample)
        }
        clock.step(to: Plans.instant("2027-01-05T12:00:00Z"))
        await flaky.fail(commits: Set(failures.indices.filter { failures[$0] }))
        for _ in 0..<6 {
            try? await provider.advance()
            clock.advance(by: PendingWrites.retry)
        }
        #expect(await flaky.attempts >= failures.count)
        #expect(try await store.schedules().map(\.isEnabled) == [true])
        #expect(provider.nextWake(at: clock.now()) == WakeRequest(wall: Plans.instant("2027-01-07T12:00:00Z")))
    }
}
