// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import Clocks
public import Logging
public import SleepModel
public import Storage
import Synchronization

/// The store as a household uses it: it answers in time, and what goes into its log also goes to the source of events and
/// to the desk of notices.
///
/// A change that the store has not made after a while throws `overdue`. While it is still on its way, every further
/// change throws `overdue` at once. If the store makes it after all, the household follows it before the next change.
public final class HouseholdStore: NightStore {
    /// Follows changes that were made after their caller had gone.
    public typealias LateFollower = @Sendable ([StoreChange]) async -> Void

    /// What the store saves at present.
    private enum Saving {
        case everything
        /// Everything, but no room is kept in reserve, for this reason.
        case everythingForNow(StorageError)
        /// Only changes about what runs, for this reason.
        case whatRuns(because: StorageError)
        case nothing(because: StorageError)
    }

    private struct State {
        var saving = Saving.everything
        /// Since when nothing could be saved, and why, until the log says so.
        var untold: (since: Instant, trouble: StorageError)?
        var devices: [PairedDevice]?
        var settings: NightSettings?
        /// How often devices or settings may have changed.
        var edition = 0
        var lateFollower: LateFollower?
        var arranged: WakeSignal?
        var tally = LogTally()
        var errors: [StorageError.Code: Int] = [:]
    }

    let store: any NightStore
    private let events: EventSource
    private let notices: NoticeDesk
    private let calls: PunctualCalls
    private let nightClock: any NightClock
    private let logger: Logger
    private let state = Mutex(State())

    /// Answers for `store` within `patience` on `clock`, or whenever the store does; tells `events` and `notices` what
    /// is logged, and `notices` what cannot be saved.
    ///
    /// Lines of the log have their time by `nightClock`.
    public init(
        _ store: any NightStore, for events: EventSource, notices: NoticeDesk, clock: any NightClock,
        nightClock: any NightClock, patience: Duration?, logger: Logger
    ) {
        self.store = store
        self.events = events
        self.notices = notices
        self.nightClock = nightClock
        calls = PunctualCalls(clock: clock, patience: patience)
        self.logger = logger
    }

    /// What the lines of the log add up to.
    var tally: LogTally { state.withLock { $0.tally } }

    /// How many changes the store did not make, by the kind of failure.
    var errors: [StorageError.Code: Int] { state.withLock { $0.errors } }

    /// What cannot be saved now or soon, why, and what that means; nil while everything is saved.
    public var warning: String? {
        switch state.withLock({ $0.saving }) {
        case .everything: nil
        case .everythingForNow(let reason):
            "\(reason.message) Everything is saved now; once the disk is full, nothing is."
        case .whatRuns(let reason):
            """
            Nothing new can be saved. \(reason.message) Alarms still ring, and Lull saves what happens in the room that it \
            keeps in reserve.
            """
        case .nothing(let reason):
            "Nothing can be saved. \(reason.message) Alarms still ring; a restart forgets what is done now."
        }
    }

    // MARK: - Changes

    /// Makes changes, and passes on what they log.
    ///
    /// Throws `overdue` when the store does not answer in time; it may still make the changes then.
    public func commit(_ changes: [StoreChange]) async throws(StorageError) -> [Bool] {
        guard !calls.areOverdue else {
            noteUnwritten(changes)
            throw .overdue
        }
        do throws(StorageError) {
            let answers = try await calls.answer({ () async throws(StorageError) in try await self.make(changes) }) {
                await self.follow(changes, made: $0)
            }
            await noteAnswer()
            return answers
        } catch {
            // A name that is taken says nothing about the store.
            if ![.conflict, .invalidText].contains(error.code) {
                state.withLock { $0.errors[error.code, default: 0] += 1 }
                await noteFailure(error)
            }
            // What is overdue may still be written.
            if error.code != .overdue { noteUnwritten(changes) }
            throw error
        }
    }

    /// Passes on lines of the log that are not written again; what they say happened all the same.
    private func noteUnwritten(_ changes: [StoreChange]) {
        take(changes.flatMap { change -> [LogEntry] in if case .note(let log) = change { log } else { [] } })
    }

