// SPDX-License-Identifier: Apache-2.0

import Clocks
import DBus
import GATT
import SleepModel

/// One process's view of bluetoothd: a bus connection, a mirror of bluetoothd's objects, and those who wait for changes.
///
/// The bus is opened by the first who asks for it. When bluetoothd leaves the bus and returns, the mirror is read anew
/// at once; when the bus itself is lost, the next who asks opens another connection.
actor BlueZClient {
    /// How long bluetoothd and the bus may take for what needs no radio.
    static let localDeadline = Duration.seconds(25)

    private enum Bus {
        case closed
        case opening
        case open
        case finished
    }

    /// Somebody who waits for the mirror to become what they need.
    private struct Wait {
        let isMet: @Sendable (isolated BlueZClient) -> Bool
        let fail: @Sendable (BusError) -> Void
    }

    nonisolated let thread: BusThread
    nonisolated let clock: any NightClock
    private let address: BusConnection.Address
    private var bus = Bus.closed
    private var link: BusConnection?
    /// The unique name of bluetoothd; nil while it is not on the bus.
    private var owner: String?
    /// Whether the mirror has been read since bluetoothd came.
    private var isLoaded = false
    /// Counts how often everything known of bluetoothd was lost.
    private(set) var epoch = 0
    private(set) var tree = ObjectTree()
    var discovery = DiscoverySession()
    /// The adapter that is used while none is named; nil until one was found.
    var usualAdapter: UsualAdapter?
    /// The devices that bluetoothd was asked to connect, and not to let go of yet.
    private var held: Set<ObjectPath> = []
    private var waits: [Int: Wait] = [:]
    private var observers: [Int: @Sendable (ObjectTree.Change) -> Void] = [:]
    private var identifiers = 0
    /// Takes calls to objects of our own; without one they are refused.
    private var callHandler: (@Sendable (IncomingCall) -> Void)?

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    init(_ address: BusConnection.Address, on thread: BusThread, clock: any NightClock) {
        self.address = address
        self.thread = thread
        self.clock = clock
    }

    /// Whether bluetoothd is on the bus.
    var isPresent: Bool { owner != nil }

    /// Opens the bus if it is not open; bluetoothd's objects are known after that, if it is there.
    func open() async throws(GATTError) {
        while true {
            switch bus {
            case .finished: throw .closed
            case .open where isLoaded || owner == nil: return
            case .open:
                try await gattDeadline(Self.localDeadline) { () throws(GATTError) in
                    try await self.wait { $0.isLoaded || $0.owner == nil ? true : nil }
                }
            case .opening: try await wait { $0.isOpening ? nil : true }
            case .closed: try await connect()
            }
        }
    }

    /// Has bluetoothd let go of every device, and ends everything; nothing can be asked after that.
    func finish() async {
        guard !isFinished else { return }
        for device in held { letGo(of: device) }
        bus = .finished
        let link = link
        await link?.flush(within: .milliseconds(500))
        lose()
        await link?.close()
    }

    private var isOpening: Bool { if case .opening = bus { true } else { false } }

    /// Whether the bus can be used.
    var isOpen: Bool { if case .open = bus { true } else { false } }

    /// Whether the end has come.
    var isFinished: Bool { if case .finished = bus { true } else { false } }

    // MARK: - Asking

    /// Calls a method of one of bluetoothd's objects; `upon` sees the answer in its place among the signals.
    @discardableResult
    func call(
        _ path: ObjectPath, _ interface: String, _ member: String, _ arguments: [BusValue] = [],
        within deadline: Duration = localDeadline, upon: @escaping @Sendable (BusReply) -> Void = { _ in }
    ) async throws(BusError) -> BusReply {
        guard let link, !isFinished else { throw .loss }
        let epoch = epoch
        do throws(BusError) {
            return try await link.call(
                Self.request(path, interface, member, arguments), within: deadline, upon: upon)
        } catch  where error.name == BusError.noReply && epoch != self.epoch {
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

    /// Calls a method without waiting; `upon` is called once on the thread when it has ended, however it did.
    func post(
        _ path: ObjectPath, _ interface: String, _ member: String, _ arguments: [BusValue] = [],
        upon: @escaping @Sendable (Result<BusReply, BusError>) -> Void = { _ in }
    ) {
        guard let link, !isFinished else { return upon(.failure(.loss)) }
        link.assumeIsolated { $0.ask(Self.request(path, interface, member, arguments), upon: upon) }
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

    /// Has bluetoothd connect to a device, which it holds until `letGo`, whatever becomes of us.
    func connect(_ device: ObjectPath, within deadline: Duration) async throws(BusError) {
        held.insert(device)
        try await call(device, BlueZName.device, "Connect", within: deadline)
    }

    /// Has bluetoothd disconnect from a device, or give up connecting to it.
    func letGo(of device: ObjectPath, upon: @escaping @Sendable (Result<BusReply, BusError>) -> Void = { _ in }) {
        held.remove(device)
        post(device, BlueZName.device, "Disconnect", upon: upon)
    }

    /// Has bluetoothd disconnect from a device that it holds for nobody here.
    func release(_ address: MacAddress) {
        for device in tree.adapters.compactMap({ tree.device(address, of: $0.path) })
        where device.isConnected && !held.contains(device.path) { letGo(of: device.path) }
    }

    /// A connection came to an end for which nobody here has asked.
    func connectionEnded(_ device: ObjectPath) {
        held.remove(device)
    }

    /// Reads the properties of an object's interface anew.
    func refresh(_ interface: String, at path: ObjectPath) async throws(BusError) {
        try await call(path, BlueZName.properties, "GetAll", [.string(interface)]) { [weak self] reply in
            self?.assumeIsolated { $0.publish($0.tree.merge(reply.arguments, of: interface, at: path)) }
        }
    }

    /// Reads all objects anew, and returns them as they were in that moment.
    func refreshAll() async throws(BusError) -> ObjectTree {
        let reply = try await call(.root, BlueZName.objectManager, "GetManagedObjects") { [weak self] reply in
            self?.assumeIsolated { $0.publish($0.tree.load(reply.arguments)) }
        }
        var snapshot = ObjectTree()
        _ = snapshot.load(reply.arguments)
        return snapshot
    }

    /// Sends a signal from an object of our own.
    func emit(_ path: ObjectPath, _ interface: String, _ member: String, _ arguments: [BusValue]) {
        link?.assumeIsolated {
            try? $0.emit(path: path, interface: interface, member: member, arguments: arguments)
        }
    }

    /// Answers a call to an object of our own.
    func answer(_ call: IncomingCall, _ answer: Result<[BusValue], BusError>) {
        link?.assumeIsolated { link in
            switch answer {
            case .success(let arguments): try? link.reply(to: call, arguments)
            case .failure(let error): link.refuse(call, error)
            }
        }
    }

    private static func request(
        _ path: ObjectPath, _ interface: String, _ member: String, _ arguments: [BusValue]
    ) -> BusCall {
        BusCall(
            destination: BlueZName.service, path: path, interface: interface, member: member, arguments: arguments)
    }

    // MARK: - Waiting

    /// Suspends until `probe` finds something; it is asked now and after every change.
    ///
    /// Throws `cancelled`, and `transport_unavailable` when the bus is lost or the transport closed.
    @discardableResult
    func wait<Value: Sendable>(
        for probe: @escaping @Sendable (isolated BlueZClient) -> Value?
    ) async throws(GATTError) -> Value {
        if let value = probe(self) { return value }
        guard isOpening || isOpen else { throw isFinished ? .closed : GATTError(.loss) }
        let found = OneShot<Result<Value, BusError>>()
        let identifier = makeIdentifier()
        waits[identifier] = Wait(
            isMet: { client in
                guard let value = probe(client) else { return false }
                found.set(.success(value))
                return true
            },
            fail: { found.set(.failure($0)) })
        defer { waits.removeValue(forKey: identifier) }
        do throws(BusError) {
            return try await found.outcome()
        } catch {
            throw isFinished ? .closed : GATTError(error)
        }
    }

    /// A number nobody else has.
    func makeIdentifier() -> Int {
        identifiers += 1
        return identifiers
    }

    /// Calls `observer` on the thread at every change, until `removeObserver`.
    func addObserver(_ observer: @escaping @Sendable (ObjectTree.Change) -> Void) -> Int {
        let identifier = makeIdentifier()
        observers[identifier] = observer
        return identifier
    }

    /// Ends what `addObserver` began.
    func removeObserver(_ identifier: Int) {
        observers.removeValue(forKey: identifier)
    }

    /// Hands all calls to objects of our own to `handler`, on the thread.
    func handleCalls(_ handler: @escaping @Sendable (IncomingCall) -> Void) {
        callHandler = handler
    }

    /// Asks everybody who waits anew, for changes that are not in the mirror.
    func reconsider() {
        for (identifier, wait) in waits where wait.isMet(self) { waits.removeValue(forKey: identifier) }
    }

    private func publish(_ changes: [ObjectTree.Change]) {
        guard !changes.isEmpty else { return }
        noticeEndOfDiscovery()
        for change in changes {
            for observer in observers.values { observer(change) }
        }
        reconsider()
    }

    // MARK: - The bus

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
        bus = .opening
        do {
            try await join()
            bus = .open
            reconsider()
        } catch {
            await link?.close()
            if isOpening { bus = .closed }
            // Those who wait for their turn to open the bus first.
            reconsider()
            lose()
            throw isFinished ? .closed : GATTError(error)
        }
    }

    private func join() async throws(BusError) {
        let link = try await BusConnection.open(address, on: thread, clock: clock) { [weak self] event in
            self?.assumeIsolated { $0.take(event) }
        }
        // The transport may have been closed meanwhile.
        guard isOpening else {
            await link.close()
            throw .loss
        }
        self.link = link
        // First the signals, then what they change.
        for rule in Self.rules { try await link.addMatch(rule) }
        try await findOwner(over: link)
        guard isOpening, self.link === link else { throw .loss }
    }

    private func findOwner(over link: BusConnection) async throws(BusError) {
        let question = BusCall(
            destination: BlueZName.bus, path: .root, interface: BlueZName.bus, member: "GetNameOwner",
            arguments: [.string(BlueZName.service)])
        do {
            try await link.call(question, within: Self.localDeadline) { [weak self] reply in
                self?.assumeIsolated { $0.setOwner(reply.arguments.first?.string) }
            }
        } catch  where error.name == "org.freedesktop.DBus.Error.NameHasNoOwner" {
            // It will be announced when it comes.
        }
    }

    private func take(_ event: BusConnection.Event) {
        switch event {
        case .disconnected:
            // One that is being opened is given up by whoever opens it.
            if isOpen { bus = .closed }
            lose()
        case .call(let call):
            // Whoever else speaks to us has no business here.
            guard let callHandler, call.sender == owner else {
                return answer(
                    call, .failure(BusError(name: BusError.failed, message: "This object serves bluetoothd only.")))
            }
            callHandler(call)
        case .signal(let signal):
            if signal.sender == BlueZName.bus, signal.member == "NameOwnerChanged", signal.arguments.count == 3,
                signal.arguments[0].string == BlueZName.service
            {
                setOwner(signal.arguments[2].string)
            } else if signal.sender == owner {
                publish(tree.apply(signal))
            }
        }
    }

    /// bluetoothd came, left, or is another process now.
    private func setOwner(_ name: String?) {
        let name = name.flatMap { $0.isEmpty ? nil : $0 }
        guard name != owner else { return }
        forget()
        owner = name
        guard name != nil, let link else { return reconsider() }
        let question = Self.request(.root, BlueZName.objectManager, "GetManagedObjects", [])
        link.assumeIsolated { link in
            link.ask(question) { [weak self] answer in
                self?.assumeIsolated { $0.load(answer, from: name) }
            }
        }
    }

    private func load(_ answer: Result<BusReply, BusError>, from name: String?) {
        guard name == owner else { return }
        isLoaded = true
        // One that is not ready to list its objects announces each of them later.
        switch answer {
        case .success(let reply): publish(tree.load(reply.arguments))
        case .failure: reconsider()
        }
    }

    private func forget() {
        owner = nil
        isLoaded = false
        epoch += 1
        held = []
        // bluetoothd brings its adapters back one after the other, and another one may hear nothing of our devices.
        usualAdapter?.isGivenUp = false
        endDiscovery(.departure)
        publish(tree.removeAll())
    }

    /// The bus is gone, and everybody who waits for something on it with it.
    private func lose() {
        link = nil
        let waits = waits
        self.waits = [:]
        for wait in waits.values { wait.fail(.loss) }
        forget()
    }
}
