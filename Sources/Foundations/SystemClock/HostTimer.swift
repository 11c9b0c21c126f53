// SPDX-License-Identifier: Apache-2.0

import CLinux
import CivilTime
import Glibc

/// Timers of the kernel as descriptors, which whoever makes one closes.
enum HostTimer {
    /// A timer that is not armed.
    static func make(_ clock: clockid_t) throws(TimerError) -> Int32 {
        let descriptor = timerfd_create(clock, lull_timer_flags)
        guard descriptor >= 0 else { throw TimerError(number: errno) }
        return descriptor
    }

    /// Arms a wall timer, or arms it anew; it also reports when the clock is set.
    ///
    /// Returns whether the clock was set since the timer was read last, which the timer then reports no more.
    static func set(_ descriptor: Int32, wall instant: Instant) throws(TimerError) -> Bool {
        try set(descriptor, time(instant), lull_timer_absolute_cancel_on_set)
    }

    /// Arms a boot timer, or arms it anew.
    static func set(_ descriptor: Int32, boot deadline: Duration) throws(TimerError) {
        _ = try set(descriptor, time(deadline), lull_timer_absolute)
    }

    /// Arms a timer that wakes a suspended host, or arms it anew; disarms it without a time.
    static func set(_ descriptor: Int32, alarm instant: Instant?) throws(TimerError) {
        _ = try set(descriptor, instant.map(time) ?? timespec(), lull_timer_absolute)
    }

    private static func set(_ descriptor: Int32, _ time: timespec, _ flags: Int32) throws(TimerError) -> Bool {
        var setting = itimerspec(it_interval: timespec(), it_value: time)
        if timerfd_settime(descriptor, flags, &setting, nil) == 0 { return false }
        // `timerfd_setup` and `do_timerfd_settime` in the kernel's fs/timerfd.c: the timer is armed, too.
        guard errno == ECANCELED else { throw TimerError(number: errno) }
        return true
    }

    private static func time(_ instant: Instant) -> timespec {
        // Zero would disarm the timer instead of firing it at once.
        timespec(
            tv_sec: Swift.max(Int(instant.secondsSince1970), 0),
            tv_nsec: Swift.max(Int(instant.nanosecond), instant.secondsSince1970 > 0 ? 0 : 1))
    }

    private static func time(_ boot: Duration) -> timespec {
        // No host runs for three centuries, and the kernel counts no further.
        let (seconds, attoseconds) = Swift.min(boot, .seconds(9_000_000_000)).components
        return timespec(
            tv_sec: Swift.max(Int(seconds), 0),
            tv_nsec: Swift.max(Int(attoseconds / 1_000_000_000), seconds > 0 ? 0 : 1))
    }
}

/// The kernel refused a timer, which happens only when the process has run out of descriptors or memory.
public struct TimerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error number of the system.
    public let number: Int32

    /// One sentence.
    public var description: String {
        "The system refused a timer: \(String(cString: strerror(number)))."
    }
}
