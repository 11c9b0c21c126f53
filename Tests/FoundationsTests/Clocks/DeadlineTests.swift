// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Testing

@Suite(.timeLimit(.minutes(1)))
struct DeadlineTests {
    struct Failure: Error, Hashable {}

    let clock = ManualClock(wall: Instant(secondsSince1970: 1_800_000_000))

    /// Goes on after it is cancelled, and returns a value when it is released.
    private static func ignoreCancellation(until release: WakeSignal, telling cancelled: WakeSignal) async -> Int {
        await withTaskCancellationHandler {
            await Task { await release.wait() }.value
        } onCancel: {
            cancelled.raise()
        }
        return 42
    }

    @Test
    func withDeadline_returnsTheValue_inTime() async throws {
        #expect(try await withDeadline(.seconds(1), on: clock) { 42 } == 42)
    }

    @Test
    func withDeadline_throwsWhatTheOperationThrows() async {
        await #expect(throws: Failure()) {
            try await withDeadline(.seconds(1), on: clock) { throw Failure() }
        }
    }

    @Test
    func withDeadline_cancelsTheOperation_whenTheTimeIsOver() async {
        let clock = clock
        let cancellations = Tally()
        let task = Task {
            try await withDeadline(.seconds(3), on: clock) {
                do {
                    try await clock.sleep(for: .seconds(60))
                } catch {
                    cancellations.add()
                    throw error
                }
            }
        }
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(3))
        await #expect(throws: DeadlineExceeded()) { try await task.value }
        #expect(cancellations.count == 1)
    }

    @Test
    func withDeadline_goesOn_beforeTheTimeIsOver() async throws {
        let clock = clock
        let task = Task { try await withDeadline(.seconds(3), on: clock) { try await clock.sleep(for: .seconds(2)) } }
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(2))
        try await task.value
    }

    @Test
    func withDeadline_throwsCancellation_whenCancelledFromOutside() async {
        let clock = clock
        let task = Task { try await withDeadline(.seconds(3), on: clock) { try await clock.sleep(for: .seconds(60)) } }
        await clock.waitForSleepers(2)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    /// Nobody else could release what such an operation made.
    @Test
    func withDeadline_handsOverTheValue_ofAnOperationThatSucceedsLate() async throws {
        let clock = clock
        let cancelled = WakeSignal()
        let release = WakeSignal()
        let task = Task {
            try await withDeadline(.seconds(3), on: clock) {
                await Self.ignoreCancellation(until: release, telling: cancelled)
            }
        }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(3))
        await cancelled.wait()
        release.raise()
        #expect(try await task.value == 42)
    }

    @Test
    func withDeadline_handsOverTheValue_ofAnOperationThatSucceedsThoughCancelled() async throws {
        let clock = clock
        let cancelled = WakeSignal()
        let release = WakeSignal()
        let task = Task {
            try await withDeadline(.seconds(3), on: clock) {
                await Self.ignoreCancellation(until: release, telling: cancelled)
            }
        }
        await clock.waitForSleepers(1)
        task.cancel()
        await cancelled.wait()
        release.raise()
        #expect(try await task.value == 42)
    }
}
