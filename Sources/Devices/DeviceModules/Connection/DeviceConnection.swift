// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
public import GATT
import Logging
public import SleepModel
import Synchronization

/// The link to one device: connects on demand, holds the link briefly, and disconnects when idle.
///
/// The device's action sender uses it, one request at a time; `run` does what goes on beside that.
public actor DeviceConnection {
    private let address: MacAddress
    private let addressKind: Mutex<AddressKind?>
    private let transport: any CentralTransport
    private let codec: any ProductCodec
    private let emitter: DeviceStateEmitter
    private let clock: any NightClock
    private let policy: ConnectionPolicy
    private let logger: Logger
    private let jitter: @Sendable () -> Double

    private var session: DeviceSession? { didSet { announceState() } }
    private var ending: DeviceSession?
    let connecting = SerialQueue()
    private var isConnecting = false { didSet { announceState() } }
    private var inUse = 0 { didSet { announceState() } }
    private var sessions = 0
    private var hasLostSession = false
    /// Whether what is remembered of the device was forgotten since the last session.
    private var hasForgotten = false
    private var lastUse = Duration.zero
    private var lastAdvertisement: Duration? { didSet { announceState() } }
    private var lastFailure: GATTError? { didSet { announceState() } }
    private var backOff = ConnectionBackOff()
    private var keptUntil = Duration.zero
    private var preparedUntil = Duration.zero
    private var lastPayload: [UInt16: [UInt8]] = [:]
    private var lookLimit = LookLimit()
    private var lastReport = Duration.zero
    /// Whether nobody watches links any more, so that none is made.
    private(set) var isReleased = false
    private let standing = Mutex(LinkStanding())
    private var announced = DeviceConnectionState.absent
    private let announcing: AsyncStream<DeviceConnectionState>.Continuation
    private let opened: AsyncStream<DeviceSession>
    private let opening: AsyncStream<DeviceSession>.Continuation

    private let learning: AsyncStream<AddressKind>.Continuation
    private let losing: AsyncStream<Void>.Continuation
    private let suspecting: AsyncStream<Void>.Continuation

    /// The state of the link, each time it changes; keeps the newest only, and is for one reader.
    public nonisolated let stateChanges: AsyncStream<DeviceConnectionState>

    /// The type of the address, when a link has shown it and nobody knew it; is for one reader.
    public nonisolated let learnedKinds: AsyncStream<AddressKind>

    /// An element for each link that broke while nobody here ended it; keeps one, and is for one reader.
    public nonisolated let losses: AsyncStream<Void>

    /// An element when there is a reason to look at the device: an advertisement, silence over a kept link, or
    /// `askForLook`; keeps one, and is for one reader.
    public nonisolated let suspicions: AsyncStream<Void>

    init(
        address: MacAddress, addressKind: AddressKind?, transport: any CentralTransport, codec: any ProductCodec,
        emitter: DeviceStateEmitter,
        clock: any NightClock, policy: ConnectionPolicy, logger: Logger, jitter: @escaping @Sendable () -> Double
    ) {
        self.address = address
        self.addressKind = Mutex(addressKind)
        self.transport = transport
        self.codec = codec
        self.emitter = emitter
        self.clock = clock
        self.policy = policy
        self.logger = logger
        self.jitter = jitter
        (suspicions, suspecting) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        (learnedKinds, learning) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        (losses, losing) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        (opened, opening) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        (stateChanges, announcing) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// The state of the link now.
    public nonisolated var state: DeviceConnectionState {
        standing.withLock(\.self).state(at: clock.now().boot, presence: policy.presence)
    }

    /// Tells the reader of `stateChanges` if the state has changed; call it for changes that come with time alone.
    public func announceState() {
        let standing = LinkStanding(
            isOpen: session != nil, isInUse: inUse > 0, isConnecting: isConnecting,
            backOff: lastFailure == nil ? nil : backOff, lastAdvertisement: lastAdvertisement)
        self.standing.withLock { $0 = standing }
        let state = state
        guard state != announced else { return }
        announced = state
        announcing.yield(state)
    }

    /// Why the last attempt failed, if it did.
    public var failure: GATTError? { lastFailure }

    /// How long the next attempt waits, unless somebody insists; zero when none failed.
    public var coolDown: Duration { backOff.remaining(at: clock.now().boot) }

    /// Keeps the link for `duration` from now even if nobody uses it; zero ends that.
    public func keep(for duration: Duration) {
        keptUntil = clock.now().boot + duration
    }

    /// Keeps the link for `duration` from now, whatever else keeps it; zero ends that.
    func prepare(for duration: Duration) {
        preparedUntil = clock.now().boot + duration
    }

    /// Sets the type of the address for the links that are made from now on; nil if nobody knows it.
    public nonisolated func setAddressKind(_ kind: AddressKind?) { addressKind.withLock { $0 = kind } }

    /// Learns the type of the address from a link that stands, if nobody knows it.
    ///
    /// Only a link proves it: anybody can advertise the same six bytes as an address of the other type, and a transport
    /// that calls by the type would never reach the device again. An address that its device does not keep is not the one
    /// that was paired.
    private func learnAddressKind(from connection: any PeripheralConnection) {
        guard let kind = connection.addressKind, PeripheralAddress(address, kind).refusal == nil else { return }
        let isNews = addressKind.withLock { known in
            defer { known = known ?? kind }
            return known == nil
        }
        if isNews { learning.yield(kind) }
    }

    /// Gives a reason to look at the device.
    public nonisolated func askForLook() { suspecting.yield() }

    /// Notes an advertisement of the device and what it says.
    public func observe(_ advertisement: Advertisement) {
        lastAdvertisement = clock.now().boot
        lastFailure = nil
        backOff.succeeded()
        let battery = advertisement.serviceData[BluetoothUUID(0x180F)]?.first.map(Int.init)
        emitter.observe(rssi: advertisement.rssi, battery: battery.flatMap { $0 <= 100 ? $0 : nil })
        // A device does not advertise while it is connected: this is an old packet, or somebody else's.
        guard session == nil, ending == nil, !isConnecting else { return }
        // A bus repeats the payload it keeps with every signal strength; a new one always differs in the device's
        // clock.
        guard advertisement.manufacturerData != lastPayload else { return }
        if let state = codec.state(in: advertisement), emitter.observe(advertised: state) {
            guard lookLimit.allows(at: clock.now().boot) else { return }
            suspecting.yield()
        }
        lastPayload = advertisement.manufacturerData
    }

    /// Whether there is a link, or one is being made.
    var isLinked: Bool { session != nil || isConnecting }

    /// Notes what a look at the device found, and releases the link unless somebody keeps it or waits for it.
    func looked(hasFound: Bool, isAwaited: Bool) async {
        let now = clock.now().boot
        if hasFound { lookLimit.found(at: now) }
        guard !isAwaited, inUse == 0, now >= max(keptUntil, preparedUntil) else { return }
        await close()
    }

    /// Releases an idle connection and feeds pushed states to the emitter, until cancelled; then disconnects.
    public func run() async {
        for await session in opened {
            await watch(session)
        }
        // Nobody would watch a link that is made from now on, so none is made.
        isReleased = true
        await close()
    }

    /// Ends the connection, if there is one.
    public func close() async {
        guard let session else { return }
        await end(session)
    }

    /// Runs `body` over a connection that is made if there is none.
    ///
    /// A failure of `body` ends the connection: after a lost reply nobody knows to which command the next one belongs.
    /// If the connection existed before and turns out to have ended, `body` runs once more over a new one.
    func withSession<Value: Sendable>(
        _ body: @Sendable (DeviceSession) async throws -> Value
    ) async throws -> Value {
        await endAfterSleep()
        inUse += 1
        defer {
            inUse -= 1
            lastUse = clock.now().boot
        }
        let held = session
        do {
            return try await use(try await openSession(), body)
        } catch let error as GATTError where held != nil && error.code == .disconnected && !Task.isCancelled {
            return try await use(try await openSession(), body)
        }
    }

    /// Runs `body` over the connection that is there; nil if there is none.
    ///
    /// A failure of `body` ends the connection.
    func withSessionThatIsThere<Value: Sendable>(
        _ body: @Sendable (DeviceSession) async throws -> Value
    ) async throws -> Value? {
        await endAfterSleep()
        guard let session else { return nil }
        inUse += 1
        defer {
            inUse -= 1
            lastUse = clock.now().boot
        }
        return try await use(session, body)
    }

    private func use<Value: Sendable>(
        _ session: DeviceSession, _ body: @Sendable (DeviceSession) async throws -> Value
    ) async throws -> Value {
        do {
            return try await body(session)
        } catch {
            // One that was released meanwhile is not broken.
            if !Task.isCancelled, self.session?.number == session.number { noteBreak() }
            await end(session)
            throw error
        }
    }

    /// Takes a session out of use at once, so that nobody starts to use it, and ends its connection.
    private func end(_ session: DeviceSession) async {
        if self.session?.number == session.number {
            self.session = nil
            ending = session
        }
        await session.connection.disconnect()
        if ending?.number == session.number { ending = nil }
    }

    /// Ends a session that nobody uses if the host has slept since it was made: nobody knows whether the device still has
    /// its end of the link.
    private func endAfterSleep() async {
        guard let session, inUse == 0, clock.now().suspension(since: session.openedAt) != nil else { return }
        noteLoss()
        await end(session)
    }

    /// The current session, or a new one; callers that ask at once share one attempt.
    private func openSession() async throws -> DeviceSession {
        if let session { return session }
        return try await connecting.run { try await self.connect() }
    }

    private func connect() async throws -> DeviceSession {
        if let session { return session }
        guard !isReleased else { throw Self.noLongerWatched(address) }
        isConnecting = true
        defer { isConnecting = false }
        do {
            let session = try await withDeadline(policy.connectDeadline, on: clock) { [ending] in
                // The device takes one connection at a time.
                await ending?.connection.waitUntilDisconnected()
                return try await self.subscribe()
            }
            guard !isReleased else {
                await session.connection.disconnect()
                throw Self.noLongerWatched(address)
            }
            sessions += 1
            let made = DeviceSession(
                number: sessions, followsLoss: hasLostSession, openedAt: clock.now(), connection: session.connection,
                replies: session.replies, reports: session.reports)
            self.session = made
            emitter.linked()
            learnAddressKind(from: made.connection)
            (hasLostSession, hasForgotten) = (false, false)
            lastFailure = nil
            backOff.succeeded()
            opening.yield(made)
            return made
        } catch {
            let failure = Self.gattError(error, address: address)
            // A caller who gave up says nothing about the device.
            guard failure.code != .cancelled else { throw failure }
            backOff.failed(at: clock.now().boot, jitter: jitter())
            lastFailure = failure
            logger.debug("connection failed", metadata: ["device": "\(address)", "code": "\(failure.code.rawValue)"])
            throw failure
        }
    }

    private typealias Subscribed = (
        connection: any PeripheralConnection, replies: AsyncStream<[UInt8]>, reports: AsyncStream<[UInt8]>
    )

    /// Connects and subscribes; if a characteristic is missing, what is remembered of the device is forgotten once.
    private func subscribe() async throws(GATTError) -> Subscribed {
        do {
            return try await subscribeOnce()
        } catch {
            guard error.code == .noSuchCharacteristic, !hasForgotten else { throw error }
            hasForgotten = true
            guard await transport.forgetCharacteristics(of: address) else { throw error }
            return try await subscribeOnce()
        }
    }

    private func subscribeOnce() async throws(GATTError) -> Subscribed {
        let connection = try await transport.connect(to: address, kind: addressKind.withLock { $0 })
        do {
            let replies = try await connection.notifications(of: codec.replyCharacteristic)
            let reports = try await connection.notifications(of: codec.stateCharacteristic)
            return (connection, replies, reports)
        } catch {
            await connection.disconnect()
            throw error
        }
    }

    private static func noLongerWatched(_ address: MacAddress) -> GATTError {
        GATTError(.unavailable, "\(address) is no longer looked after.", advice: "Pair it, or start the daemon, again.")
    }

    private func watch(_ session: DeviceSession) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [codec, emitter] in
                for await bytes in session.reports {
                    guard let state = try? codec.state(fromReport: bytes) else { continue }
                    emitter.observe(state, from: .notification)
                    await self.noteReport()
                }
            }
            group.addTask { await self.releaseWhenIdle(session) }
            group.addTask { await session.connection.waitUntilDisconnected() }
            // Either side may end it; then the other two have nothing left to do.
            await group.next()
            if !Task.isCancelled, self.session?.number == session.number { noteLoss() }
            await end(session)
            group.cancelAll()
        }
    }

    private func noteReport() {
        lastReport = clock.now().boot
    }

    /// Notes a link that somebody else ended or that broke: the device may have lost its power.
    private func noteLoss() {
        noteBreak()
        losing.yield()
    }

    /// Notes that the next report is nobody's change, and that the next session is to be verified.
    private func noteBreak() {
        hasLostSession = true
        emitter.expectAnything()
    }

    private func releaseWhenIdle(_ session: DeviceSession) async {
        while !Task.isCancelled, self.session?.number == session.number {
            let now = clock.now().boot
            let release = max(lastUse + policy.hold, keptUntil, preparedUntil)
            if inUse == 0, now >= release { return await end(session) }
            // Looks again before a long keep is over, because it may be ended.
            var look = now + policy.hold
            if now < keptUntil {
                // Some units never push their state; what is done at them is still to be seen.
                let quietUntil = max(lastReport, lastUse) + policy.silence
                if inUse == 0, now >= quietUntil { suspecting.yield() }
                look = min(look, max(quietUntil, now + policy.silence))
            }
            let wake = inUse > 0 ? look : min(release, look)
            guard (try? await clock.sleep(until: WakeRequest(boot: wake))) != nil else { return }
            await endAfterSleep()
        }
    }

    /// The failure as callers see it; in a cancelled task every error is a cancellation.
    static func gattError(_ error: any Error, address: MacAddress) -> GATTError {
        switch Task.isCancelled ? CancellationError() : error {
        case let error as GATTError: error
        case is DeadlineExceeded:
            GATTError(
                .timedOut, "\(address) did not answer in time.",
                advice: "Move the device closer, and close the Hatch app if it is open.")
        case is CancellationError: GATTError(.cancelled, "The request to \(address) was given up.")
        default: GATTError(.connectionFailed, "The connection to \(address) failed.")
        }
    }
}
