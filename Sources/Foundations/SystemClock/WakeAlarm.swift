// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Glibc

/// Whether a suspended host is woken for wall deadlines, and if not, why.
public enum WakeAlarm: Hashable, Sendable, CustomStringConvertible {
    /// It is.
    case on
    /// Nobody asked for it.
    case off
    /// The process lacks the capability to do it.
    case notPermitted
    /// The host has no clock that could wake it.
    case noWakingClock

    /// How long before a deadline the host is woken: radios take their time to come back.
    static let lead = Duration.seconds(60)

    /// One sentence.
    public var description: String {
        switch self {
        case .on: "The host is woken from a suspend for what is due."
        case .off: "The host is not woken from a suspend."
        case .notPermitted: "The host cannot be woken from a suspend: the process lacks CAP_WAKE_ALARM."
        case .noWakingClock: "The host cannot be woken from a suspend: it has no real-time clock that wakes it."
        }
    }

    /// What this process can do; `clocks` is where the kernel lists real-time clocks.
    static func probe(clocks: String = "/sys/class/rtc") -> WakeAlarm {
        guard let timer = try? HostTimer.make(CLOCK_REALTIME_ALARM) else { return .notPermitted }
        close(timer)
        // The kernel lets the timer be made without a clock behind it, and the host then sleeps on.
        let canWake = DirectoryEntries.names(in: clocks).contains { access("\(clocks)/\($0)/wakealarm", F_OK) == 0 }
        return canWake ? .on : .noWakingClock
    }

    /// When to wake for `deadline`, seen from `now`: ahead of it, or at it if the host went back to sleep since.
    static func time(for deadline: Instant, at now: Instant) -> Instant {
        let early = deadline - lead
        return early > now ? early : deadline
    }
}
