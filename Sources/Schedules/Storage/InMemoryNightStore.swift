// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel

/// A store in memory; for tests and simulations.
public actor InMemoryNightStore: NightStore {
    private var contents = NightContents()
    private var log: [NumberedLogEntry] = []
    private var isClosed = false
    private let limits = HistoryLimits()
    /// How many entries of the log were noted since it was trimmed.
    private var untrimmed = 0

    /// Makes an empty store.
    public init() {}

    /// Makes changes; none of them when one throws.
    public func commit(_ changes: [StoreChange]) throws(StorageError) -> [Bool] {
        try requireOpen()
        for change in changes { try change.requireNoNul() }
        var changed = contents
        var answers: [Bool] = []
        for change in changes { answers.append(try changed.make(change)) }
        contents = changed
        for (change, isMade) in zip(changes, answers) where isMade {
            for entry in change.log {
                log.append(NumberedLogEntry(number: (log.last?.number ?? 0) + 1, entry: entry))
            }
        }
        trimLog(afterNoting: zip(changes, answers).reduce(0) { $1.1 ? $0 + $1.0.log.count : $0 })
        return answers
    }

    /// Drops the oldest entries of the log when there are too many, those about links by themselves.
    private func trimLog(afterNoting count: Int) {
        untrimmed += count
        guard untrimmed >= limits.slack else { return }
        untrimmed = 0
        var (links, others) = (limits.links, limits.log)
        var kept: [NumberedLogEntry] = []
        for line in log.reversed() where others > 0 {
            if HistoryLimits.linkOutcomes.contains(line.entry.outcome) {
                guard links > 0 else { continue }
                links -= 1
            } else {
                others -= 1
            }
            kept.append(line)
        }
        log = kept.reversed()
    }

    /// All paired devices, in the order they were first saved.
    public func devices() throws(StorageError) -> [PairedDevice] {
        try requireOpen()
        return contents.devices
    }

    /// All schedules, in the order they were first saved.
    public func schedules() throws(StorageError) -> [Schedule] {
        try requireOpen()
        return contents.schedules
    }

    /// All overrides, by schedule and date.
    public func overrides() throws(StorageError) -> [OccurrenceOverride] {
        try requireOpen()
        return contents.overrides.sorted { ($0.schedule.rawValue, $0.date) < ($1.schedule.rawValue, $1.date) }
    }

    /// The settings.
    public func settings() throws(StorageError) -> NightSettings {
        try requireOpen()
        return contents.settings
    }

    /// The calendars of holidays, by name.
    public func holidays() throws(StorageError) -> [HolidayCalendar] {
        try requireOpen()
        return contents.holidays.calendars
    }

    /// The groups of devices, by name.
    public func groups() throws(StorageError) -> [DeviceGroup] {
        try requireOpen()
        return contents.groups.groups
    }

    /// What was set by hand, by device.
    public func holds() throws(StorageError) -> [MacAddress: DeviceHolds] {
        try requireOpen()
        return contents.holds
    }

    /// The notices, by number.
    public func notices() throws(StorageError) -> [Notice] {
        try requireOpen()
        return contents.notices.values.sorted { $0.number < $1.number }
    }

    /// The records without an outcome, by planned instant and then in the order they were claimed.
    public func openRecords() throws(StorageError) -> [OccurrenceRecord] {
        try requireOpen()
        return contents.records.filter { $0.outcome == nil }.sorted { $0.planned < $1.planned }
    }

    /// The record with a key as it stands now.
    public func record(_ key: OccurrenceKey) throws(StorageError) -> OccurrenceRecord? {
        try requireOpen()
        try StorageError.requireNoNul(in: key.texts)
        return contents.record(key)
    }

    /// The keys of one schedule's records planned after `instant`, each with how it stands.
    public func keys(
        of schedule: ScheduleID, plannedAfter instant: Instant
    ) throws(StorageError) -> [OccurrenceKey: OccurrenceStanding] {
        try requireOpen()
        try StorageError.requireNoNul(in: [schedule.rawValue])
        let found = contents.records.lazy.filter {
            $0.key.schedule == schedule && $0.planned > instant
        }
        return Dictionary(
            found.map { ($0.key, OccurrenceStanding(planned: $0.planned, outcome: $0.outcome, reason: $0.reason)) }
        ) { first, _ in first }
    }

    /// Records as they stand now, by planned instant and then in the order they were claimed.
    public func records(
        of schedule: ScheduleID?, from start: Instant, to end: Instant, limit: Int
    ) throws(StorageError) -> [OccurrenceRecord] {
        try requireOpen()
        try StorageError.requireNoNul(in: [schedule?.rawValue])
        let found = contents.records.filter { record in
            (schedule.map { record.key.schedule == $0 } ?? true) && record.planned >= start && record.planned < end
        }
        return Array(found.sorted { $0.planned < $1.planned }.prefix(HistoryLimits.records(limit)))
    }

    /// Entries by instant and then in the order they were noted; `limit` is clamped.
    public func entries(
        since: Instant?, device: MacAddress?, outcomes: Set<LogOutcome>?, limit: Int
    ) throws(StorageError) -> [LogEntry] {
        try requireOpen()
        let found = log.map(\.entry).filter { entry in
            (since.map { entry.at >= $0 } ?? true) && (device.map { entry.device == $0 } ?? true)
                && (outcomes?.contains(entry.outcome) ?? true)
        }
        return found.sorted { $0.at < $1.at }.suffix(HistoryLimits.entries(limit))
    }

    /// Entries of the log, newest first.
    public func log(
        before number: Int64?, about devices: Set<MacAddress>?, limit: Int
    ) throws(StorageError) -> [NumberedLogEntry] {
        try requireOpen()
        let found = log.reversed().lazy.filter { line in
            number.map { line.number < $0 } ?? true
                && devices.map { devices in line.entry.device.map(devices.contains) ?? true } ?? true
        }
        return Array(found.prefix(HistoryLimits.entries(limit)))
    }

    /// Ends all use of the store.
    public func close() {
        isClosed = true
    }

    private func requireOpen() throws(StorageError) {
        if isClosed { throw .closed }
    }
}
