// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SleepModel

@testable import BlueZTransport
@testable import DBus

/// A bluetoothd of a test's own: it answers as the real one does, unless its script says otherwise.
///
/// Nothing in it takes time: what is to come later is held until the test lets it go.
@BusActor
final class ScriptedBluetoothd {
    /// What a call is answered with.
    enum Answer: Sendable {
        /// As the real one would.
        case usual
        case reply([BusValue])
        case error(String, String = "")
        /// Not before `release`.
        case held
    }

    typealias Interfaces = [String: [String: BusValue]]

    private let bus: BusConnection.Address
    private let clock = ManualClock(wall: Instant(secondsSince1970: 1_800_000_000))
    private var connection: BusConnection?
    private var scripts: [String: [Answer]] = [:]
    private var held: [IncomingCall] = []
    private var waits: [(isMet: @BusActor (ScriptedBluetoothd) -> Bool, met: OneShot<Void>)] = []
    private(set) var objects: [ObjectPath: Interfaces] = [:]
    /// Everything it was asked, in order.
    private(set) var calls: [IncomingCall] = []
    /// Everything its clients said in a signal.
    private(set) var signals: [BusSignal] = []
    /// What was shown at each call that registers something.
    private(set) var registered: [(member: String, shown: Result<[BusValue], BusError>)] = []
    /// Whether it finds the services of a device that is connected.
    var resolvesServices = true
    /// Whether it shows that it searches when it does.
    var showsSearch = true
    /// The devices that it hears as soon as it searches.
    private(set) var onAir: [MacAddress] = []

    /// Joins a bus with one adapter, `hci0`, that is on.
    init(at bus: BusConnection.Address) async throws {
        self.bus = bus
        objects[.hci0] = Self.adapter("00:AA:01:00:00:00")
        try await appear()
    }

    /// Gets the name `org.bluez`, as another process than before.
    func appear() async throws {
        let connection = try await BusConnection.open(bus, clock: clock) { [weak self] event in
            self?.take(event)
        }
        self.connection = connection
        try await connection.addMatch(MatchRule(interface: BlueZName.properties, member: "PropertiesChanged"))
        try await connection.call(.toBus("RequestName", [.string(BlueZName.service), .uint32(7)]), within: .seconds(5))
    }

    /// Leaves the bus as one that was killed; what it knows is there again when it appears, without connections.
    func vanish() {
        connection?.close()
        connection = nil
        held = []
        for path in objects.keys where objects[path]?[BlueZName.device] != nil {
            objects[path]?[BlueZName.device]?.merge(Self.down) { $1 }
        }
        objects = objects.filter { $0.value[BlueZName.gattCharacteristic] == nil }
        for path in objects.keys where objects[path]?[BlueZName.adapter] != nil {
            objects[path]?[BlueZName.adapter]?["Discovering"] = .boolean(false)
        }
    }

    // MARK: - The script

    /// Answers the next calls of a method like this, and those after them as usual.
    func answer(_ member: String, _ answers: Answer...) {
        scripts[member, default: []] += answers
    }

    /// Answers all calls as usual from now on; those that are held stay so.
    func forgetScripts() {
        scripts = [:]
    }

    /// Forgets what it was asked so far, which would fill the memory in the long run.
    func forgetCalls() {
        calls = []
    }

    func setOnAir(_ devices: [MacAddress]) {
        onAir = devices
    }

    /// Waits for an answer of the bus itself, by which time it has passed on what came before.
    func reachBus() async {
        _ = try? await connection?.call(.toBus("GetId"), within: .seconds(5))
    }

    func setShowsSearch(_ shows: Bool) {
        showsSearch = shows
    }

    func setResolvesServices(_ resolves: Bool) {
        resolvesServices = resolves
    }

    /// Answers the oldest held call of a method.
    func release(_ member: String, _ answer: Answer = .usual) {
        guard let index = held.firstIndex(where: { $0.member == member }) else { return }
        perform(held.remove(at: index), answer)
    }

    /// Does several things at once, so that what they send arrives together.
    func run(_ body: @BusActor (ScriptedBluetoothd) -> Void) {
        body(self)
    }

    /// Waits until something is so; asked after every call, signal and change.
    func wait(until isMet: @escaping @BusActor (ScriptedBluetoothd) -> Bool) async throws {
        guard !isMet(self) else { return }
        let met = OneShot<Void>()
        waits.append((isMet, met))
        guard await met.valueUnlessCancelled() != nil else { throw CancellationError() }
    }

    /// Waits until a method was called that often altogether; returns the last of these calls.
    @discardableResult
    func call(_ member: String, count: Int = 1) async throws -> IncomingCall {
        try await wait { $0.calls.count { $0.member == member } >= count }
        return calls.filter { $0.member == member }[count - 1]
    }

    /// The methods that were called, without those that only read.
    var members: [String] {
        calls.map(\.member).filter { !["GetManagedObjects", "GetAll"].contains($0) }
    }

