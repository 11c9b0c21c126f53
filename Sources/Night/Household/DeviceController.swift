// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import Clocks
public import Coordination
public import DeviceModules
public import GATT
public import Logging
public import Scheduling
public import SleepModel
public import Storage

/// Runs one device: delivers what schedules and people want of it, and follows what happens at the device.
///
/// For everybody above it is the one way to the device: its schedules, its runs, what it shows, who decides that, and
/// commands.
@MainActor
public final class DeviceController {
    /// The device.
    public nonisolated let key: DeviceKey
    /// The device's address.
    public nonisolated var address: MacAddress { key.address }
    /// How the device's product is spoken to.
    public nonisolated let codec: any ProductCodec
    /// The way to what the device keeps by itself, and to its state.
    public nonisolated let sender: IoTActionSender

    let emitter: DeviceStateEmitter
    let connection: DeviceConnection
    /// The features in the order in which time passes for them: alarms come first.
    let features: [any NightFeature]
    let coordinator: NightCoordinator
    let clock: any NightClock
    let zones: ZoneBook
    /// What nothing may exceed on the device; nil for no limit.
    var deviceLimit: DeviceLimit?
    /// The nap whose end is still to be logged.
    var knownNap: Nap?
    /// Raised when something about the device changed that its time is to follow.
    let signal: WakeSignal
    /// Set when everything scheduled on the device has followed the clock for the first time, or the device is closed.
    let hasLooked = OneShot<Void>()
    /// Who waits to hear that its loop has looked at the clock.
    let questions = LoopQuestions()
    /// How often that loop has looked.
    var looks = 0
    /// What became of what was wanted of the device.
    private(set) var deliveries = DeliveryTally()
    private let desiredStates: AsyncStream<DesiredState>
    private let decidedStates: AsyncStream<DesiredState>
    /// What somebody last commanded of each channel, and when on the boot clock: what was done at the device before that
    /// is older.
    private(set) var commands: [DeviceChannel: (action: DeviceAction, at: Duration)] = [:]
    private let identification: Identification
    let log: HouseholdLog
    let sideLog: SideLog
    let logger: Logger
    let reachability: Reachability
    private let endLog: EndLog
    let holdRecord: HoldRecord
    let clockKeeper: DeviceClockKeeper
    let notices: NoticeDesk
    var ringWatch: RingWatch
    var lossWatch: LossWatch
    var nightParts = NightParts()
    let ownPrograms: OwnPrograms
    let mirror: DeviceMirror
    /// How the process before left the device, until it is known what happened to it since.
    var downtime: Downtime?
    /// Whether that has ended what ran.
    var endsWithDowntime = false
    let downtimes = SerialQueue()
    private var preparation: Preparation
    private let preparations: AsyncStream<Preparation.Effect>
    private let preparing: AsyncStream<Preparation.Effect>.Continuation
    private var quietTime = QuietTime()
    private(set) var isClosed = false
    /// The last light that somebody chose, by command or at the device; nil when none is known.
    public internal(set) var lastLight: Light?
    /// When the device's own sleep timer ends, as Lull was told last; nil when nobody knows.
    public internal(set) var timerEnd: Instant?

