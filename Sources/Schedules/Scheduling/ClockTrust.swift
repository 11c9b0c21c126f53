// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import Clocks

/// Decides whether the wall clock can be right, so that a host that starts in 1970 begins and misses nothing by it.
///
/// A clock that cannot be right is waited for until it is set, or until nobody set it for a while: an alarm at a doubtful
/// time is better than none. Once trusted, it stays so.
public struct ClockTrust: Hashable, Sendable {
    /// What became of the clock.
    public enum Verdict: Hashable, Sendable {
        /// It cannot be right, and is waited for.
        case waits
        /// It can be right now.
        case plausible
        /// It cannot be right, and is followed all the same, as nobody set it.
        case followed
    }

    /// No clock that is right reads less than this, as the code is younger.
    public static let earliest = Instant(secondsSince1970: 1_767_225_600)
    /// How long a clock that cannot be right is waited for.
    public static let patience = Duration.seconds(90)
    /// By how much a clock may be behind what was noted last: it may have been set back a little since.
    public static let slack = Duration.seconds(60)

    private let plausible: Instant
    private var deadline: Duration?
    /// Whether the wall clock is to be followed.
    public private(set) var isTrusted = false

    /// Doubts a clock that reads less than `earliest`, or less than `newest`, the time of what was noted last.
    public init(newest: Instant? = nil, earliest: Instant = Self.earliest) {
        plausible = max(earliest, newest.map { $0 - Self.slack } ?? earliest)
    }

    /// Looks at the clock; returns a verdict when there is a new one, which is at most twice.
    public mutating func look(at sample: ClockSample) -> Verdict? {
        guard !isTrusted else { return nil }
        let isFirst = deadline == nil
        let deadline = deadline ?? sample.boot + Self.patience
        self.deadline = deadline
        isTrusted = isPlausible(sample.wall) || sample.boot >= deadline
        guard isTrusted else { return isFirst ? .waits : nil }
        guard !isFirst else { return nil }
        return isPlausible(sample.wall) ? .plausible : .followed
    }

    /// Whether a clock that is right can read this.
    public func isPlausible(_ wall: Instant) -> Bool { wall >= plausible }

    /// When to look again, at the latest; a step of the clock comes before that.
    public var nextWake: WakeRequest {
        WakeRequest(boot: isTrusted ? nil : deadline)
    }
}
