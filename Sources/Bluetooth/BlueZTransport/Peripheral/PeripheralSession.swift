// SPDX-License-Identifier: Apache-2.0

import Clocks
import DBus
import GATT

/// One device on one adapter, for as long as it is served.
///
/// Questions about the objects are answered at once, because bluetoothd asks them while this process waits for bluetoothd.
/// Calls to the device run one after the other.
@BusActor
final class PeripheralSession {
    /// Something that happened to the device.
    private enum Event: Sendable {
        /// Ask it what it advertises.
        case asked
        case read(IncomingCall, ExportedDevice.Characteristic)
        case write(IncomingCall, ExportedDevice.Characteristic)
        case connected(ObjectPath)
        case disconnected(ObjectPath)
    }

    /// How often the device is asked what it advertises.
    private static let look = Duration.seconds(1)
    private static let longestQueue = 256

    private let client: BlueZClient
    private let name: String
    private let device: any PeripheralDevice
    private let exported: ExportedDevice
    private let events: AsyncStream<Event>
    private let happened: AsyncStream<Event>.Continuation
    private let requests: AsyncStream<RemoteCentral.Request>
    private let requested: AsyncStream<RemoteCentral.Request>.Continuation
    private var queuedCalls = 0
    private var notifying: Set<ObjectPath> = []
    /// What the device wants to advertise, and how often it was asked.
    private var wanted: (content: AdvertisingContent?, count: Int) = (nil, 0)
    /// What bluetoothd advertises; nil while it advertises nothing.
    private var content: AdvertisingContent?
    /// The adapter that offers the device; nil as soon as the registration is lost.
    private var place: BlueZAdapter?
    private var central: RemoteCentral?
    /// To be called once, when the device is advertised for the first time.
    private var onReady: (@Sendable () -> Void)?
    /// Counts the events that may change what the device advertises.
    private var changes = 0

