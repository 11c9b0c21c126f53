// SPDX-License-Identifier: Apache-2.0

import GATT
import SleepModel
import Testing

@testable import BlueZTransport
@testable import DBus

struct ObjectTreeTests {
    private typealias Interfaces = ScriptedBluetoothd.Interfaces

    private static func objects(_ objects: [ObjectPath: Interfaces]) -> [BusValue] {
        var entries: [BusValue: BusValue] = [:]
        for (path, interfaces) in objects { entries[.objectPath(path)] = ScriptedBluetoothd.value(of: interfaces) }
        return [.dictionary(entries, key: "o", value: "a{sa{sv}}")]
    }

    private static func signal(
        _ member: String, _ arguments: [BusValue], path: ObjectPath = .root,
        interface: String = BlueZName.objectManager
    ) -> BusSignal {
        BusSignal(
            sender: ":1.1", path: path, interface: interface, member: member, arguments: arguments, sequence: 1)
    }

    private static func added(_ path: ObjectPath, _ interfaces: Interfaces) -> BusSignal {
        signal("InterfacesAdded", [.objectPath(path), ScriptedBluetoothd.value(of: interfaces)])
    }

    private static func changed(
        _ path: ObjectPath, _ properties: [String: BusValue], invalidated: [String] = [],
        of interface: String = BlueZName.device
    ) -> BusSignal {
        signal(
            "PropertiesChanged",
            [.string(interface), .properties(properties), .array(invalidated.map { .string($0) }, of: "s")],
            path: path, interface: BlueZName.properties)
    }

    /// A tree with one adapter and one device.
    private static func tree() -> ObjectTree {
        var tree = ObjectTree()
        _ = tree.load(
            objects([
                .hci0: ScriptedBluetoothd.adapter("00:AA:01:00:00:00"),
                .device(.rest): ScriptedBluetoothd.device(.rest),
            ]))
        return tree
    }

