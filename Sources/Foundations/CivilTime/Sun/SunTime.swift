// SPDX-License-Identifier: Apache-2.0

/// A time of day that follows the sun.
public struct SunTime: Hashable, Sendable {
    /// What is waited for.
    public let event: SunEvent
    /// How much later than the event, negative for earlier: whole seconds, less than a day either way.
    public let offset: Duration
    /// The time before which it does not happen; a date on which it would be earlier has it then.
    public let earliest: TimeOfDay?
    /// The time after which it does not happen; a date on which it would be later has it then.
    public let latest: TimeOfDay?
    /// The time on dates without the event, as in polar summers; without one nothing happens on them.
    public let fallback: TimeOfDay?
    /// From where the sun is seen.
    public let place: GeographicPlace

    /// Creates a time, or nil if the offset is not whole seconds within a day or the limits exclude each other.
    public init?(
        _ event: SunEvent, offset: Duration = .zero, earliest: TimeOfDay? = nil, latest: TimeOfDay? = nil,
        fallback: TimeOfDay? = nil, at place: GeographicPlace
    ) {
        guard offset.components.attoseconds == 0, (-86_399...86_399).contains(offset.components.seconds) else {
            return nil
        }
        if let earliest, let latest, earliest > latest { return nil }
        self.event = event
        self.offset = offset
        self.earliest = earliest
        self.latest = latest
        self.fallback = fallback
        self.place = place
    }
}

extension SunTime: Codable {
    private enum CodingKeys: String, CodingKey {
        case event
        case offsetSeconds
        case earliest
        case latest
        case fallback
        case place
    }

    /// Decodes `{"event":"sunrise","offsetSeconds":-1800,"place":{…}}` with optional times `earliest`, `latest` and
    /// `fallback`; the offset may be left out too.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let time = SunTime(
            try container.decode(SunEvent.self, forKey: .event),
            offset: .seconds(try container.decodeIfPresent(Int32.self, forKey: .offsetSeconds) ?? 0),
            earliest: try container.decodeIfPresent(TimeOfDay.self, forKey: .earliest),
            latest: try container.decodeIfPresent(TimeOfDay.self, forKey: .latest),
            fallback: try container.decodeIfPresent(TimeOfDay.self, forKey: .fallback),
            at: try container.decode(GeographicPlace.self, forKey: .place))
        guard let time else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "the offset is not less than a day, or earliest is after latest"))
        }
        self = time
    }

    /// Encodes what is set.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(event, forKey: .event)
        try container.encode(offset.components.seconds, forKey: .offsetSeconds)
        try container.encodeIfPresent(earliest, forKey: .earliest)
        try container.encodeIfPresent(latest, forKey: .latest)
        try container.encodeIfPresent(fallback, forKey: .fallback)
        try container.encode(place, forKey: .place)
    }
}
