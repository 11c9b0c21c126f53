// SPDX-License-Identifier: Apache-2.0

/// How the clocks of one zone differ from UTC at any time.
public struct ZoneRules: Hashable, Sendable {
    /// The name under which the rules were asked for, for example `America/New_York`.
    public let identifier: String

    /// Seconds since 1970, strictly ascending.
    let transitions: [Int64]
    /// What holds from each transition on, as an index into `offsets`.
    let offsetIndices: [UInt8]
    /// What the zone has ever used; the first holds before all transitions.
    let offsets: [ZoneOffset]
    /// What holds from the last transition on.
    let footer: PosixRule?

    /// The rules of UTC.
    public static let utc = ZoneRules(
        identifier: "UTC", transitions: [], offsetIndices: [],
        offsets: [ZoneOffset(seconds: 0, isDaylightSaving: false, abbreviation: "UTC")], footer: nil)

    init(
        identifier: String, transitions: [Int64], offsetIndices: [UInt8], offsets: [ZoneOffset], footer: PosixRule?
    ) {
        self.identifier = identifier
        self.transitions = transitions
        self.offsetIndices = offsetIndices
        self.offsets = offsets
        self.footer = footer
    }

    /// Reads the contents of a TZif file (RFC 9636, versions 1 to 4).
    ///
    /// Leap seconds in the file are passed over: all times count as POSIX times. Throws `malformed_zone_file`.
    public init(identifier: String, tzif bytes: [UInt8]) throws(ZoneError) {
        var reader = TZifReader(identifier: identifier, bytes: bytes)
        self = try reader.rules()
    }

    /// The offset that holds at an instant.
    public func offset(at instant: Instant) -> ZoneOffset {
        offset(atSeconds: instant.secondsSince1970)
    }

    /// What the zone's clocks and calendars show at an instant.
    public func civil(at instant: Instant) -> CivilDateTime {
        CivilDateTime(secondsAsUTC: instant.secondsSince1970 + Int64(offset(at: instant).seconds))
    }

    /// The instant in the zone's time, as `2027-03-14T03:30:00-04:00`.
    public func localISO8601(_ instant: Instant) -> String {
        "\(civil(at: instant).withSeconds)\(instant.fraction)\(offset(at: instant).iso8601)"
    }

    func offset(atSeconds seconds: Int64) -> ZoneOffset {
        if let footer, seconds >= transitions.last ?? .min { return footer.offset(at: seconds) }
        let passed = transitionCount(through: seconds)
        return offsets[passed == 0 ? 0 : Int(offsetIndices[passed - 1])]
    }

    /// How many transitions of the table are at or before a time.
    func transitionCount(through seconds: Int64) -> Int {
        var low = 0
        var high = transitions.count
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle] <= seconds { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