    init(
        _ client: BlueZClient, adapter: String, device: any PeripheralDevice, onReady: @escaping @Sendable () -> Void
    ) {
        self.onReady = onReady
        self.client = client
        name = adapter
        self.device = device
        exported = ExportedDevice(device.services)
        // Calls may fill half of it; the other half is for connections and disconnections.
        (events, happened) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(2 * Self.longestQueue))
        // Each central limits its own.
        (requests, requested) = AsyncStream.makeStream()
    }

    /// Offers the device until cancelled; then ends its connection.
    func run() async throws {
        let adapter = try await client.adapter(name)
        listen()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await self.serve() }
            group.addTask { await self.carryOut() }
            group.addTask { try await self.keepOffering(from: adapter) }
            defer { group.cancelAll() }
            do { try await group.next() } catch let error as GATTError where error.code == .cancelled {}
        }
    }

    private func listen() {
        client.calls.handle { [weak self] call in self?.take(call) }
        _ = client.mirror.addObserver { [weak self] change in self?.take(change) }
    }

    // MARK: - Being offered

    private func keepOffering(from first: BlueZAdapter) async throws {
        var adapter = first
        while true {
            try await offer(on: adapter)
            adapter = try await client.adapter(name, patience: nil)
        }
    }

    /// Registers the device and keeps its advertisement current until bluetoothd or the adapter is gone.
    private func offer(on adapter: BlueZAdapter) async throws {
        try await client.waitForManagers(of: adapter)
        guard settle(on: adapter) else { return }
        defer { place = nil }
        try await register(on: adapter)
        while place != nil {
            let seen = changes
            if try await asks() { try await advertise(wanted.content, on: adapter) }
            if content != nil, let tell = onReady {
                onReady = nil
                tell()
            }
            try await pause { $0 != seen }
        }
    }

    /// Chooses the adapter for the device; false if the adapter is gone already.
    private func settle(on adapter: BlueZAdapter) -> Bool {
        guard client.canOffer(on: adapter) else { return false }
        place = adapter
        content = nil
        notifying = []
        return true
    }

    private func register(on adapter: BlueZAdapter) async throws {
        do {
            try await client.calls.call(
                adapter.path, BlueZName.gattManager, "RegisterApplication",
                [.objectPath(ExportedDevice.root), .properties([:])])
        } catch  where error.name == "org.bluez.Error.AlreadyExists" {
            // The adapter was only off for a while.
        } catch {
            try check("offered", on: adapter, error)
        }
    }

    /// Asks the device what it advertises; false if too many events wait for it, or the adapter is lost.
    private func asks() async throws -> Bool {
        let count = wanted.count
        guard case .enqueued = happened.yield(.asked) else { return false }
        return try await client.wait { [self] _ in
            if place == nil { return false }
            return wanted.count == count ? nil : true
        }
    }

    /// Waits for a second, or until something happens that may change what the device advertises.
    private func pause(until isOver: @escaping @Sendable (Int) -> Bool) async throws {
        do {
            try await client.gattDeadline(Self.look) { [client, self] () throws(GATTError) in
                try await client.wait { _ in self.place == nil || isOver(self.changes) ? true : nil }
            }
        } catch  where error.code == .timedOut {}
    }

    private func advertise(_ next: AdvertisingContent?, on adapter: BlueZAdapter) async throws {
        guard next != content else { return }
        let before = content
        content = next
        do {
            switch (before, next) {
            case (nil, .some):
                // Waits for the end even if cancelled: bluetoothd 5.66 never removes an advertisement whose owner leaves
                // the bus while it is being registered, and it has room for only a few.
                try await client.calls.ending(
                    adapter.path, BlueZName.advertisingManager, "RegisterAdvertisement",
                    [.objectPath(ExportedDevice.advertisement), .properties([:])])
            case (.some, nil):
                try await client.calls.call(
                    adapter.path, BlueZName.advertisingManager, "UnregisterAdvertisement",
                    [.objectPath(ExportedDevice.advertisement)])
            case (_, .some(let next)): announce(next)
            case (nil, nil): break
            }
        } catch  where error.name == "org.bluez.Error.AlreadyExists" {
            // The adapter was only off for a while, and bluetoothd remembers what it advertised before.
            if let next { announce(next) }
        } catch  where error.name == "org.bluez.Error.DoesNotExist" {
            // It is not advertised, as wanted.
        } catch {
            content = before
            try check("advertised", on: adapter, error)
        }
    }

    private func announce(_ content: AdvertisingContent) {
        client.calls.emit(
            ExportedDevice.advertisement, BlueZName.properties, "PropertiesChanged",
            [
                .string(BlueZName.advertisement), .properties(ExportedDevice.changingProperties(of: content)),
                .array([], of: "s"),
            ])
    }

    /// Throws the failure, unless the adapter is lost; then the session waits for it to come back.
    private func check(_ what: String, on adapter: BlueZAdapter, _ error: BusError) throws {
        try Task.checkCancellation()
        if place != nil { throw Self.failure("\(what) on \(adapter.name)", error) }
    }

    private static func failure(_ what: String, _ error: BusError) -> any Error {
        let cause = GATTError(error)
        guard cause.code == .connectionFailed else { return cause }
        return GATTError(
            .unavailable, "The device cannot be \(what). \(cause.message)", advice: BlueZFailure.tryAgain)
    }

    // MARK: - Being used

    /// Passes events to the device, one after the other.
    private func serve() async {
        for await event in events {
            switch event {
            case .asked:
                let content = await device.advertisingContent()
                wanted = (content, wanted.count + 1)
                client.mirror.reconsider()
            case .connected(let path): _ = await central(at: path)
            case .disconnected(let path):
                if let central, central.path == path { await end(central) }
            case .read(let call, let characteristic): await read(call, characteristic)
            case .write(let call, let characteristic): await write(call, characteristic)
            }
        }
        guard let central else { return }
        disconnect(central)
        await end(central)
    }

    private func read(_ call: IncomingCall, _ characteristic: ExportedDevice.Characteristic) async {
        queuedCalls -= 1
        let options = call.arguments.first?.properties
        guard let path = options?["device"]?.objectPath, await central(at: path) != nil else {
            return refuse(call, "org.bluez.Error.NotAuthorized")
        }
        let offset = Int(options?["offset"]?.uint16 ?? 0)
        let value = await device.value(of: characteristic.definition.uuid) ?? characteristic.definition.value
        guard offset <= value.count else { return refuse(call, "org.bluez.Error.InvalidOffset") }
        client.calls.answer(call, .success([.bytes(Array(value.dropFirst(offset)))]))
    }

    private func write(_ call: IncomingCall, _ characteristic: ExportedDevice.Characteristic) async {
        queuedCalls -= 1
        guard call.arguments.count == 2, let value = call.arguments[0].bytes,
            let path = call.arguments[1].properties?["device"]?.objectPath, let central = await central(at: path)
        else { return refuse(call, "org.bluez.Error.NotAuthorized") }
        // The acknowledgement first, then the notifications of the device.
        client.calls.answer(call, .success([]))
        await device.write(value, to: characteristic.definition.uuid, by: central)
    }

    private func refuse(_ call: IncomingCall, _ name: String) {
        client.calls.answer(call, .failure(BusError(name: name, message: "The device does not allow it.")))
    }

    /// The central at a path if it uses the device, or may use it now; nil otherwise.
    private func central(at path: ObjectPath) async -> RemoteCentral? {
        if let central { return central.path == path ? central : nil }
        let central = RemoteCentral(path: path, requests: requested)
        self.central = central
        guard await device.connected(central) else {
            self.central = nil
            disconnect(central)
            return nil
        }
        changed()
        return central
    }

    private func end(_ ended: RemoteCentral) async {
        central = nil
        await device.disconnected(ended)
        changed()
    }

    /// Carries out what the device asks for.
    private func carryOut() async {
        for await request in requests {
            switch request {
            case .disconnect(let central):
                // The same device may have connected again.
                if central === self.central { disconnect(central) }
            case .notify(let value, let characteristic, let central):
                central.notified()
                guard central === self.central, let path = exported.path(of: characteristic), notifying.contains(path)
                else { continue }
                client.calls.emit(
                    path, BlueZName.properties, "PropertiesChanged",
                    [
                        .string(BlueZName.gattCharacteristic), .properties(["Value": .bytes(value)]),
                        .array([], of: "s"),
                    ])
            }
        }
    }

    private func disconnect(_ central: RemoteCentral) {
        client.calls.post(central.path, BlueZName.device, "Disconnect")
    }

    /// Something happened that may change what the device advertises.
    private func changed() {
        changes += 1
        client.mirror.reconsider()
    }
}

