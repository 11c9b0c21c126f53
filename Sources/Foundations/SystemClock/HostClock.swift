// SPDX-License-Identifier: Apache-2.0

import CivilTime
public import Clocks
import Glibc

/// The host's clocks: `CLOCK_REALTIME`, `CLOCK_BOOTTIME` and `CLOCK_MONOTONIC`, waited for with timerfd.
public struct HostClock: NightClock {
    private let bootID: String
    private let zones: ZoneWatch?

    /// Whether a suspended host is woken for wall deadlines, and if not, why.
    public let wakeAlarm: WakeAlarm

    /// Reads which boot this is.
    ///
    /// Sleepers wake for what `zones` sees. With `wakesHost` the host is woken from a suspend a minute before a wall
    /// deadline, if it can be; `wakeAlarm` says whether.
    public init(zones: ZoneWatch? = nil, wakesHost: Bool = false) {
        bootID = BootIdentifier.current()
        self.zones = zones
        wakeAlarm = wakesHost ? WakeAlarm.probe() : .off
    }

    /// Reads all clocks at once.
    public func now() -> ClockSample {
        var attempt = 1
        while true {
            let start = Self.elapsed(CLOCK_BOOTTIME)
            let wall = Self.read(CLOCK_REALTIME)
            // Read before the boot clock, which is therefore never behind it.
            let monotonic = Self.elapsed(CLOCK_MONOTONIC)
            let boot = Self.elapsed(CLOCK_BOOTTIME)
            // A thread that had to wait in between would make it look as if one of the clocks had been set.
            if boot - start < .milliseconds(10) || attempt == Self.attempts {
                return ClockSample(
                    wall: Instant(secondsSince1970: Int64(wall.tv_sec), nanosecond: Int32(wall.tv_nsec)),
                    boot: boot, monotonic: monotonic, bootID: bootID, zones: zones?.edition ?? ZoneEdition())
            }
            attempt += 1
        }
    }

    /// Suspends until a deadline passes or something happens to the clock; uses no processor meanwhile.
    public func sleep(until request: WakeRequest) async throws -> WakeReason {
        let start = now()
        let request = request.begun(at: start)
        var reason = request.reason(at: start)
        while reason == nil {
            let wait = TimerWait(for: try timers(for: request), holding: wakeTimers(for: request.wall))
            let listener = zones?.listen { wait.wake() }
            defer { listener.map { zones?.forget($0) } }
            // With the timers armed, so that nothing can happen between the look and the wait.
            if request.reason(at: now()) != nil { wait.wake() }
            try await wait.value()
            reason = request.reason(at: now())
        }
        try Task.checkCancellation()
        return reason ?? .deadline
    }

    /// Suspends for an elapsed time on one timer, which nothing but its end and cancellation wakes.
    public func sleep(for duration: Duration) async throws {
        let deadline = now().boot + duration
        while now().boot < deadline {
            try await TimerWait(for: [try HostTimer.boot(deadline)]).value()
        }
    }

    /// The timers that end a sleep.
    ///
    /// The kernel cancels a wall timer when the clock is set, and also when the host resumes from a suspend:
    /// `timekeeping_resume` in its kernel/time/timekeeping.c calls `timerfd_resume`, and `timerfd_clock_was_set` in its
    /// fs/timerfd.c then cancels every timer under which wall and monotonic clock moved apart. Both look the same here,
    /// and a step of some milliseconds too; the clocks themselves say which it was.
    private func timers(for request: WakeRequest) throws(TimerError) -> [Int32] {
        // Without a wall deadline the timer is set beyond any date, as only an armed one is cancelled.
        let wall = try HostTimer.wall(request.wall ?? .max)
        guard let deadline = request.boot else { return [wall] }
        do {
            return [wall, try HostTimer.boot(deadline)]
        } catch {
            close(wall)
            throw error
        }
    }

    /// Nobody waits for this timer: it wakes the host, and the host's resuming wakes the sleeper.
    private func wakeTimers(for deadline: Instant?) -> [Int32] {
        guard wakeAlarm == .on, let deadline else { return [] }
        return (try? HostTimer.wakeAlarm(WakeAlarm.time(for: deadline, at: now().wall))).map { [$0] } ?? []
    }

    private static let attempts = 4

    /// The reading of a clock that counts elapsed time.
    static func elapsed(_ clock: clockid_t) -> Duration {
        let time = read(clock)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }

    private static func read(_ clock: clockid_t) -> timespec {
        var time = timespec()
        clock_gettime(clock, &time)
        return time
    }
}
