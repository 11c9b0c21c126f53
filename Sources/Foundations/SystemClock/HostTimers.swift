// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Dispatch
import Glibc

/// A wall timer and a boot timer of the kernel, and a third one that wakes a suspended host; kept until closed.
///
/// The kernel cancels a wall timer when the clock is set, and also when the host resumes from a suspend:
/// `timekeeping_resume` in its kernel/time/timekeeping.c calls `timerfd_resume`, and `timerfd_clock_was_set` in its
/// fs/timerfd.c then cancels every timer under which wall and monotonic clock moved apart. Both look the same here, and a
/// step of some milliseconds too; the clocks themselves say which it was.
struct HostTimers {
    private let wall: Int32
    private let boot: Int32
    /// Nobody waits for this one: it wakes the host, and the host's resuming cancels the wall timer.
    private let alarm: Int32?
    private let sources: [any DispatchSourceRead]
    private let isReadable: @Sendable () -> Void
    private let setWall: SetWall
    private var armed: (wall: Instant, boot: Duration)?
    /// Whether arming took the report that the clock was set.
    private var hasTakenReport = false

    /// Arms the wall timer, and says whether that took the report that the clock was set.
    typealias SetWall = @Sendable (Int32, Instant) throws(TimerError) -> Bool

    /// Makes the timers; calls `isReadable` from any thread when one of them has expired or was cancelled.
    init(
        wakesHost: Bool,
        setWall: @escaping SetWall = { (timer, instant) throws(TimerError) in
            try HostTimer.set(timer, wall: instant)
        },
        isReadable: @escaping @Sendable () -> Void
    ) throws(TimerError) {
        self.isReadable = isReadable
        self.setWall = setWall
        wall = try HostTimer.make(CLOCK_REALTIME)
        do {
            boot = try HostTimer.make(CLOCK_BOOTTIME)
        } catch {
            Glibc.close(wall)
            throw error
        }
        alarm = wakesHost ? try? HostTimer.make(CLOCK_REALTIME_ALARM) : nil
        sources = [wall, boot].map { descriptor in
            let source = DispatchSource.makeReadSource(
                fileDescriptor: descriptor, queue: .global(qos: .userInitiated))
            source.setEventHandler(handler: isReadable)
            source.setCancelHandler { Glibc.close(descriptor) }
            source.resume()
            return source
        }
    }

    /// Takes what the timers report, so that they report it once; returns whether the clock was set or the host slept.
    mutating func readExpirations() -> Bool {
        var expirations: UInt64 = 0
        _ = read(boot, &expirations, MemoryLayout<UInt64>.size)
        let isCancelled = read(wall, &expirations, MemoryLayout<UInt64>.size) < 0 && errno == ECANCELED
        armed = nil
        defer { hasTakenReport = false }
        return isCancelled || hasTakenReport
    }

    /// Arms the timers for the next deadlines of both clocks; `now` decides when to wake the host.
    mutating func arm(wall deadline: Instant?, boot limit: Duration?, at now: Instant) {
        // Without a deadline the timers are set beyond any date, as only an armed one is cancelled.
        let next = (wall: deadline ?? .max, boot: limit ?? .seconds(Int64.max))
        if let armed, armed == next { return }
        do {
            if try setWall(wall, next.wall) {
                hasTakenReport = true
                DispatchQueue.global(qos: .userInitiated).async(execute: isReadable)
            }
            try HostTimer.set(boot, boot: next.boot)
            if let alarm {
                try HostTimer.set(alarm, alarm: deadline.map { WakeAlarm.time(for: $0, at: now) })
            }
            armed = next
        } catch {
            // The kernel refuses only times that it cannot represent, which are cut off; the next look tries again.
            armed = nil
        }
    }

    /// Ends the timers.
    func close() {
        for source in sources { source.cancel() }
        if let alarm { Glibc.close(alarm) }
    }
}
