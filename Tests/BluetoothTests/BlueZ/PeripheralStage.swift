// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import GATT
import SleepModel
import Synchronization
import Testing
import Waiting

@testable import BlueZTransport
@testable import DBus

/// A bus with a scripted bluetoothd, and a device that is offered on it.
struct PeripheralStage: Sendable {
    let bus: PrivateBus
    let daemon: ScriptedBluetoothd
    let clock = ManualClock(wall: Instant(secondsSince1970: 1_800_000_000), boot: .seconds(1000))
    let device = OfferedDevice()

    init() async throws {
        bus = try await PrivateBus()
        daemon = try await ScriptedBluetoothd(bus)
    }

    /// Offers the device until `body` returns; returns what offering it ended with.
    @discardableResult
    func serve(_ body: @escaping @Sendable () async throws -> Void) async throws -> GATTError? {
        let peripheral = BlueZPeripheral(bus.address, adapter: "hci0", clock: clock)
        let serving = Task { await failure { try await peripheral.serve(device) } }
        do {
            try await body()
        } catch {
            serving.cancel()
            throw error
        }
        serving.cancel()
        return await serving.value
    }

    /// Waits until the device is offered and advertised for the n-th time.
    func offered(_ count: Int = 1) async throws {
        try await daemon.wait { $0.registered.count { $0.member == "RegisterAdvertisement" } >= count }
    }

    /// Lets the next look at what the device advertises come.
    func look() async {
        await clock.waitForSleeper(within: .seconds(1))
        clock.advance(by: .seconds(1))
    }

    /// Connects a central, and waits until the device knows.
    func connect(_ central: MacAddress = .rest) async throws {
        if await daemon.objects[.device(central)] == nil {
            await daemon.add(.device(central), ScriptedBluetoothd.device(central))
        }
        await daemon.connect(.device(central))
        try await device.wait { $0.contains(.connected) }
    }

    /// Waits until whatever the device notifies is sent, or is known to be wanted by nobody.
    func notificationsSettle() async {
        guard let central = await device.central as? RemoteCentral else { return }
        await eventually { central.pending.load(ordering: .relaxed) == 0 }
    }

    /// A central calls a method of a characteristic.
    func ask(
        _ member: String, _ characteristic: BluetoothUUID, _ value: [UInt8]? = nil, by central: MacAddress = .rest,
        _ options: [String: BusValue] = [:]
    ) async throws(BusError) -> BusReply {
        let options = options.merging(["device": .objectPath(.device(central))]) { $1 }
        let arguments: [BusValue] = ["StartNotify", "StopNotify"].contains(member) ? [] : [.properties(options)]
        return try await daemon.ask(
            await client, Self.path(characteristic), BlueZName.gattCharacteristic, member,
            (value.map { [.bytes($0)] } ?? []) + arguments)
    }

    /// The name of the peripheral on the bus.
    var client: String {
        get async { await daemon.calls.last { $0.member == "RegisterApplication" }?.sender ?? "" }
    }

    static func path(_ characteristic: BluetoothUUID) -> ObjectPath {
        let number = OfferedDevice.characteristics.firstIndex(of: characteristic) ?? 0
        return ObjectPath("/app/lull/service0/characteristic\(number)") ?? .root
    }

    static let advertisement = ObjectPath("/app/lull/advertisement") ?? .root
}

/// A device that keeps what happens to it.
actor OfferedDevice: PeripheralDevice {
    enum Event: Hashable {
        case connected, disconnected, wrote([UInt8]), overlap
    }

    static let constant = BluetoothUUID(0x5C21_0001, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232)
    static let changing = BluetoothUUID(0x5C21_0002, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232)
    static let written = BluetoothUUID(0x5C21_0003, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232)
    static let notified = BluetoothUUID(0x5C21_0004, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232)
    static let characteristics = [constant, changing, written, notified]

    nonisolated let services = [
        ServiceDefinition(
            BluetoothUUID(0x180F),
            characteristics: [
                CharacteristicDefinition(constant, .read, value: [1, 2, 3]),
                CharacteristicDefinition(changing, [.read, .notify]),
                CharacteristicDefinition(written, [.write, .writeWithoutResponse]),
                CharacteristicDefinition(notified, .notify),
            ])
    ]

    var content: AdvertisingContent? = content([1])
    var accepts = true
    /// What a write waits for before it is done.
    var hold: OneShot<Void>?
    private(set) var central: (any ConnectedCentral)?
    private(set) var events: [Event] = []
    private(set) var looks = 0
    private var isBusy = false
    private var waits: [(isMet: @Sendable ([Event]) -> Bool, met: OneShot<Void>)] = []

    static func content(_ data: [UInt8], name: String = "Rest") -> AdvertisingContent {
        AdvertisingContent(localName: name, manufacturerData: [ScriptedBluetoothd.company: data])
    }

    func set(_ change: @Sendable (isolated OfferedDevice) -> Void) {
        change(self)
    }

    func wait(until isMet: @escaping @Sendable ([Event]) -> Bool) async throws {
        guard !isMet(events) else { return }
        let met = OneShot<Void>()
        waits.append((isMet, met))
        guard await met.valueUnlessCancelled() != nil else { throw CancellationError() }
    }

    func advertisingContent() -> AdvertisingContent? {
        looks += 1
        if isBusy { note(.overlap) }
        return content
    }

    func connected(_ central: any ConnectedCentral) -> Bool {
        guard accepts else { return false }
        self.central = central
        note(.connected)
        return true
    }

    func disconnected(_ central: any ConnectedCentral) {
        note(.disconnected)
    }

    func value(of characteristic: BluetoothUUID) -> [UInt8]? {
        characteristic == Self.changing ? [4, 5, 6, 7] : nil
    }

    func write(_ value: [UInt8], to characteristic: BluetoothUUID, by central: any ConnectedCentral) async {
        isBusy = true
        central.notify(value, of: Self.notified)
        await hold?.valueUnlessCancelled()
        isBusy = false
        note(.wrote(value))
    }

    private func note(_ event: Event) {
        events.append(event)
        for wait in waits where wait.isMet(events) { wait.met.set() }
        waits.removeAll { $0.met.isSet }
    }
}