// MARK: - On the bus

extension PeripheralSession {
    private func take(_ change: ObjectTree.Change) {
        // Noticed at once: the adapter may be back soon, but bluetoothd has forgotten the device.
        if let place, !client.canOffer(on: place) {
            self.place = nil
            dropCentral()
        }
        switch change {
        case .reported(let path, BlueZName.device, let properties):
            guard let place, path.isBelow(place.path), let isConnected = properties["Connected"]?.boolean else {
                return
            }
            happened.yield(isConnected ? .connected(path) : .disconnected(path))
        case .added(let path, BlueZName.device):
            // A central that bluetoothd did not know is added when it connects.
            if let place, path.isBelow(place.path), isConnected(path) { happened.yield(.connected(path)) }
        case .removed(let path, BlueZName.device): happened.yield(.disconnected(path))
        case .replaced: if let central, !isConnected(central.path) { dropCentral() }
        case .added, .reported, .removed: break
        }
    }

    private func isConnected(_ path: ObjectPath) -> Bool {
        client.tree.device(at: path)?.isConnected == true
    }

    private func dropCentral() {
        if let central { happened.yield(.disconnected(central.path)) }
    }

    private func take(_ call: IncomingCall) {
        if let answer = answer(to: call) {
            client.calls.answer(call, answer)
        } else if let characteristic = exported.characteristic(at: call.path) {
            let event = call.member == "ReadValue" ? Event.read(call, characteristic) : .write(call, characteristic)
            guard queuedCalls < Self.longestQueue, case .enqueued = happened.yield(event) else {
                let error = BusError(name: "org.bluez.Error.InProgress", message: "The device is busy.")
                return client.calls.answer(call, .failure(error))
            }
            queuedCalls += 1
        }
    }

    /// The answer to a call; nil if the device has to answer it.
    private func answer(to call: IncomingCall) -> Result<[BusValue], BusError>? {
        switch (call.interface, call.member) {
        case (BlueZName.objectManager, "GetManagedObjects") where call.path == ExportedDevice.root:
            return .success([exported.managedObjects])
        case (BlueZName.properties, "GetAll"):
            guard let interface = call.arguments.first?.string, let found = properties(of: interface, at: call.path)
            else { break }
            return .success([found])
        case (BlueZName.gattCharacteristic, "ReadValue"), (BlueZName.gattCharacteristic, "WriteValue"):
            guard exported.characteristic(at: call.path) != nil else { break }
            return nil
        case (BlueZName.gattCharacteristic, "StartNotify") where exported.characteristic(at: call.path) != nil:
            notifying.insert(call.path)
            return .success([])
        case (BlueZName.gattCharacteristic, "StopNotify"):
            notifying.remove(call.path)
            return .success([])
        case (BlueZName.advertisement, "Release"):
            content = nil
            changed()
            return .success([])
        default: break
        }
        return .failure(
            BusError(
                name: "org.freedesktop.DBus.Error.UnknownMethod",
                message: "\(call.path) has no \(call.interface ?? "").\(call.member)."))
    }

    private func properties(of interface: String, at path: ObjectPath) -> BusValue? {
        if interface == BlueZName.advertisement, path == ExportedDevice.advertisement {
            return content.map { .properties(ExportedDevice.properties(of: $0)) }
        }
        return exported.properties(of: interface, at: path)
    }
}
