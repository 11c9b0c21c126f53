// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel

/// Everything that outlives the daemon: devices, schedules, overrides, settings, calendars of holidays, groups, notices, the
/// ledger and the log.
///
/// The ledger says who did what, once: an occurrence is claimed there before the first byte goes to a device. Entries
/// are only added; the last entry about an occurrence says how it stands now. A store drops entries by their age, two
/// years unless it is told another one, and those about links after 90 days, so that a device at the edge of reach drops
/// no history of alarms. The newest 10,000 entries of each, and the newest 1,000 about links, stay whatever the clock says;
/// there are 100,000 at most, and 10,000 about links. Every entry about an open occurrence stays.
///
/// A row that cannot be read is quarantined by itself: queries for several rows leave it out, and `quarantine` names it.
/// It stays as it is until somebody removes it, or saves something under its identity or name.
///
/// A call with a name or identifier that contains a NUL throws `invalidText` and changes nothing.
public protocol NightStore: ChangeRepository {
    /// All paired devices, in the order they were paired.
    func devices() async throws(StorageError) -> [PairedDevice]

    /// The schedules of all devices, in the order they were added.
    func schedules() async throws(StorageError) -> [Schedule]

    /// What is different on single dates, by schedule and date.
    func overrides() async throws(StorageError) -> [OccurrenceOverride]

    /// The settings; those of a new installation when none were saved.
    func settings() async throws(StorageError) -> NightSettings

    /// The calendars of holidays, by name.
    func holidays() async throws(StorageError) -> [HolidayCalendar]
    /// The groups of devices, by name.
    func groups() async throws(StorageError) -> [DeviceGroup]

    /// What was set by hand on each device, as it was saved last.
    func holds() async throws(StorageError) -> [MacAddress: DeviceHolds]

    /// The notices, by number.
    func notices() async throws(StorageError) -> [Notice]

    /// The records of occurrences that have begun and not ended, oldest first; without a run where its state is lost.
    func openRecords() async throws(StorageError) -> [OccurrenceRecord]

    /// The record with a key as it stands now; nil when it never was claimed or was voided.
    func record(_ key: OccurrenceKey) async throws(StorageError) -> OccurrenceRecord?

    /// The keys of one schedule's records planned after `instant`, each with how it stands, without those that were
    /// voided. A missed one can be claimed again after a clock that was ahead is set back.
    func keys(
        of schedule: ScheduleID, plannedAfter instant: Instant
    ) async throws(StorageError) -> [OccurrenceKey: OccurrenceStanding]

    /// Records as they stand now, of one schedule if given, planned at or after `start` and before `end`, by planned
    /// instant and then in the order they were claimed; at most `limit` (1 to 100,000).
    func records(
        of schedule: ScheduleID?, from start: Instant, to end: Instant, limit: Int
    ) async throws(StorageError) -> [OccurrenceRecord]

    /// Entries of the log at or after `since`, of one device and with one of some outcomes if given, oldest first; the
    /// newest `limit` (1 to 10,000) of them.
    func entries(
        since: Instant?, device: MacAddress?, outcomes: Set<LogOutcome>?, limit: Int
    ) async throws(StorageError) -> [LogEntry]

    /// Entries of the log as they were noted, newest first: those with numbers below `number` if one is given, of some
    /// devices and of none if devices are given; at most `limit` (1 to 10,000).
    func log(
        before number: Int64?, about devices: Set<MacAddress>?, limit: Int
    ) async throws(StorageError) -> [NumberedLogEntry]

    /// The rows that cannot be read, which the other queries leave out: devices, schedules, overrides, pauses,
    /// calendars of holidays, groups, holds, notices and runs, and those of the history that somebody has asked for.
    func quarantine() async throws(StorageError) -> [QuarantinedRow]

    /// Removes a row that is quarantined under `id`, with the overrides of a schedule; false when there is none, or when
    /// it is in the ledger.
    func removeQuarantined(_ id: String, log: [LogEntry]) async throws(StorageError) -> Bool

    /// Makes a backup if one is due; returns when the next one is due if nobody arranges anything, nil for never.
    ///
    /// One is due a day after the last one, and five minutes after it when somebody has arranged something since.
    /// Does not hold up other calls for longer than they take themselves.
    func backUpIfDue(at now: Instant) async throws(StorageError) -> Instant?

