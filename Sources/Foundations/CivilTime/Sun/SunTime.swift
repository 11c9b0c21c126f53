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
}
