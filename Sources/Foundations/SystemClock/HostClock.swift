// SPDX-License-Identifier: Apache-2.0

import CivilTime
public import Clocks
import Glibc

/// The host's clocks: `CLOCK_REALTIME`, `CLOCK_BOOTTIME` and `CLOCK_MONOTONIC`, waited for with timerfd.
public struct HostClock: NightClock {
    private let read: @Sendable () -> ClockSample
    private let sleepers: HostSleepers

    /// Whether a suspended host is woken for wall deadlines, and if not, why.
    public let wakeAlarm: WakeAlarm

    /// Reads which boot this is, and makes the timers that all sleepers share.
    ///
    /// What `zones` sees ends sleeps. With `wakesHost` the host is woken from a suspend a minute before a wall deadline,
    /// if it can be; `wakeAlarm` says whether.
    public init(zones: ZoneWatch? = nil, wakesHost: Bool = false) {
        let bootID = BootIdentifier.current()
        let read: @Sendable () -> ClockSample = { Self.sample(of: bootID, zones: zones) }
        let wakeAlarm = wakesHost ? WakeAlarm.probe() : .off
        self.read = read
        self.wakeAlarm = wakeAlarm
        sleepers = HostSleepers(now: read, zones: zones, wakesHost: wakeAlarm == .on)
    }

    /// Reads all clocks at once.
    public func now() -> ClockSample {
        read()
    }

    /// Suspends until a deadline passes or something happens to the clock; uses no processor meanwhile.
    public func sleep(until request: WakeRequest) async throws -> WakeReason {
        let start = now()
        let request = request.begun(at: start)
        if let reason = request.reason(at: start) {
            try Task.checkCancellation()
            return reason
        }
        return try await sleepers.sleep(until: request)
    }

    /// Suspends for an elapsed time, which nothing but its end and cancellation ends.
    public func sleep(for duration: Duration) async throws {
        guard duration > .zero else { return }
        _ = try await sleepers.sleep(until: WakeRequest(boot: now().boot + duration))
    }

    private static func sample(of bootID: String, zones: ZoneWatch?) -> ClockSample {
        var attempt = 1
        while true {
            let start = elapsed(CLOCK_BOOTTIME)
            let wall = time(CLOCK_REALTIME)
            // Read before the boot clock, which is therefore never behind it.
            let monotonic = elapsed(CLOCK_MONOTONIC)
            let boot = elapsed(CLOCK_BOOTTIME)
            // A thread that had to wait in between would make it look as if one of the clocks had been set.
            if boot - start < .milliseconds(10) || attempt == attempts {
                return ClockSample(
                    wall: Instant(secondsSince1970: Int64(wall.tv_sec), nanosecond: Int32(wall.tv_nsec)),
                    boot: boot, monotonic: monotonic, bootID: bootID, zones: zones?.edition ?? ZoneEdition())
            }
            attempt += 1
        }
    }

    private static let attempts = 4

    /// The reading of a clock that counts elapsed time.
    static func elapsed(_ clock: clockid_t) -> Duration {
        let time = time(clock)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }

    private static func time(_ clock: clockid_t) -> timespec {
        var time = timespec()
        clock_gettime(clock, &time)
        return time
    }
}
