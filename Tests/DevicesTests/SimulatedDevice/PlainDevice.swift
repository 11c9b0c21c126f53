// SPDX-License-Identifier: Apache-2.0

import GATT

/// A device without characteristics that advertises what it is made with, and takes any number of centrals.
actor PlainDevice: PeripheralDevice {
    nonisolated let services: [ServiceDefinition] = []
    private let content: AdvertisingContent?
    private var centrals: [any ConnectedCentral] = []
    /// How many connections have ended.
    private(set) var ended = 0

    init(advertising content: AdvertisingContent? = nil) {
        self.content = content
    }

    /// Ends all connections.
    func disconnectAll() {
        for central in centrals { central.disconnect() }
    }

    func advertisingContent() -> AdvertisingContent? { content }

    func connected(_ central: any ConnectedCentral) -> Bool {
        centrals.append(central)
        return true
    }

    func disconnected(_ central: any ConnectedCentral) {
        centrals.removeAll { $0 === central }
        ended += 1
    }

    func value(of characteristic: BluetoothUUID) -> [UInt8]? { nil }

    func write(_ value: [UInt8], to characteristic: BluetoothUUID, by central: any ConnectedCentral) {}
}
