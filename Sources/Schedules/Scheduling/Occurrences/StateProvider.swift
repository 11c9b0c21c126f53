// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import Clocks
public import SleepModel
public import Storage

/// Runs one feature of one device: keeps on disk what its machine decides, then shows it.
///
/// It is the only place that knows what the feature's schedules are and what they do now. Each feature adds its own
/// verbs in a subclass; only they see the machine.
@MainActor
open class StateProvider<Machine: FeatureMachine> {
    /// Takes what a feature wants of the device now, in place of what it wanted before.
    ///
    /// The arguments are the feature's kind, its intents, what a process before may have left of runs that are over now,
    /// whether the device is switched off if nobody else wants it on, and the moment all of that is true at.
    public typealias Show =
        @MainActor (
            ScheduleKind, [Machine.Intent], _ leftovers: RunLeftovers, _ switchesOff: Bool, ClockSample
        ) -> Void

    /// What the feature knows.
    @_spi(Machines) public var machine: Machine

    /// The clock that everything goes by.
    @_spi(Machines) public let clock: any NightClock
    let store: any ChangeRepository
    private let signal: WakeSignal
    private let show: Show
    private var hasShown = false
    /// The runs of the process before, until time passes for the first time; those that another replaced then, until they
    /// are over.
    private var inherited: [OccurrenceKey: OccurrenceRecord]
    private let queue = SerialQueue()
    private var ahead = UpcomingMemo()

    /// Starts from what `book` holds, and writes to `store`; calls `show` after every change, when the store has taken
    /// what it takes.
    public convenience init(
        book: DeviceBook, zones: ZoneBook, store: any ChangeRepository, clock: any NightClock, signal: WakeSignal,
        show: @escaping Show
    ) {
        self.init(
            machine: Machine(occurrences: book.occurrences(of: Machine.kind, zones: zones)), store: store, clock: clock,
            signal: signal, show: show)
    }

    /// Starts from `machine`, and writes to `store`; calls `show` after every change, when the store has taken what it
    /// takes.
    @_spi(Machines) public init(
        machine: Machine, store: any ChangeRepository, clock: any NightClock, signal: WakeSignal, show: @escaping Show
    ) {
        self.machine = machine
        self.store = store
        self.clock = clock
        self.signal = signal
        self.show = show
        inherited = machine.occurrences.running
    }

    /// Lets the machine know what it has to of the device, before it decides; nothing unless a subclass says more.
    @_spi(Machines) open func look(_ machine: inout Machine) {}

    // MARK: - What there is

    /// The schedules, in the order they were added.
    public var schedules: [Schedule] { machine.occurrences.schedules }

    /// Whether something runs.
    public var isRunning: Bool { !machine.occurrences.running.isEmpty }

    /// The occurrences that run.
    public var runningKeys: Set<OccurrenceKey> { Set(machine.occurrences.running.keys) }

    /// The record of an occurrence that runs; nil when it does not.
    public func record(of key: OccurrenceKey) -> OccurrenceRecord? { machine.occurrences.running[key] }

    /// The next occurrence of a schedule, however far ahead.
    public func next(of schedule: Schedule) -> PlannedOccurrence? {
        machine.occurrences.next(of: schedule, at: clock.now())
    }

    /// What will happen until `end`, soonest first.
    public func upcoming(
        after now: Instant, until end: Instant
    ) -> [(schedule: Schedule, occurrence: PlannedOccurrence)] {
        ahead.upcoming(of: machine.occurrences, after: now, until: end)
    }

    /// What is different on single dates of a schedule.
    public func changes(of identifier: ScheduleID) -> [CivilDate: OccurrenceOverride.Change] {
        machine.occurrences.changes(of: identifier)
    }

    /// When the occurrences of a schedule were planned that somebody ended before their end, in any order.
    public func cancelled(of identifier: ScheduleID) -> [Instant] {
        machine.occurrences.cancelled(of: identifier)
    }

    /// Whether a pause holds now, and until somebody ends it.
    public var isPausedUntilResumed: Bool { machine.occurrences.isPausedUntilResumed(at: clock.now().wall) }

    /// When to look again.
    public func nextWake(at sample: ClockSample) -> WakeRequest { machine.nextWake(at: sample) }

    /// When the next occurrence begins to show; nil when there is none.
    public func nextStart(at sample: ClockSample) -> Instant? { machine.occurrences.nextStart(at: sample) }

    /// The calendars of holidays that it goes by.
    public var holidays: HolidayBook { machine.occurrences.holidays }

    /// The schedules that have other dates by other calendars, as they hold from now on.
    public func resettled(by holidays: HolidayBook, at sample: ClockSample) -> [Schedule] {
        machine.occurrences.resettled(by: holidays, at: sample)
    }

    /// The ends of what a rearrangement would end, which it does not do yet.
    public func ends(taking rearrangement: Rearrangement, at sample: ClockSample) -> [StoreChange] {
        var occurrences = machine.occurrences
        return occurrences.take(rearrangement, at: sample)
    }

    // MARK: - Time

    /// Lets time pass; throws the first failure of the store after it has done everything else.
    public func advance() async throws {
        var looked: ClockSample?
        defer {
            inherited = inherited.filter { key, _ in
                guard let looked, machine.occurrences.running[key] != nil else { return false }
                return !machine.takesPart(key, at: looked)
            }
        }
        try await apply { machine, sample in
            looked = sample
            return machine.advance(to: sample)
        }
    }

