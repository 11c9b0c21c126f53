// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// When to wake: at a wall time, at a boot time, or at whichever comes first.
public struct WakeRequest: Hashable, Sendable {
    /// The civil deadline; it moves with the wall clock.
    public var wall: Instant?
    /// The elapsed-time deadline; it does not.
    public var boot: Duration?
    /// The sample that the deadlines were chosen by.
    ///
    /// What happened to the clock after it ends the sleep, even if that was before the sleep began. Without a sample, only
    /// what happens during the sleep does.
    public var since: ClockSample?

    /// A request without any deadline waits for something to happen to the clock, or for cancellation.
    public init(wall: Instant? = nil, boot: Duration? = nil, since: ClockSample? = nil) {
        self.wall = wall
        self.boot = boot
        self.since = since
    }

    /// The request that ends as soon as either of the two would; of the samples, this one's is kept.
    public func earliest(_ other: WakeRequest) -> WakeRequest {
        WakeRequest(
            wall: Self.earlier(wall, other.wall), boot: Self.earlier(boot, other.boot), since: since ?? other.since)
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

    /// Why a sleep ends at `sample`; nil while it goes on.
    public func reason(at sample: ClockSample) -> WakeReason? {
        if isDue(at: sample) { return .deadline }
        return since.flatMap { sample.events(since: $0).first }
    }

    /// The request of a sleep that begins at `sample`, for a clock to wait for.
    public func begun(at sample: ClockSample) -> WakeRequest {
        WakeRequest(wall: wall, boot: boot, since: since ?? sample)
    }
}

/// Why a sleep ended; when several reasons hold, the first in this order.
public enum WakeReason: Hashable, Sendable {
    /// One of the deadlines passed.
    case deadline
    /// The wall clock was set by a second or more; every plan that rests on it is to be made anew.
    case stepped
    /// The host was suspended for a second or more, and goes on.
    case suspended
    /// What names the host's zone changed.
    case zoneChanged
    /// The zone data changed.
    case zoneDataChanged
}
