// SPDX-License-Identifier: Apache-2.0

/// How the clocks of one zone differ from UTC at any time.
public struct ZoneRules: Hashable, Sendable {
    /// The name of the zone, for example `America/New_York`.
    public let identifier: String

    let table: TransitionTable
    private let offsets: [ZoneOffset]

    /// The rules of UTC.
    public static let utc = ZoneRules(
        identifier: "UTC", transitions: [], offsetIndices: [],
        offsets: [ZoneOffset(seconds: 0, isDaylightSaving: false, abbreviation: "UTC")], footer: nil)

    /// Takes the contents of a zone file: transitions in seconds since 1970, strictly ascending, each with the index of
    /// the offset that holds from then on; offsets, of which the first holds before; and what holds from the last on.
    init(
        identifier: String, transitions: [Int64], offsetIndices: [UInt8], offsets: [ZoneOffset], footer: PosixRule?
    ) {
        self.identifier = identifier
        var offsets = offsets
        table = TransitionTable(
            transitions: transitions, offsetIndices: offsetIndices, footer: footer, offsets: &offsets)
        self.offsets = offsets
    }

    /// Reads the contents of a TZif file (RFC 9636, versions 1 to 4).
    ///
    /// All times count as POSIX times, also where the file counts leap seconds. Throws `malformed_zone_file`.
    public init(identifier: String, tzif bytes: [UInt8]) throws(ZoneError) {
        var reader = TZifReader(identifier: identifier, bytes: bytes)
        self = try reader.rules()
    }

    /// The offset that holds at an instant.
    public func offset(at instant: Instant) -> ZoneOffset {
        offsets[table.offsetIndex(at: instant.secondsSince1970)]
    }

    /// What the zone's clocks and calendars show at an instant.
    public func civil(at instant: Instant) -> CivilDateTime {
        let seconds = instant.secondsSince1970
        return CivilDateTime(secondsAsUTC: seconds + table.shift(at: seconds))
    }

    /// The earliest instant at which the zone's calendars show a date, or nil if they skip it.
    public func firstInstant(of date: CivilDate) -> Instant? {
        let span = table.span(ofDay: date.daysSince1970)
        return span.isEmpty ? nil : Instant(secondsSince1970: span.lowerBound)
    }

    /// The instant in the zone's time, as `2027-03-14T03:30:00-04:00`.
    public func localISO8601(_ instant: Instant) -> String {
        "\(civil(at: instant).withSeconds)\(instant.fraction)\(offset(at: instant).iso8601)"
    }

    /// Finds when the zone's clocks show a civil date and time.
    ///
    /// Right for gaps and overlaps of any size. Where clocks put back more than once show a time three times, the
    /// first two count.
    public func resolve(_ local: CivilDateTime) -> LocalTime {
        switch table.resolve(local.secondsAsUTC) {
        case .unique(let seconds):
            .unique(Instant(secondsSince1970: seconds))
        case .overlap(let first, let second):
            .overlap(first: Instant(secondsSince1970: first), second: Instant(secondsSince1970: second))
        case .gap(_, _, let transition):
            .gap(
                before: offsets[table.offsetIndex(at: transition - 1)],
                after: offsets[table.offsetIndex(at: transition)],
                transition: Instant(secondsSince1970: transition))
        }
    }
}

/// When a civil date and time happens in a zone.
public enum LocalTime: Hashable, Sendable {
    /// It happens once.
    case unique(Instant)
    /// It never happens: at the transition the clocks jump over it.
    case gap(before: ZoneOffset, after: ZoneOffset, transition: Instant)
    /// It happens twice, because the clocks are put back.
    case overlap(first: Instant, second: Instant)
}
