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
        /// The bus of the machine: `DBUS_SYSTEM_BUS_ADDRESS`, or the usual socket.
        case system
        /// Any bus, in D-Bus's notation; only unix sockets.
        case at(String)
    }

    /// What the connection receives besides answers.
    public enum Event: Sendable {
        /// A signal that a match rule lets through.
        case signal(BusSignal)
        /// A call to an object of ours.
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
    /// The number of the thread's watch of the socket.
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

    /// Asks the bus for the signals of a rule; remove it as often as it was added.
    public func addMatch(_ rule: MatchRule) async throws(BusError) {
        try rule.validate()
        _ = try await call(.toBus("AddMatch", [.string(rule.text)]), within: Self.busDeadline)
    }

    /// Removes a rule from the bus; does nothing if the bus does not have it.
    func removeMatch(_ rule: MatchRule) {
        guard (try? rule.validate()) != nil else { return }
        try? post(.toBus("RemoveMatch", [.string(rule.text)]))
    }

    /// Suspends until the socket has taken everything sent so far, the connection ends, or the time is over.
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
                message: "The bus at \(address.debugDescription) closed the connection during the handshake.")
        }
        guard let unique = reply.arguments.first?.string, self.link != nil else { throw .loss }
        self.link?.setUniqueName(unique)
        name.withLock { $0 = unique }
        isOpen = true
    }

    /// The events the thread is to wait for.
    private func awaitedEvents() -> Int16? {
        if link?.isConnected == false { pump() }
        guard link != nil else { return nil }
        // libdbus holds messages back until the handshake is over. To wait until the socket can be written would wake
        // the thread for nothing.
        let mustWrite = link?.isAuthenticated == true && link?.hasUnsent == true
        return Int16(mustWrite ? POLLIN | POLLOUT : POLLIN)
    }

    /// Reads and writes what the socket allows, and handles every message that is complete.
    private func pump() {
        link?.transfer()
        while let message = link?.next() { receive(message) }
        if link?.isConnected == false { return end(with: .disconnected) }
        if !flushes.isEmpty, link?.hasUnsent == false { endFlushes() }
    }

    private func receive(_ message: consuming BusMessage) {
        // With such a message libdbus says that the connection has ended; the pump notices that itself.
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
        // While the connection is being opened, `open` throws instead.
        if let event, isOpen { handler(event) }
    }
}
