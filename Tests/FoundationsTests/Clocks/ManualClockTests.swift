// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SeededRandom
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ManualClockTests {
    static let start = Instant(secondsSince1970: 1_800_000_000)
    let clock = ManualClock(wall: start, boot: .seconds(100))

    private func sample(wall: Int, boot: Int, monotonic: Int, bootID: String = "manual") -> ClockSample {
        ClockSample(
            wall: Self.start + .seconds(wall), boot: .seconds(boot), monotonic: .seconds(monotonic), bootID: bootID)
    }

    @Test
    func now_standsStill_untilMoved() {
        #expect(clock.now() == sample(wall: 0, boot: 100, monotonic: 100))
        #expect(clock.now() == clock.now())
    }

    @Test
    func advance_movesAllClocks() {
        clock.advance(by: .seconds(5))
        #expect(clock.now() == sample(wall: 5, boot: 105, monotonic: 105))
    }

    @Test
    func suspend_leavesTheMonotonicClock() {
        clock.suspend(for: .seconds(60))
        #expect(clock.now() == sample(wall: 60, boot: 160, monotonic: 100))
    }

    @Test
    func step_movesTheWallClockAlone() {
        clock.step(to: Self.start + .seconds(-3600))
        #expect(clock.now() == sample(wall: -3600, boot: 100, monotonic: 100))
    }

    @Test
    func reboot_startsElapsedTimeAnew() {
        clock.reboot(bootID: "second", downtime: .seconds(30))
        #expect(clock.now() == sample(wall: 30, boot: 0, monotonic: 0, bootID: "second"))
    }

    @Test(arguments: [
        WakeRequest(boot: .seconds(100)), WakeRequest(boot: .seconds(1)), WakeRequest(wall: start),
        WakeRequest(wall: start + .seconds(9), boot: .zero),
    ])
    func sleep_returnsAtOnce_whenADeadlineHasPassed(request: WakeRequest) async throws {
        #expect(try await clock.sleep(until: request) == .deadline)
    }

    @Test(arguments: [
        WakeRequest(boot: .seconds(110)), WakeRequest(wall: start + .seconds(10)),
        WakeRequest(wall: start + .seconds(99), boot: .seconds(110)),
        WakeRequest(wall: start + .seconds(10), boot: .seconds(999)),
    ])
    func sleep_endsAtItsFirstDeadline_notBefore(request: WakeRequest) async throws {
        async let reason = clock.sleep(until: request)
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(9_999))
        // Still asleep, or this would wait for ever.
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(1))
        #expect(try await reason == .deadline)
    }

    @Test
    func suspend_wakesASleeper_byElapsedTime() async throws {
        async let reason = clock.sleep(until: WakeRequest(boot: .seconds(110)))
        await clock.waitForSleepers(1)
        clock.suspend(for: .seconds(10))
        #expect(try await reason == .deadline)
    }

    /// What happens, and what a sleeper without a deadline is told.
    enum Happening: CaseIterable {
        case stepBack, stepAhead, suspend, changeZone, changeZoneData

        var reason: WakeReason {
            switch self {
            case .stepBack, .stepAhead: .stepped
            case .suspend: .suspended
            case .changeZone: .zoneChanged
            case .changeZoneData: .zoneDataChanged
            }
        }

        func happen(to clock: ManualClock) {
            switch self {
            case .stepBack: clock.step(to: start - .seconds(86_400))
            case .stepAhead: clock.step(to: start + .seconds(9))
            case .suspend: clock.suspend(for: .seconds(9))
            case .changeZone: clock.changeZone()
            case .changeZoneData: clock.changeZoneData()
            }
        }
    }

    @Test(arguments: Happening.allCases)
    func everySleeper_isTold_whatHappens(happening: Happening) async throws {
        async let first = clock.sleep(until: WakeRequest())
        async let second = clock.sleep(until: WakeRequest(boot: .seconds(110)))
        async let third = clock.sleep(until: WakeRequest(wall: Self.start + .seconds(10)))
        await clock.waitForSleepers(3)
        happening.happen(to: clock)
        #expect(try await [first, second, third] == Array(repeating: happening.reason, count: 3))
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func everySleeper_wakesAtItsDeadlineOrSleepsOn_howeverManySleepAndAreCancelled(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let clock = clock
        var sleepers: [(request: WakeRequest, task: Task<WakeReason, any Error>)] = []
        for _ in 0..<60 {
            for _ in 0..<Int.random(in: 0...6, using: &generator) {
                let delays = (0..<2).map { _ in Duration.seconds(Int.random(in: 1...200, using: &generator)) }
                let now = clock.now()
                let request = [
                    WakeRequest(wall: now.wall + delays[0], boot: now.boot + delays[1]),
                    WakeRequest(wall: now.wall + delays[0]), WakeRequest(boot: now.boot + delays[1]),
                ][Int.random(in: 0..<3, using: &generator)]
                sleepers.append((request, Task { try await clock.sleep(until: request) }))
            }
            await clock.waitForSleepers(sleepers.count)
            if let index = sleepers.indices.randomElement(using: &generator), Bool.random(using: &generator) {
                let cancelled = sleepers.remove(at: index)
                cancelled.task.cancel()
                await #expect(throws: CancellationError.self) { try await cancelled.task.value }
            }
            clock.advance(by: .seconds(Int.random(in: 1...40, using: &generator)))
            let woken = sleepers.filter { $0.request.isDue(at: clock.now()) }
            sleepers.removeAll { $0.request.isDue(at: clock.now()) }
            #expect(clock.sleeperCount == sleepers.count)
            for sleeper in woken { #expect(try await sleeper.task.value == .deadline) }
        }
        clock.changeZone()
        for sleeper in sleepers { #expect(try await sleeper.task.value == .zoneChanged) }
    }

    @Test
    func step_wakesASleeper_forTheWallDeadlineItPasses() async throws {
        async let reason = clock.sleep(until: WakeRequest(wall: Self.start + .seconds(10)))
        await clock.waitForSleepers(1)
        clock.step(to: Self.start + .seconds(3600))
        #expect(try await reason == .deadline)
    }

    @Test
    func sleeper_sleepsOn_whenTooLittleHappens() async throws {
        async let reason = clock.sleep(until: WakeRequest(boot: .seconds(110)))
        await clock.waitForSleepers(1)
        clock.step(to: Self.start + .milliseconds(999))
        clock.suspend(for: .milliseconds(999))
        // Still asleep, or this would wait for ever.
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(10))
        #expect(try await reason == .deadline)
    }

    @Test
    func reboot_keepsWhatIsKnownOfZones() {
        clock.changeZone()
        clock.changeZoneData()
        clock.changeZoneData()
        clock.reboot(bootID: "second", downtime: .zero)
        #expect(clock.now().zones == ZoneEdition(zone: 1, data: 2))
    }

    @Test
    func sleepFor_goesOn_overAStep() async throws {
        async let slept: Void = clock.sleep(for: .seconds(10))
        await clock.waitForSleepers(1)
        clock.step(to: Self.start + .seconds(3600))
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(10))
        try await slept
        #expect(clock.now().boot == .seconds(110))
    }

    @Test
    func sleep_throws_whenCancelledWhileAsleep() async {
        let clock = clock
        let task = Task { try await clock.sleep(until: WakeRequest(boot: .seconds(999))) }
        await clock.waitForSleepers(1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test
    func sleep_throws_whenCancelledBefore() async {
        let clock = clock
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await clock.sleep(until: WakeRequest(boot: .seconds(999)))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test
    func cancelledSleeper_isNotCounted() async {
        let clock = clock
        let cancelled = Task { try await clock.sleep(until: WakeRequest(boot: .seconds(999))) }
        await clock.waitForSleepers(1)
        cancelled.cancel()
        _ = try? await cancelled.value
        let other = Task { try await clock.sleep(until: WakeRequest(boot: .seconds(101))) }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        #expect((try? await other.value) == .deadline)
    }

    @Test
    func waitForSleeper_passesOverLongDeadlines() async throws {
        let clock = clock
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { _ = try await clock.sleep(until: WakeRequest(boot: .seconds(999))) }
            await clock.waitForSleepers(1)
            group.addTask {
                await clock.waitForSleeper(within: .seconds(1))
                clock.advance(by: .seconds(1))
            }
            _ = try await clock.sleep(until: WakeRequest(boot: .seconds(101)))
            #expect(clock.now().boot == .seconds(101))
            group.cancelAll()
        }
    }

    @Test
    func waitForSleepers_waitsForThemAll() async throws {
        let clock = clock
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<5 { group.addTask { _ = try await clock.sleep(until: WakeRequest(boot: .seconds(101))) } }
            await clock.waitForSleepers(5)
            clock.advance(by: .seconds(1))
            try await group.waitForAll()
        }
    }

    @Test
    func waitForSleepers_returns_whenCancelled() async {
        let clock = clock
        let task = Task { await clock.waitForSleepers(1) }
        task.cancel()
        await task.value
        #expect(clock.now() == sample(wall: 0, boot: 100, monotonic: 100))
    }
}
