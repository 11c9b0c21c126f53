// SPDX-License-Identifier: Apache-2.0

/// When something happens, as people write it: what is nil stays as it is, or takes its default.
public struct RuleRequest: Hashable, Codable, Sendable {
    /// The time: `07:00`, times of weekdays as `06:45,sat,sun=08:00`, or `sunset-30m`.
    public var at: String?
    /// Which days, as `mon,tue` or `daily`.
    public var days: String?
    /// On which date, as `2027-03-14`.
    public var date: String?
    /// On one day of every year, as `12-24`.
    public var yearly: String?
    /// What becomes of `02-29` in years without one: `skip` or `clamp`.
    public var leapDay: String?
    /// The first date, or `off` for no beginning.
    public var fromDate: String?
    /// The last date, or `off` for no end.
    public var untilDate: String?
    /// Dates without an occurrence, with commas between them, or `off` for none.
    public var except: String?
    /// Calendars of holidays on whose dates it does not happen, with commas between them, or `off` for none.
    public var notOn: String?
    /// Calendars of holidays on whose dates alone it happens, with commas between them, or `off` for all dates.
    public var onlyOn: String?
    /// What becomes of a time that the clocks jump over: `later`, `earlier` or `skip`.
    public var gap: String?
    /// What becomes of a time that the clocks show twice: `first`, `second` or `both`.
    public var overlap: String?
    /// Where the sun is seen from, as `52.52,13.41` in degrees north and east.
    public var place: String?
    /// The time before which the sun does not count, or `off`.
    public var earliest: String?
    /// The time after which the sun does not count, or `off`.
    public var latest: String?
    /// The time on dates on which the sun does not rise or set, or `off` for none.
    public var fallback: String?

    /// Makes a request.
    public init(at: String? = nil, days: String? = nil, date: String? = nil) {
        self.at = at
        self.days = days
        self.date = date
    }

    /// Whether it asks for nothing.
    public var isEmpty: Bool { self == RuleRequest() }

    /// The name of something that only a rule with more than one date can have and that is given; nil when none is.
    public var needsDates: String? {
        [
            ("--from-date", fromDate), ("--until-date", untilDate), ("--except", except), ("--not-on", notOn),
            ("--only-on", onlyOn),
        ].first { $0.1 != nil && $0.1?.lowercased() != "off" }?.0
    }

    /// The name of something that only a time can have and that is given; nil when none is.
    public var needsTime: String? {
        [
            ("--days", days), ("--date", date), ("--yearly", yearly), ("--from-date", fromDate),
            ("--until-date", untilDate), ("--except", except), ("--not-on", notOn), ("--only-on", onlyOn),
            ("--place", place), ("--earliest", earliest),
            ("--latest", latest), ("--fallback", fallback), ("--gap", gap), ("--overlap", overlap),
        ].first { $0.1 != nil }?.0
    }
}

extension KeyedDecodingContainer {
    /// Reads a rule, or one that gives nothing if the request has none; the decoders of requests call it.
    func decode(_ type: RuleRequest.Type, forKey key: Key) throws -> RuleRequest {
        try decodeIfPresent(type, forKey: key) ?? RuleRequest()
    }
}