    /// Calls an object of a client.
    func ask(
        _ client: String, _ path: ObjectPath, _ interface: String, _ member: String, _ arguments: [BusValue] = []
    ) async throws(BusError) -> BusReply {
        guard let connection else { throw .loss }
        return try await connection.call(
            BusCall(destination: client, path: path, interface: interface, member: member, arguments: arguments),
            within: .seconds(5))
    }

    /// Calls an object of a client without asking for an answer.
    func tell(
        _ client: String, _ path: ObjectPath, _ interface: String, _ member: String, _ arguments: [BusValue]
    ) {
        try? connection?.post(
            BusCall(destination: client, path: path, interface: interface, member: member, arguments: arguments))
    }

    // MARK: - The objects

    /// Adds interfaces to an object, with the signal that says so unless it is left out.
    func add(_ path: ObjectPath, _ interfaces: Interfaces, isSignalled: Bool = true) {
        objects[path, default: [:]].merge(interfaces) { $1 }
        if isSignalled {
            signal(.root, BlueZName.objectManager, "InterfacesAdded", [.objectPath(path), Self.value(of: interfaces)])
        }
        reconsider()
    }

    /// Removes an object, or some of its interfaces.
    func remove(_ path: ObjectPath, _ interfaces: [String]? = nil) {
        let names = interfaces ?? objects[path].map { $0.keys.sorted() } ?? []
        for name in names { objects[path]?.removeValue(forKey: name) }
        if objects[path]?.isEmpty == true { objects.removeValue(forKey: path) }
        signal(
            .root, BlueZName.objectManager, "InterfacesRemoved",
            [.objectPath(path), .array(names.map { .string($0) }, of: "s")])
        reconsider()
    }

    /// Changes properties, with the signal that says so unless it is left out.
    func set(
        _ path: ObjectPath, _ interface: String, _ properties: [String: BusValue], isSignalled: Bool = true
    ) {
        objects[path]?[interface]?.merge(properties) { $1 }
        if isSignalled {
            signal(
                path, BlueZName.properties, "PropertiesChanged",
                [.string(interface), .properties(properties), .array([], of: "s")])
        }
        reconsider()
    }

    func signal(_ path: ObjectPath, _ interface: String, _ member: String, _ arguments: [BusValue]) {
        try? connection?.emit(path: path, interface: interface, member: member, arguments: arguments)
    }

    /// What a device is while it is not connected.
    nonisolated static let down: [String: BusValue] = [
        "Connected": .boolean(false), "ServicesResolved": .boolean(false),
    ]

    nonisolated static func adapter(_ address: String, isOn: Bool = true) -> Interfaces {
        [
            BlueZName.adapter: ["Address": .string(address), "Powered": .boolean(isOn)],
            BlueZName.gattManager: [:], BlueZName.advertisingManager: [:],
        ]
    }

    nonisolated static func value(of interfaces: Interfaces) -> BusValue {
        var entries: [BusValue: BusValue] = [:]
        for (name, properties) in interfaces { entries[.string(name)] = .properties(properties) }
        return .dictionary(entries, key: "s", value: "a{sv}")
    }

    // MARK: - On the bus

    private func take(_ event: BusConnection.Event) {
        switch event {
        case .disconnected: break
        case .signal(let signal):
            guard ![BlueZName.bus, connection?.uniqueName].contains(signal.sender) else { return }
            signals.append(signal)
        case .call(let call):
            calls.append(call)
            let script = scripts[call.member]?.isEmpty == false ? scripts[call.member]?.removeFirst() : nil
            perform(call, script ?? .usual)
        }
        reconsider()
    }

    private func reconsider() {
        let now = waits.filter { $0.isMet(self) }
        waits.removeAll { wait in now.contains { $0.met === wait.met } }
        for wait in now { wait.met.set() }
    }

    private func perform(_ call: IncomingCall, _ answer: Answer) {
        switch answer {
        case .usual: doAsUsual(call)
        case .reply(let arguments): reply(call, arguments)
        case .error(let name, let text): refuse(call, name, text)
        case .held: held.append(call)
        }
        reconsider()
    }

    func reply(_ call: IncomingCall, _ arguments: [BusValue] = []) {
        try? connection?.reply(to: call, arguments)
    }

    func refuse(_ call: IncomingCall, _ name: String, _ text: String = "") {
        connection?.refuse(call, BusError(name: name, message: text))
    }

    /// Has the objects of a client shown before its call is answered, and then does something else.
    func look(
        _ call: IncomingCall, _ path: ObjectPath, _ interface: String, _ member: String, _ arguments: [BusValue],
        then: @escaping @BusActor () -> Void = {}
    ) {
        let question = BusCall(
            destination: call.sender, path: path, interface: interface, member: member, arguments: arguments)
        connection?.ask(question) { [weak self] answer in
            guard let self else { return }
            registered.append((call.member, answer.map(\.arguments)))
            reply(call)
            then()
            reconsider()
        }
    }
}

extension ObjectPath {
    static let hci0 = ObjectPath("/org/bluez/hci0") ?? .root
    static let hci1 = ObjectPath("/org/bluez/hci1") ?? .root
}
