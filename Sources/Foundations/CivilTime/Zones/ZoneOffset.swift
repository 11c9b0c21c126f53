// SPDX-License-Identifier: Apache-2.0

/// How a zone's clocks differ from UTC for a while.
public struct ZoneOffset: Hashable, Sendable {
    /// Seconds to add to UTC, positive east of Greenwich, above -25 hours and below 26 hours.
    public let seconds: Int
    /// Whether the zone calls this daylight saving time (in Ireland that is the winter).
    public let isDaylightSaving: Bool
    /// What the zone calls this offset, for example `EDT`.
    public let abbreviation: String

    static let range = -89_999...93_599

    /// The offset as `-04:00`, `+00:00` for none, with seconds where a historical offset has them.
    public var iso8601: String {
        let magnitude = Int(clamping: seconds.magnitude)
        let sign = seconds < 0 ? "-" : "+"
        let minutes = "\(sign)\((magnitude / 3600).padded(to: 2)):\((magnitude / 60 % 60).padded(to: 2))"
        return magnitude % 60 == 0 ? minutes : "\(minutes):\((magnitude % 60).padded(to: 2))"
    }
}
