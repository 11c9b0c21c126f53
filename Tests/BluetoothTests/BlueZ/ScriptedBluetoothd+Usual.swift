// SPDX-License-Identifier: Apache-2.0

import GATT
import SleepModel

@testable import BlueZTransport
@testable import DBus

extension ScriptedBluetoothd {
    nonisolated static let company: UInt16 = 0x0434
    nonisolated static let read = BluetoothUUID(0x0226_0002, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232)
    nonisolated static let written = BluetoothUUID(0x0224_0002, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232)
    nonisolated static let notified = BluetoothUUID(0x0224_0003, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232)

    /// The object of a characteristic of a device.
    nonisolated static func path(_ characteristic: BluetoothUUID, of device: ObjectPath) -> ObjectPath {
        let number = [read, written, notified].firstIndex(of: characteristic) ?? 3
        return device.child("service0001")?.child("char000\(number)") ?? .root
    }

    nonisolated static func device(_ address: MacAddress, _ properties: [String: BusValue] = [:]) -> Interfaces {
        let usual: [String: BusValue] = [
            "Address": .string(address.rawValue), "Name": .string("Hatch Rest"), "ManufacturerData": data([1, 2]),
        ]
        return [BlueZName.device: usual.merging(down) { $1 }.merging(properties) { $1 }]
    }

    nonisolated static func data(_ bytes: [UInt8], of company: UInt16 = company) -> BusValue {
        .dictionary([.uint16(company): .variant(.bytes(bytes))], key: "q", value: "v")
    }

    /// What the real one does, with signals and answers in the order they have there.
    func doAsUsual(_ call: IncomingCall) {
        if call.path != .root, objects[call.path] == nil {
            return refuse(call, "org.freedesktop.DBus.Error.UnknownObject", "There is no such object.")
        }
        switch call.member {
        case "GetManagedObjects":
            var entries: [BusValue: BusValue] = [:]
            for (path, interfaces) in objects { entries[.objectPath(path)] = Self.value(of: interfaces) }
            reply(call, [.dictionary(entries, key: "o", value: "a{sa{sv}}")])
        case "GetAll":
            let properties = call.arguments.first?.string.flatMap { objects[call.path]?[$0] }
            reply(call, [.properties(properties ?? [:])])
        case "Set":
            reply(call)
            if let name = call.arguments.first?.string, let property = call.arguments.dropFirst().first?.string {
                set(call.path, name, [property: call.arguments[2].unwrapped])
            }
        case "Connect":
            connect(call.path)
            reply(call)
            if resolvesServices { resolveServices(of: call.path) }
        case "Disconnect":
            // It ends what is still being tried.
            release("Connect", .error("org.bluez.Error.Failed", "br-connection-canceled"))
            reply(call)
            disconnect(call.path)
        case "RemoveDevice":
            reply(call)
            let device = path(in: call)
            for path in objects.keys.sorted() where path == device || path.isBelow(device) { remove(path) }
        case "ReadValue": reply(call, [.bytes([7])])
        case "RegisterApplication":
            look(call, path(in: call), BlueZName.objectManager, "GetManagedObjects", [])
        case "RegisterMonitor":
            look(call, path(in: call), BlueZName.objectManager, "GetManagedObjects", []) { [weak self] in
                self?.tellMonitor("Activate", of: call.sender)
            }
        case "RegisterAdvertisement":
            look(call, path(in: call), BlueZName.properties, "GetAll", [.string(BlueZName.advertisement)])
        case "StartDiscovery", "StopDiscovery":
            if showsSearch {
                set(call.path, BlueZName.adapter, ["Discovering": .boolean(call.member == "StartDiscovery")])
            }
            reply(call)
            if call.member == "StartDiscovery" { for device in onAir { hear(device) } }
        case "SetDiscoveryFilter", "WriteValue", "StartNotify", "UnregisterAdvertisement", "UnregisterMonitor":
            reply(call)
        default: refuse(call, "org.freedesktop.DBus.Error.UnknownMethod")
        }
    }

    private func path(in call: IncomingCall) -> ObjectPath {
        call.arguments.first?.objectPath ?? .root
    }

    /// Offers monitors of advertisements, as the real one does when it was started with `--experimental`.
    func offerMonitors(on adapter: ObjectPath = .hci0) {
        add(adapter, [BlueZName.monitorManager: ["SupportedMonitorTypes": .array([.string("or_patterns")], of: "s")]])
    }

    /// Calls the monitor of a client; that of whoever registered one last if none is named.
    func tellMonitor(_ member: String, of client: String? = nil, _ arguments: [BusValue] = []) {
        guard let client = client ?? calls.last(where: { $0.member == "RegisterMonitor" })?.sender else { return }
        tell(client, ExportedMonitor.path, BlueZName.monitor, member, arguments)
    }

    /// Lets the monitor find a device, without what it answers to a search.
    func find(_ address: MacAddress, by adapter: ObjectPath = .hci0) {
        let path = ObjectPath.device(address, of: adapter)
        if objects[path] == nil {
            var device = Self.device(address, ["RSSI": .int16(-60)])
            device[BlueZName.device]?["ManufacturerData"] = nil
            add(path, device)
        }
        tellMonitor("DeviceFound", [.objectPath(path)])
    }

    /// Lets a device be heard, for the first time or again.
    func hear(
        _ address: MacAddress, _ bytes: [UInt8] = [1, 2], of company: UInt16 = company, by adapter: ObjectPath = .hci0,
        rssi: Int16 = -60
    ) {
        let path = ObjectPath.device(address, of: adapter)
        let properties = ["ManufacturerData": Self.data(bytes, of: company), "RSSI": BusValue.int16(rssi)]
        if objects[path] == nil {
            add(path, Self.device(address, properties))
        } else {
            set(path, BlueZName.device, properties)
        }
    }

    func connect(_ device: ObjectPath, isSignalled: Bool = true) {
        set(device, BlueZName.device, ["Connected": .boolean(true)], isSignalled: isSignalled)
    }

    func resolveServices(of device: ObjectPath) {
        addServices(of: device)
        set(device, BlueZName.device, ["ServicesResolved": .boolean(true)])
    }

    func addServices(of device: ObjectPath, isSignalled: Bool = true) {
        for uuid in [Self.read, Self.written, Self.notified] {
            add(
                Self.path(uuid, of: device), [BlueZName.gattCharacteristic: ["UUID": .string(uuid.description)]],
                isSignalled: isSignalled)
        }
    }

    /// The link to a device goes down.
    func disconnect(_ device: ObjectPath) {
        set(device, BlueZName.device, Self.down)
        for path in objects.keys.sorted() where path.isBelow(device) { remove(path) }
    }

    /// The device notifies a value.
    func notify(_ value: [UInt8], of characteristic: BluetoothUUID, _ device: MacAddress = .rest) {
        set(
            Self.path(characteristic, of: .device(device)), BlueZName.gattCharacteristic, ["Value": .bytes(value)])
    }
}

extension ObjectPath {
    /// The object of a device that `hci0` knows.
    static func device(_ address: MacAddress, of adapter: ObjectPath = .hci0) -> ObjectPath {
        adapter.child("dev_" + address.rawValue.split(separator: ":").joined(separator: "_")) ?? .root
    }
}

extension MacAddress {
    static let rest = address(1)
    static let other = address(2)

    static func address(_ last: UInt8) -> MacAddress {
        MacAddress(bytes: [0xD1, 0x6E, 0, 0, 0, last]) ?? { preconditionFailure("an address") }()
    }
}
