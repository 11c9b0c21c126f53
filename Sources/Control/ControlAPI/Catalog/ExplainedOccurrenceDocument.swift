// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import DeviceDocuments
import SleepModel

/// When a rule happens once, or why it does not.
public struct ExplainedOccurrenceDocument: Hashable, Codable, Sendable {
    /// What a clock shows by the rule.
    public var civil: CivilDateTime
    /// When that is; null if it is left out.
    @NullWhenAbsent public var instant: Instant?
    /// The same with the offset of the zone; null if it is left out.
    @NullWhenAbsent public var local: String?
    /// How the zone's rules, or the sun, placed it.
    public var rule: AppliedRule
    /// The zone.
    public var zone: String
    /// The release of the zone data; null where it does not say.
    @NullWhenAbsent public var tzdata: String?

    /// Describes an occurrence of a rule in a zone.
    public init(_ occurrence: CivilOccurrence, of recurrence: Recurrence, in zone: ZoneRules, tzdata: String?) {
        civil = occurrence.shown(by: recurrence, in: zone)
        rule = occurrence.rule
        self.zone = zone.identifier
        instant = occurrence.instant
        local = occurrence.instant.map { zone.localISO8601($0) }
        self.tzdata = tzdata
    }
}

extension CivilOccurrence {
    /// What a clock shows by a rule; one with the sun has no other time than its instant.
    package func shown(by rule: Recurrence, in zone: ZoneRules) -> CivilDateTime {
        guard case .sun = rule.time, let instant else { return civil }
        return zone.civil(at: instant)
    }
}

extension Instant {
    /// Reads the moment that somebody wants a list of occurrences to start after; throws `invalid_argument`.
    package init(explaining text: String) throws(ControlError) {
        guard let instant = Instant(iso8601: text) else {
            throw ControlError(
                .invalidArgument, "“\(text.printable)” is not a moment in time.",
                advice: "Write --from as 2027-03-13T00:00:00Z or 2027-03-13T01:00:00+01:00.")
        }
        self = instant
    }
}