    @Test
    func load_takesWhatIsUsed_andForgetsWhatWasThereBefore() throws {
        var tree = Self.tree()
        let address = try #require(MacAddress(rawValue: "00:AA:01:00:00:00"))
        #expect(tree.adapters == [BlueZAdapter(path: .hci0, address: address, isPowered: true, isDiscovering: false)])
        #expect(tree.adapters.map(\.name) == ["hci0"])
        #expect(
            tree.device(.rest, of: .hci0)
                == BlueZDevice(
                    path: .device(.rest), address: .rest, isConnected: false, areServicesResolved: false))
        #expect(
            tree.load(Self.objects([.hci1: ScriptedBluetoothd.adapter("00:AA:01:01:00:01", isOn: false)]))
                == [.replaced])
        #expect(tree.adapters.map(\.path) == [.hci1])
        #expect(tree.adapters.map(\.isPowered) == [false])
        #expect(tree.device(.rest, of: .hci0) == nil)
    }

    @Test(
        arguments: [
            [], [.string("hello")], [.dictionary([:], key: "s", value: "s")],
            [.dictionary([.string("/org"): .string("x")], key: "s", value: "s")],
        ] as [[BusValue]])
    func load_findsNothing_inWhatIsNoListOfObjects(reply: [BusValue]) {
        var tree = Self.tree()
        #expect(tree.load(reply) == [.replaced])
        #expect(tree.adapters == [])
    }

    @Test
    func device_isFound_atAnyPath_butOnlyBelowItsAdapter() throws {
        var tree = Self.tree()
        let odd = try #require(ObjectPath.hci1.child("device5"))
        _ = tree.apply(Self.added(odd, ScriptedBluetoothd.device(.other)))
        #expect(tree.device(.other, of: .hci1)?.path == odd)
        #expect(tree.device(.other, of: .hci0) == nil)
        #expect(tree.device(.rest, of: .hci1) == nil)
    }

    @Test
    func device_isNotFound_byAPathThatBelongsToAnotherAddress() {
        var tree = Self.tree()
        _ = tree.apply(Self.changed(.device(.rest), ["Address": .string(MacAddress.other.rawValue)]))
        #expect(tree.device(.rest, of: .hci0) == nil)
        #expect(tree.device(.other, of: .hci0)?.path == .device(.rest))
    }

    @Test
    func interfaces_comeAndGo_oneByOne() {
        var tree = ObjectTree()
        let interfaces = ScriptedBluetoothd.adapter("00:AA:01:00:00:00")
        for name in [BlueZName.gattManager, BlueZName.adapter] {
            let change = tree.apply(Self.added(.hci0, [name: interfaces[name] ?? [:]]))
            #expect(change == [.added(.hci0, interface: name)])
        }
        #expect(tree.adapters.map(\.name) == ["hci0"])
        let names: [BusValue] = [.string(BlueZName.adapter), .string("org.bluez.Media1")]
        let gone = Self.signal("InterfacesRemoved", [.objectPath(.hci0), .array(names, of: "s")])
        #expect(tree.apply(gone) == [.removed(.hci0, interface: BlueZName.adapter)])
        #expect(tree.adapters == [])
        #expect(tree.properties(of: BlueZName.gattManager, at: .hci0) == [:])
        #expect(tree.apply(gone) == [])
    }

    @Test
    func properties_areReported_andThoseUsedAreKept() {
        var tree = Self.tree()
        let properties: [String: BusValue] = ["Connected": .boolean(true), "Alias": .string("x")]
        #expect(
            tree.apply(Self.changed(.device(.rest), properties))
                == [.reported(.device(.rest), interface: BlueZName.device, properties)])
        #expect(tree.device(.rest, of: .hci0)?.isConnected == true)
        #expect(tree.properties(of: BlueZName.device, at: .device(.rest))?["Alias"] == nil)
    }

    @Test
    func properties_areForgotten_whenInvalidated() {
        var tree = Self.tree()
        _ = tree.apply(Self.changed(.device(.rest), ["RSSI": .int16(-60)]))
        #expect(tree.advertisement(at: .device(.rest))?.rssi == -60)
        _ = tree.apply(Self.changed(.device(.rest), [:], invalidated: ["RSSI", "Nonsense"]))
        #expect(tree.advertisement(at: .device(.rest))?.rssi == nil)
    }

    @Test
    func merge_changesOnlyWhatIsThere() {
        var tree = Self.tree()
        let reply: [BusValue] = [.properties(["Connected": .boolean(true)])]
        #expect(tree.merge(reply, of: BlueZName.device, at: .device(.other)) == [])
        #expect(tree.merge([.string("x")], of: BlueZName.device, at: .device(.rest)) == [])
        #expect(tree.merge(reply, of: BlueZName.device, at: .device(.rest)).count == 1)
        #expect(tree.device(.rest, of: .hci0)?.isConnected == true)
    }

    @Test(arguments: [
        signal("InterfacesAdded", []), signal("InterfacesAdded", [.objectPath(.hci1)]),
        signal("InterfacesAdded", [.string("/org/bluez/hci1"), .properties([:])]),
        signal("InterfacesAdded", [.objectPath(.hci1), .string("x")]),
        signal("InterfacesAdded", [.objectPath(.hci1), .properties([BlueZName.adapter: .string("x")])]),
        added(.hci1, ["org.bluez.Media1": [:]]),
        signal("InterfacesRemoved", [.objectPath(.device(.rest)), .string(BlueZName.device)]),
        signal("InterfacesRemoved", [.objectPath(.device(.rest)), .array([.byte(1)], of: "y")]),
        changed(.device(.other), ["Connected": .boolean(true)]),
        changed(.device(.rest), ["Connected": .boolean(true)], of: "org.bluez.Media1"),
        signal("PropertiesChanged", [.byte(1), .byte(2), .byte(3)], interface: BlueZName.properties),
        signal("Rumour", [.objectPath(.hci1)]),
    ])
    func signal_isIgnored_whenItIsNothingForUs(signal: BusSignal) {
        var tree = Self.tree()
        #expect(tree.apply(signal) == [])
        #expect(tree.adapters.map(\.path) == [.hci0])
        #expect(tree.device(.rest, of: .hci0)?.isConnected == false)
    }

    /// Every property of a device as something else than it should be.
    @Test(
        arguments: [
            .string("true"), .int32(1), .bytes([]), .array([], of: "s"), .unknown, .structure([.byte(1)]),
            .dictionary([.string("x"): .variant(.string("y"))], key: "s", value: "v"),
            .dictionary([.uint16(1): .variant(.string("y"))], key: "q", value: "v"),
            .string(String(repeating: "\u{202E}\u{1B}[2J", count: 100_000)), .int16(.min), .int16(.max),
        ] as [BusValue])
    func device_hasNothingToSay_inHostileTypes(value: BusValue) {
        var tree = Self.tree()
        let names = ["Connected", "ServicesResolved", "ManufacturerData", "ServiceData"]
        _ = tree.apply(
            Self.changed(.device(.rest), Dictionary(uniqueKeysWithValues: names.map { ($0, value) })))
        let device = tree.device(.rest, of: .hci0)
        #expect(device?.isConnected == false)
        #expect(device?.areServicesResolved == false)
        #expect(tree.advertisement(at: .device(.rest))?.manufacturerData == [:])
        #expect(tree.advertisement(at: .device(.rest))?.serviceData == [:])
    }

    @Test(arguments: ["", "x", "D1:6E:00:00:00", "D1:6E:00:00:00:01:02", "D1:6E:00:00:00:G1", "Ｄ1:6E:00:00:00:01"])
    func device_withoutAnAddress_isNone(address: String) {
        var tree = Self.tree()
        _ = tree.apply(Self.changed(.device(.rest), ["Address": .string(address)]))
        _ = tree.apply(Self.changed(.hci0, ["Address": .string(address)], of: BlueZName.adapter))
        #expect(tree.device(at: .device(.rest)) == nil)
        #expect(tree.advertisement(at: .device(.rest)) == nil)
        #expect(tree.adapters == [])
    }

    @Test
    func advertisement_carriesWhatWasHeard() {
        var tree = Self.tree()
        let service = BluetoothUUID(0x180F)
        _ = tree.apply(
            Self.changed(
                .device(.rest),
                [
                    "Name": .string("Nursery"), "RSSI": .int16(127), "AddressType": .string("random"),
                    "ManufacturerData": .dictionary(
                        [.uint16(1): .variant(.bytes([1])), .uint16(2): .variant(.string("x"))], key: "q", value: "v"),
                    "ServiceData": .dictionary(
                        [
                            .string(service.description): .variant(.bytes([3])),
                            .string("nonsense"): .variant(.bytes([4])),
                        ], key: "s", value: "v"),
                ]))
        #expect(
            tree.advertisement(at: .device(.rest))
                == Advertisement(
                    address: .rest, localName: "Nursery", manufacturerData: [1: [1]], serviceData: [service: [3]],
                    addressKind: .random))
    }

    @Test
    func characteristics_areThoseOfTheDevice_theFirstOfEachTypeCounts() throws {
        var tree = Self.tree()
        let first = ScriptedBluetoothd.path(ScriptedBluetoothd.read, of: .device(.rest))
        let second = try #require(ObjectPath(first.text + "_"))
        let foreign = ScriptedBluetoothd.path(ScriptedBluetoothd.written, of: .device(.other))
        let type: [String: BusValue] = ["UUID": .string(ScriptedBluetoothd.read.description)]
        for path in [second, first, foreign] {
            _ = tree.apply(Self.added(path, [BlueZName.gattCharacteristic: type]))
        }
        let odd = try #require(ObjectPath(first.text + "x"))
        _ = tree.apply(Self.added(odd, [BlueZName.gattCharacteristic: ["UUID": .string("x")]]))
        #expect(tree.characteristics(of: .device(.rest)) == [ScriptedBluetoothd.read: first])
    }

    @Test
    func connectedDevices_areThoseThatAreConnectedNow() throws {
        var tree = Self.tree()
        #expect(tree.connectedDevices(of: .hci0) == [])
        _ = tree.apply(Self.changed(.device(.rest), ["Connected": .boolean(true)]))
        _ = tree.apply(
            Self.added(.device(.other), ScriptedBluetoothd.device(.other, ["Connected": .boolean(true)])))
        _ = tree.apply(
            Self.added(
                .device(.rest, of: .hci1), ScriptedBluetoothd.device(.rest, ["Connected": .boolean(true)])))
        #expect(tree.connectedDevices(of: .hci0).map(\.address) == [.rest, .other])
        _ = tree.apply(Self.changed(.device(.rest), [:], invalidated: ["Connected"]))
        _ = tree.apply(
            Self.signal(
                "InterfacesRemoved",
                [.objectPath(.device(.other)), .array([.string(BlueZName.device)], of: "s")]))
        #expect(tree.connectedDevices(of: .hci0) == [])
        #expect(tree.connectedDevices(of: .hci1).map(\.path) == [.device(.rest, of: .hci1)])
    }

    @Test
    func interface_isListed_whileAnObjectHasIt() {
        var tree = Self.tree()
        _ = tree.apply(Self.added(.hci0, [BlueZName.monitorManager: [:]]))
        #expect(tree.paths(with: BlueZName.monitorManager) == [.hci0])
        #expect(tree.paths(with: BlueZName.device) == [.device(.rest)])
        _ = tree.apply(
            Self.signal(
                "InterfacesRemoved", [.objectPath(.hci0), .array([.string(BlueZName.monitorManager)], of: "s")]))
        #expect(tree.paths(with: BlueZName.monitorManager) == [])
        #expect(tree.adapters.map(\.path) == [.hci0])
    }

    @Test
    func devices_areLimited_andNothingElseIsKeptOutByThem() throws {
        var tree = ObjectTree()
        for number in 0..<ObjectTree.maximumDevices + 10 {
            let path = try #require(ObjectPath.hci0.child("dev_\(number)"))
            _ = tree.apply(Self.added(path, [BlueZName.device: [:]]))
        }
        #expect(tree.paths(with: BlueZName.device).count == ObjectTree.maximumDevices)
        _ = tree.apply(Self.added(.hci1, ScriptedBluetoothd.adapter("00:AA:01:01:00:01")))
        #expect(tree.adapters.map(\.path) == [.hci1])
        #expect(tree.apply(Self.added(.device(.rest), ScriptedBluetoothd.device(.rest))) == [])
        let gone = try #require(ObjectPath.hci0.child("dev_5"))
        _ = tree.apply(
            Self.signal(
                "InterfacesRemoved", [.objectPath(gone), .array([.string(BlueZName.device)], of: "s")]))
        #expect(tree.apply(Self.added(.device(.rest), ScriptedBluetoothd.device(.rest))).count == 1)
        #expect(tree.paths(with: BlueZName.device).count == ObjectTree.maximumDevices)
    }
}
