// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import DeviceDocuments
public import SleepModel

/// Asks for a page of what has begun, been skipped or been missed.
public struct OccurrencePageQuery: Hashable, QueryRequest {
    /// How many occurrences a page may have.
    public static let sizes = 1...1000
    /// How many occurrences a page has unless somebody asks for another size.
    public static let usualSize = 100

    /// The items that there may be.
    public static let parameters = [
        QueryParameter("schedule", about: ScheduleName.recorded), QueryParameter("since"),
        QueryParameter("limit", .integer, within: sizes), QueryParameter("cursor"),
    ]

    /// The id of a schedule, its route or its whole name; nil for all.
    public var schedule: String?
    /// Since when they were planned, in the forms that `LogQuery` takes; nil for all.
    public var since: String?
    /// How many occurrences at most, 1 to 1000.
    public var limit: Int
    /// The `next` of the page before; nil for the first page.
    public var cursor: String?

    /// Makes a query.
    public init(schedule: String? = nil, since: String? = nil, limit: Int = usualSize, cursor: String? = nil) {
        self.schedule = schedule
        self.since = since
        self.limit = limit
        self.cursor = cursor
    }

    /// Reads the items `schedule`, `since`, `limit` and `cursor`.
    public init(query: [String: String]) throws(ControlError) {
        (schedule, since, cursor) = (query["schedule"], query["since"], query["cursor"])
        limit =
            try query.number("limit", "a number of occurrences", advice: "Give a number from 1 to 1000.")
            ?? Self.usualSize
    }

    /// The items to send.
    public var query: [String: String] {
        var items = ["limit": String(limit)]
        (items["schedule"], items["since"], items["cursor"]) = (schedule, since, cursor)
        return items
    }
}

/// A page of the ledger: by when they were planned, the oldest first.
public struct OccurrencePageDocument: Hashable, Codable, Sendable {
    /// The occurrences.
    public var occurrences: [RecordedOccurrenceDocument]
    /// The `cursor` of the next page, with what was planned later; null on the last one.
    ///
    /// It stays valid while occurrences are added.
    @NullWhenAbsent public var next: String?

    /// Makes a page.
    public init(occurrences: [RecordedOccurrenceDocument], next: String?) {
        self.occurrences = occurrences
        self.next = next
    }
}

/// One occurrence of a schedule as the ledger has it: it runs, or it has ended.
public struct RecordedOccurrenceDocument: Hashable, Codable, Sendable {
    /// Which occurrence.
    public var occurrence: OccurrenceDocument
    /// The kind of its schedule.
    public var kind: ScheduleKind
    /// The schedule's name when it occurred.
    public var name: String
    /// The device's address.
    public var address: MacAddress
    /// When it was to happen: an alarm's ring, a routine's start, a bedtime's lights-out.
    public var planned: Instant
    /// The zone that decided it.
    public var zone: String
    /// How the zone's rules placed it.
    public var rule: AppliedRule
    /// How many seconds late it began.
    public var lateSeconds: Int
    /// Who began, changed or ended it last.
    public var actor: OccurrenceActor
    /// How it ended; null while it runs.
    @NullWhenAbsent public var outcome: OccurrenceOutcome?
    /// Why it ended without having run, as one word; null otherwise.
    @NullWhenAbsent public var reason: OccurrenceReason?
    /// When it ended; null while it runs.
    @NullWhenAbsent public var endedAt: Instant?

    /// Describes a record.
    public init(_ record: OccurrenceRecord) {
        occurrence = OccurrenceDocument(record.key)
        (kind, name, address) = (record.kind, record.name, record.device)
        (planned, zone, rule) = (record.planned, record.zone, record.rule)
        lateSeconds = Int(record.lateness.components.seconds)
        actor = record.actor
        outcome = record.outcome
        reason = record.reason
        endedAt = record.endedAt
    }
}
