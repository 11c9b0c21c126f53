// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// A clock that runs faster than the one it rests on; two processes with the same settings read the same time.
public struct AcceleratedClock: NightClock {
    /// How an accelerated clock relates to real time, as `--clock START,SPEED,EPOCH` says it.
    public struct Settings: Hashable, Sendable {
        /// What the clock reads at the real instant `epoch`.
        public var start: Instant
        /// How many of its seconds pass in a real one; above zero, at most 100,000.
        public var speed: Int
        /// The real instant at which it reads `start`.
        public var epoch: Instant

        /// Makes settings; the speed is brought into 1...100,000.
        public init(start: Instant, speed: Int, epoch: Instant) {
            self.start = start
            self.speed = min(max(speed, 1), 100_000)
            self.epoch = epoch
        }
    }

    private let base: any NightClock
    private let settings: Settings

    /// Rests on `base`, whose wall clock says how much real time has passed since the epoch.
    public init(base: any NightClock, settings: Settings) {
        self.base = base
        self.settings = settings
    }

    /// Reads all clocks at once; the boot clock counts from the epoch, so that it goes on over a restart.
    public func now() -> ClockSample {
        sample(at: base.now())
    }

    /// Suspends until a deadline passes on this clock, or something happens to the clock below.
    ///
    /// This clock itself is never set: a step of the clock below moves all its readings alike.
    public func sleep(until request: WakeRequest) async throws -> WakeReason {
        let below = base.now()
        if let reason = request.reason(at: sample(at: below)) {
            try Task.checkCancellation()
            return reason
        }
        let deadlines = [request.wall.map { $0 - settings.start }, request.boot].compactMap(\.self)
        return try await base.sleep(
            until: WakeRequest(wall: deadlines.min().map { settings.epoch + real($0) }, since: below))
    }

    /// Suspends for an elapsed time of this clock.
    public func sleep(for duration: Duration) async throws {
        let deadline = now().boot + duration
        var left = duration
        while left > .zero {
            try await base.sleep(for: real(left))
            left = deadline - now().boot
        }
    }

    private func sample(at below: ClockSample) -> ClockSample {
        let elapsed = (below.wall - settings.epoch) * settings.speed
        return ClockSample(
            wall: settings.start + elapsed, boot: elapsed, monotonic: elapsed,
            bootID: "accelerated-\(settings.epoch.iso8601)", zones: below.zones)
    }

    /// A deadline between two ticks of the clock below must not be woken for early, or the caller would spin.
    private func real(_ elapsed: Duration) -> Duration {
        elapsed / settings.speed + .nanoseconds(1)
    }
}
