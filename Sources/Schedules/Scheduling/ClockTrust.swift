// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import Clocks

/// Decides whether the wall clock can be right, so that nothing begins or is missed on a host that starts in 1970.
///
/// When the clock looks wrong, schedules wait until it is set. If nobody sets it for a while they follow it all the
/// same: an alarm at a doubtful time is better than none. A clock that is trusted once stays trusted.
public struct ClockTrust: Hashable, Sendable {
    /// What a look at the clock decides.
    public enum Verdict: Hashable, Sendable {
        /// It looks wrong; schedules wait until it is set.
        case waits
        /// It looks right now.
        case plausible
        /// It looks wrong and nobody set it; schedules follow it as it is.
        case followed
    }

    /// A clock that reads less than this is wrong: the code is younger.
    public static let earliest = Instant(secondsSince1970: 1_767_225_600)
    /// How long schedules wait for a clock that looks wrong.
    public static let patience = Duration.seconds(90)
    /// How far a clock may be behind the last note in the log: it may have been set back a little since.
    public static let slack = Duration.seconds(60)

    private let plausible: Instant
    private var deadline: Duration?
    /// Whether schedules follow the wall clock.
    public private(set) var isTrusted = false

    /// Doubts a clock that reads less than `earliest`, or less than `newest`, the time of the last note in the log.
    public init(newest: Instant? = nil, earliest: Instant = Self.earliest) {
        plausible = max(earliest, newest.map { $0 - Self.slack } ?? earliest)
    }

    /// Looks at the clock; returns a verdict when there is a new one, at most twice.
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

    /// Whether a right clock can read this.
    public func isPlausible(_ wall: Instant) -> Bool { wall >= plausible }

    /// When to look again at the latest; a step of the clock asks for a look too.
    public var nextWake: WakeRequest {
        WakeRequest(boot: isTrusted ? nil : deadline)
    }
}