    /// Notes when, on the boot clock, the device was reached last while it is out of reach; nil when it is reached.
    public func reach(lostSince lastReached: Duration?) async throws {
        try await change { machine, sample in machine.reach(lostSince: lastReached, at: sample) }
    }

    // MARK: - Arranging

    /// Adds a schedule, or replaces the one with its identity.
    ///
    /// It is on disk when the call returns. After `overdue` the disk may still take it, and the household follows it
    /// then. After any other error it is not saved.
    public func save(_ schedule: Schedule) async throws {
        try await change { machine, sample in machine.occurrences.save(schedule, at: sample) }
    }

    /// Replaces a schedule by one that people edited; with `changesRuns` what runs goes on with the new plan.
    ///
    /// Another time makes another occurrence, also on a date that had one; during a run it counts from the next date. It is
    /// on disk like a saved one.
    public func edit(_ schedule: Schedule, changesRuns: Bool) async throws {
        try await change { machine, sample in machine.edit(schedule, changesRuns: changesRuns, at: sample) }
    }

    /// Enables or disables a schedule; an alarm that is disabled is silent.
    ///
    /// It is on disk like a saved one.
    public func enable(_ identifier: ScheduleID, _ isEnabled: Bool) async throws {
        try await change { machine, sample in machine.occurrences.enable(identifier, isEnabled, at: sample) }
    }

    /// Removes a schedule and ends its runs; it is gone from the disk when the call returns, or still there.
    public func remove(_ identifier: ScheduleID) async throws {
        try await change { machine, sample in machine.occurrences.remove(identifier, at: sample) }
    }

    /// Sets what is different on a date of a schedule, nil for nothing; it is on disk when the call returns.
    ///
    /// A sunrise of that date goes on to its new time.
    public func change(
        _ identifier: ScheduleID, on date: CivilDate, to change: OccurrenceOverride.Change?,
        because reason: OccurrenceReason?
    ) async throws {
        try await self.change { machine, sample in
            machine.occurrences.change(identifier, on: date, to: change, because: reason, at: sample) {
                Machine.following($0, to: $1, at: sample)
            }
        }
    }

    /// Makes changes of its schedules together with others of the store; nothing else is decided here meanwhile.
    ///
    /// `commit` makes durable what they write, and says of each whether it was made. When it throws, nothing has changed.
    public func make(
        _ changes: [ScheduleChange], committing commit: ([StoreChange]) async throws -> [Bool]
    ) async throws {
        defer { signal.raise() }
        try await queue.runEvenIfCancelled {
            let sample = clock.now()
            look(&machine)
            let before = machine
            let writes = changes.flatMap { machine.make($0, at: sample) }
            let answers: [Bool]
            do {
                answers = try await commit(writes)
            } catch {
                machine = before
                throw error
            }
            let now = clock.now()
            for (write, isMade) in zip(writes, answers) {
                note(write, isMade ? .accepted : .refused, before.occurrences, at: now)
            }
            show(since: before, at: now)
        }
    }

    /// Sets the pauses that hold from now on.
    public func pause(_ pauses: [Pause]) async throws {
        try await change { machine, _ in
            machine.occurrences.pause(pauses)
            return []
        }
    }

    /// Follows a rearrangement that is on disk already, with the ends of what it ends.
    ///
    /// What began since then is ended too; what the store does not take is written later.
    public func follow(_ rearrangement: Rearrangement) async throws {
        // Ends that are on disk are refused, as an end is final; what is left are those of what began meanwhile.
        try await change { machine, sample in machine.occurrences.take(rearrangement, at: sample) }
    }

    /// Does what somebody asked, and wakes the night to look at it.
    ///
    /// Throws when a schedule is not changed because the store failed. A run that somebody starts, changes or ends is
    /// written later then.
    @_spi(Machines) public func change(
        _ body: (inout Machine, ClockSample) throws -> [StoreChange]
    ) async throws {
        defer { signal.raise() }
        try await apply(isWhole: true, body)
    }

    // MARK: -

    /// Decides and performs, one call after the other: a decision rests on what became of the one before.
    private func apply(
        isWhole: Bool = false, _ body: (inout Machine, ClockSample) throws -> [StoreChange]
    ) async throws {
        try await queue.runEvenIfCancelled {
            let sample = clock.now()
            look(&machine)
            let before = machine
            let changes = try body(&machine, sample)
            let (answers, failure) = await perform(changes, isWhole: isWhole)
            // The store may have taken its time: what is noted and shown is what is true now.
            let now = clock.now()
            for (change, result) in zip(changes, answers) { note(change, result, before.occurrences, at: now) }
            // What somebody arranges is done as a whole or not at all. What somebody decides is done, and written later.
            let isUndone = isWhole && changes.contains(where: \.isArrangement)
            if failure != nil, isUndone { machine = before }
            show(since: before, at: now)
            if let failure, isUndone || !isWhole { throw failure }
        }
    }

    private func show(since before: Machine, at sample: ClockSample) {
        // The device goes from the one to the other, and does not show for a moment what is below them.
        guard !machine.isBetweenRuns else { return }
        let switchesOff = machine.switchesOff(after: before, isFirst: !hasShown, at: sample)
        hasShown = true
        let over = inherited.filter { machine.occurrences.running[$0.key] == nil }.compactMap(\.value.run)
        let leftovers = RunLeftovers(
            channels: Set(over.flatMap(\.channels)), last: Set(over.flatMap(\.lastChannels)))
        show(Machine.kind, machine.intents(at: sample), leftovers, switchesOff, sample)
    }
}