    /// Puts the modules of one device together; nothing happens before `run`.
    ///
    /// `signal` is the one that its features raise.
    public init(
        key: DeviceKey, codec: any ProductCodec, emitter: DeviceStateEmitter, connection: DeviceConnection,
        sender: IoTActionSender, coordinator: NightCoordinator, features: [any NightFeature],
        store: any ChangeRepository, notices: NoticeDesk, zones: ZoneBook, clock: any NightClock, signal: WakeSignal,
        logger: Logger
    ) {
        self.key = key
        let address = key.address
        self.codec = codec
        self.emitter = emitter
        self.connection = connection
        self.sender = sender
        self.coordinator = coordinator
        self.features = features
        self.clock = clock
        self.notices = notices
        ringWatch = RingWatch(at: clock.now())
        lossWatch = LossWatch(at: clock.now())
        self.zones = zones
        self.signal = signal
        self.logger = logger
        log = HouseholdLog(store: store, logger: logger)
        sideLog = SideLog(log)
        coordinator.open(address, raising: signal)
        desiredStates = coordinator.desiredStates(for: address)
        decidedStates = coordinator.decidedStates(for: address)
        identification = Identification(sender: sender) { [log] note in
            await log.write(ReminderLight.entry(note, on: address, at: clock.now().wall))
        }
        holdRecord = HoldRecord(
            of: address, coordinator: coordinator, store: store, clock: clock,
            soundName: { [codec] in codec.name(of: $0) })
        preparation = Preparation(for: address)
        (preparations, preparing) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        reachability = Reachability(
            of: address, features: features, clock: clock, log: log, signal: signal, logger: logger
        ) { [emitter.heardAt, emitter.latest?.at].compactMap(\.self).max() }
        endLog = EndLog(of: address, clock: clock, log: log)
        ownPrograms = OwnPrograms(sender: sender, signal: signal)
        clockKeeper = DeviceClockKeeper(
            of: address, codec: codec, sender: sender, zones: zones, clock: clock, log: log, logger: logger)
        mirror = DeviceMirror(
            of: address, codec: codec, sender: sender, clockKeeper: clockKeeper, zones: zones, clock: clock, log: log,
            signal: signal, logger: logger)
    }

    // MARK: - Life

