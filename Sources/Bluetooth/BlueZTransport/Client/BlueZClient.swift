// SPDX-License-Identifier: Apache-2.0

import Clocks
import DBus
import GATT
import SleepModel

/// The connection of this process to bluetoothd: opens the bus, and keeps the mirror of bluetoothd's objects up to date.
///
/// The first caller opens the bus. When bluetoothd leaves the bus and returns, the client reads its objects again at
/// once. When the bus itself is lost, the next caller opens another connection.
@BusActor
final class BlueZClient {
    private enum Phase {
        case closed
        case opening
        case open
        case finished
    }

    let clock: any NightClock
    let mirror: BlueZMirror
    let calls: BlueZCalls
    let discovery: DiscoverySession
    let monitor: MonitorSession
    let devices: HeldDevices
    /// The adapter that is used while none is named; nil until one was found.
    var usualAdapter: UsualAdapter?
    /// What is to be done about an adapter that hears nothing.
    var silence = SilenceMachine()
    /// Whether an adapter that hears nothing may be switched off and on.
    let mayResetAdapter: Bool
    /// How long bluetoothd may take to list its objects until it is asked again; an answer can be lost.
    nonisolated static let objectsDeadline = Duration.seconds(8)
    /// Why bluetoothd does not say what it knows; nil when it does.
    private(set) var refusal: BusError?
    /// How often bluetoothd was asked for its objects.
    private var objectRequests = 0
    /// Which adapter each device is called by, where nobody has said which to use.
    var choice = AdapterChoice()
    /// What the owner of the host says of the adapters, by their names.
    private(set) var marks: [String: AdapterMark] = [:]
    /// Counts how often an adapter appeared, went or changed.
    private(set) var adapterChanges = 0
    private let readMark: @Sendable (String) -> AdapterMark?
    private let address: BusConnection.Address
    private var phase = Phase.closed

    nonisolated init(
        _ address: BusConnection.Address, clock: any NightClock, patterns: [AdvertisementPattern] = [],
        mayResetAdapter: Bool = false,
        marks: @escaping @Sendable (String) -> AdapterMark? = { _ in nil }
    ) {
        self.address = address
        self.clock = clock
        self.mayResetAdapter = mayResetAdapter
        readMark = marks
        mirror = BlueZMirror()
        calls = BlueZCalls(mirror)
        discovery = DiscoverySession(mirror, calls, clock: clock)
        monitor = MonitorSession(mirror, calls, clock: clock, patterns: patterns)
        devices = HeldDevices(mirror, calls, clock: clock)
    }

    /// The objects of bluetoothd.
    var tree: ObjectTree { mirror.tree }

    /// Whether bluetoothd is on the bus.
    var isPresent: Bool { mirror.owner != nil }

    /// Whether the bus can be used.
    var isOpen: Bool { phase == .open }

    private var isOpening: Bool { phase == .opening }
    private var isFinished: Bool { phase == .finished }

    /// Opens the bus if it is not open, and waits for bluetoothd's objects if bluetoothd is on the bus.
    func open() async throws(GATTError) {
        while true {
            switch phase {
            case .finished: throw .closed
            case .open where mirror.isLoaded && refusal == nil || !isPresent: return
            case .open:
                if refusal != nil { askForObjects() }
                try await gattDeadline(BlueZCalls.localDeadline) { () throws(GATTError) in
                    try await self.waitForObjects()
                }
                return
            case .opening: try await wait { $0.isOpening ? nil : true }
            case .closed: try await connect()
            }
        }
    }

    /// Waits for bluetoothd's objects, and asks for them again when no answer comes.
    private func waitForObjects() async throws(GATTError) {
        while !mirror.isLoaded, isPresent {
            do {
                try await gattDeadline(Self.objectsDeadline) { () throws(GATTError) in
                    try await self.wait { $0.mirror.isLoaded || !$0.isPresent ? true : nil }
                }
            } catch  where error.code == .timedOut {
                askForObjects()
            }
        }
    }

    /// Has bluetoothd disconnect from every device, and leaves the bus; the client cannot be used after that.
    func finish() async {
        guard !isFinished else { return }
        devices.disconnectAll()
        phase = .finished
        let connection = calls.connection
        calls.use(nil)
        await connection?.flush(within: .milliseconds(500))
        lose()
        connection?.close()
    }

    /// Suspends until `probe` finds something; it is asked now and after every change.
    ///
    /// Throws `cancelled`, and `transport_unavailable` when the bus is lost or the transport closed.
    @discardableResult
    func wait<Value: Sendable>(
        for probe: @escaping @BusActor (BlueZClient) -> Value?
    ) async throws(GATTError) -> Value {
        if let value = probe(self) { return value }
        guard isOpening || isOpen else { throw isFinished ? .closed : GATTError(.loss) }
        do throws(BusError) {
            return try await mirror.wait { probe(self) }
        } catch {
            throw isFinished ? .closed : GATTError(error)
        }
    }

    /// Reads the properties of an object's interface again.
    func refresh(_ interface: String, at path: ObjectPath) async throws(BusError) {
        try await calls.call(path, BlueZName.properties, "GetAll", [.string(interface)]) { [weak self] reply in
            self?.publish { $0.merge(reply.arguments, of: interface, at: path) }
        }
    }

    /// Reads all objects again, and returns them as they were in that moment.
    func refreshAll() async throws(BusError) -> ObjectTree {
        let reply = try await calls.call(.root, BlueZName.objectManager, "GetManagedObjects") { [weak self] reply in
            self?.publish { $0.load(reply.arguments) }
        }
        var snapshot = ObjectTree()
        _ = snapshot.load(reply.arguments)
        return snapshot
    }

