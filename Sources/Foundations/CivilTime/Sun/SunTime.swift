// SPDX-License-Identifier: Apache-2.0

/// A time of day that follows the sun.
public struct SunTime: Hashable, Codable, Sendable {
    /// Which event of the sun.
    public let event: SunEvent
    /// How much later than the event, negative for earlier: whole seconds, less than a day either way.
    public let offset: Duration
    /// The time before which it does not happen; a date on which it would be earlier has it then.
    public let earliest: TimeOfDay?
    /// The time after which it does not happen; a date on which it would be later has it then.
    public let latest: TimeOfDay?
    /// The time on dates without the event, as in polar summers; without one nothing happens on them.
    public let fallback: TimeOfDay?
    /// The place at which the sun rises and sets.
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

    /// What happens on a date, with policies for the limits and the fallback, of which `both` takes the first pass.
    func placement(on day: Int, in zone: ZoneRules, gap: GapPolicy, overlap: OverlapPolicy) -> Placement {
        guard let event = event.seconds(on: day, at: place, in: zone) else {
            if let fallback {
                let placement = zone.placements(on: day, at: fallback, gap: gap, overlap: overlap).first
                return placement.happens ? placement.because(.sunFallback) : placement
            }
            let midnight = zone.placements(
                on: day, at: TimeOfDay(secondsSinceMidnight: 0), gap: .later, overlap: .first
            ).first
            return midnight.happens ? midnight.because(.noSunEvent, happens: false) : midnight
        }
        /// A limit that the clocks jump over still limits, and a date with the event exists.
        func limit(_ time: TimeOfDay, _ rule: AppliedRule) -> Placement {
            zone.placements(on: day, at: time, gap: gap == .skip ? .later : gap, overlap: overlap).first.because(rule)
        }
        let moment = event + offset.components.seconds
        if let earliest {
            let limit = limit(earliest, .sunEarliest)
            if moment < limit.moment { return limit }
        }
        if let latest {
            let limit = limit(latest, .sunLatest)
            if moment > limit.moment { return limit }
        }
        let time = zone.civil(at: Instant(secondsSince1970: event)).time
        return Placement(day: day, time: time, rule: .sun, moment: moment)
    }
}

extension Placement {
    /// The same time for another reason.
    fileprivate func because(_ rule: AppliedRule, happens: Bool = true) -> Placement {
        Placement(day: day, time: time, rule: rule, moment: moment, happens: happens)
    }
}
