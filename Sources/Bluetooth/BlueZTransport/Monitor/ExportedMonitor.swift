// SPDX-License-Identifier: Apache-2.0

import DBus
import GATT

/// A monitor of advertisements as an object on the bus (source: bluez 5.66 `doc/advertisement-monitor-api.txt`).
///
/// It sets no limits of signal strength. With them bluetoothd reports a device only after two advertisements some time
/// apart, and a radio that leaves out what it has heard already, as most do, may never give it the second.
struct ExportedMonitor {
    static let root = ObjectPath.root.child("app")?.child("lull")?.child("monitors") ?? .root
    static let path = root.child("devices") ?? .root
    static let type = "or_patterns"

    let patterns: [AdvertisementPattern]

    /// The answer to `GetManagedObjects`.
    var managedObjects: BusValue {
        let interfaces = BusValue.dictionary(
            [.string(BlueZName.monitor): properties], key: "s", value: "a{sv}")
        return .dictionary([.objectPath(Self.path): interfaces], key: "o", value: "a{sa{sv}}")
    }

    /// The properties of the monitor.
    var properties: BusValue {
        let parts = patterns.map { BusValue.structure([.byte(0), .byte($0.type), .bytes($0.bytes)]) }
        return .properties(["Type": .string(Self.type), "Patterns": .array(parts, of: "(yyay)")])
    }
}
