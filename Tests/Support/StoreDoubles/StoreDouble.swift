// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel
public import Storage

/// A store for tests: it forwards every call to another store, and can fail, wait and count on the way.
public actor StoreDouble: NightStore {
    /// Makes changes in a store.
    public typealias Commit = @Sendable ([StoreChange], any NightStore) async throws(StorageError) -> [Bool]

    /// How questions about the keys of a schedule are answered.
    public enum KeyAnswer: Sendable {
        /// By the other store.
        case ledger
        /// By an error.
        case failure
        /// Never, until the caller is cancelled.
        case nothing
    }

    private nonisolated let store: any NightStore
    private let making: Commit
    private var failsAlways = false
    private var lack: StorageShortage?
    private var failing: Set<Int> = []
    private var isHolding = false
    private var holdsClosing = false
    private var held: [CheckedContinuation<Void, Never>] = []
    private var arrivals: [CheckedContinuation<Void, Never>] = []
    private var keyAnswer = KeyAnswer.ledger

    /// How questions for a backup are answered.
    public enum BackupAnswer: Sendable {
        /// By the other store.
        case store
        /// By a backup, and the next one in this time.
        case made(next: Duration)
        /// By an error.
        case failure
    }

    /// When a backup was asked for.
    public private(set) var backups: [Instant] = []
    /// When it was to be tidied.
    public private(set) var tidyings: [Instant] = []
    private var backupAnswer = BackupAnswer.store
    private var damage: [QuarantinedRow] = []
    private var keepsDamage = false

    /// How many commits were asked for since it was said which of them fail.
    public private(set) var attempts = 0
    /// How many changes each commit had that did not fail.
    public private(set) var commits: [Int] = []
    /// How many questions about keys the other store did not answer.
    public private(set) var keyQuestions = 0

    /// Forwards to `store`; `commit` makes the changes in it.
    public init(
        over store: any NightStore = InMemoryNightStore(),
        commit: @escaping Commit = { changes, store async throws(StorageError) in try await store.commit(changes) }
    ) {
        self.store = store
        making = commit
    }

    /// Fails every commit from now on, or none.
    public func fail(_ fails: Bool) {
        failsAlways = fails
    }

    /// Says from now on what it cannot do for want of room.
    public func runShort(_ shortage: StorageShortage?) {
        lack = shortage
    }

    /// What it cannot do for want of room.
    public func shortage() async -> StorageShortage? { lack }

    /// Fails these of the next commits, counted from zero.
    public func fail(commits: Set<Int>) {
        failing = commits
        attempts = 0
    }

    /// Holds every commit until it is released, and with `closing` also the store's end.
    public func hold(closing: Bool = false) {
        isHolding = true
        holdsClosing = closing
    }

    /// Suspends until a call is held.
    public func waitForHeld() async {
        guard held.isEmpty else { return }
        await withCheckedContinuation { arrivals.append($0) }
    }

    /// Lets the held commits go on.
    public func release() {
        isHolding = false
        for commit in held { commit.resume() }
        held = []
    }

    /// Answers questions about keys so from now on.
    public func answerKeys(by answer: KeyAnswer) { keyAnswer = answer }

    /// Answers questions for a backup so from now on.
    public func answerBackups(by answer: BackupAnswer) { backupAnswer = answer }

    /// Says from now on that these rows cannot be read; with `forever` they cannot be removed.
    public func damage(_ rows: [QuarantinedRow], forever: Bool = false) {
        damage = rows
        keepsDamage = forever
    }

    // MARK: - The calls of a store

    /// Makes changes, unless they are to fail.
    public func commit(_ changes: [StoreChange]) async throws(StorageError) -> [Bool] {
        if isHolding { await wait() }
        let number = attempts
        attempts += 1
        if failsAlways || failing.contains(number) { throw StorageError(.full, "The disk is full.") }
        let answers = try await making(changes, store)
        commits.append(changes.count)
        return answers
    }

    /// The keys of one schedule's records, as `answerKeys` says.
    public func keys(
        of schedule: ScheduleID, plannedAfter instant: Instant
    ) async throws(StorageError) -> [OccurrenceKey: OccurrenceStanding] {
        if keyAnswer == .ledger { return try await store.keys(of: schedule, plannedAfter: instant) }
        keyQuestions += 1
        if keyAnswer == .nothing { for await _ in AsyncStream<Never>.makeStream().stream {} }
        throw StorageError(.failed, "The disk is gone.")
    }

    /// All paired devices.
    public nonisolated func devices() async throws(StorageError) -> [PairedDevice] { try await store.devices() }

    /// All schedules.
    public nonisolated func schedules() async throws(StorageError) -> [Schedule] { try await store.schedules() }

    /// All overrides.
    public nonisolated func overrides() async throws(StorageError) -> [OccurrenceOverride] {
        try await store.overrides()
    }

    /// The notices.
    public nonisolated func notices() async throws(StorageError) -> [Notice] { try await store.notices() }

    /// The calendars of holidays.
    public nonisolated func holidays() async throws(StorageError) -> [HolidayCalendar] { try await store.holidays() }

    /// The groups.
    public nonisolated func groups() async throws(StorageError) -> [DeviceGroup] { try await store.groups() }

    /// The settings.
    public nonisolated func settings() async throws(StorageError) -> NightSettings { try await store.settings() }

    /// What was set by hand.
    public nonisolated func holds() async throws(StorageError) -> [MacAddress: DeviceHolds] { try await store.holds() }

    /// The records without an outcome.
    public nonisolated func openRecords() async throws(StorageError) -> [OccurrenceRecord] {
        try await store.openRecords()
    }

    /// The record with a key.
    public nonisolated func record(_ key: OccurrenceKey) async throws(StorageError) -> OccurrenceRecord? {
        try await store.record(key)
    }

    /// Records as they stand now.
    public nonisolated func records(
        of schedule: ScheduleID?, from start: Instant, to end: Instant, limit: Int
    ) async throws(StorageError) -> [OccurrenceRecord] {
        try await store.records(of: schedule, from: start, to: end, limit: limit)
    }

    /// Entries of the log.
    public nonisolated func entries(
        since: Instant?, device: MacAddress?, outcomes: Set<LogOutcome>?, limit: Int
    ) async throws(StorageError) -> [LogEntry] {
        try await store.entries(since: since, device: device, outcomes: outcomes, limit: limit)
    }

    /// Lines of the log, newest first.
    public nonisolated func log(
        before number: Int64?, about devices: Set<MacAddress>?, limit: Int
    ) async throws(StorageError) -> [NumberedLogEntry] {
        try await store.log(before: number, about: devices, limit: limit)
    }

    /// The rows that cannot be read.
    public func quarantine() async throws(StorageError) -> [QuarantinedRow] {
        try await store.quarantine() + damage
    }

    /// Removes a row that cannot be read.
    public func removeQuarantined(_ id: String, log: [LogEntry]) async throws(StorageError) -> Bool {
        guard let index = damage.firstIndex(where: { $0.id == id }) else {
            return try await store.removeQuarantined(id, log: log)
        }
        guard !keepsDamage else { return false }
        damage.remove(at: index)
        return try await store.commit(.note(log))
    }

    /// Makes a backup, as `answerBackups` says.
    public func backUpIfDue(at now: Instant) async throws(StorageError) -> Instant? {
        backups.append(now)
        switch backupAnswer {
        case .store: return try await store.backUpIfDue(at: now)
        case .made(let next): return now + next
        case .failure: throw StorageError(.full, "There is no room for a backup.")
        }
    }

    /// Notes when, and tidies the other store.
    public func tidy(at now: Instant) async throws(StorageError) {
        tidyings.append(now)
        try await store.tidy(at: now)
    }

    /// Closes the other store.
    public func close() async {
        if isHolding, holdsClosing { await wait() }
        await store.close()
    }

    private func wait() async {
        await withCheckedContinuation { call in
            held.append(call)
            for arrival in arrivals { arrival.resume() }
            arrivals = []
        }
    }
}
