// SPDX-License-Identifier: Apache-2.0

import CLinux
import CivilTime
import Clocks
import Dispatch
import Glibc
import Synchronization

/// One wait on a pair of timers, ended once: by a deadline, by a clock step, or by cancellation.
final class TimerWait: Sendable {
    private enum Ending {
        case woken(WakeReason)
        case cancelled
    }

    private struct State {
        var continuation: CheckedContinuation<WakeReason, any Error>?
        var ending: Ending?
        var sources: [any DispatchSourceRead] = []
    }

    private let state = Mutex(State())

    init(_ request: WakeRequest) throws {
        var armed: [Int32] = []
        do {
            // Without a wall deadline the timer is set beyond any date, as only an armed one reports a clock step.
            let wall = request.wall ?? Instant(secondsSince1970: 253_402_300_799)
            armed.append(try Self.arm(CLOCK_REALTIME, Self.time(wall), lull_timer_absolute_cancel_on_set))
            if let boot = request.boot {
                armed.append(try Self.arm(CLOCK_BOOTTIME, Self.time(boot), lull_timer_absolute))
            }
        } catch {
            for timer in armed { close(timer) }
            throw error
        }
        let timers = armed
        state.withLock { state in
            // Made, and later cancelled, under the lock: a source is not Sendable.
            for timer in timers {
                let source = DispatchSource.makeReadSource(
                    fileDescriptor: timer, queue: .global(qos: .userInitiated))
                source.setEventHandler { [weak self] in self?.fired(timer) }
                source.setCancelHandler { close(timer) }
                source.resume()
                state.sources.append(source)
            }
        }
    }

    /// Suspends until the wait has ended; called once.
    func value() async throws -> WakeReason {
        try await withCheckedThrowingContinuation { continuation in
            let ending = state.withLock { state -> Ending? in
                if state.ending == nil { state.continuation = continuation }
                return state.ending
            }
            if let ending { Self.resume(continuation, ending) }
        }
    }

    /// Ends the wait with `CancellationError`.
    func cancel() {
        end(.cancelled)
    }

    private func fired(_ descriptor: Int32) {
        var expirations: UInt64 = 0
        let count = read(descriptor, &expirations, MemoryLayout<UInt64>.size)
        if count > 0 {
            end(.woken(.deadline))
        } else if errno == ECANCELED {
            end(.woken(.stepped))
        }
    }

    private func end(_ ending: Ending) {
        let continuation = state.withLock { state -> CheckedContinuation<WakeReason, any Error>? in
            guard state.ending == nil else { return nil }
            state.ending = ending
            for source in state.sources { source.cancel() }
            state.sources = []
            defer { state.continuation = nil }
            return state.continuation
        }
        if let continuation { Self.resume(continuation, ending) }
    }

    private static func resume(_ continuation: CheckedContinuation<WakeReason, any Error>, _ ending: Ending) {
        switch ending {
        case .woken(let reason): continuation.resume(returning: reason)
        case .cancelled: continuation.resume(throwing: CancellationError())
        }
    }

    private static func arm(_ clock: clockid_t, _ time: timespec, _ flags: Int32) throws -> Int32 {
        let descriptor = timerfd_create(clock, lull_timer_flags)
        guard descriptor >= 0 else { throw TimerError(number: errno) }
        var setting = itimerspec(it_interval: timespec(), it_value: time)
        // Setting a timer after the clock was set reports it here, and arms the timer all the same.
        guard timerfd_settime(descriptor, flags, &setting, nil) == 0 || errno == ECANCELED else {
            let number = errno
            close(descriptor)
            throw TimerError(number: number)
        }
        return descriptor
    }

    private static func time(_ instant: Instant) -> timespec {
        // Zero would disarm the timer instead of firing it at once.
        timespec(
            tv_sec: Swift.max(Int(instant.secondsSince1970), 0),
            tv_nsec: Swift.max(Int(instant.nanosecond), instant.secondsSince1970 > 0 ? 0 : 1))
    }

    private static func time(_ boot: Duration) -> timespec {
        let (seconds, attoseconds) = boot.components
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