    /// Delivers desired states and looks after the link until the device is closed or the task is cancelled.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.connection.run() }
            group.addTask { await self.deliver(self.desiredStates, isDecided: false) }
            group.addTask { await self.deliver(self.decidedStates, isDecided: true) }
            group.addTask { await self.identification.run() }
            group.addTask { await self.watchForLosses() }
            group.addTask { await self.watchForChanges() }
            group.addTask { await self.watchForSuspicions() }
            group.addTask { await self.prepare() }
            group.addTask { await self.holdRecord.run() }
            group.addTask { await self.sideLog.run() }
            group.addTask { await self.clockKeeper.run() }
            group.addTask { await self.ownPrograms.run { self.isQuiet } }
            group.addTask { await self.mirror.run { self.isMirrorBusy } }
            await group.next()
            // Before the others end, as one of them may wait for a delivery. A closed device may be paired anew by now,
            // and what is delivered then is not this controller's.
            if !isClosed { coordinator.endDesiredStates(for: address) }
            group.cancelAll()
        }
        identification.finish()
    }

    /// Goes on from what the process before left, or only notes it; before `run`.
    func restore(_ left: DeviceHolds, isFollowed: Bool) {
        holdRecord.restore(left, isFollowed: isFollowed)
        if isFollowed { knownNap = left.nap }
        guard isFollowed, let seenOn = left.seenOn else { return }
        downtime = Downtime(
            after: seenOn, running: features.reduce(into: []) { $0.formUnion($1.runningKeys) },
            nap: left.nap?.start.wall)
    }

    /// Has the light of a reminder taken away that the process before may have left; before `run`.
    func restoreReminder(by actions: [DeviceAction]) {
        identification.inherit(actions, after: .reminder(upTo: limit(at: clock.now())?.brightness ?? .full))
    }

    /// Sends nothing to the device from now on.
    public func close() {
        isClosed = true
        hasLooked.set(())
        coordinator.remove(address)
    }

    /// Lets time pass for everything scheduled on the device.
    func advance() async {
        guard !isClosed else { return }
        for feature in features { await attempt { try await feature.advance() } }
        let sample = clock.now()
        let next = nextStart(at: sample)
        if let effect = preparation.advance(to: sample.wall, next: next) { preparing.yield(effect) }
        let beginning = nextBeginning(at: sample)
        quietTime.advance(to: sample, next: beginning)
        clockKeeper.advance(at: sample, next: beginning, rings: coordinator.rings(address))
        advanceMirror(at: sample)
    }

    /// When to look again.
    func nextWake(at sample: ClockSample) -> WakeRequest {
        let looks = [
            preparation.nextLook(next: nextStart(at: sample), at: sample.wall), clockKeeper.nextLook(at: sample),
        ]
        let request = WakeRequest(wall: looks.compactMap(\.self).min()).earliest(mirror.nextLook(at: sample))
        return features.reduce(request) { $0.earliest($1.nextWake(at: sample)) }
    }

    /// When something begins on the device, or an alarm rings again after its snooze.
    private func nextStart(at sample: ClockSample) -> Instant? {
        let starts = features.compactMap { $0.nextStart(at: sample) }
        let rounds = features.flatMap(\.nextRounds)
        // A snooze that is over may wait for another alarm that rings.
        return (starts + rounds + [napWake].compactMap(\.self)).filter { $0 > sample.wall }.min()
    }

    /// When something begins on the device, or rings after its sunrise.
    func nextBeginning(at sample: ClockSample) -> Instant? {
        let rings = features.flatMap(\.phaseEnds).filter { $0 > sample.wall }
        return (rings + [nextStart(at: sample)].compactMap(\.self)).min()
    }

    /// Whether the device is asked nothing in passing now.
    var isQuiet: Bool {
        let sample = clock.now()
        return quietTime.contains(sample, next: nextBeginning(at: sample))
    }

    /// Connects ahead of what begins on the device, and notes before that when it is out of reach.
    private func prepare() async {
        for await effect in preparations where !isClosed {
            switch effect {
            case .release: await sender.endPreparation()
            case .connect(let start): await connect(until: start)
            }
        }
    }

    private func connect(until start: Instant) async {
        var pause = Duration.seconds(2)
        while !isClosed, preparation.start == start {
            let left = start - clock.now().wall
            guard left > .zero else { return }
            do throws(GATTError) {
                try await sender.prepare(holding: left + .seconds(5))
                ownPrograms.readAgain()
                return await reachability.take(.unconfirmed(nil))
            } catch {
                await reachability.take(.failed(error))
            }
            guard (try? await clock.sleep(for: min(pause, left))) != nil else { return }
            pause = min(pause * 2, .seconds(10))
        }
    }

    private func deliver(_ states: AsyncStream<DesiredState>, isDecided: Bool) async {
        for await desired in states where !isClosed {
            guard let report = await report(of: desired, isDecided: isDecided) else { continue }
            deliveries.take(report)
            coordinator.delivered(desired, on: address, report)
            await settlePending()
            await reachability.take(report.outcome)
            await endLog.take(report.outcome, isEndPending: coordinator.isEndPending(on: address))
        }
    }

    /// Delivers a desired state; nil if it is no longer wanted, after what happened while no daemon ran.
    private func report(of desired: DesiredState, isDecided: Bool) async -> DeliveryReport? {
        do {
            // What is decided follows it already.
            if !isDecided, try await followDowntime() { return nil }
        } catch {
            let failure = (error as? GATTError) ?? GATTError(.cancelled, "The request was given up.")
            return DeliveryReport(
                desired.actions.map { ActionResult($0, .failed(failure)) }, state: nil,
                coolDown: await connection.coolDown)
        }
        if desired.actions.contains(.power(false)) { holdRecord.switchesOff() }
        return await sender.perform(desired, isDecided: isDecided)
    }

    // MARK: - What it shows

    /// The state the device reported last; nil when nothing is known yet.
    public var latest: ObservedState? { emitter.latest }

    /// Notes what pairing heard and saw before this controller was open.
    public func observe(_ seen: ObservedState, heardFrom advertisement: Advertisement) async {
        await connection.observe(advertisement)
        emitter.adopt(seen)
        clockKeeper.paired(seen)
    }

    /// When the device last advertised or reported something; nil when it has not yet.
    public var lastHeard: Instant? { [emitter.heardAt, emitter.latest?.at].compactMap(\.self).max() }

    /// Whether it has advertised or reported something since then.
    public func isHeard(since start: Instant) -> Bool { lastHeard.map { $0 >= start } ?? false }

    /// Signal strength in dBm and battery in percent, as last advertised.
    public var radio: (rssi: Int?, battery: Int?) { emitter.radio }

    /// Where the link to the device stands.
    public var link: DeviceConnectionState { connection.state }

    /// Whether the device blinks, or does not show again yet what it showed before.
    public var isIdentifying: Bool { identification.isActive }

    // MARK: - Commands

    /// Applies what `decide` makes of the device's present state, and says what became of it.
    ///
    /// Nothing else is sent between the reading and the delivery. What runs follows the manual change first, unless the
    /// command fails: a sunrise goes on then. A direct command does not resume what a daemon left running; off ends it.
    /// With a `favourite` it is the device's own one that shows exactly these actions. Throws what keeps the device from
    /// being reached, so that it does not come on when it is back hours later.
    public func apply(
        favourite: Int? = nil, isDirect: Bool = false,
        deciding decide: @escaping @MainActor @Sendable (DeviceState) -> [DeviceAction]
    ) async throws -> CommandOutcome {
        dropPending(before: decide)
        _ = try await followDowntime()
        let outcome = try await sender.decide { @MainActor [self] state in
            let actions = decide(state)
            followLimit(at: clock.now())
            coordinator.saw(state, on: address)
            noteEndingLight(before: actions)
            noteChosenLight(in: actions)
            for action in actions { commands[action.channel] = (action, clock.now().boot) }
            let withdrawals = !isDirect || actions == [.power(false)] ? try await takeManualChange(actions) : []
            let change = await coordinator.apply(actions, favourite: favourite, on: address, isDecided: true)
            if case .failed = change.outcome {
                for withdraw in withdrawals { await attempt(withdraw) }
            }
            return CommandOutcome(change, otherwise: latest?.state ?? state)
        }
        // Whoever gets an answer can rely on it after a restart.
        await holdRecord.save()
        return outcome
    }

    /// Switches the device off before it is closed; false when the device did not take it.
    ///
    /// Waits for `limit` on `clock` at most, and not at all for a device that is known to be out of reach. Nothing is
    /// delivered after that.
    public func turnOffBeforeClosing(within limit: Duration, on clock: any NightClock) async -> Bool {
        guard !reachability.isLost else { return false }
        return await withTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                guard (try? await clock.sleep(for: limit)) != nil else { return }
                await coordinator.endDesiredStates(for: address)
            }
            defer { group.cancelAll() }
            let change = await coordinator.apply([.power(false)], on: address)
            return change.heldBack.isEmpty && change.outcome.isDelivered
        }
    }

    /// Ends everything that runs before the device is closed, and switches it off like `turnOffBeforeClosing`.
    ///
    /// Does nothing when nothing runs. Throws what the store threw.
    public func endEverything(within limit: Duration, on clock: any NightClock) async throws -> Bool {
        guard isRunning else { return true }
        for feature in features { try await feature.endRuns() }
        return await turnOffBeforeClosing(within: limit, on: clock)
    }

    /// Lets the device blink, and returns what it reports once it shows again what it showed before.
    ///
    /// A cancelled caller waits for that, too. Throws `HouseholdError.identificationUnderWay` while it blinks
    /// already, and a `GATTError` when the device does not follow.
    public func identify() async throws -> DeliveryOutcome {
        try await identification.show(.identification(upTo: limit(at: clock.now())?.brightness ?? .full))
    }

    /// Lets the device blink unless it does already; it shows again what it showed before.
    ///
    /// `isWelcome` is asked once more when the device is reached.
    func cue(_ blink: Blink, if isWelcome: @escaping @MainActor @Sendable () -> Bool) {
        identification.begin(blink, if: isWelcome)
    }

    /// Does what may fail with the store, which does not stop the night.
    func attempt(_ work: () async throws -> Void) async {
        await log.attempt(on: address, work)
    }
}
