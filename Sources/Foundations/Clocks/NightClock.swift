// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// The only source of time above the drivers: everything timed takes one, so that a night can be tested in a second.
public protocol NightClock: Sendable {
    /// Reads all clocks at once.
    func now() -> ClockSample

    /// Suspends until the first of the deadlines in `request` has passed or the wall clock is stepped.
    ///
    /// A deadline that has already passed ends it at once. Throws `CancellationError` when the task is cancelled.
    func sleep(until request: WakeRequest) async throws -> WakeReason
}

/// When to wake: at a wall time, at a boot time, or at whichever comes first.
public struct WakeRequest: Hashable, Sendable {
    /// The civil deadline; it moves with the wall clock.
    public var wall: Instant?
    /// The elapsed-time deadline; it does not.
    public var boot: Duration?

    /// A request without any deadline waits for a clock step or cancellation.
    public init(wall: Instant? = nil, boot: Duration? = nil) {
        self.wall = wall
        self.boot = boot
    }

    /// The request that ends as soon as either of the two would.
    public func earliest(_ other: WakeRequest) -> WakeRequest {
        WakeRequest(wall: Self.earlier(wall, other.wall), boot: Self.earlier(boot, other.boot))
    }

    private static func earlier<Value: Comparable>(_ first: Value?, _ second: Value?) -> Value? {
        guard let first else { return second }
        guard let second else { return first }
        return min(first, second)
    }

    /// Whether a deadline of the request has passed in `sample`.
    public func isDue(at sample: ClockSample) -> Bool {
        if let wall, sample.wall >= wall { return true }
        if let boot, sample.boot >= boot { return true }
        return false
    }
}

/// Why a sleep ended.
public enum WakeReason: Hashable, Sendable {
    /// One of the deadlines passed.
    case deadline
    /// The wall clock was set; every plan that rests on it is to be made anew.
    case stepped
}

extension NightClock {
    /// Suspends for an elapsed time, whatever the wall clock does meanwhile.
    public func sleep(for duration: Duration) async throws {
        let deadline = now().boot + duration
        while now().boot < deadline {
            _ = try await sleep(until: WakeRequest(boot: deadline))
        }
    }
}
