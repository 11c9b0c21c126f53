// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks

@testable import DBus

/// A connection to a bus with all it hears.
struct Party {
    let connection: BusConnection
    let events: AsyncStream<BusConnection.Event>
    let finish: @Sendable () -> Void

    /// Joins the bus; events of the bus itself, such as the loss of a name, are left out unless asked for.
    init(
        _ bus: PrivateBus, clock: any NightClock = ManualClock(wall: Instant(secondsSince1970: 1_800_000_000)),
        hearsBus: Bool = false
    ) async throws {
        let (events, continuation) = AsyncStream.makeStream(of: BusConnection.Event.self)
        connection = try await BusConnection.open(bus.address, clock: clock) { event in
            if case .signal(let signal) = event, signal.sender == "org.freedesktop.DBus", !hearsBus { return }
            continuation.yield(event)
        }
        self.events = events
        finish = { continuation.finish() }
    }

    /// The next call somebody makes.
    func nextCall() async -> IncomingCall? {
        for await event in events { if case .call(let call) = event { return call } }
        return nil
    }

    /// The next signal.
    func nextSignal() async -> BusSignal? {
        for await event in events { if case .signal(let signal) = event { return signal } }
        return nil
    }

    /// A call to this party.
    func call(_ arguments: [BusValue] = [], member: String = "Echo") -> BusCall {
        BusCall(
            destination: connection.uniqueName, path: .test, interface: "app.lull.Test", member: member,
            arguments: arguments)
    }
}

extension ObjectPath {
    static let test = ObjectPath("/app/lull/test") ?? .root
}

extension BusCall {
    /// The cheapest call a bus answers.
    static let getId = BusCall.toBus("GetId")
}

/// What a call ended with.
func ending(_ call: () async throws(BusError) -> BusReply) async -> Result<[BusValue], BusError> {
    do { return .success(try await call().arguments) } catch { return .failure(error) }
}

/// The name of the error a call ended with; nil if it was answered.
func errorName(_ call: () async throws(BusError) -> BusReply) async -> String? {
    do {
        _ = try await call()
        return nil
    } catch {
        return error.name
    }
}
