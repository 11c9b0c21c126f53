// SPDX-License-Identifier: Apache-2.0

extension Recurrence: Codable {
    /// Decodes a rule; the policies may be left out.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            days: try container.decode(Days.self, forKey: .days),
            time: try container.decode(TimeOfDay.self, forKey: .time),
            gap: try container.decodeIfPresent(GapPolicy.self, forKey: .gap) ?? .later,
            overlap: try container.decodeIfPresent(OverlapPolicy.self, forKey: .overlap) ?? .first)
    }

    private enum CodingKeys: String, CodingKey {
        case days
        case time
        case gap
        case overlap
    }

    /// Encodes a rule with its policies.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(days, forKey: .days)
        try container.encode(time, forKey: .time)
        try container.encode(gap, forKey: .gap)
        try container.encode(overlap, forKey: .overlap)
    }
}

extension Recurrence.Days: Codable {
    private enum CodingKeys: String, CodingKey {
        case once
        case weekly
    }

    /// Decodes `{"once":"2027-03-14"}` or `{"weekly":["mon","tue"]}`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard container.allKeys.count == 1 else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: "days are either once or weekly"))
        }
        if let date = try container.decodeIfPresent(CivilDate.self, forKey: .once) {
            self = .once(date)
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
        }
    }
}
