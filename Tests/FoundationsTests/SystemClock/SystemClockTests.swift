// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SystemClock
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SystemClockTests {
    let clock = HostClock()

    @Test
    func now_neverRunsBackwards_inElapsedTime() {
        var last = clock.now()
        for _ in 0..<1000 {
            let next = clock.now()
            #expect(next.boot >= last.boot)
            #expect(next.monotonic >= last.monotonic)
            last = next
        }
    }

    @Test
    func now_namesTheSameBoot_inEveryClock() {
        let bootID = clock.now().bootID
        #expect(!bootID.isEmpty)
        #expect(HostClock().now().bootID == bootID)
    }

    @Test
    func now_countsSuspends_inTheBootClockOnly() {
        let sample = clock.now()
        #expect(sample.boot >= sample.monotonic)
    }

    @Test
    func sleep_lastsUntilItsBootDeadline() async throws {
        let deadline = clock.now().boot + .milliseconds(20)
        #expect(try await clock.sleep(until: WakeRequest(boot: deadline)) == .deadline)
        #expect(clock.now().boot >= deadline)
    }

    @Test
    func sleep_lastsUntilItsWallDeadline() async throws {
        let deadline = clock.now().wall + .milliseconds(20)
        #expect(try await clock.sleep(until: WakeRequest(wall: deadline)) == .deadline)
        #expect(clock.now().wall >= deadline)
    }

    @Test
    func sleep_endsAtTheEarlierDeadline() async throws {
        let now = clock.now()
        let request = WakeRequest(wall: now.wall + .seconds(86_400), boot: now.boot + .milliseconds(20))
        #expect(try await clock.sleep(until: request) == .deadline)
    }

    @Test
    func sleepFor_lastsAsLongAsAsked() async throws {
        let start = clock.now().boot
        try await clock.sleep(for: .milliseconds(30))
        #expect(clock.now().boot - start >= .milliseconds(30))
    }

    @Test(arguments: [
        WakeRequest(wall: Instant(secondsSince1970: 0)), WakeRequest(wall: .min), WakeRequest(boot: .zero),
        WakeRequest(boot: .seconds(-5)), WakeRequest(wall: .max, boot: .zero),
    ])
    func sleep_returnsAtOnce_whenADeadlineHasPassed(request: WakeRequest) async throws {
        #expect(try await clock.sleep(until: request) == .deadline)
    }

    @Test(arguments: [WakeRequest(), WakeRequest(wall: .max), WakeRequest(boot: .seconds(1_000_000_000))])
    func sleep_throws_whenCancelledWhileAsleep(request: WakeRequest) async {
        let clock = clock
        await withTaskGroup { group in
            group.addTask {
                await #expect(throws: CancellationError.self) { try await clock.sleep(until: request) }
            }
            try? await clock.sleep(for: .milliseconds(10))
            group.cancelAll()
        }
    }

    @Test
    func sleep_throws_whenCancelledBefore() async {
        let clock = clock
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await clock.sleep(until: WakeRequest())
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test
    func sleep_throws_whenCancelledBeforeWithAPastDeadline() async {
        let clock = clock
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await clock.sleep(until: WakeRequest(boot: .zero))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test
    func sleepers_leaveNoDescriptorBehind() async throws {
        // More waits than a process may have descriptors open, in the usual limit of 1024.
        let clock = clock
        for _ in 0..<20 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<100 { group.addTask { try await clock.sleep(for: .microseconds(500)) } }
                try await group.waitForAll()
            }
        }
    }
}