    /// Drops what is older than history is to be, and makes the file smaller if much of it is empty.
    ///
    /// Other calls may wait for a second meanwhile, so it is for times at which nothing rings.
    func tidy(at now: Instant) async throws(StorageError)

    /// What the store cannot do for want of room; nil while it lacks none.
    func shortage() async -> StorageShortage?

    /// Ends all use of the store; later calls throw `failed`. Safe to call twice.
    func close() async
}

extension NightStore {
    /// Entries of the log whatever their outcome.
    public func entries(since: Instant?, device: MacAddress?, limit: Int) async throws(StorageError) -> [LogEntry] {
        try await entries(since: since, device: device, outcomes: nil, limit: limit)
    }

    /// No row: a store without a file has none that is damaged.
    public func quarantine() async throws(StorageError) -> [QuarantinedRow] { [] }

    /// There is none.
    public func removeQuarantined(_ id: String, log: [LogEntry]) async throws(StorageError) -> Bool { false }

    /// Never: what is not in a file has no backup.
    public func backUpIfDue(at now: Instant) async throws(StorageError) -> Instant? { nil }

    /// Nothing: what is in memory ends with the process.
    public func tidy(at now: Instant) async throws(StorageError) {}

    /// None: only a store that keeps room in reserve can be short of the rest.
    public func shortage() async -> StorageShortage? { nil }
}

/// How an occurrence stands in the ledger: when it was planned, and whether it may still happen.
public struct OccurrenceStanding: Hashable, Sendable {
    /// When it was planned.
    public var planned: Instant
    /// Whether it was missed: it did nothing, and still happens if its time lies ahead again.
    public var isMissed: Bool
    /// Whether it was missed although it began, as it reached no device.
    public var isUndelivered: Bool
    /// Whether somebody ended it before its end.
    public var isCancelled: Bool

    /// Makes the standing of what was planned at an instant and ended as `outcome` for `reason`, if it did.
    public init(planned: Instant, outcome: OccurrenceOutcome?, reason: OccurrenceReason?) {
        let isMissed = outcome == .missed
        self.init(
            planned: planned, isMissed: isMissed, isUndelivered: isMissed && reason == .undelivered,
            isCancelled: outcome == .cancelled)
    }

    /// Makes the standing of what was planned at an instant.
    public init(
        planned: Instant, isMissed: Bool = false, isUndelivered: Bool = false, isCancelled: Bool = false
    ) {
        self.planned = planned
        self.isMissed = isMissed
        self.isUndelivered = isUndelivered
        self.isCancelled = isCancelled
    }
}

/// How much history a store keeps and returns: by age, and by numbers of entries, so that a wrong clock drops little.
package struct HistoryLimits: Sendable {
    /// The newest entries of the ledger that are always kept.
    package var ledger: Int
    /// The newest entries of the log that are always kept, but for those about links.
    package var log: Int
    /// How many of the newest entries about links are kept; they go when the other entries of their time go.
    package var links: Int
    /// How many more entries of either may exist before the surplus is dropped at once.
    package var slack: Int
    /// How old entries get.
    package var age: HistoryAge
    /// The newest entries of the ledger and of the log that stay however old they are, but for those about links.
    package var least: Int
    /// The newest entries about links that stay however old they are.
    package var leastLinks: Int

    /// The limits of every store, unless a test asks for others.
    ///
    /// They are three times or more what ten devices with twenty schedules each store until it is too old: 83,000 entries
    /// of the ledger and 166,000 of the log in two years, 18,000 about links in 90 days (`Benchmarks/README.md`).
    package init(
        ledger: Int = 250_000, log: Int = 500_000, links: Int = 80_000, slack: Int = 5000,
        age: HistoryAge = HistoryAge(), least: Int = 10_000, leastLinks: Int = 1000
    ) {
        self.age = age
        self.least = least
        self.leastLinks = leastLinks
        self.ledger = ledger
        self.log = log
        self.links = links
        self.slack = slack
    }

    /// What the log says of links.
    package static let linkOutcomes: Set<LogOutcome> = [.reached, .unreachable]

    /// The nearest number of records that one question may ask for.
    package static func records(_ limit: Int) -> Int { min(max(limit, 1), 100_000) }

    /// The nearest number of log entries that one question may ask for.
    package static func entries(_ limit: Int) -> Int { min(max(limit, 1), 10_000) }
}
