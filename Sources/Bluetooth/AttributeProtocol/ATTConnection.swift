// SPDX-License-Identifier: Apache-2.0

public import Clocks
public import GATT
public import SleepModel
import Synchronization

/// A central's connection to a device over any link that carries PDUs.
///
/// The attribute protocol does not allow a second request while the first has no answer, so cancelling an operation
/// whose request has been sent ends the connection; one that still waits for its turn is just taken out.
public final class ATTConnection: PeripheralConnection {
    private typealias Answer = Result<[UInt8], GATTError>

    private enum Slot {
        case running
        case awaited(CheckedContinuation<Answer, Never>)
        case finished(Answer)
    }

    private struct State {
        var client = ATTClient()
        var link: (any PeripheralLink)?
        var slots: [Int: Slot] = [:]
        var identifiers = 0
        var streams: [BluetoothUUID: AsyncStream<[UInt8]>.Continuation] = [:]
        /// Why the connection was given up, the first time it was.
        var reason: GATTError?
        /// When somebody asked for something, or got it, as a boot time.
        var lastUse: Duration

        mutating func nextIdentifier() -> Int {
            identifiers += 1
            return identifiers
        }
    }

    /// What a transition of the client leads to outside the lock.
    private struct FollowUp {
        var link: (any PeripheralLink)?
        var answers: [(CheckedContinuation<Answer, Never>, Answer)] = []
        var pdus: [[UInt8]] = []
        var closes = false
    }

    private static let disconnectionLimit = Duration.seconds(1)

    /// The type of the address at the other end, where it is known.
    public let addressKind: AddressKind?

    private let clock: any NightClock
    private let answerLimit: Duration?
    private let ending = OneShot<Void>()
    private let state: Mutex<State>

    /// Makes a connection that has no link yet.
    ///
    /// The clock is the real one. A device that takes longer than `answerLimit` to answer a request loses the connection,
    /// which ends with `timed_out`; nil gives it all the time in the world.
    public init(clock: any NightClock, answerLimit: Duration? = nil, addressKind: AddressKind? = nil) {
        self.addressKind = addressKind
        self.clock = clock
        self.answerLimit = answerLimit
        state = Mutex(State(lastUse: clock.now().boot))
    }

    /// Whether it has ended; one that has not been started yet has not.
    public var hasEnded: Bool { ending.isSet }

    /// When it was used last, as a boot time: something was asked of the device, or answered.
    public var lastUse: Duration { state.withLock { $0.lastUse } }

    /// Begins to use `link`: agrees on the MTU and discovers the device.
    public func start(_ link: any PeripheralLink) async throws(GATTError) {
        state.withLock { $0.link = hasEnded ? nil : link }
        if hasEnded { await Self.abandon(link) }
        do throws(GATTError) {
            _ = try await perform { $0.start($1) }
        } catch {
            // A device that breaks the protocol before it is asked anything is not just gone.
            throw error.code == .disconnected ? state.withLock { $0.reason } ?? error : error
        }
    }

    /// Reads a value of up to 512 bytes.
    public func read(_ characteristic: BluetoothUUID) async throws(GATTError) -> [UInt8] {
        try await perform { $0.read(characteristic, $1) }
    }

    /// Writes a value of up to 512 bytes.
    public func write(_ value: [UInt8], to characteristic: BluetoothUUID, acknowledged: Bool) async throws(GATTError) {
        _ = try await perform { $0.write(value, to: characteristic, acknowledged: acknowledged, $1) }
    }

