// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import GATT
import SleepModel
import Testing

@testable import BlueZTransport
@testable import DBus

@Suite(.timeLimit(.minutes(1)))
struct PeripheralOfferTests {
    private static func characteristic(_ uuid: BluetoothUUID, _ flags: String...) -> ScriptedBluetoothd.Interfaces {
        [
            BlueZName.gattCharacteristic: [
                "UUID": .string(uuid.description), "Service": .objectPath(service),
                "Flags": .array(flags.map { .string($0) }, of: "s"),
            ]
        ]
    }

    private static let service = ObjectPath("/app/lull/service0") ?? .root
    private static let offered = ["RegisterApplication", "RegisterAdvertisement"]

    private static func advertised(_ data: [UInt8], name: String = "Rest") -> [String: BusValue] {
        ["LocalName": .string(name), "ManufacturerData": ScriptedBluetoothd.data(data)]
    }

    @Test
    func device_isRegistered_withAllItHas() async throws {
        let stage = try await PeripheralStage()
        try await stage.serve { try await stage.offered() }
        let objects: [ObjectPath: ScriptedBluetoothd.Interfaces] = [
            Self.service: [
                BlueZName.gattService: ["UUID": .string(BluetoothUUID(0x180F).description), "Primary": .boolean(true)]
            ],
            PeripheralStage.path(OfferedDevice.constant): Self.characteristic(OfferedDevice.constant, "read"),
            PeripheralStage.path(OfferedDevice.changing): Self.characteristic(OfferedDevice.changing, "read", "notify"),
            PeripheralStage.path(OfferedDevice.written): Self.characteristic(
                OfferedDevice.written, "write", "write-without-response"),
            PeripheralStage.path(OfferedDevice.notified): Self.characteristic(OfferedDevice.notified, "notify"),
        ]
        var entries: [BusValue: BusValue] = [:]
        for (path, interfaces) in objects { entries[.objectPath(path)] = ScriptedBluetoothd.value(of: interfaces) }
        let advertisement = Self.advertised([1]).merging([
            "Type": .string("peripheral"), "Discoverable": .boolean(true),
        ]) { $1 }
        #expect(
            await stage.daemon.registered.map(\.shown) == [
                .success([.dictionary(entries, key: "o", value: "a{sa{sv}}")]), .success([.properties(advertisement)]),
            ])
        let calls = await stage.daemon.calls.filter { $0.member != "GetManagedObjects" }
        #expect(calls.map(\.member) == Self.offered)
        #expect(calls.map(\.path) == [.hci0, .hci0])
        #expect(
            calls.map(\.arguments) == [
                [.objectPath(ExportedDevice.root), .properties([:])],
                [.objectPath(PeripheralStage.advertisement), .properties([:])],
            ])
    }

    @Test(arguments: [
        ("Rest", "Rest"), ("a\0b", "ab"), (String(repeating: "é", count: 20), String(repeating: "é", count: 14)),
        ("", ""), (String(repeating: "👩‍👩‍👧", count: 2), "👩‍👩‍👧"),
    ])
    func name_isShortened_toWhatAScanResponseHolds(name: String, expected: String) {
        let properties = ExportedDevice.properties(of: OfferedDevice.content([], name: name))
        #expect(properties["LocalName"] == .string(expected))
    }

    @Test
    func objects_answerForThemselves() async throws {
        let stage = try await PeripheralStage()
        try await stage.serve {
            try await stage.offered()
            let client = await stage.client
            func all(_ path: ObjectPath, _ interface: String) async -> Result<[BusValue], BusError> {
                do throws(BusError) {
                    return .success(
                        try await stage.daemon.ask(client, path, BlueZName.properties, "GetAll", [.string(interface)])
                            .arguments)
                } catch {
                    return .failure(BusError(name: error.name, message: ""))
                }
            }
            let unknown = BusError(name: "org.freedesktop.DBus.Error.UnknownMethod", message: "")
            #expect(
                await all(Self.service, BlueZName.gattService)
                    == .success([
                        .properties(["UUID": .string(BluetoothUUID(0x180F).description), "Primary": .boolean(true)])
                    ]))
            #expect(await all(Self.service, BlueZName.gattCharacteristic) == .failure(unknown))
            #expect(await all(.hci0, BlueZName.gattService) == .failure(unknown))
            await #expect(throws: BusError.self) {
                try await stage.daemon.ask(client, .root, BlueZName.objectManager, "GetManagedObjects")
            }
            await #expect(throws: BusError.self) {
                try await stage.daemon.ask(client, Self.service, BlueZName.gattCharacteristic, "ReadValue")
            }
        }
    }

    @Test
    func calls_areRefused_whenSomebodyElseMakesThem() async throws {
        let stage = try await PeripheralStage()
        try await stage.serve {
            try await stage.offered()
            let stranger = try await Party(stage.bus)
            let call = BusCall(
                destination: await stage.client, path: ExportedDevice.root, interface: BlueZName.objectManager,
                member: "GetManagedObjects")
            let error = await #expect(throws: BusError.self) {
                try await stranger.connection.call(call, within: .seconds(5))
            }
            #expect(error?.name == BusError.failed)
        }
    }

    @Test(arguments: DiscoveryTests.Loss.allCases)
    func device_isOfferedAgain_whenAllIsBack(loss: DiscoveryTests.Loss) async throws {
        let stage = try await PeripheralStage()
        try await stage.serve {
            try await stage.offered()
            if loss != .restart {
                await stage.daemon.answer("RegisterApplication", .error("org.bluez.Error.AlreadyExists"))
            }
            try await loss.happen(to: stage.daemon)
            try await stage.daemon.call("RegisterAdvertisement", count: 2)
        }
        #expect(await stage.daemon.members == Self.offered + Self.offered)
    }

    @Test
    func advertisement_isBroughtUpToDate_whenBluetoothdRemembersAnOldOne() async throws {
        let stage = try await PeripheralStage()
        try await stage.serve {
            try await stage.offered()
            await stage.daemon.answer("RegisterApplication", .error("org.bluez.Error.AlreadyExists"))
            await stage.daemon.answer("RegisterAdvertisement", .error("org.bluez.Error.AlreadyExists"))
            await stage.device.set { $0.content = OfferedDevice.content([2]) }
            try await DiscoveryTests.Loss.power.happen(to: stage.daemon)
            try await stage.daemon.wait { !$0.signals.isEmpty }
        }
        let signals = await stage.daemon.signals.map(\.arguments)
        #expect(
            signals == [[.string(BlueZName.advertisement), .properties(Self.advertised([2])), .array([], of: "s")]])
    }

    @Test
    func advertisement_follows_whatTheDeviceSays() async throws {
        let stage = try await PeripheralStage()
        try await stage.serve {
            try await stage.offered()
            await stage.device.set { $0.content = OfferedDevice.content([2], name: "Other") }
            await stage.look()
            try await stage.daemon.wait { !$0.signals.isEmpty }
            await stage.look()
            await stage.device.set { $0.content = nil }
            await stage.look()
            try await stage.daemon.call("UnregisterAdvertisement")
            await stage.device.set { $0.content = OfferedDevice.content([3]) }
            await stage.look()
            try await stage.offered(2)
        }
        let signals = await stage.daemon.signals
        #expect(signals.map(\.path) == [PeripheralStage.advertisement])
        #expect(
            signals.map(\.arguments) == [
                [
                    .string(BlueZName.advertisement), .properties(Self.advertised([2], name: "Other")),
                    .array([], of: "s"),
                ]
            ])
        #expect(await stage.daemon.members == Self.offered + ["UnregisterAdvertisement", "RegisterAdvertisement"])
        #expect(
            await stage.daemon.calls.last { $0.member == "UnregisterAdvertisement" }?.arguments
                == [.objectPath(PeripheralStage.advertisement)])
    }

    @Test
    func advertisement_isRegisteredAgain_whenBluetoothdReleasesIt() async throws {
        let stage = try await PeripheralStage()
        try await stage.serve {
            try await stage.offered()
            _ = try await stage.daemon.ask(
                await stage.client, PeripheralStage.advertisement, BlueZName.advertisement, "Release")
            try await stage.offered(2)
        }
    }

    @Test
    func device_isOffered_whenTheAdapterIsReadyLittleByLittle() async throws {
        let stage = try await PeripheralStage()
        await stage.daemon.remove(.hci0, [BlueZName.gattManager, BlueZName.advertisingManager])
        let error = try await stage.serve {
            await stage.clock.waitForSleeper(within: .seconds(3))
            for name in [BlueZName.gattManager, BlueZName.advertisingManager] {
                await stage.daemon.add(.hci0, [name: [:]])
            }
            try await stage.offered()
        }
        #expect(error == nil)
    }

    @Test
    func device_isOffered_whenBluetoothdLeavesWhileItIsAsked() async throws {
        let stage = try await PeripheralStage()
        await stage.daemon.answer("RegisterApplication", .held)
        let error = try await stage.serve {
            try await stage.daemon.call("RegisterApplication")
            await stage.daemon.vanish()
            try await stage.daemon.appear()
            try await stage.offered()
        }
        #expect(error == nil)
    }

    /// What cannot be offered, and what is said of it.
    enum Obstacle: CaseIterable {
        case noAdapter, off, noManagers, applicationRefused, advertisementRefused, noBluetoothd

        var sentence: String {
            switch self {
            case .noAdapter: "There is no Bluetooth adapter “hci0”."
            case .off: "The Bluetooth adapter hci0 is switched off."
            case .noManagers: "The Bluetooth adapter hci0 cannot offer a device."
            case .applicationRefused: "The device cannot be offered on hci0. Bluetooth failed (no reason given)."
            case .advertisementRefused: "The device cannot be advertised on hci0. Bluetooth failed (no room)."
            case .noBluetoothd: "The Bluetooth service (bluetoothd) is not running."
            }
        }

        func happen(to daemon: ScriptedBluetoothd) async {
            switch self {
            case .noAdapter: await daemon.remove(.hci0)
            case .off: await daemon.set(.hci0, BlueZName.adapter, ["Powered": .boolean(false)])
            case .noManagers: await daemon.remove(.hci0, [BlueZName.advertisingManager])
            case .applicationRefused: await daemon.answer("RegisterApplication", .error("org.bluez.Error.Failed"))
            case .advertisementRefused:
                await daemon.answer("RegisterAdvertisement", .error("org.bluez.Error.Failed", "no room"))
            case .noBluetoothd: await daemon.vanish()
            }
        }

        var takesTime: Bool { ![.applicationRefused, .advertisementRefused].contains(self) }
    }

    @Test(arguments: Obstacle.allCases)
    func serve_throws_whatCannotBeOffered(obstacle: Obstacle) async throws {
        let stage = try await PeripheralStage()
        await obstacle.happen(to: stage.daemon)
        let peripheral = BlueZPeripheral(stage.bus.address, adapter: "hci0", clock: stage.clock)
        async let error = failure { try await peripheral.serve(stage.device) }
        if obstacle.takesTime {
            await stage.clock.waitForSleeper(within: .seconds(3))
            stage.clock.advance(by: .seconds(3))
        }
        #expect(await error?.code == .unavailable)
        #expect(await error?.message == obstacle.sentence)
    }

    @Test
    func serve_throws_whenTheBusIsLost() async throws {
        let stage = try await PeripheralStage()
        let peripheral = BlueZPeripheral(stage.bus.address, adapter: "hci0", clock: stage.clock)
        async let error = failure { try await peripheral.serve(stage.device) }
        try await stage.offered()
        await stage.bus.kill()
        #expect(await error?.code == .unavailable)
    }
}
