// SPDX-License-Identifier: Apache-2.0

extension Instant: CustomStringConvertible, Codable {
    /// Reads `2027-03-14T07:30:00Z`, with an optional fraction of 1 to 9 digits and `Z` or an offset `+hh:mm`.
    ///
    /// Seconds may be left out. Returns nil for anything else and for instants outside the years 1 to 9999.
    public init?(iso8601 text: String) {
        var scanner = TextScanner(text)
        guard let date = CivilDate(scanning: &scanner), scanner.accept("T"),
            let time = TimeOfDay(scanning: &scanner)
        else { return nil }
        var nanosecond = 0
        if scanner.accept(".") {
            let start = scanner.position
            guard let digits = scanner.number(digits: 1, to: 9) else { return nil }
            nanosecond = (scanner.position - start..<9).reduce(digits) { value, _ in value * 10 }
        }
        var seconds = CivilDateTime(date: date, time: time).secondsAsUTC
        if !scanner.accept("Z") {
            guard let sign = scanner.acceptSign(), let hours = scanner.number(digits: 2, to: 2), hours < 24,
                scanner.accept(":"), let minutes = scanner.number(digits: 2, to: 2), minutes < 60
            else { return nil }
            seconds -= Int64(sign * (hours * 3600 + minutes * 60))
        }
        guard scanner.isAtEnd, (Instant.minimumSeconds...Instant.maximumSeconds).contains(seconds) else { return nil }
        self.init(secondsSince1970: seconds, nanosecond: Int32(nanosecond))
    }

    /// `2027-03-14T07:30:00Z`, with milliseconds (rounded down) where they are not zero.
    public var iso8601: String {
        "\(CivilDateTime(secondsAsUTC: secondsSince1970).withSeconds)\(fraction)Z"
    }

    /// The milliseconds as `.123`, or nothing if they are zero.
    var fraction: String {
        let milliseconds = Int(nanosecond / 1_000_000)
        return milliseconds == 0 ? "" : "." + milliseconds.padded(to: 3)
    }

    /// The same text as `iso8601`.
    public var description: String { iso8601 }

    /// Decodes the text of `init(iso8601:)`.
    public init(from decoder: any Decoder) throws {
        self = try decoder.parsedText(as: "an ISO 8601 instant", Instant.init(iso8601:))
    }

    /// Encodes `iso8601`, so to the millisecond.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeText(iso8601)
    }
}
