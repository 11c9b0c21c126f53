// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
public import GATT
public import SleepModel
import Synchronization

/// Delivers desired states to one device: one exchange at a time, each acknowledged, and the whole verified by a
/// report.
public actor IoTActionSender {
    let connection: DeviceConnection
    let address: MacAddress
    let codec: any ProductCodec
    let emitter: DeviceStateEmitter
    let clock: any NightClock
    let policy: ConnectionPolicy
    let exchanges = SerialQueue()
    private var queue = ActionQueue()
    private var acknowledged: [DeviceChannel: (action: DeviceAction, at: Duration)] = [:]
    private var verifiedSession = 0
    private let startedAt: Duration
    /// The newest desired state that was performed inside `decide`; an older one that still waits is superseded.
    private var lastDecided = 0
    var acknowledgements = AcknowledgementWatch()
    /// What the device took of the desired state that is being delivered.
    private var taken: [DeviceAction] = []
    /// How often each delivery was tried again.
    private var retries: [Int: Int] = [:]
    /// Whether the device refuses acknowledged writes, so that it gets unacknowledged ones.
    var writesWithoutResponse = false
    /// The device's own programs.
    var programMemory = ProgramMemory() { didSet { knownMemory.withLock { $0 = programMemory } } }
    /// The same for those who do not wait.
    let knownMemory = Mutex(ProgramMemory())
    /// Whether a question in passing waits for its turn; no link is kept for it.
    var waitsInPassing = false
    /// What a blink has changed and what is still to be restored, in this order.
    var owed: [DeviceAction] = []
    /// The blink that a process before may have left, which is restored only if the device shows it.
    var leftBlink: Blink?
    /// Whether somebody used the device while it blinked.
    var isBlinkAnswered = false

    init(
        connection: DeviceConnection, address: MacAddress, codec: any ProductCodec, emitter: DeviceStateEmitter,
        clock: any NightClock, policy: ConnectionPolicy
    ) {
        self.connection = connection
        self.address = address
        self.codec = codec
        self.emitter = emitter
        self.clock = clock
        self.policy = policy
        startedAt = clock.now().boot
    }

    /// Delivers a desired state and says what became of each of its actions.
    ///
    /// Connects if necessary. A step of a fade sends what changed and trusts the acknowledgement. Any other reads the
    /// device's report first, sends what differs, and reads again; after a lost acknowledgement it does so once more over
    /// a new link. A newer call for the same channel replaces what is
    /// not sent yet. After `deadline`, counted from the call, actions that are not confirmed fail with `timed_out`.
    /// Cancellation ends the connection and everything that is not confirmed. With `isDecided` it does not wait for its
    /// turn: the caller is inside `decide`.
    public func perform(
        _ wanted: DesiredState, deadline: Duration? = nil, isDecided: Bool = false
    ) async -> DeliveryReport {
        var desired = wanted
        desired.actions = wanted.actions.map(codec.shown)
        desired.actionsIfOff = wanted.actionsIfOff.map(codec.shown)
        if isDecided { lastDecided = desired.sequence }
        let ticket = queue.enter(desired.actions)
        defer { queue.leave(ticket) }
        var report: DeliveryReport
        do {
            report = try await within(deadline) { [self, desired] in
                guard !isDecided else { return try await deliverInsistently(desired, ticket) }
                return try await exchanges.run { try await self.deliverInsistently(desired, ticket) }
            }
        } catch {
            acknowledged = [:]
            let failure = DeviceConnection.gattError(error, address: address)
            report = DeliveryReport(
                failed(desired.actions, ticket, because: failure), state: nil, coolDown: await connection.coolDown)
        }
        report.retries = retries.removeValue(forKey: ticket) ?? 0
        await connection.keep(for: desired.keepsLink ? policy.longestKeep : .zero)
        return report
    }

    /// Connects if need be; throws what keeps the device from being reached.
    public func reach() async throws(GATTError) {
        try await asking { _ in }
    }

    /// Reads the device's state and runs `body` with it; nothing but what `body` performs is sent before it returns.
    ///
    /// Throws what keeps the device from answering, and what `body` throws.
    public func decide<Value: Sendable>(
        _ body: @escaping @Sendable (DeviceState) async throws -> Value
    ) async throws -> Value {
        let result: Result<Value, any Error>
        do {
            result = try await exchanges.run { [self] in
                let state = try await connection.withSession { try await self.report($0) }
                do { return .success(try await body(state)) } catch { return .failure(error) }
            }
        } catch {
            throw DeviceConnection.gattError(error, address: address)
        }
        return try result.get()
    }

    /// Connects ahead of time, and keeps the link for at least `duration`, so that what is due by then is not late.
    public func prepare(holding duration: Duration) async throws(GATTError) {
        await connection.prepare(for: duration)
        try await asking { _ in }
    }

    /// Ends what `prepare` keeps.
    public func endPreparation() async {
        await connection.prepare(for: .zero)
    }

    /// Asks the device for its state.
    public func readState() async throws(GATTError) -> DeviceState {
        try await asking { session in try await self.report(session) }
    }

    /// Asks the device for its state, late enough to show everything that a process before this one sent.
    public func readSettledState() async throws(GATTError) -> DeviceState {
        try await asking { session in try await self.settledReport(session) }
    }

    /// Reads the device's state because something may have happened there, and releases a link that is made for it at
    /// once; returns what kept the device from answering.
    @discardableResult
    public func look() async -> GATTError? {
        do {
            try await exchanges.run { [self] in
                let (before, wasLinked) = (emitter.latest?.state, await connection.isLinked)
                let after = try await connection.withSession { try await self.report($0) }
                guard !wasLinked else { return }
                let hasFound = DeviceChannel.allCases.contains { before?.action(of: $0) != after.action(of: $0) }
                await connection.looked(
                    hasFound: hasFound, isAwaited: exchanges.waitingCount > (waitsInPassing ? 1 : 0))
            }
            return nil
        } catch {
            return DeviceConnection.gattError(error, address: address)
        }
    }

    /// Sends one command as it is, and returns what the device notified before it acknowledged, one element per
    /// notification.
    ///
    /// Nothing is verified. Throws what keeps the device from answering, or its refusal.
    public func send(_ command: [UInt8]) async throws(GATTError) -> [[UInt8]] {
        try await asking { session in try await self.exchange(command, session) }
    }

    /// Does `body` over a connection, alone, and as a caller outside may see its failure.
    func asking<Value: Sendable>(
        _ body: @escaping @Sendable (DeviceSession) async throws -> Value
    ) async throws(GATTError) -> Value {
        do {
            return try await exchanges.run { [self] in try await connection.withSession(body) }
        } catch {
            throw DeviceConnection.gattError(error, address: address)
        }
    }

    private func within<Value: Sendable>(
        _ deadline: Duration?, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let deadline else { return try await body() }
        return try await withDeadline(deadline, on: clock, operation: body)
    }

    // MARK: - Desired states

    /// Delivers once more after a lost answer, or a link lost half-way, over a new link: it tells what the device took, and
    /// everything is absolute.
    private func deliverInsistently(_ desired: DesiredState, _ ticket: Int) async throws -> DeliveryReport {
        taken = []
        do { return try await deliver(desired, ticket) } catch {
            let isLostHalfWay = (error as? GATTError)?.code == .disconnected && !taken.isEmpty
            guard error is DeadlineExceeded || isLostHalfWay, !Task.isCancelled else { throw error }
            retries[ticket, default: 0] += 1
            return try await deliver(desired, ticket)
        }
    }

    /// What became of actions when one of them failed; the failure names the channels that were set before.
    private func failed(
        _ actions: [DeviceAction], _ ticket: Int, because failure: GATTError
    ) -> [ActionResult] {
        let done = taken.filter(actions.contains).map(\.channel.rawValue)
        let told =
            done.isEmpty
            ? failure
            : GATTError(
                failure.code, "\(failure.message) Before that it took: \(done.joined(separator: ", ")).",
                advice: failure.advice)
        return actions.map { action in
            if queue.isSuperseded(action, of: ticket) { return ActionResult(action, .superseded) }
            if failure.code == .cancelled { return ActionResult(action, .cancelled) }
            return ActionResult(action, taken.contains(action) ? .unconfirmed : .failed(told))
        }
    }

    private func deliver(_ desired: DesiredState, _ ticket: Int) async throws -> DeliveryReport {
        settleDebt(by: desired)
        let isOutdated = desired.sequence < lastDecided
        guard !isOutdated, desired.actions.isEmpty || !pending(desired.actions, ticket).isEmpty else {
            return DeliveryReport(desired.actions.map { ActionResult($0, .superseded) }, state: nil)
        }
        return try await connection.withSession { [self] session in
            // After a lost link the device may be off or show something else, and a step of a fade alone would not
            // correct that.
            if desired.isTransient, await isVerified(session) {
                try await send(await changes(in: desired.actions), session, ticket)
                return await result(of: desired.actions, ticket, confirmed: [], state: nil)
            }
            let before = try await settledReport(session)
            let wanted = before.isOn ? desired.actions : desired.actions + desired.actionsIfOff
            try await send(await missing(wanted, in: before), session, ticket)
            if before.favourite != desired.favourite { try await play(desired.favourite, session) }
            let last = try await settle(wanted, favourite: desired.favourite, session, ticket)
            await verified(session)
            let confirmed = wanted.filter { $0.isFulfilled(by: last) }
            let ignored = await pending(wanted, ticket).filter { !confirmed.contains($0) }
            // Nobody acknowledged them either.
            let isHeard = await isHeard(session)
            guard ignored.isEmpty || isHeard else {
                await forgetTaken(ignored)
                throw GATTError(
                    .timedOut, "\(address) did not do what was asked, and notifies nothing.",
                    advice: "Take it from the mains for a moment, then try again.")
            }
            return await result(of: wanted, ticket, confirmed: Set(confirmed), state: last)
        }
    }

    /// The report before a delivery, read late enough to show everything that a process before this one sent.
    private func settledReport(_ session: DeviceSession) async throws -> DeviceState {
        let left = startedAt + policy.predecessorLag - clock.now().boot
        if left > .zero { try await clock.sleep(for: left) }
        return try await report(session)
    }

    private func isHeard(_ session: DeviceSession) -> Bool {
        acknowledgements.patience(in: session.number, usually: policy.replyDeadline) != nil
    }

    private func forgetTaken(_ actions: [DeviceAction]) {
        taken.removeAll(where: actions.contains)
    }

    private func isVerified(_ session: DeviceSession) -> Bool {
        !session.followsLoss || session.number == verifiedSession
    }

    private func verified(_ session: DeviceSession) {
        verifiedSession = session.number
    }

    private func result(
        of actions: [DeviceAction], _ ticket: Int, confirmed: Set<DeviceAction>, state: DeviceState?
    ) -> DeliveryReport {
        let results = actions.map { action in
            let outcome: ActionOutcome =
                confirmed.contains(action)
                ? .confirmed : queue.isSuperseded(action, of: ticket) ? .superseded : .unconfirmed
            return ActionResult(action, outcome)
        }
        return DeliveryReport(results, state: state)
    }

    private func pending(_ actions: [DeviceAction], _ ticket: Int?) -> [DeviceAction] {
        guard let ticket else { return actions }
        return actions.filter { !queue.isSuperseded($0, of: ticket) }
    }

    /// Reads reports until one shows all actions, and returns the last; sends what is missing after a while once more.
    ///
    /// Does not wait for superseded actions or send them again. A value that was shown and is gone has been changed at
    /// the device: it is left so, and not waited for, as whoever wants it back is to be heard at once.
    func settle(
        _ actions: [DeviceAction], favourite: Int? = nil, _ session: DeviceSession, _ ticket: Int? = nil
    ) async throws -> DeviceState {
        var attempt = 0
        while true {
            let start = clock.now().boot
            var last: DeviceState
            repeat {
                last = try await report(session)
                let state = last
                let isSettled = pending(actions, ticket).allSatisfy { $0.isFulfilled(by: state) || isChangedBack($0) }
                if isSettled, favourite == nil || favourite == state.favourite { return last }
                try await clock.sleep(for: policy.settlePause)
            } while clock.now().boot - start < policy.settleDeadline
            attempt += 1
            guard attempt < 2 else { return last }
            let state = last
            let missing = actions.filter { !$0.isFulfilled(by: state) && !emitter.hasShown(codec.shown($0)) }
            if let ticket { retries[ticket, default: 0] += 1 }
            try await send(missing, session, ticket)
            if favourite != state.favourite { try await play(favourite, session) }
        }
    }

    /// Whether the device has shown an action and shows something else by now.
    private func isChangedBack(_ action: DeviceAction) -> Bool {
        guard let latest = emitter.latest?.state else { return false }
        return emitter.hasShown(codec.shown(action)) && !action.isFulfilled(by: latest)
    }

    private func play(_ favourite: Int?, _ session: DeviceSession) async throws {
        guard let favourite, let memory = codec.memory else { return }
        try await submit(memory.playFavourite(favourite), session)
    }

    /// What a step of a fade changes: never the power, or the next step would switch a device on again that somebody
    /// has switched off.
    private func changes(in actions: [DeviceAction]) -> [DeviceAction] {
        actions.filter { $0.channel != .power && acknowledged[$0.channel]?.action != $0 }
    }

    /// The actions that a report does not show.
    ///
    /// Reports lag, so what was acknowledged just before counts instead, unless it was shown already and is gone.
    private func missing(_ actions: [DeviceAction], in state: DeviceState) -> [DeviceAction] {
        let now = clock.now().boot
        return actions.filter { action in
            if let last = acknowledged[action.channel], now - last.at < policy.settleDeadline,
                !isChangedBack(last.action)
            {
                return !last.action.implies(action)
            }
            guard action.isFulfilled(by: state) else { return true }
            acknowledged[action.channel] = (action, now - policy.settleDeadline)
            return false
        }
    }

    /// Forgets what was acknowledged: the device is about to be changed other than by a desired state.
    func forgetAcknowledged() {
        acknowledged = [:]
    }

    private func send(_ actions: [DeviceAction], _ session: DeviceSession, _ ticket: Int?) async throws {
        for action in ordered(actions) where !pending([action], ticket).isEmpty {
            try await make(action, session)
            acknowledged[action.channel] = (action, clock.now().boot)
            if !taken.contains(action) { taken.append(action) }
        }
    }

    /// The order that never shows or plays something that nobody asked for: a device that plays gets quieter first, and
    /// else light and sound come while it is still off, and the volume before the sound.
    private func ordered(_ actions: [DeviceAction]) -> [DeviceAction] {
        let order: [DeviceChannel] = [.light, .volume, .sound, .power]
        let sorted = order.flatMap { channel in actions.filter { $0.channel == channel } }
        guard let state = emitter.latest?.state else { return sorted }
        return sorted.filter { $0.quiets(state) } + sorted.filter { !$0.quiets(state) }
    }
}

extension DeviceAction {
    /// Whether it makes a device quieter that plays.
    fileprivate func quiets(_ state: DeviceState) -> Bool {
        guard state.isOn, state.sound != .none else { return false }
        return switch self {
        case .sound(let sound): sound == .none
        case .volume(let volume): volume < state.volume
        case .light, .power: false
        }
    }
}