    /// Asks the device to notify; a second stream of the same characteristic takes the place of the first, which ends.
    public func notifications(of characteristic: BluetoothUUID) async throws(GATTError) -> AsyncStream<[UInt8]> {
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self, bufferingPolicy: .bufferingNewest(64))
        // In place before the device is asked, so that its first notification has somewhere to go.
        let replaced = state.withLock { state in
            hasEnded ? nil : state.streams.updateValue(continuation, forKey: characteristic)
        }
        replaced?.finish()
        do throws(GATTError) {
            _ = try await perform { $0.subscribe(characteristic, $1) }
        } catch {
            continuation.finish()
            throw error
        }
        return stream
    }

    /// Ends the connection, and waits for the device to take notice, for a second at most; a cancelled task does not wait.
    public func disconnect() async {
        advance { $0.end(Self.disconnection) }
        if let link = state.withLock({ $0.link }) {
            await link.disconnect()
            try? await withDeadline(Self.disconnectionLimit, on: clock) { await self.waitUntilDisconnected() }
            link.close()
        }
        ended()
    }

    /// Waits for the end; returns early when the task is cancelled.
    public func waitUntilDisconnected() async {
        let link = state.withLock { $0.link }
        await ending.valueUnlessCancelled()
        await link?.flush()
    }

    /// Ends the connection without waiting for the device to take notice.
    public func close() async {
        let link = state.withLock { $0.link }
        ended()
        if let link { await Self.abandon(link) }
    }

    private static func abandon(_ link: any PeripheralLink) async {
        link.close()
        await link.flush()
    }

    /// Takes one PDU from the device.
    public func receive(_ pdu: [UInt8]) {
        advance { $0.receive(pdu) }
    }

    /// The link is gone: everything under way fails with `error`, streams end, whoever waits for the end goes on.
    public func ended(_ error: GATTError = ATTConnection.disconnection) {
        advance { $0.end(error) }
        let streams = state.withLock { state in
            state.reason = state.reason ?? error
            state.link = nil
            defer { state.streams = [:] }
            // Within the lock, so that no link and no stream comes after it.
            ending.set()
            return state.streams.values
        }
        for stream in streams { stream.finish() }
    }

    private func perform(
        _ operation: (inout ATTClient, Int) -> [ATTClient.Effect]
    ) async throws(GATTError) -> [UInt8] {
        guard !Task.isCancelled else { throw GATTError(.cancelled, "The operation was cancelled.") }
        note(useAt: clock.now().boot)
        defer { note(useAt: clock.now().boot) }
        let (identifier, link) = state.withLock { state in
            let identifier = state.nextIdentifier()
            state.slots[identifier] = .running
            return (identifier, state.link)
        }
        advance { operation(&$0, identifier) }
        await link?.flush()
        let answer = await answer(to: identifier)
        await link?.flush()
        return try answer.get()
    }

    private func note(useAt now: Duration) { state.withLock { $0.lastUse = now } }

    private func answer(to identifier: Int) async -> Answer {
        guard let answerLimit else { return await outcomeUnlessCancelled(of: identifier) }
        do {
            return .success(
                try await withDeadline(answerLimit, on: clock) {
                    try await self.outcomeUnlessCancelled(of: identifier).get()
                })
        } catch is DeadlineExceeded {
            return .failure(Self.lateness)
        } catch let error as GATTError {
            return .failure(error)
        } catch {
            return .failure(GATTError(.cancelled, "The operation was cancelled."))
        }
    }

    private func outcomeUnlessCancelled(of identifier: Int) async -> Answer {
        await withTaskCancellationHandler {
            await outcome(of: identifier)
        } onCancel: {
            advance { client in client.cancel(identifier) }
        }
    }

    private func outcome(of identifier: Int) async -> Answer {
        await withCheckedContinuation { continuation in
            let answer = state.withLock { state -> Answer? in
                if case .finished(let answer)? = state.slots.removeValue(forKey: identifier) { return answer }
                state.slots[identifier] = .awaited(continuation)
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    private func advance(_ transition: (inout ATTClient) -> [ATTClient.Effect]) {
        let followUp = state.withLock { state in
            var followUp = FollowUp(link: state.link)
            for effect in transition(&state.client) {
                switch effect {
                case .send(let pdu): followUp.pdus.append(pdu)
                case .completed(let identifier, let answer):
                    if case .awaited(let continuation)? = state.slots.removeValue(forKey: identifier) {
                        followUp.answers.append((continuation, answer))
                    } else {
                        state.slots[identifier] = .finished(answer)
                    }
                case .notification(let characteristic, let value): state.streams[characteristic]?.yield(value)
                case .close(let error):
                    state.reason = state.reason ?? error
                    followUp.closes = true
                }
            }
            return followUp
        }
        // Sent before anybody learns the outcome, so that one task's writes keep their order.
        for pdu in followUp.pdus { followUp.link?.send(pdu) }
        for (continuation, answer) in followUp.answers { continuation.resume(returning: answer) }
        if followUp.closes { followUp.link?.close() }
    }

    private static let lateness = GATTError(
        .timedOut, "The device does not answer.", advice: "Move the device closer, and try again.")

    /// The error of a connection that has ended.
    public static let disconnection = GATTError(.disconnected, "The connection to the device has ended.")
}

/// The way from a central to the device it is connected to.
public protocol PeripheralLink: Sendable {
    /// Sends one PDU without waiting; it may stay behind until `flush`.
    func send(_ pdu: [UInt8])

    /// Delivers what stayed behind.
    func flush() async

    /// Asks the device to end the connection; the link reports the end to its connection.
    func disconnect() async

    /// Ends the connection from this side alone.
    func close()
}
