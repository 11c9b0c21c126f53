// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// One line of the ledger.
public struct OccurrenceRecord: Hashable, Codable, Sendable {
    /// Which occurrence.
    public var key: OccurrenceKey
    /// The kind of its schedule.
    public var kind: ScheduleKind
    /// The device it acts on.
    public var device: MacAddress
    /// The schedule's name when it occurred.
    public var name: String
    /// When it was to happen: an alarm's ring, a routine's start, a bedtime's lights-out.
    public var planned: Instant
    /// The zone that decided it.
    public var zone: String
    /// The version of the zone data, where it is known.
    public var zoneData: String?
    /// How the zone's rules placed it.
    public var rule: AppliedRule
    /// How late it was begun: since an alarm should have rung, or anything else should have begun to show.
    public var lateness: Duration
    /// Who began, changed or ended it last.
    public var actor: OccurrenceActor
    /// Where it stands while it runs; nil once it has ended, or if it never began.
    public var run: OccurrenceRun?
    /// How it ended; nil while it runs.
    public var outcome: OccurrenceOutcome?
    /// Why it ended, if it ended without having run.
    public var reason: OccurrenceReason?
    /// When it ended.
    public var endedAt: Instant?

    /// Makes a record.
    public init(
        key: OccurrenceKey, kind: ScheduleKind, device: MacAddress, name: String, planned: Instant, zone: String,
        zoneData: String?, rule: AppliedRule, lateness: Duration, actor: OccurrenceActor, run: OccurrenceRun?,
        outcome: OccurrenceOutcome? = nil, reason: OccurrenceReason? = nil, endedAt: Instant? = nil
    ) {
        self.key = key
        self.kind = kind
        self.device = device
        self.name = name
        self.planned = planned
        self.zone = zone
        self.zoneData = zoneData
        self.rule = rule
        self.lateness = lateness
        self.actor = actor
        self.run = run
        self.outcome = outcome
        self.reason = reason
        self.endedAt = endedAt
    }
}

/// Who began or ended an occurrence.
public enum OccurrenceActor: String, Hashable, Codable, Sendable, CaseIterable {
    /// The plan did.
    case schedule
    /// Somebody did, by command.
    case person
    /// Somebody did, at the device itself.
    case device
}

/// How an occurrence ended.
public enum OccurrenceOutcome: String, Hashable, Codable, Sendable, CaseIterable {
    /// It ran to its end.
    case done
    /// Somebody dismissed it.
    case dismissed
    /// It rang until its limit and nobody answered.
    case unattended
    /// Somebody stopped it, or removed its schedule.
    case cancelled
    /// The daemon was not running, the host was asleep or its clock was set past it, and it was too late to catch up; or
    /// the device was out of reach as long as it rang.
    case missed
    /// A later occurrence took its place.
    case superseded
    /// Its date was skipped, or it fell into a pause.
    case skipped
}

/// Why an occurrence did not run, was voided, or ran without a good record or without a device in reach.
public enum OccurrenceReason: String, Hashable, Codable, Sendable, CaseIterable {
    /// The daemon was not running when it was due.
    case down
    /// The host was asleep when it was due.
    case suspend
    /// The host's clock was set past it, or was wrong when it ran.
    case clockStep = "clock-step"
    /// The host's zone or the zone data changed past it.
    case zoneChange = "zone-change"
    /// The store could not be written when it was due.
    case storage
    /// It began although the store could not be written.
    case unrecorded
    /// The device was out of reach from its beginning to its end.
    case undelivered
    /// Its record was damaged: it began anew, or ended because it was too late for that.
    case damaged
    /// Schedules were paused when it was due.
    case pause
    /// Somebody skipped its date.
    case skip
    /// Another routine ran on the device.
    case busy
    /// Somebody began a night in its place.
    case begun
}
