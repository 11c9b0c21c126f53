// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel
public import Storage

/// A store whose state file could be read and not written when it was opened.
///
/// It answers from a copy in memory. Every change first tries to open the file again, and throws why that fails. Once
/// the file is open, this is the store in it. A copy of a backup stays, because a file that is restored may hold more.
public actor ReadOnlyNightStore: NightStore {
    private let directory: String
    private let now: @Sendable () -> Instant
    private let age: HistoryAge
    private let backup: String?
    private var store: SQLiteNightStore
    private var isCopy = true

    /// Copies what is stored in a directory, or its newest good backup; throws when neither can be read.
    public init(
        directory: String, keeping age: HistoryAge = HistoryAge(), now: @escaping @Sendable () -> Instant
    ) throws(StorageError) {
        self.directory = directory
        self.age = age
        self.now = now
        (store, backup) = try SQLiteNightStore.openCopy(directory: directory)
    }

    /// The store in the file; throws why it cannot be opened.
    private func file() throws(StorageError) -> SQLiteNightStore {
        guard isCopy else { return store }
        if let backup {
            throw StorageError(
                .notWritable,
                """
                The state file in \(directory) is damaged and cannot be restored now, so Lull reads its backup \(backup); \
                check the disk, then restart Lull.
                """)
        }
        // Without a suspension, so that two changes of one moment do not both open it.
        let file = try SQLiteNightStore.open(directory: directory, at: now(), keeping: HistoryLimits(age: age))
        (store, isCopy) = (file, false)
        return file
    }

    // MARK: - Changes

    /// Makes changes in the file.
    public func commit(_ changes: [StoreChange]) async throws(StorageError) -> [Bool] {
        try await file().commit(changes)
    }

    /// Removes a row from the file.
    public func removeQuarantined(_ id: String, log: [LogEntry]) async throws(StorageError) -> Bool {
        try await file().removeQuarantined(id, log: log)
    }

    /// Makes a backup of the file.
    public func backUpIfDue(at now: Instant) async throws(StorageError) -> Instant? {
        try await file().backUpIfDue(at: now)
    }

    /// Tidies the file, once it is open.
    public func tidy(at now: Instant) async throws(StorageError) {
        if !isCopy { try await store.tidy(at: now) }
    }

    /// What the file cannot do for want of room.
    public func shortage() async -> StorageShortage? {
        await store.shortage()
    }

    // MARK: - Questions

    /// All paired devices.
    public func devices() async throws(StorageError) -> [PairedDevice] {
        try await store.devices()
    }

    /// All schedules.
    public func schedules() async throws(StorageError) -> [Schedule] {
        try await store.schedules()
    }

    /// What differs on single dates.
    public func overrides() async throws(StorageError) -> [OccurrenceOverride] {
        try await store.overrides()
    }

    /// The settings.
    public func settings() async throws(StorageError) -> NightSettings {
        try await store.settings()
    }

    /// The calendars of holidays, by name.
    public func holidays() async throws(StorageError) -> [HolidayCalendar] {
        try await store.holidays()
    }

    /// The groups of devices, by name.
    public func groups() async throws(StorageError) -> [DeviceGroup] {
        try await store.groups()
    }

    /// What was set by hand, by device.
    public func holds() async throws(StorageError) -> [MacAddress: DeviceHolds] {
        try await store.holds()
    }

    /// The notices.
    public func notices() async throws(StorageError) -> [Notice] {
        try await store.notices()
    }

    /// The runs that have not ended.
    public func openRecords() async throws(StorageError) -> [OccurrenceRecord] {
        try await store.openRecords()
    }

    /// What the ledger holds of an occurrence.
    public func record(_ key: OccurrenceKey) async throws(StorageError) -> OccurrenceRecord? {
        try await store.record(key)
    }

    /// The occurrences of a schedule that the ledger holds.
    public func keys(
        of schedule: ScheduleID, plannedAfter instant: Instant
    ) async throws(StorageError) -> [OccurrenceKey: OccurrenceStanding] {
        try await store.keys(of: schedule, plannedAfter: instant)
    }

    /// A stretch of the ledger.
    public func records(
        of schedule: ScheduleID?, from start: Instant, to end: Instant, limit: Int
    ) async throws(StorageError) -> [OccurrenceRecord] {
        try await store.records(of: schedule, from: start, to: end, limit: limit)
    }

    /// Lines of the log.
    public func entries(
        since: Instant?, device: MacAddress?, outcomes: Set<LogOutcome>?, limit: Int
    ) async throws(StorageError) -> [LogEntry] {
        try await store.entries(since: since, device: device, outcomes: outcomes, limit: limit)
    }

    /// Lines of the log, newest first.
    public func log(
        before number: Int64?, about devices: Set<MacAddress>?, limit: Int
    ) async throws(StorageError) -> [NumberedLogEntry] {
        try await store.log(before: number, about: devices, limit: limit)
    }

    /// The rows that cannot be read.
    public func quarantine() async throws(StorageError) -> [QuarantinedRow] {
        try await store.quarantine()
    }

    /// Closes the copy or the file.
    public func close() async {
        await store.close()
    }
}
