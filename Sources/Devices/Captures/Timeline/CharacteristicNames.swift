// SPDX-License-Identifier: Apache-2.0

import DeviceModules
import GATT
import SleepModel

/// Which characteristic stands behind which handle, for each connection of a capture.
///
/// A host remembers what it has discovered, so discovery on one connection counts for the device's other connections.
struct CharacteristicNames: Sendable {
    /// A device, or a connection to an unknown device.
    private enum Owner: Hashable {
        case device(MacAddress)
        case connection(Int)

        init(_ connection: Int, _ address: MacAddress?) {
            self = address.map(Owner.device) ?? .connection(connection)
        }
    }

    private struct Table {
        var names: [UInt16: BluetoothUUID] = [:]
        /// The handles that switch notifications, each with that of the characteristic.
        var configurations: [UInt16: UInt16] = [:]
        var inferred: Set<UInt16> = []
    }

    /// A few times as many as a device with all handles in use has.
    private static let limit = 4096

    private var tables: [Owner: Table] = [:]
    private var count = 0

    /// Notes what discovery found; false if that was known.
    mutating func learn(_ uuid: BluetoothUUID, _ handle: UInt16, on connection: Int, of address: MacAddress?) -> Bool {
        let owner = Owner(connection, address)
        guard count < Self.limit, tables[owner]?.names[handle] != uuid else { return false }
        count += 1
        tables[owner, default: Table()].names[handle] = uuid
        return true
    }

    /// Notes a descriptor that switches notifications.
    mutating func learnConfiguration(_ handle: UInt16, on connection: Int, of address: MacAddress?) {
        guard count < Self.limit else { return }
        let owner = Owner(connection, address)
        guard let characteristic = tables[owner]?.names.keys.filter({ $0 < handle }).max() else { return }
        count += 1
        tables[owner]?.configurations[handle] = characteristic
    }

    /// The characteristic whose value stands behind the handle of an entry.
    func name(of entry: CaptureEntry) -> (uuid: BluetoothUUID, naming: CaptureEntry.Naming)? {
        guard let handle = entry.handle, let table = table(of: entry), let uuid = table.names[handle] else {
            return nil
        }
        return (uuid, table.inferred.contains(handle) ? .inferred : .discovered)
    }

    /// The handle of the characteristic whose notifications the handle of an entry switches.
    ///
    /// Without discovery it is the handle before, if the value has two bytes and does not look like a command.
    func configured(by entry: CaptureEntry) -> UInt16? {
        guard let handle = entry.handle, handle > 0, entry.kind == .write || entry.kind == .writeWithoutResponse else {
            return nil
        }
        let table = table(of: entry)
        if let characteristic = table?.configurations[handle] { return characteristic }
        let isSwitch = entry.bytes.count == 2 && entry.bytes[0] <= 3 && entry.bytes[1] == 0
        return isSwitch && table?.names[handle] == nil ? handle - 1 : nil
    }

    /// Infers the product's characteristics from their values, if discovery is not in the capture.
    ///
    /// Only an unambiguous result counts: commands of one product, all written to one handle.
    mutating func infer(from entries: [CaptureEntry], codecs: [any ProductCodec]) {
        var groups: [Owner: [CaptureEntry]] = [:]
        for entry in entries where entry.handle != nil && entry.kind != .discovered {
            guard let connection = entry.connection else { continue }
            groups[Owner(connection, entry.address), default: []].append(entry)
        }
        for (owner, group) in groups {
            let table = tables[owner] ?? Table()
            let found = codecs.compactMap { Self.inferred(from: group, table, $0) }
            guard found.count == 1, let names = found.first else { continue }
            tables[owner, default: Table()].names.merge(names) { known, _ in known }
            tables[owner, default: Table()].inferred.formUnion(names.keys.filter { table.names[$0] == nil })
        }
    }

    private static func inferred(
        from entries: [CaptureEntry], _ table: Table, _ codec: any ProductCodec
    ) -> [UInt16: BluetoothUUID]? {
        let unnamed = entries.filter { $0.handle.map { table.names[$0] == nil } ?? false }
        let (command, reply, state) = (
            codec.commandCharacteristic, codec.replyCharacteristic, codec.stateCharacteristic
        )
        func only(_ matches: (CaptureEntry) -> Bool) -> UInt16? {
            let handles = Set(unnamed.filter(matches).compactMap(\.handle))
            return handles.count == 1 ? handles.first : nil
        }
        var names: [UInt16: BluetoothUUID] = [:]
        if !table.names.values.contains(command) {
            guard
                let handle = only({ entry in
                    [.write, .writeWithoutResponse].contains(entry.kind)
                        && codec.explanation(of: entry.bytes, on: command)?.action != nil
                })
            else { return nil }
            names[handle] = command
        }
        if !table.names.values.contains(state),
            let handle = only({ entry in
                [.read, .notification].contains(entry.kind) && (try? codec.state(fromReport: entry.bytes)) != nil
            })
        {
            names[handle] = state
        }
        if !table.names.values.contains(reply),
            let handle = only({ $0.kind == .notification && codec.reply($0.bytes) == .acknowledged })
        {
            names[handle] = reply
        }
        return names
    }

    private func table(of entry: CaptureEntry) -> Table? {
        entry.connection.flatMap { tables[Owner($0, entry.address)] }
    }
}