    /// Counts lines of the log, and makes notices of them; each comes once.
    private func take(_ entries: [LogEntry]) {
        state.withLock { $0.tally.take(entries) }
        notices.take(entries)
    }

    private func make(_ changes: [StoreChange]) async throws(StorageError) -> [Bool] {
        let answers = try await commitTellingTrouble(changes)
        if changes.contains(where: \.isAboutDevices) { forgetAnswers() }
        if changes.contains(where: \.isArrangement) { state.withLock { $0.arranged }?.raise() }
        let made = zip(changes, answers).filter(\.1).map(\.0)
        for change in made {
            if case .pair(let device, _) = change { events.learn(device) }
            events.tell(change.log)
        }
        take(made.flatMap(\.log))
        for missed in MissedOccurrences.all(in: made.flatMap(\.log)) {
            logger.warning(missed.message, metadata: missed.metadata)
        }
        return answers
    }

    /// Makes changes, with a line in the log that nothing could be saved before, if that was so.
    private func commitTellingTrouble(_ changes: [StoreChange]) async throws(StorageError) -> [Bool] {
        let untold = state.withLock { state in
            defer { state.untold = nil }
            return state.untold
        }
        guard let untold else { return try await store.commit(changes) }
        let now = nightClock.now().wall
        let entry = LogEntry(
            at: now, planned: untold.since, kind: .daemon, name: untold.trouble.message, outcome: .savedAgain,
            lateSeconds: Int((now - untold.since).components.seconds), actor: .daemon)
        do throws(StorageError) {
            let answers = try await store.commit(changes + [.note([entry])])
            events.tell([entry])
            return answers.dropLast()
        } catch {
            state.withLock { $0.untold = untold }
            throw error
        }
    }

    /// Devices and settings may be others now.
    private func forgetAnswers() {
        state.withLock { state in
            (state.devices, state.settings) = (nil, nil)
            state.edition += 1
        }
    }

    /// Gives changes to `follower` that are made after their caller had gone; no change begins until it returns.
    public func followLate(by follower: @escaping LateFollower) {
        state.withLock { $0.lateFollower = follower }
    }

    /// Raises `signal` from now on when somebody has arranged something, and when the disk begins to lack room.
    public func raiseWhenArranged(_ signal: WakeSignal) {
        state.withLock { $0.arranged = signal }
    }

    private func follow(_ changes: [StoreChange], made result: Result<[Bool], StorageError>) async {
        guard case .success(let answers) = result else { return }
        await noteAnswer()
        let made = zip(changes, answers).filter { $0.1 }.map { $0.0 }
        await state.withLock { $0.lateFollower }?(made)
    }

    /// The store made a change.
    private func noteAnswer() async {
        note(Self.saving(with: await store.shortage()))
    }

    private static func saving(with shortage: StorageShortage?) -> Saving {
        switch shortage {
        case nil: .everything
        case .noReserve(let reason): .everythingForNow(reason)
        case .onlyWhatRuns(let reason): .whatRuns(because: reason)
        }
    }

    /// Finds out whether the disk has room, which a change finds out too.
    public func checkRoom() async {
        if case .nothing = state.withLock({ $0.saving }) { return }
        await noteAnswer()
    }

    /// The store did not make a change; one that keeps a reserve still makes those about what runs.
    private func noteFailure(_ error: StorageError) async {
        if error.code == .full, case .onlyWhatRuns(let reason) = await store.shortage() {
            note(.whatRuns(because: reason))
        } else {
            note(.nothing(because: error))
        }
    }

