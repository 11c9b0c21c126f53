// SPDX-License-Identifier: Apache-2.0

/// A point in time in UTC, to the nanosecond, within the years 1 to 9999.
///
/// Values and arithmetic beyond that range saturate at `Instant.min` and `Instant.max`.
public struct Instant: Hashable, Sendable {
    /// Whole seconds since 1970-01-01T00:00:00Z, without leap seconds, rounded towards the past.
    public let secondsSince1970: Int64
    /// Nanoseconds after the whole second, 0 to 999 999 999.
    public let nanosecond: Int32

    /// The earliest instant, 0001-01-01T00:00:00Z.
    public static let min = Instant(secondsSince1970: minimumSeconds)
    /// The latest instant, 9999-12-31T23:59:59.999999999Z.
    public static let max = Instant(secondsSince1970: maximumSeconds, nanosecond: 999_999_999)

    static let minimumSeconds: Int64 = -62_135_596_800
    static let maximumSeconds: Int64 = 253_402_300_799

    /// Creates an instant; nanoseconds outside one second are carried into the seconds.
    public init(secondsSince1970: Int64, nanosecond: Int32 = 0) {
        self.init(seconds: secondsSince1970, nanoseconds: Int64(nanosecond))
    }

    private init(seconds: Int64, nanoseconds: Int64) {
        let (carry, remainder) = nanoseconds.flooredDivision(by: 1_000_000_000)
        let (sum, overflow) = seconds.addingReportingOverflow(carry)
        if overflow ? carry < 0 : sum < Instant.minimumSeconds {
            secondsSince1970 = Instant.minimumSeconds
            nanosecond = 0
        } else if overflow || sum > Instant.maximumSeconds {
            secondsSince1970 = Instant.maximumSeconds
            nanosecond = 999_999_999
        } else {
            secondsSince1970 = sum
            nanosecond = Int32(remainder)
        }
    }

    /// The nearest whole second; half a second counts as one.
    public var nearestSecond: Instant {
        Instant(secondsSince1970: nanosecond < 500_000_000 ? secondsSince1970 : secondsSince1970 + 1)
    }

    /// The instant a duration later; saturates.
    public static func + (instant: Instant, duration: Duration) -> Instant {
        let (seconds, attoseconds) = duration.components
        let (sum, overflow) = instant.secondsSince1970.addingReportingOverflow(seconds)
        if overflow { return seconds < 0 ? .min : .max }
        return Instant(seconds: sum, nanoseconds: Int64(instant.nanosecond) + attoseconds / 1_000_000_000)
    }

    /// The instant a duration earlier; saturates.
    public static func - (instant: Instant, duration: Duration) -> Instant {
        let (seconds, attoseconds) = duration.components
        let (difference, overflow) = instant.secondsSince1970.subtractingReportingOverflow(seconds)
        if overflow { return seconds < 0 ? .max : .min }
        return Instant(seconds: difference, nanoseconds: Int64(instant.nanosecond) - attoseconds / 1_000_000_000)
    }

    /// The time from the second instant to the first, negative if the first is earlier.
    public static func - (later: Instant, earlier: Instant) -> Duration {
        .seconds(later.secondsSince1970 - earlier.secondsSince1970)
            + .nanoseconds(Int64(later.nanosecond) - Int64(earlier.nanosecond))
    }
}

extension Instant: Comparable {
    /// Whether the first instant is earlier.
    public static func < (left: Instant, right: Instant) -> Bool {
        (left.secondsSince1970, left.nanosecond) < (right.secondsSince1970, right.nanosecond)
    }
}
