// SPDX-License-Identifier: Apache-2.0

import DBus
import GATT

/// A device's services as objects on the bus, in the form bluetoothd asks for (source: bluez `doc/gatt-api.txt`).
struct ExportedDevice {
    struct Characteristic {
        var path: ObjectPath
        var service: ObjectPath
        var definition: CharacteristicDefinition
    }

    static let root = ObjectPath.root.child("app")?.child("lull") ?? .root
    static let advertisement = root.child("advertisement") ?? .root

    let services: [(path: ObjectPath, uuid: BluetoothUUID)]
    let characteristics: [Characteristic]

    init(_ definitions: [ServiceDefinition]) {
        var services: [(path: ObjectPath, uuid: BluetoothUUID)] = []
        var characteristics: [Characteristic] = []
        for (index, service) in definitions.enumerated() {
            guard let path = Self.root.child("service\(index)") else { continue }
            services.append((path, service.uuid))
            for (number, definition) in service.characteristics.enumerated() {
                guard let own = path.child("characteristic\(number)") else { continue }
                characteristics.append(Characteristic(path: own, service: path, definition: definition))
            }
        }
        self.services = services
        self.characteristics = characteristics
    }

    /// The characteristic at a path.
    func characteristic(at path: ObjectPath) -> Characteristic? {
        characteristics.first { $0.path == path }
    }

    /// The object of a characteristic.
    func path(of characteristic: BluetoothUUID) -> ObjectPath? {
        characteristics.first { $0.definition.uuid == characteristic }?.path
    }

    /// The answer to `GetManagedObjects`.
    var managedObjects: BusValue {
        var objects: [BusValue: BusValue] = [:]
        for service in services {
            objects[.objectPath(service.path)] = Self.interfaces(
                BlueZName.gattService,
                ["UUID": .string(service.uuid.description), "Primary": .boolean(true)])
        }
        for characteristic in characteristics {
            objects[.objectPath(characteristic.path)] = Self.interfaces(
                BlueZName.gattCharacteristic, Self.properties(of: characteristic))
        }
        return .dictionary(objects, key: "o", value: "a{sa{sv}}")
    }

    /// The properties of one object; nil if there is no such object or interface.
    func properties(of interface: String, at path: ObjectPath) -> BusValue? {
        switch interface {
        case BlueZName.gattService:
            services.first { $0.path == path }.map {
                .properties(["UUID": .string($0.uuid.description), "Primary": .boolean(true)])
            }
        case BlueZName.gattCharacteristic: characteristic(at: path).map { .properties(Self.properties(of: $0)) }
        default: nil
        }
    }

    /// The properties of an advertisement (source: bluez `doc/advertising-api.txt`).
    static func properties(of content: AdvertisingContent) -> [String: BusValue] {
        changingProperties(of: content).merging([
            "Type": .string("peripheral"), "Discoverable": .boolean(true),
        ]) { $1 }
    }

    /// The properties that can change while it is advertised.
    static func changingProperties(of content: AdvertisingContent) -> [String: BusValue] {
        ["LocalName": .string(shortened(content.localName)), "ManufacturerData": manufacturerData(content)]
    }

    private static func manufacturerData(_ content: AdvertisingContent) -> BusValue {
        var entries: [BusValue: BusValue] = [:]
        for (company, data) in content.manufacturerData { entries[.uint16(company)] = .variant(.bytes(data)) }
        return .dictionary(entries, key: "q", value: "v")
    }

    /// Shortened to 29 bytes: a scan response has 31, and the name's header takes two.
    private static func shortened(_ name: String) -> String {
        var name = name.filter { $0 != "\0" }
        while name.utf8.count > 29 { name.removeLast() }
        return name
    }

    private static func properties(of characteristic: Characteristic) -> [String: BusValue] {
        let properties = characteristic.definition.properties
        let names: [(CharacteristicProperties, String)] = [
            (.read, "read"), (.write, "write"), (.writeWithoutResponse, "write-without-response"), (.notify, "notify"),
        ]
        let flags = names.filter { properties.contains($0.0) }.map { BusValue.string($0.1) }
        return [
            "UUID": .string(characteristic.definition.uuid.description),
            "Service": .objectPath(characteristic.service), "Flags": .array(flags, of: "s"),
        ]
    }

    private static func interfaces(_ interface: String, _ properties: [String: BusValue]) -> BusValue {
        .dictionary([.string(interface): .properties(properties)], key: "s", value: "a{sv}")
    }
}
