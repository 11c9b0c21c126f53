// SPDX-License-Identifier: Apache-2.0

import DBus

/// A mirror of bluetoothd's objects, which its signals keep up to date.
///
/// It holds only the interfaces and properties that are used, and at most `maximumDevices` devices, because everybody who
/// advertises becomes one.
struct ObjectTree {
    typealias Properties = [String: BusValue]

    /// What has changed.
    enum Change: Hashable {
        /// An interface appeared on an object.
        case added(ObjectPath, interface: String)
        /// An interface of an object is gone.
        case removed(ObjectPath, interface: String)
        /// Properties were reported, with their values, even if they are not kept or have not changed.
        case reported(ObjectPath, interface: String, Properties)
        /// Everything was read again, or lost.
        case replaced
    }

    static let maximumDevices = 20_000

    private static let kept: [String: Set<String>] = [
        BlueZName.adapter: ["Address", "Powered", "Discovering"],
        BlueZName.device: [
            "Address", "AddressType", "Name", "RSSI", "ManufacturerData", "ServiceData", "Connected",
            "ServicesResolved", "Paired", "Bonded",
        ],
        BlueZName.gattService: ["UUID"],
        BlueZName.gattCharacteristic: ["UUID"],
        BlueZName.gattManager: [],
        BlueZName.advertisingManager: [],
        BlueZName.monitorManager: ["SupportedMonitorTypes"],
    ]

    /// The properties of a device by which it is looked for.
    private static let listed = ["Address", "Connected"]

    private var objects: [ObjectPath: [String: Properties]] = [:]
    // Thousands of strangers may be near, and every report asks for one of these: none of them is a pass over all objects.
    /// The paths of the objects with an interface.
    private var holders: [String: Set<ObjectPath>] = [:]
    /// The paths of the devices with an address.
    private var devices: [String: Set<ObjectPath>] = [:]
    /// The paths of the devices that are connected.
    private var connected: Set<ObjectPath> = []

    /// The properties of an object's interface; nil if it has no such interface.
    func properties(of interface: String, at path: ObjectPath) -> Properties? {
        objects[path]?[interface]
    }

    /// The objects that have an interface, in the order of their paths.
    func paths(with interface: String) -> [ObjectPath] {
        holders[interface, default: []].sorted()
    }

    /// The paths of the devices that are connected, in their order.
    var connectedPaths: [ObjectPath] { connected.sorted() }

    /// The paths at which adapters know a device by an address, in their order.
    func devicePaths(of address: String) -> [ObjectPath] {
        devices[address, default: []].sorted()
    }

    /// Forgets everything.
    mutating func removeAll() -> [Change] {
        self = ObjectTree()
        return [.replaced]
    }

    /// Takes over the reply of `GetManagedObjects`.
    mutating func load(_ reply: [BusValue]) -> [Change] {
        self = ObjectTree()
        if case .dictionary(let entries, _, _)? = reply.first {
            for (path, interfaces) in entries {
                if let path = path.objectPath { _ = add(interfaces, at: path) }
            }
        }
        return [.replaced]
    }

    /// Takes over the reply of `GetAll` for one interface; nothing if the object is not there.
    ///
    /// Reports only what differs, because the values come from bluetoothd's memory and not from the air.
    mutating func merge(_ reply: [BusValue], of interface: String, at path: ObjectPath) -> [Change] {
        guard let properties = reply.first?.properties, let before = objects[path]?[interface] else { return [] }
        let news = properties.filter { before[$0.key] != $0.value }
        return news.isEmpty ? [] : report(news, invalidated: [], of: interface, at: path)
    }

    /// Takes one signal of bluetoothd; any other is ignored.
    mutating func apply(_ signal: BusSignal) -> [Change] {
        let arguments = signal.arguments
        switch (signal.interface, signal.member, arguments.count) {
        case (BlueZName.objectManager, "InterfacesAdded", 2...):
            return arguments[0].objectPath.map { add(arguments[1], at: $0) } ?? []
        case (BlueZName.objectManager, "InterfacesRemoved", 2...):
            let names = arguments[1].array?.compactMap(\.string) ?? []
            return arguments[0].objectPath.map { remove(names, at: $0) } ?? []
        case (BlueZName.properties, "PropertiesChanged", 3...):
            guard let interface = arguments[0].string, let properties = arguments[1].properties else { return [] }
            let invalidated = arguments[2].array?.compactMap(\.string) ?? []
            return report(properties, invalidated: invalidated, of: interface, at: signal.path)
        default: return []
        }
    }

    private mutating func add(_ interfaces: BusValue, at path: ObjectPath) -> [Change] {
        guard case .dictionary(let entries, _, _) = interfaces else { return [] }
        var changes: [Change] = []
        for (name, properties) in entries {
            guard let name = name.string, let kept = Self.kept[name], let properties = properties.properties else {
                continue
            }
            if name == BlueZName.device, objects[path]?[name] == nil {
                guard holders[name, default: []].count < Self.maximumDevices else { continue }
            }
            unlist(path, of: name)
            objects[path, default: [:]][name] = properties.filter { kept.contains($0.key) }
            list(path, of: name)
            changes.append(.added(path, interface: name))
        }
        return changes
    }

    private mutating func remove(_ interfaces: [String], at path: ObjectPath) -> [Change] {
        for name in interfaces { unlist(path, of: name) }
        let removed = interfaces.filter { objects[path]?.removeValue(forKey: $0) != nil }
        if objects[path]?.isEmpty == true { objects.removeValue(forKey: path) }
        return removed.map { .removed(path, interface: $0) }
    }

    private mutating func report(
        _ properties: Properties, invalidated: [String], of interface: String, at path: ObjectPath
    ) -> [Change] {
        guard let kept = Self.kept[interface], objects[path]?[interface] != nil else { return [] }
        let isListedAnew = Self.listed.contains { properties[$0] != nil || invalidated.contains($0) }
        if isListedAnew { unlist(path, of: interface) }
        for (name, value) in properties where kept.contains(name) { objects[path]?[interface]?[name] = value }
        for name in invalidated { objects[path]?[interface]?.removeValue(forKey: name) }
        if isListedAnew { list(path, of: interface) }
        return [.reported(path, interface: interface, properties)]
    }

    private mutating func list(_ path: ObjectPath, of interface: String) {
        holders[interface, default: []].insert(path)
        guard interface == BlueZName.device, let properties = objects[path]?[interface] else { return }
        if let address = properties["Address"]?.string { devices[address, default: []].insert(path) }
        if properties["Connected"]?.boolean == true { connected.insert(path) }
    }

    private mutating func unlist(_ path: ObjectPath, of interface: String) {
        holders[interface]?.remove(path)
        guard interface == BlueZName.device, let properties = objects[path]?[interface] else { return }
        connected.remove(path)
        guard let address = properties["Address"]?.string else { return }
        devices[address]?.remove(path)
        if devices[address]?.isEmpty == true { devices[address] = nil }
    }
}
