// SPDX-License-Identifier: Apache-2.0

extension Recurrence: Codable {
    private enum CodingKeys: String, CodingKey {
        case days
        case time
        case bounds
        case exceptions
        case gap
        case overlap
    }

    /// Decodes `{"days":{"weekly":["mon"]},"time":"07:00"}` with optional `bounds`, `exceptions`, `gap` and `overlap`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            days: try container.decode(Days.self, forKey: .days),
            time: try container.decode(DayTime.self, forKey: .time),
            bounds: try container.decodeIfPresent(CivilDateBounds.self, forKey: .bounds) ?? .open,
            exceptions: try container.decodeIfPresent(Set<CivilDate>.self, forKey: .exceptions) ?? [],
            gap: try container.decodeIfPresent(GapPolicy.self, forKey: .gap) ?? .later,
            overlap: try container.decodeIfPresent(OverlapPolicy.self, forKey: .overlap) ?? .first)
    }

    /// Encodes a rule with its policies, and with bounds and exceptions, in order, if it has any.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(days, forKey: .days)
        try container.encode(time, forKey: .time)
        if bounds != .open { try container.encode(bounds, forKey: .bounds) }
        if !exceptions.isEmpty { try container.encode(exceptions.sorted(), forKey: .exceptions) }
        try container.encode(gap, forKey: .gap)
        try container.encode(overlap, forKey: .overlap)
    }
}

extension Recurrence.Days: Codable {
    private enum CodingKeys: String, CodingKey {
        case once
        case weekly
        case yearly
    }

    /// Decodes `{"once":"2027-03-14"}`, `{"weekly":["mon","tue"]}` or `{"yearly":{"monthDay":"02-29"}}`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard container.allKeys.count == 1 else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: "days are once, weekly or yearly"))
        }
        if let date = try container.decodeIfPresent(CivilDate.self, forKey: .once) {
            self = .once(date)
        } else if let day = try container.decodeIfPresent(MonthDay.self, forKey: .yearly) {
            self = .yearly(day)
        } else {
            self = .weekly(try container.decode(WeekdaySet.self, forKey: .weekly))
        }
    }

    /// Encodes the days under the one key that fits.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .once(let date): try container.encode(date, forKey: .once)
        case .weekly(let weekdays): try container.encode(weekdays, forKey: .weekly)
        case .yearly(let day): try container.encode(day, forKey: .yearly)
        }
    }
}
