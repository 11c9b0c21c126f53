// SPDX-License-Identifier: Apache-2.0

import DBus

/// The calls between bluetoothd and this process, in both directions.
@BusActor
final class BlueZCalls {
    /// How long bluetoothd and the bus may take for what needs no radio.
    nonisolated static let localDeadline = Duration.seconds(25)

    private let mirror: BlueZMirror
    /// The connection for all calls; nil while there is no bus.
    private(set) var connection: BusConnection?
    /// Takes calls to objects of our own; without one they are refused.
    private var handler: (@BusActor (IncomingCall) -> Void)?

    nonisolated init(_ mirror: BlueZMirror) {
        self.mirror = mirror
    }

    /// Uses a connection for all calls from now on; nil if there is none.
    func use(_ connection: BusConnection?) {
        self.connection = connection
    }

    /// Calls a method of one of bluetoothd's objects; `upon` gets the answer in order with the signals.
    @discardableResult
    func call(
        _ path: ObjectPath, _ interface: String, _ member: String, _ arguments: [BusValue] = [],
        within deadline: Duration = localDeadline, upon: @escaping @BusActor (BusReply) -> Void = { _ in }
    ) async throws(BusError) -> BusReply {
        guard let connection else { throw .loss }
        let epoch = mirror.epoch
        do throws(BusError) {
            return try await connection.call(
                Self.request(path, interface, member, arguments), within: deadline, upon: upon)
        } catch  where error.name == BusError.noReply && epoch != mirror.epoch {
            throw .departure
        }
    }

    /// Calls a method and waits for what it ends with.
    func result(
        of member: String, at path: ObjectPath, _ interface: String, _ arguments: [BusValue], within deadline: Duration
    ) async -> Result<BusReply, BusError> {
        do throws(BusError) {
            return .success(try await call(path, interface, member, arguments, within: deadline))
        } catch {
            return .failure(error)
        }
    }

    /// Calls a method without waiting; `upon` gets the outcome.
    func post(
        _ path: ObjectPath, _ interface: String, _ member: String, _ arguments: [BusValue] = [],
        upon: @escaping @BusActor (Result<BusReply, BusError>) -> Void = { _ in }
    ) {
        guard let connection else { return upon(.failure(.loss)) }
        connection.ask(Self.request(path, interface, member, arguments), upon: upon)
    }

    /// Calls a method and waits for its end, even in a task that is cancelled.
    func ending(
        _ path: ObjectPath, _ interface: String, _ member: String, _ arguments: [BusValue]
    ) async throws(BusError) {
        let answer = await withCheckedContinuation { continuation in
            post(path, interface, member, arguments) { continuation.resume(returning: $0) }
        }
        _ = try answer.get()
    }

    /// Sends a signal from an object of our own.
    func emit(_ path: ObjectPath, _ interface: String, _ member: String, _ arguments: [BusValue]) {
        try? connection?.emit(path: path, interface: interface, member: member, arguments: arguments)
    }

    /// Hands all calls to objects of our own to `handler`.
    func handle(_ handler: @escaping @BusActor (IncomingCall) -> Void) {
        self.handler = handler
    }

    /// Takes a call to an object of our own; only bluetoothd may make one.
    func take(_ call: IncomingCall) {
        guard let handler, call.sender == mirror.owner else {
            return answer(
                call, .failure(BusError(name: BusError.failed, message: "This object serves bluetoothd only.")))
        }
        handler(call)
    }

    /// Answers a call to an object of our own.
    func answer(_ call: IncomingCall, _ answer: Result<[BusValue], BusError>) {
        switch answer {
        case .success(let arguments): try? connection?.reply(to: call, arguments)
        case .failure(let error): connection?.refuse(call, error)
        }
    }

    private static func request(
        _ path: ObjectPath, _ interface: String, _ member: String, _ arguments: [BusValue]
    ) -> BusCall {
        BusCall(
            destination: BlueZName.service, path: path, interface: interface, member: member, arguments: arguments)
    }
}
