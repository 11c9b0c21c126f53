// SPDX-License-Identifier: Apache-2.0

import DBus
import GATT
import SleepModel

/// An adapter of this host.
struct BlueZAdapter: Hashable, Sendable {
    var path: ObjectPath
    var address: MacAddress
    var isPowered: Bool
    /// Whether it searches, for whomever.
    var isDiscovering: Bool

    /// The kernel's name, for example `hci0`; it can change when adapters come and go.
    var name: String { path.text.split(separator: "/").last.map(String.init) ?? path.text }
}

/// A device as one adapter knows it.
struct BlueZDevice: Hashable, Sendable {
    var path: ObjectPath
    var address: MacAddress
    var isConnected: Bool
    var areServicesResolved: Bool
    /// Whether it is bonded with this host.
    var isBonded = false
    /// The type of its address; nil if bluetoothd does not say.
    var addressKind: AddressKind?

    /// Its address with the type; nil if bluetoothd does not say which type.
    var peripheralAddress: PeripheralAddress? {
        addressKind.map { PeripheralAddress(address, $0) }
    }
}

extension ObjectTree {
    /// All adapters, in the order of their names.
    var adapters: [BlueZAdapter] {
        paths(with: BlueZName.adapter).compactMap(adapter(at:))
    }

    /// The adapter at a path.
    func adapter(at path: ObjectPath) -> BlueZAdapter? {
        guard let properties = properties(of: BlueZName.adapter, at: path),
            let address = properties["Address"]?.string.flatMap(MacAddress.init(rawValue:))
        else { return nil }
        return BlueZAdapter(
            path: path, address: address, isPowered: properties["Powered"]?.boolean ?? false,
            isDiscovering: properties["Discovering"]?.boolean ?? false)
    }

    /// Whether an adapter takes monitors of advertisements.
    func offersMonitors(_ adapter: BlueZAdapter) -> Bool {
        let types = properties(of: BlueZName.monitorManager, at: adapter.path)?["SupportedMonitorTypes"]?.array
        return types?.contains { $0.string == ExportedMonitor.type } == true
    }

    /// The device at a path.
    func device(at path: ObjectPath) -> BlueZDevice? {
        guard let properties = properties(of: BlueZName.device, at: path),
            let address = properties["Address"]?.string.flatMap(MacAddress.init(rawValue:))
        else { return nil }
        return BlueZDevice(
            path: path, address: address, isConnected: properties["Connected"]?.boolean ?? false,
            areServicesResolved: properties["ServicesResolved"]?.boolean ?? false,
            isBonded: properties["Bonded"]?.boolean ?? properties["Paired"]?.boolean ?? false,
            addressKind: properties["AddressType"]?.string.flatMap(AddressKind.init(rawValue:)))
    }

    /// The devices that an adapter is connected to, in the order of their addresses.
    func connectedDevices(of adapter: ObjectPath) -> [BlueZDevice] {
        connectedPaths.filter { $0.isBelow(adapter) }.compactMap(device(at:))
    }

    /// The device with an address that an adapter knows.
    func device(_ address: MacAddress, of adapter: ObjectPath) -> BlueZDevice? {
        devicePaths(of: address.rawValue).first { $0.isBelow(adapter) }.flatMap(device(at:))
    }

    /// The last advertisement of a device.
    func advertisement(at path: ObjectPath) -> Advertisement? {
        guard let properties = properties(of: BlueZName.device, at: path), let device = device(at: path) else {
            return nil
        }
        var advertisement = Advertisement(
            address: device.address, localName: properties["Name"]?.string,
            rssi: properties["RSSI"]?.int16.flatMap(Self.strength), addressKind: device.addressKind)
        if case .dictionary(let entries, _, _)? = properties["ManufacturerData"] {
            for (company, data) in entries {
                guard let company = company.uint16, let data = data.unwrapped.bytes else { continue }
                advertisement.manufacturerData[company] = data
            }
        }
        if case .dictionary(let entries, _, _)? = properties["ServiceData"] {
            for (service, data) in entries {
                guard let service = service.string.flatMap(BluetoothUUID.init(_:)), let data = data.unwrapped.bytes
                else { continue }
                advertisement.serviceData[service] = data
            }
        }
        return advertisement
    }

    /// The characteristics of a device by their types; of two with the same type the first one counts.
    func characteristics(of device: ObjectPath) -> [BluetoothUUID: ObjectPath] {
        var found: [BluetoothUUID: ObjectPath] = [:]
        for path in paths(with: BlueZName.gattCharacteristic) where path.isBelow(device) {
            let text = properties(of: BlueZName.gattCharacteristic, at: path)?["UUID"]?.string
            guard let uuid = text.flatMap(BluetoothUUID.init(_:)), found[uuid] == nil else { continue }
            found[uuid] = path
        }
        return found
    }

    /// A radio that cannot measure the strength says 127 (source: Bluetooth Core, LE Advertising Report).
    private static func strength(_ value: Int16) -> Int? {
        value == 127 ? nil : Int(value)
    }
}
