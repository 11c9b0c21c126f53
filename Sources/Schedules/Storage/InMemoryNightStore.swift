// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel

/// A store that forgets everything with the process; for tests and simulations.
public actor InMemoryNightStore: NightStore {
    private var pairedDevices: [PairedDevice] = []
    private var allSchedules: [Schedule] = []
    private var records: [OccurrenceRecord] = []
    private var positions: [OccurrenceKey: Int] = [:]
    private var log: [LogEntry] = []
    private var isClosed = false

    /// Makes an empty store.
    public init() {}

    /// Ends all use of the store.
    public func close() {
        isClosed = true
    }

    private func requireOpen() throws(StorageError) {
        if isClosed { throw .closed }
    }

    private func requireNoNul(in texts: [String?]) throws(StorageError) {
        for case let text? in texts where text.utf8.contains(0) { throw .textContainsNul(text) }
    }

    private func requireNoNul(in log: [LogEntry]) throws(StorageError) {
        for entry in log { try requireNoNul(in: [entry.kind, entry.name, entry.outcome, entry.actor]) }
    }
}

extension InMemoryNightStore {
    /// All paired devices, in the order they were first saved.
    public func devices() throws(StorageError) -> [PairedDevice] {
        try requireOpen()
        return pairedDevices
    }

    /// Adds or replaces a device.
    public func save(_ device: PairedDevice) throws(StorageError) {
        try requireOpen()
        guard !pairedDevices.contains(where: { $0.address != device.address && $0.name.isSameName(as: device.name) })
        else { throw .deviceNameTaken(device.name) }
        try requireNoNul(in: [device.name, device.product.rawValue])
        if let position = pairedDevices.firstIndex(where: { $0.address == device.address }) {
            pairedDevices[position] = device
        } else {
            pairedDevices.append(device)
        }
    }

    /// Forgets a device and its schedules, and cancels its open records.
    public func removeDevice(_ address: MacAddress, at instant: Instant) throws(StorageError) {
        try requireOpen()
        pairedDevices.removeAll { $0.address == address }
        allSchedules.removeAll { $0.device == address }
        for position in records.indices where records[position].device == address && records[position].outcome == nil {
            records[position].run = nil
            records[position].outcome = .cancelled
            records[position].endedAt = instant
            records[position].actor = .person
        }
    }
}

extension InMemoryNightStore {
    /// All schedules, in the order they were first saved.
    public func schedules() throws(StorageError) -> [Schedule] {
        try requireOpen()
        return allSchedules
    }

    /// Adds or replaces a schedule and notes `log`.
    public func save(_ schedule: Schedule, log: [LogEntry]) throws(StorageError) {
        try requireOpen()
        try requireNoNul(in: [schedule.id.rawValue, schedule.name, schedule.zone])
        try requireFreeName(for: schedule)
        try requireNoNul(in: log)
        if let position = allSchedules.firstIndex(where: { $0.id == schedule.id }) {
            allSchedules[position] = schedule
        } else {
            allSchedules.append(schedule)
        }
        note(log)
    }

    /// Removes a schedule and notes `log`; does neither when there is none.
    public func removeSchedule(_ id: ScheduleID, log: [LogEntry]) throws(StorageError) {
        try requireOpen()
        try requireNoNul(in: [id.rawValue])
        guard let position = allSchedules.firstIndex(where: { $0.id == id }) else { return }
        try requireNoNul(in: log)
        allSchedules.remove(at: position)
        note(log)
    }

    private func requireFreeName(for schedule: Schedule) throws(StorageError) {
        let isTaken = allSchedules.contains {
            $0.id != schedule.id && $0.device == schedule.device && $0.kind == schedule.kind
                && $0.name.isSameName(as: schedule.name)
        }
        if isTaken { throw .scheduleNameTaken(schedule.name, kind: schedule.kind) }
    }

    private func settle(_ schedule: Schedule) {
        guard let position = allSchedules.firstIndex(where: { $0.id == schedule.id }) else { return }
        allSchedules[position].settledThrough = max(allSchedules[position].settledThrough, schedule.settledThrough)
        allSchedules[position].isEnabled = allSchedules[position].isEnabled && schedule.isEnabled
    }
}

extension InMemoryNightStore {
    /// Enters an occurrence unless the ledger has its key; one that begins replaces one that was missed.
    public func claim(
        _ record: OccurrenceRecord, settling schedule: Schedule?, log: [LogEntry]
    ) throws(StorageError) -> Bool {
        try requireOpen()
        try requireNoNul(in: record.texts)
        let existing = positions[record.key]
        if let existing {
            guard record.outcome == nil, records[existing].outcome == .missed else { return false }
        }
        if let schedule { try requireNoNul(in: [schedule.id.rawValue]) }
        try requireNoNul(in: log)
        if let existing {
            records[existing] = record
        } else {
            positions[record.key] = records.count
            records.append(record)
        }
        if let schedule { settle(schedule) }
        note(log)
        return true
    }

    /// Replaces a record unless it has ended.
    public func update(_ record: OccurrenceRecord, log: [LogEntry]) throws(StorageError) -> Bool {
        try requireOpen()
        try requireNoNul(in: record.key.texts)
        guard let position = positions[record.key], records[position].outcome == nil else { return false }
        try requireNoNul(in: record.texts)
        try requireNoNul(in: log)
        records[position] = record
        note(log)
        return true
    }

    /// The records without an outcome, by planned instant and then in the order they were claimed.
    public func openRecords() throws(StorageError) -> [OccurrenceRecord] {
        try requireOpen()
        return records.filter { $0.outcome == nil }.sorted { $0.planned < $1.planned }
    }

    /// The record with a key.
    public func record(_ key: OccurrenceKey) throws(StorageError) -> OccurrenceRecord? {
        try requireOpen()
        try requireNoNul(in: key.texts)
        return positions[key].map { records[$0] }
    }

    /// The keys of one schedule's records planned after `instant`, without those that were missed.
    public func keys(
        of schedule: ScheduleID, plannedAfter instant: Instant
    ) throws(StorageError) -> Set<OccurrenceKey> {
        try requireOpen()
        try requireNoNul(in: [schedule.rawValue])
        let found = records.lazy.filter {
            $0.key.schedule == schedule && $0.planned > instant && $0.outcome != .missed
        }
        return Set(found.map(\.key))
    }
}

extension InMemoryNightStore {
    /// Notes entries.
    public func append(_ entries: [LogEntry]) throws(StorageError) {
        try requireOpen()
        try requireNoNul(in: entries)
        note(entries)
    }

    /// Entries by instant and then in the order they were noted; `limit` is brought into its range.
    public func entries(since: Instant?, device: MacAddress?, limit: Int) throws(StorageError) -> [LogEntry] {
        try requireOpen()
        let found = log.filter { entry in
            (since.map { entry.at >= $0 } ?? true) && (device.map { entry.device == $0 } ?? true)
        }
        return found.sorted { $0.at < $1.at }.suffix(LogLimits.clamped(limit))
    }

    private func note(_ entries: [LogEntry]) {
        log += entries
        if log.count > LogLimits.kept + LogLimits.slack {
            log.removeFirst(log.count - LogLimits.kept)
        }
    }
}

extension OccurrenceKey {
    fileprivate var texts: [String?] { [schedule.rawValue, slot] }
}

extension OccurrenceRecord {
    fileprivate var texts: [String?] { key.texts + [name, zone, zoneData] }
}