    private func publish(_ change: (inout ObjectTree) -> [ObjectTree.Change]) {
        publish(mirror.change(change))
    }

    private func publish(_ changes: [ObjectTree.Change]) {
        guard !changes.isEmpty else { return }
        if changes.contains(where: \.isOfAdapter) { noteAdapters() }
        discovery.notice(changes)
        monitor.notice()
        mirror.announce(changes)
    }

    /// Reads the marks of the adapters, also when one changes: udev may not know one yet that bluetoothd has just found.
    private func noteAdapters() {
        adapterChanges += 1
        marks = [:]
        for adapter in tree.adapters { marks[adapter.name] = readMark(adapter.name) }
    }
}

extension ObjectTree.Change {
    /// Whether an adapter may have appeared, gone or changed.
    fileprivate var isOfAdapter: Bool {
        switch self {
        case .added(_, let interface), .removed(_, let interface), .reported(_, let interface, _):
            interface == BlueZName.adapter
        case .replaced: true
        }
    }
}

// MARK: - The bus

extension BlueZClient {
    private static let rules = [
        MatchRule(sender: BlueZName.service, interface: BlueZName.objectManager),
        MatchRule(
            sender: BlueZName.service, pathNamespace: ObjectPath("/org/bluez"), interface: BlueZName.properties,
            member: "PropertiesChanged"),
        MatchRule(
            sender: BlueZName.bus, interface: BlueZName.bus, member: "NameOwnerChanged",
            argument0: BlueZName.service),
    ]

    private func connect() async throws(GATTError) {
        phase = .opening
        do {
            try await join()
            phase = .open
            mirror.reconsider()
        } catch {
            calls.connection?.close()
            if isOpening { phase = .closed }
            // First, those who wait to open the bus: they do not fail.
            mirror.reconsider()
            lose()
            throw isFinished ? .closed : GATTError(error)
        }
    }

    private func join() async throws(BusError) {
        let connection = try await BusConnection.open(address, clock: clock) { [weak self] event in self?.take(event) }
        // `finish` may have been called meanwhile.
        guard isOpening else {
            connection.close()
            throw .loss
        }
        calls.use(connection)
        // Signals first, so that no change after the objects are read is missed.
        for rule in Self.rules { try await connection.addMatch(rule) }
        try await findOwner(over: connection)
        guard isOpening, calls.connection === connection else { throw .loss }
    }

    private func findOwner(over connection: BusConnection) async throws(BusError) {
        let question = BusCall(
            destination: BlueZName.bus, path: .root, interface: BlueZName.bus, member: "GetNameOwner",
            arguments: [.string(BlueZName.service)])
        do {
            try await connection.call(question, within: BlueZCalls.localDeadline) { [weak self] reply in
                self?.setOwner(reply.arguments.first?.string)
            }
        } catch  where error.name == "org.freedesktop.DBus.Error.NameHasNoOwner" {
            // The bus announces bluetoothd when it starts.
        }
    }

    private func take(_ event: BusConnection.Event) {
        switch event {
        case .disconnected:
            // While the bus is being opened, `connect` ends the attempt.
            if isOpen { phase = .closed }
            lose()
        case .call(let call): calls.take(call)
        case .signal(let signal):
            if signal.sender == BlueZName.bus, signal.member == "NameOwnerChanged", signal.arguments.count == 3,
                signal.arguments[0].string == BlueZName.service
            {
                setOwner(signal.arguments[2].string)
            } else if signal.sender == mirror.owner {
                publish { $0.apply(signal) }
            }
        }
    }

    /// bluetoothd has started, ended, or is another process now.
    private func setOwner(_ name: String?) {
        let name = name.flatMap { $0.isEmpty ? nil : $0 }
        guard name != mirror.owner else { return }
        refusal = nil
        forget()
        mirror.setOwner(name)
        guard name != nil, calls.connection != nil else { return mirror.reconsider() }
        askForObjects()
    }

    private func askForObjects() {
        refusal = nil
        mirror.setLoaded(false)
        let name = mirror.owner
        objectRequests += 1
        let number = objectRequests
        calls.post(.root, BlueZName.objectManager, "GetManagedObjects") { [weak self] answer in
            self?.load(answer, from: name, request: number)
        }
    }

    private func load(_ answer: Result<BusReply, BusError>, from name: String?, request number: Int) {
        guard name == mirror.owner else { return }
        switch answer {
        case .success(let reply):
            mirror.setLoaded(true)
            publish { $0.load(reply.arguments) }
        // The latest request decides.
        case .failure where number != objectRequests: break
        case .failure(let error):
            mirror.setLoaded(true)
            refusal = error
            mirror.reconsider()
        }
    }

    private func forget() {
        let changes = mirror.forget()
        devices.forget()
        // bluetoothd brings its adapters back one by one, and another adapter may be out of reach of our devices.
        usualAdapter?.isGivenUp = false
        silence.heard()
        discovery.end(.departure)
        monitor.forget()
        publish(changes)
    }

    /// The bus is lost: ends all waits, and forgets everything.
    private func lose() {
        calls.use(nil)
        mirror.failWaits(.loss)
        forget()
    }

    /// Runs `operation` for no longer than `duration`; throws `timed_out` then.
    @discardableResult
    nonisolated func gattDeadline<Value: Sendable>(
        _ duration: Duration, _ operation: @escaping @Sendable () async throws(GATTError) -> Value
    ) async throws(GATTError) -> Value {
        do {
            return try await withDeadline(duration, on: clock) { try await operation() }
        } catch let error as GATTError {
            throw error
        } catch is DeadlineExceeded {
            throw .lateness
        } catch {
            throw .cancellation
        }
    }
}