    private func note(_ saving: Saving) {
        let now = nightClock.now().wall
        let before = state.withLock { state in
            defer { state.saving = saving }
            if case .nothing(let reason) = saving, state.untold == nil { state.untold = (now, reason) }
            return state.saving
        }
        switch (before, saving) {
        case (.everything, .nothing(let reason)), (.everythingForNow, .nothing(let reason)):
            complain("nothing can be saved", because: reason)
        case (.everything, .whatRuns(let reason)), (.everythingForNow, .whatRuns(let reason)):
            complain("only what runs can be saved", because: reason)
        case (.everything, .everythingForNow(let reason)): complain("no room is kept in reserve", because: reason)
        case (.nothing, .everything), (.whatRuns, .everything), (.nothing, .everythingForNow),
            (.whatRuns, .everythingForNow):
            logger.notice("changes are saved again")
        case (.everythingForNow, .everything): logger.notice("room is kept in reserve again")
        case (.everything, .everything), (.everythingForNow, .everythingForNow), (.nothing, _), (.whatRuns, _): break
        }
        switch (before, saving) {
        case (.everything, .everything): break
        // Whoever looks for room looks more often now.
        case (.everything, _): state.withLock { $0.arranged }?.raise()
        default: break
        }
    }

    /// Says what cannot be saved from now on, which the store knows already.
    private func complain(_ message: Logger.Message, because reason: StorageError) {
        logger.error(message, metadata: ["code": "\(reason.code.rawValue)", "error": "\(reason)"])
        notices.take([NoticeDraft(.notSaved(warning: warning ?? reason.message), at: nightClock.now().wall)])
    }

    /// Removes a row that cannot be read, and passes on what that logs.
    public func removeQuarantined(_ id: String, log: [LogEntry]) async throws(StorageError) -> Bool {
        guard !calls.areOverdue else { throw .overdue }
        return try await calls.answer { () async throws(StorageError) in try await self.remove(id, log: log) }
    }

    private func remove(_ id: String, log: [LogEntry]) async throws(StorageError) -> Bool {
        guard try await store.removeQuarantined(id, log: log) else { return false }
        forgetAnswers()
        events.tell(log)
        return true
    }

    /// Makes a backup if one is due, and finds out whether the disk has room.
    public func backUpIfDue(at now: Instant) async throws(StorageError) -> Instant? {
        let due = try await store.backUpIfDue(at: now)
        await checkRoom()
        return due
    }

    /// Tidies what is stored.
    public func tidy(at now: Instant) async throws(StorageError) { try await store.tidy(at: now) }

    /// What the store cannot do for want of room.
    public func shortage() async -> StorageShortage? { await store.shortage() }

    // MARK: - Questions

    /// The paired devices, remembered from the last answer.
    public func devices() async throws(StorageError) -> [PairedDevice] {
        let (known, edition) = state.withLock { ($0.devices, $0.edition) }
        if let known { return known }
        let devices = try await store.devices()
        state.withLock { state in
            if state.edition == edition { state.devices = devices }
        }
        devices.forEach(events.learn)
        return devices
    }

    /// The settings, remembered from the last answer.
    public func settings() async throws(StorageError) -> NightSettings {
        let (known, edition) = state.withLock { ($0.settings, $0.edition) }
        if let known { return known }
        let settings = try await store.settings()
        state.withLock { state in
            if state.edition == edition { state.settings = settings }
        }
        return settings
    }

    /// Closes the store; leaves one behind that does not answer in time.
    public func close() async {
        _ = try? await calls.answer { [store] () async throws(StorageError) in await store.close() }
    }
}

extension StoreChange {
    /// Whether it is about what is to happen.
    fileprivate var isArrangement: Bool {
        switch self {
        case .save, .remove, .override, .removeOverride, .settings, .holidays, .removeHolidays, .group, .removeGroup,
            .pair, .forget:
            true
        case .addressKind, .claim, .update, .void, .hold, .notices, .note: false
        }
    }

    /// Whether another device or other settings are stored after it.
    fileprivate var isAboutDevices: Bool {
        switch self {
        case .pair, .addressKind, .forget, .settings: true
        case .claim, .update, .void, .save, .remove, .override, .removeOverride, .holidays, .removeHolidays, .group,
            .removeGroup, .hold, .notices, .note:
            false
        }
    }
}
