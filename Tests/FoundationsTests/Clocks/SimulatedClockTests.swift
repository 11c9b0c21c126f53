// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Testing

/// Time passes only while everybody is idle, so that the same happens on every run.
@Suite(.timeLimit(.minutes(1)))
struct SimulatedClockTests {
    private static let start = Instant(secondsSince1970: 1_800_000_000)

    private actor Ledger {
        private(set) var entries: [String] = []

        func write(_ entry: String) { entries.append(entry) }
    }

    private func clock(pace: SimulatedClock.Pace = .unlimited) -> SimulatedClock {
        SimulatedClock(ManualClock(wall: Self.start), pace: pace)
    }

    @Test
    func time_jumpsFromDeadlineToDeadline_whileNobodyWorks() async throws {
        let clock = clock()
        let ledger = Ledger()
        try await clock.run {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for seconds in [300, 7, 86_400, 7] {
                    group.addTask {
                        try await clock.sleep(for: .seconds(seconds))
                        await ledger.write("\(seconds) at \(clock.now().boot)")
                    }
                }
                try await group.waitForAll()
            }
        }
        #expect(
            await ledger.entries == [
                "7 at 7.0 seconds", "7 at 7.0 seconds", "300 at 300.0 seconds", "86400 at 86400.0 seconds",
            ])
        #expect(clock.now().wall == Self.start + .seconds(86_400))
    }

    /// Work that goes from the main actor to another actor and back, again and again, while another task sleeps.
    @Test
    func time_stands_whileSomebodyWorks() async throws {
        let clock = clock()
        let ledger = Ledger()
        let elapsed = try await clock.run { () async throws -> Duration in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await clock.sleep(for: .seconds(1)) }
                for _ in 0..<500 { await ledger.write("work") }
                let elapsed = clock.now().boot
                try await group.waitForAll()
                return elapsed
            }
        }
        #expect(elapsed == .zero)
        #expect(await ledger.entries.count == 500)
    }

    @Test
    func time_stands_whileASignalIsOnItsWay() async throws {
        let clock = clock()
        let signal = WakeSignal()
        let woken = try await clock.run { () async throws -> Duration in
            try await withThrowingTaskGroup(of: Duration?.self) { group in
                group.addTask {
                    await signal.wait()
                    return clock.now().boot
                }
                group.addTask {
                    try await clock.sleep(for: .seconds(5))
                    signal.raise()
                    return nil
                }
                group.addTask {
                    try await clock.sleep(for: .seconds(5) + .nanoseconds(1))
                    return nil
                }
                var woken = Duration.zero
                for try await instant in group { woken = instant ?? woken }
                return woken
            }
        }
        #expect(woken == .seconds(5))
    }

    @Test
    func idle_comesBeforeTimePasses() async throws {
        let clock = clock()
        let ledger = Ledger()
        try await clock.run {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for _ in 0..<10 { await ledger.write("before") }
                    try await clock.sleep(for: .seconds(1))
                    await ledger.write("after")
                }
                await clock.idle()
                #expect(await ledger.entries == Array(repeating: "before", count: 10))
                #expect(clock.now().boot == .zero)
                try await group.waitForAll()
            }
        }
        #expect(await ledger.entries.last == "after")
    }

    @Test
    func idle_returnsAtOnce_whileNothingRuns() async {
        await clock().idle()
    }

    @Test
    func run_isNoFasterThanItsPace() async throws {
        let real = ManualClock(wall: Self.start)
        let clock = clock(pace: .limited(speed: 60, clock: real))
        async let end = clock.run { () async throws -> Duration in
            try await clock.sleep(for: .seconds(90))
            return clock.now().boot
        }
        await real.waitForSleeper(within: .milliseconds(1500))
        real.advance(by: .milliseconds(1499))
        #expect(clock.now().boot == .zero)
        real.advance(by: .milliseconds(1))
        #expect(try await end == .seconds(90))
    }

    @Test
    func run_throwsWhatItsBodyThrows() async {
        struct Failure: Error {}
        await #expect(throws: Failure.self) { try await clock().run { throw Failure() } }
    }

    @Test
    func run_ends_whenCancelled() async {
        let clock = clock()
        let task = Task { try await clock.run { _ = try await clock.sleep(until: WakeRequest()) } }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
