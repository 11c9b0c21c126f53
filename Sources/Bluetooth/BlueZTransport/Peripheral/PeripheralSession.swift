// SPDX-License-Identifier: Apache-2.0

import Clocks
import GATT

/// One device on one adapter, for as long as it is served.
///
/// What bluetoothd asks about the objects is answered at once, as it asks while it is itself being asked; what concerns
/// the device waits its turn.
actor PeripheralSession {
    /// Something that happened to the device.
    private enum Event: Sendable {
        case read(IncomingCall, ExportedDevice.Characteristic)
        case write(IncomingCall, ExportedDevice.Characteristic)
        case connected(ObjectPath)
        case disconnected(ObjectPath)
    }

    /// How often the device is asked what it advertises.
    private static let look = Duration.seconds(1)
    private static let longestQueue = 256

    nonisolated var unownedExecutor: UnownedSerialExecutor { client.thread.asUnownedSerialExecutor() }

    private let client: BlueZClient
    private let adapter: String
    private let device: any PeripheralDevice
    private let exported: ExportedDevice
    private let events: AsyncStream<Event>
    private let happened: AsyncStream<Event>.Continuation
    private let wishes: AsyncStream<RemoteCentral.Wish>
    private let wish: AsyncStream<RemoteCentral.Wish>.Continuation
    private var notifying: Set<ObjectPath> = []
    /// What bluetoothd was told to advertise; nil while it is to advertise nothing.
    private var content: AdvertisingContent?
    private var place: BlueZAdapter?
    private var central: RemoteCentral?
    /// Counts what may change what is advertised.
    private var changes = 0

    init(_ client: BlueZClient, adapter: String, device: any PeripheralDevice) {
        self.client = client
        self.adapter = adapter
        self.device = device
        exported = ExportedDevice(device.services)
        (events, happened) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.longestQueue))
        (wishes, wish) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.longestQueue))
    }

    /// Offers the device until cancelled; then ends the connection there is.
    func run() async throws {
        let place = try await client.adapter(adapter)
        listen()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await self.serve() }
            group.addTask { await self.fulfil() }
            group.addTask { try await self.keepOffering(from: place) }
            defer { group.cancelAll() }
            do { try await group.next() } catch let error as GATTError where error.code == .cancelled {}
        }
    }

    private func listen() {
        client.assumeIsolated { client in
            client.handleCalls { [weak self] call in self?.assumeIsolated { $0.take(call) } }
            _ = client.addObserver { [weak self] change in self?.assumeIsolated { $0.take(change) } }
        }
    }

    // MARK: - Being offered

    private func keepOffering(from first: BlueZAdapter) async throws {
        var place = first
        while true {
            try await offer(on: place)
            place = try await client.adapter(adapter, patience: nil)
        }
    }

    /// Registers the device and keeps its advertisement current until bluetoothd or the adapter is gone.
    private func offer(on adapter: BlueZAdapter) async throws {
        place = adapter
        content = nil
        notifying = []
        defer { place = nil }
        try await register(on: adapter)
        let epoch = await client.epoch
        while try await isThere(adapter, epoch) {
            let seen = changes
            try await advertise(await device.advertisingContent(), on: adapter)
            try await pause(until: { $0 != seen }, adapter, epoch)
        }
        dropCentral()
    }

    private func register(on adapter: BlueZAdapter) async throws {
        do {
            try await client.call(
                adapter.path, BlueZName.gattManager, "RegisterApplication",
                [.objectPath(ExportedDevice.root), .properties([:])])
        } catch  where error.name == "org.bluez.Error.AlreadyExists" {
            // The adapter was only off for a while.
        } catch {
            throw Self.failure("offered on \(adapter.name)", error)
        }
    }

    private func isThere(_ adapter: BlueZAdapter, _ epoch: Int) async throws -> Bool {
        try Task.checkCancellation()
        return await client.isReady(adapter, epoch)
    }

    /// Waits for a second, less if something changes what is to be advertised.
    private func pause(
        until isOver: @escaping @Sendable (Int) -> Bool, _ adapter: BlueZAdapter, _ epoch: Int
    ) async throws {
        do {
            try await client.gattDeadline(Self.look) { [client, self] () throws(GATTError) in
                try await client.wait { client in
                    isOver(self.assumeIsolated { $0.changes }) || !client.isReady(adapter, epoch) ? true : nil
                }
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
                try await client.call(
                    adapter.path, BlueZName.advertisingManager, "RegisterAdvertisement",
                    [.objectPath(ExportedDevice.advertisement), .properties([:])])
            case (.some, nil):
                try await client.call(
                    adapter.path, BlueZName.advertisingManager, "UnregisterAdvertisement",
                    [.objectPath(ExportedDevice.advertisement)])
            case (_, .some(let next)):
                await client.emit(
                    ExportedDevice.advertisement, BlueZName.properties, "PropertiesChanged",
                    [
                        .string(BlueZName.advertisement),
                        .properties(["ManufacturerData": ExportedDevice.manufacturerData(next)]), .array([], of: "s"),
                    ])
            case (nil, nil): break
            }
        } catch  where ["org.bluez.Error.AlreadyExists", "org.bluez.Error.DoesNotExist"].contains(error.name) {
            // It is as it should be.
        } catch {
            content = before
            // The adapter may be on its way off; the next look tells.
            guard await client.isReady(adapter, client.epoch) else { return }
            throw Self.failure("advertised on \(adapter.name)", error)
        }
    }

    private static func failure(_ what: String, _ error: BusError) -> any Error {
        let cause = GATTError(error)
        guard cause.code == .connectionFailed else { return cause }
        return GATTError(
            .unavailable, "The device cannot be \(what). \(cause.message)", advice: GATTError.tryAgain)
    }

    // MARK: - Being used

    /// Tells the device what happens to it, one thing after the other.
    private func serve() async {
        for await event in events {
            switch event {
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
        let options = call.arguments.first?.properties
        guard let path = options?["device"]?.objectPath, await central(at: path) != nil else {
            return await refuse(call, "org.bluez.Error.NotAuthorized")
        }
        let offset = Int(options?["offset"]?.uint16 ?? 0)
        let value = await device.value(of: characteristic.definition.uuid) ?? characteristic.definition.value
        guard offset <= value.count else { return await refuse(call, "org.bluez.Error.InvalidOffset") }
        await client.answer(call, .success([.bytes(Array(value.dropFirst(offset)))]))
    }

    private func write(_ call: IncomingCall, _ characteristic: ExportedDevice.Characteristic) async {
        guard call.arguments.count == 2, let value = call.arguments[0].bytes,
            let path = call.arguments[1].properties?["device"]?.objectPath, let central = await central(at: path)
        else { return await refuse(call, "org.bluez.Error.NotAuthorized") }
        // The acknowledgement first, then what the device has to say to it.
        await client.answer(call, .success([]))
        await device.write(value, to: characteristic.definition.uuid, by: central)
    }

    private func refuse(_ call: IncomingCall, _ name: String) async {
        await client.answer(call, .failure(BusError(name: name, message: "The device does not allow it.")))
    }

    /// The central at a path if it is, or may become, the one that uses the device.
    private func central(at path: ObjectPath) async -> RemoteCentral? {
        if let central { return central.path == path ? central : nil }
        let central = RemoteCentral(path: path, wishes: wish)
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

    /// Does what the device wants of its central.
    private func fulfil() async {
        for await wish in wishes {
            switch wish {
            case .disconnect(let central): disconnect(central)
            case .notify(let value, let characteristic, let central):
                central.notified()
                guard central === self.central, let path = exported.path(of: characteristic), notifying.contains(path)
                else { continue }
                await client.emit(
                    path, BlueZName.properties, "PropertiesChanged",
                    [
                        .string(BlueZName.gattCharacteristic), .properties(["Value": .bytes(value)]),
                        .array([], of: "s"),
                    ])
            }
        }
    }

    private func disconnect(_ central: RemoteCentral) {
        client.assumeIsolated { $0.post(central.path, BlueZName.device, "Disconnect") }
    }

    /// What is advertised may be another thing now.
    private func changed() {
        changes += 1
        client.assumeIsolated { $0.reconsider() }
    }
}

// MARK: - On the bus

extension PeripheralSession {
    private func take(_ change: ObjectTree.Change) {
        switch change {
        case .reported(let path, BlueZName.device, let properties):
            guard let place, path.isBelow(place.path), let isConnected = properties["Connected"]?.boolean else {
                return
            }
            happened.yield(isConnected ? .connected(path) : .disconnected(path))
        case .removed(let path, BlueZName.device): happened.yield(.disconnected(path))
        case .replaced: dropCentral(unlessConnected: true)
        case .added, .reported, .removed: break
        }
    }

    private func dropCentral(unlessConnected: Bool = false) {
        guard let path = central?.path else { return }
        if unlessConnected, client.assumeIsolated({ $0.tree.device(at: path)?.isConnected }) == true { return }
        happened.yield(.disconnected(path))
    }

    private func take(_ call: IncomingCall) {
        if let answer = answer(to: call) {
            client.assumeIsolated { $0.answer(call, answer) }
        } else if let characteristic = exported.characteristic(at: call.path) {
            let event = call.member == "ReadValue" ? Event.read(call, characteristic) : .write(call, characteristic)
            if case .dropped = happened.yield(event) {
                let error = BusError(name: "org.bluez.Error.InProgress", message: "The device is busy.")
                client.assumeIsolated { $0.answer(call, .failure(error)) }
            }
        }
    }

    /// The answer to what can be answered at once; nil for what the device has to say.
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

extension BlueZClient {
    /// Whether a device can be offered on an adapter that was there in an epoch.
    fileprivate func isReady(_ adapter: BlueZAdapter, _ epoch: Int) -> Bool {
        epoch == self.epoch && tree.properties(of: BlueZName.gattManager, at: adapter.path) != nil
            && tree.adapters.contains { $0.path == adapter.path && $0.isPowered }
    }
}
