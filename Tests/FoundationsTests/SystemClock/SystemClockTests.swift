// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ClockConformance
import Clocks
import Glibc
import SystemClock
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SystemClockTests {
    let clock = HostClock()

    /// Nobody sets the clock of the host that runs the tests, or suspends it.
    @Test(arguments: NightClockConformance.allCases)
    func hostClock_conforms_inEveryCase(_ behaviour: NightClockConformance) async throws {
        let folders = try ZoneFolders()
        let clock = HostClock(zones: try ZoneWatch(folders.places, pause: .milliseconds(1)))
        try await behaviour.run(
            on: ClockFixture(
                clock: clock, untilAsleep: { try? await HostClock().sleep(for: .milliseconds(10)) }, pass: { _ in },
                step: nil, suspend: nil, changeZone: { try folders.replace("etc/timezone", with: "Asia/Tokyo") },
                changeZoneData: { try folders.replace("share/zoneinfo/+VERSION", with: "2026b") }))
    }

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

    /// Nobody sets or suspends the host here; what it read before a step or a suspend is made up.
    @Test
    func sleep_isTold_whatTheClocksSayHappened() async throws {
        var before = clock.now()
        before.wall = before.wall + .seconds(3600)
        #expect(try await clock.sleep(until: WakeRequest(since: before)) == .stepped)
        before = clock.now()
        before.monotonic += .seconds(3600)
        #expect(try await clock.sleep(until: WakeRequest(since: before)) == .suspended)
    }

    @Test
    func now_showsNothingToHaveHappened_inManyReadings() {
        let first = clock.now()
        for _ in 0..<1000 { #expect(clock.now().events(since: first) == []) }
    }

    /// The timers are made with the clock, so sleepers open nothing.
    ///
    /// Eight files stay for the runtime: libdispatch ends the process when it cannot open its epoll instance or read
    /// what its threads do.
    @Test
    func sleepers_wake_whenTheProcessMayOpenOnlyEightMore() async {
        await #expect(processExitsWith: .success) {
            let clock = HostClock()
            var limit = rlimit(rlim_cur: 256, rlim_max: 256)
            try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
            var opened: [CInt] = []
            while case let file = open("/dev/null", O_RDONLY), file >= 0 { opened.append(file) }
            try #require(opened.count > 8)
            for file in opened.suffix(8) { close(file) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for milliseconds in 1...100 {
                    group.addTask { try await clock.sleep(for: .milliseconds(milliseconds)) }
                    group.addTask {
                        let wall = clock.now().wall + .milliseconds(milliseconds)
                        _ = try await clock.sleep(until: WakeRequest(wall: wall))
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test(arguments: [true, false])
    func sleepers_wakeAtTheirDeadlines_whileAnotherSleepsLonger(byWall: Bool) async throws {
        let clock = clock
        let now = clock.now()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                let late = Duration.seconds(86_400)
                _ = try? await clock.sleep(until: WakeRequest(wall: now.wall + late, boot: now.boot + late))
            }
            try await clock.sleep(for: .milliseconds(10))
            let soon = Duration.milliseconds(20)
            let request = byWall ? WakeRequest(wall: now.wall + soon) : WakeRequest(boot: now.boot + soon)
            #expect(try await clock.sleep(until: request) == .deadline)
            group.cancelAll()
        }
    }

    @Test
    func sleepers_leaveNoDescriptorBehind() async throws {
        // More waits than a process may have descriptors open, in the usual limit of 1024.
        let clock = clock
        for _ in 0..<20 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<50 {
                    group.addTask { try await clock.sleep(for: .microseconds(500)) }
                    group.addTask { _ = try await clock.sleep(until: WakeRequest(boot: clock.now().boot)) }
                    group.addTask {
                        let boot = clock.now().boot + .microseconds(500)
                        _ = try await clock.sleep(until: WakeRequest(boot: boot))
                    }
                }
                try await group.waitForAll()
            }
        }
    }
}
