// SPDX-License-Identifier: Apache-2.0

public import Clocks
import Glibc
import Synchronization

/// One private connection to a message bus.
///
/// It ends when it is closed, when the bus hangs up, or with the last reference to it.
@BusActor
public final class BusConnection {
    /// Where the bus is.
    public enum Address: Sendable {
        /// The bus of the machine: `DBUS_SYSTEM_BUS_ADDRESS`, or where it always is.
        case system
        /// Any bus, in D-Bus's notation; only unix sockets.
        case at(String)
    }

    /// What comes in without having been asked for.
    public enum Event: Sendable {
        /// A signal that a match rule lets through.
        case signal(BusSignal)
        /// A call of an object of ours.
        case call(IncomingCall)
        /// The bus hung up; the last event. It does not follow `close()`.
        case disconnected
    }

    /// How long the bus itself has to answer.
    private static let busDeadline = Duration.seconds(10)

    let clock: any NightClock
    var link: BusLink?
    var calls = CallTable()
    private let handler: @BusActor (Event) -> Void
    /// What the thread knows the watch of the socket by.
    private var watch: Int?
    private let name = Mutex("")
    private var sequence: UInt64 = 0
    private var flushes: [OneShot<Void>] = []
    private var isOpen = false

    /// The name the bus has given the connection, such as `:1.42`.
    nonisolated var uniqueName: String { name.withLock { $0 } }

    private init(clock: any NightClock, handler: @escaping @BusActor (Event) -> Void) {
        self.clock = clock
        self.handler = handler
    }

    isolated deinit {
        end(with: nil)
    }

    /// Connects, authenticates and says Hello.
    ///
    /// `handler` is called in the order messages arrive, once per event. Throws `unavailable` if there
    /// is no bus, `timedOut` if it does not answer within ten seconds, `cancelled`.
    public static func open(
        _ address: Address, clock: any NightClock, handler: @escaping @BusActor (Event) -> Void
    ) async throws(BusError) -> BusConnection {
        let connection = BusConnection(clock: clock, handler: handler)
        do {
            try await connection.connect(to: text(of: address))
        } catch {
            connection.close()
            throw error
        }
        return connection
    }

    /// Asks the bus for the signals of a rule; as often as asked, it has to be removed.
    public func addMatch(_ rule: MatchRule) async throws(BusError) {
        try rule.validate()
        _ = try await call(.toBus("AddMatch", [.string(rule.text)]), within: Self.busDeadline)
    }

    /// Asks the bus to forget a rule; does nothing if it has none such.
    func removeMatch(_ rule: MatchRule) {
        guard (try? rule.validate()) != nil else { return }
        try? post(.toBus("RemoveMatch", [.string(rule.text)]))
    }

    /// Suspends until everything sent so far is handed to the socket, the connection ends or the time is over.
    public func flush(within deadline: Duration) async {
        try? await withDeadline(deadline, on: clock) { await self.flushed() }
    }

    /// Ends the connection; everything under way fails with `disconnected`.
    public func close() {
        end(with: nil)
    }

    private func flushed() async {
        guard link?.hasUnsent == true else { return }
        let flush = OneShot<Void>()
        flushes.append(flush)
        defer { flushes.removeAll { $0 === flush } }
        await flush.valueUnlessCancelled()
    }

    private static func text(of address: Address) -> String {
        switch address {
        case .at(let text): text
        case .system:
            getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) }
                ?? "unix:path=/var/run/dbus/system_bus_socket"
        }
    }
}

extension BusConnection {
    private func connect(to address: String) async throws(BusError) {
        let link = try BusLink(address)
        watch = BusActor.shared.thread.attach(
            BusThread.Watch(
                descriptor: link.descriptor,
                events: { [weak self] in BusActor.assumeIsolated { self?.awaitedEvents() } },
                ready: { [weak self] in BusActor.assumeIsolated { self?.pump() } }))
        self.link = consume link
        let reply: BusReply
        do {
            reply = try await call(.toBus("Hello"), within: Self.busDeadline)
        } catch  where error.name == BusError.disconnected {
            throw BusError(
                name: BusError.unavailable,
                message: "The bus at \(address.debugDescription) hung up before it knew us.")
        }
        guard let unique = reply.arguments.first?.string, self.link != nil else { throw .loss }
        self.link?.setUniqueName(unique)
        name.withLock { $0 = unique }
        isOpen = true
    }

    /// What the thread has to wait for.
    private func awaitedEvents() -> Int16? {
        if link?.isConnected == false { pump() }
        guard link != nil else { return nil }
        // Until the handshake is over, libdbus holds messages back, and a socket that can be written would wake us
        // for nothing.
        let mustWrite = link?.isAuthenticated == true && link?.hasUnsent == true
        return Int16(mustWrite ? POLLIN | POLLOUT : POLLIN)
    }

    /// Moves bytes in both directions and hands on every message that is complete.
    private func pump() {
        link?.transfer()
        while let message = link?.next() { receive(message) }
        if link?.isConnected == false { return end(with: .disconnected) }
        if !flushes.isEmpty, link?.hasUnsent == false { endFlushes() }
    }

    private func receive(_ message: consuming BusMessage) {
        // libdbus tells us in this way that the connection has ended, which the pump sees for itself.
        guard message.interface != BusMessage.localInterface else { return }
        sequence += 1
        switch message.kind {
        case .reply, .error: settle(message, sequence: sequence)
        case .signal: if let signal = message.signal(sequence: sequence) { handler(.signal(signal)) }
        case .call: take(message)
        case .other: break
        }
    }

    private func take(_ message: consuming BusMessage) {
        do {
            if let call = try message.incomingCall() { handler(.call(call)) }
        } catch {
            guard message.wantsReply, let sender = message.sender else { return }
            let answer = BusError(name: BusError.invalidArguments, message: error.message)
            if let refusal = try? BusMessage.refusal(serial: message.serial, of: sender, answer) {
                _ = try? send(refusal)
            }
        }
    }

    private func endFlushes() {
        for flush in flushes { flush.set() }
    }

    private func end(with event: Event?) {
        guard link != nil else { return }
        if let watch { BusActor.shared.thread.detach(watch) }
        link = nil
        for ticket in calls.removeAll() { ticket.end(.failure(.loss)) }
        endFlushes()
        // Whoever is still opening the connection hears of it there.
        if let event, isOpen { handler(event) }
    }
}
