// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
public import GATT
public import SleepModel

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
    /// Whether the device refuses acknowledged writes, so that it gets unacknowledged ones.
    private var writesWithoutResponse = false
    /// What a blink has changed and what is still to be restored, in this order.
    var owed: [DeviceAction] = []

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
    /// device's report first, sends what differs, and reads again. A newer call for the same channel replaces what is
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
                guard !isDecided else { return try await deliver(desired, ticket) }
                return try await exchanges.run { try await self.deliver(desired, ticket) }
            }
        } catch {
            acknowledged = [:]
            let failure = DeviceConnection.gattError(error, address: address)
            let outcome = failure.code == .cancelled ? ActionOutcome.cancelled : .failed(failure)
            report = DeliveryReport(
                desired.actions.map { ActionResult($0, queue.isSuperseded($0, of: ticket) ? .superseded : outcome) },
                state: nil, coolDown: await connection.coolDown)
        }
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

    /// Reads the device's state because of what was advertised in its name, and releases the link at once.
    ///
    /// Does nothing while there is a link, over which the device reports by itself or is read soon.
    public func look() async {
        _ = try? await exchanges.run { [self] in
            guard await !connection.isLinked else { return }
            let before = emitter.latest?.state
            let after = try await connection.withSession { try await self.report($0) }
            let hasFound = DeviceChannel.allCases.contains { before?.action(of: $0) != after.action(of: $0) }
            await connection.looked(hasFound: hasFound, isAwaited: exchanges.waitingCount > 0)
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
            return await result(of: wanted, ticket, confirmed: Set(confirmed), state: last)
        }
    }

    /// The report before a delivery, read late enough to show everything that a process before this one sent.
    private func settledReport(_ session: DeviceSession) async throws -> DeviceState {
        let left = startedAt + policy.predecessorLag - clock.now().boot
        if left > .zero { try await clock.sleep(for: left) }
        return try await report(session)
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
    /// the device, and is left so.
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
                let isShown = pending(actions, ticket).allSatisfy { $0.isFulfilled(by: state) }
                if isShown, favourite == nil || favourite == state.favourite { return last }
                try await clock.sleep(for: policy.settlePause)
            } while clock.now().boot - start < policy.settleDeadline
            attempt += 1
            guard attempt < 2 else { return last }
            let state = last
            let missing = actions.filter { !$0.isFulfilled(by: state) && !emitter.hasShown(codec.shown($0)) }
            try await send(missing, session, ticket)
            if favourite != state.favourite { try await play(favourite, session) }
        }
    }

    private func play(_ favourite: Int?, _ session: DeviceSession) async throws {
        guard let favourite, let memory = codec.memory else { return }
        _ = try await exchange(memory.playFavourite(favourite), session)
    }

    /// What a step of a fade changes: never the power, or the next step would switch a device on again that somebody
    /// has switched off.
    private func changes(in actions: [DeviceAction]) -> [DeviceAction] {
        actions.filter { $0.channel != .power && acknowledged[$0.channel]?.action != $0 }
    }

    /// The actions that a report does not show.
    ///
    /// Reports lag, so what was acknowledged just before counts instead.
    private func missing(_ actions: [DeviceAction], in state: DeviceState) -> [DeviceAction] {
        let now = clock.now().boot
        return actions.filter { action in
            if let last = acknowledged[action.channel], now - last.at < policy.settleDeadline {
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

    /// Sends in an order that never shows or plays something that nobody asked for: light and sound while the device is
    /// still off, and the volume before the sound.
    private func send(_ actions: [DeviceAction], _ session: DeviceSession, _ ticket: Int?) async throws {
        let order: [DeviceChannel] = [.light, .volume, .sound, .power]
        for channel in order {
            for action in actions where action.channel == channel && !pending([action], ticket).isEmpty {
                try await make(action, session)
                acknowledged[action.channel] = (action, clock.now().boot)
            }
        }
    }

    // MARK: - Exchanges

    /// Sends the command of an action; reports of it from now on are echoes, not changes.
    func make(_ action: DeviceAction, _ session: DeviceSession) async throws {
        emitter.expect(codec.shown(action))
        _ = try await exchange(codec.command(for: action), session)
    }

    /// Writes one command and collects what is notified until the device acknowledges it.
    func exchange(_ command: [UInt8], _ session: DeviceSession) async throws -> [[UInt8]] {
        try await withDeadline(policy.exchangeDeadline, on: clock) { [self] in
            let hasFallenBack = try await write(command, session)
            var data: [[UInt8]] = []
            for await bytes in session.replies {
                switch codec.reply(bytes) {
                case .acknowledged:
                    if hasFallenBack { await self.writeWithoutResponse() }
                    return data
                case .data(let bytes):
                    guard data.count < Self.longestAnswer else {
                        throw GATTError(.protocolViolation, "\(address) answered without an end.")
                    }
                    data.append(bytes)
                case .refused(let code):
                    throw GATTError(
                        .attributeError, "\(address) refused a command with \(code).",
                        advice: "Report this with the output of `lull log`.")
                }
            }
            throw GATTError(.disconnected, "\(address) ended the connection.")
        }
    }

    /// No known answer has more than two notifications before its acknowledgement.
    private static let longestAnswer = 16

    /// Writes with a response, which works for all sources but one (wmbest2/hatch_rest_homeassistant), or without one
    /// if the device refuses that; true when it had to fall back.
    private func write(_ command: [UInt8], _ session: DeviceSession) async throws -> Bool {
        let characteristic = codec.commandCharacteristic
        var hasFallenBack = false
        if !writesWithoutResponse {
            do throws(GATTError) {
                try await session.connection.write(command, to: characteristic, acknowledged: true)
                return false
            } catch {
                guard error.code == .attributeError else { throw error }
                hasFallenBack = true
            }
        }
        try await session.connection.write(command, to: characteristic, acknowledged: false)
        return hasFallenBack
    }

    private func writeWithoutResponse() {
        writesWithoutResponse = true
    }

    /// Reads the state; tries twice more after a report that was cut short, which some units send
    /// (eskibars/hatchbabyble).
    func report(_ session: DeviceSession) async throws -> DeviceState {
        try await withDeadline(policy.exchangeDeadline, on: clock) { [self] in
            var attempt = 0
            while true {
                let bytes = try await session.connection.read(codec.stateCharacteristic)
                do throws(CodecError) {
                    let state = try codec.state(fromReport: bytes)
                    emitter.observe(state, from: .read)
                    return state
                } catch {
                    attempt += 1
                    let isCutShort = error.offset >= bytes.count
                    guard !isCutShort || attempt < 3 else {
                        throw GATTError(
                            .connectionFailed, "\(address) sent its state cut short again and again.",
                            advice: "Move the device closer, and try again.")
                    }
                    guard isCutShort else {
                        throw GATTError(
                            .protocolViolation, "\(address) sent a state that cannot be read. \(error)",
                            advice: "Check that it is the product it was paired as.")
                    }
                }
                try await clock.sleep(for: policy.settlePause)
            }
        }
    }
}
