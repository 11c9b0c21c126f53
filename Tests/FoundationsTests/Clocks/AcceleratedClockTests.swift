// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Testing

@Suite(.timeLimit(.minutes(1)))
struct AcceleratedClockTests {
    static let epoch = Instant(secondsSince1970: 1_700_000_000)
    static let start = Instant(secondsSince1970: 1_800_000_000)
    let base = ManualClock(wall: epoch, boot: .seconds(5000))

    private func clock(speed: Int) -> AcceleratedClock {
        AcceleratedClock(
            base: base, settings: AcceleratedClock.Settings(start: Self.start, speed: speed, epoch: Self.epoch))
    }

    @Test
    func now_isTheStart_atTheEpoch() {
        #expect(
            clock(speed: 60).now()
                == ClockSample(
                    wall: Self.start, boot: .zero, monotonic: .zero, bootID: "accelerated-2023-11-14T22:13:20Z"))
    }

    @Test(arguments: [1, 7, 60, 100_000])
    func now_runsAsManyTimesAsFast(speed: Int) {
        base.advance(by: .milliseconds(2500))
        let elapsed = Duration.milliseconds(2500) * speed
        let sample = clock(speed: speed).now()
        #expect(sample.wall == Self.start + elapsed)
        #expect(sample.boot == elapsed)
        #expect(sample.monotonic == elapsed)
    }

    @Test
    func clocks_ofTheSameSettings_readTheSame_afterARestart() {
        let before = clock(speed: 60)
        base.advance(by: .seconds(1))
        let sample = before.now()
        base.reboot(bootID: "second", downtime: .zero)
        #expect(clock(speed: 60).now() == sample)
    }

    @Test(arguments: [(0, 1), (-5, 1), (Int.min, 1), (1, 1), (100_000, 100_000), (100_001, 100_000), (.max, 100_000)])
    func settings_bringTheSpeedIntoRange(speed: Int, expected: Int) {
        let settings = AcceleratedClock.Settings(start: Self.start, speed: speed, epoch: Self.epoch)
        #expect(settings.speed == expected)
    }

    /// Speeds and deadlines that do not divide evenly; the sleep must never end before its deadline.
    @Test(arguments: [
        (1, 10_000_000_000), (3, 10_000_000_000), (7, 1_000_000_001), (60, 3_600_000_000_000), (99_999, 1_234_567_891),
        (100_000, 1),
    ])
    func sleep_endsOnceItsDeadlineHasPassed(speed: Int, nanoseconds: Int) async throws {
        let clock = clock(speed: speed)
        let deadline = Duration.nanoseconds(nanoseconds)
        async let reason = clock.sleep(until: WakeRequest(boot: deadline))
        await base.waitForSleepers(1)
        base.advance(by: deadline / speed + .nanoseconds(1))
        #expect(try await reason == .deadline)
        #expect(clock.now().boot >= deadline)
    }

    @Test
    func sleep_goesOn_beforeItsDeadline() async throws {
        let clock = clock(speed: 60)
        async let reason = clock.sleep(until: WakeRequest(wall: Self.start + .seconds(3600)))
        await base.waitForSleepers(1)
        base.advance(by: .milliseconds(59_999))
        await base.waitForSleepers(1)
        base.advance(by: .milliseconds(2))
        #expect(try await reason == .deadline)
        #expect(clock.now().wall >= Self.start + .seconds(3600))
    }

    @Test
    func sleep_endsAtTheEarlierOfItsDeadlines() async throws {
        let clock = clock(speed: 10)
        async let reason = clock.sleep(until: WakeRequest(wall: Self.start + .seconds(100), boot: .seconds(50)))
        await base.waitForSleepers(1)
        base.advance(by: .milliseconds(5001))
        #expect(try await reason == .deadline)
        #expect(clock.now().boot == .milliseconds(50_010))
    }

    @Test
    func sleep_returnsAtOnce_whenItsDeadlineHasPassed() async throws {
        base.advance(by: .seconds(10))
        #expect(try await clock(speed: 60).sleep(until: WakeRequest(boot: .seconds(599))) == .deadline)
    }

    @Test(arguments: [WakeRequest(), WakeRequest(boot: .seconds(999_999))])
    func sleep_isTold_whenTheClockBelowIsStepped(request: WakeRequest) async throws {
        async let reason = clock(speed: 60).sleep(until: request)
        await base.waitForSleepers(1)
        base.step(to: Self.epoch + .seconds(5))
        #expect(try await reason == .stepped)
    }

    @Test
    func sleep_throws_whenCancelled() async {
        let clock = clock(speed: 60)
        let task = Task { try await clock.sleep(until: WakeRequest(boot: .seconds(999))) }
        await base.waitForSleepers(1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
