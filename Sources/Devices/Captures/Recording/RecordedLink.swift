// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import GATT

/// What is known about an open connection: the characteristics that were used, recorded or not.
struct RecordedLink: Sendable {
    private struct Characteristic {
        /// The handle of its value.
        var handle: UInt16
        var properties: CharacteristicProperties
        var isSubscribed = false
        var isAbsent = false
        /// Whether the recording contains its discovery, and that of its configuration.
        var isDiscovered = false
        var isConfigurable = false
    }

    /// Far more than a device has, so that invalid requests cannot fill the memory.
    private static let limit = 1000
    private static let declaration = BluetoothUUID(0x2803)
    private static let configuration = BluetoothUUID(0x2902)

    /// Which connection of the transport it is.
    let number: Int
    private var characteristics: [BluetoothUUID: Characteristic] = [:]
    private var count: UInt16 = 0

    init(number: Int) {
        self.number = number
    }

    /// Notes that a characteristic is used; handles follow the order of their first use.
    mutating func use(_ uuid: BluetoothUUID, _ properties: CharacteristicProperties) {
        guard characteristics[uuid] == nil, count < Self.limit else { return }
        // Each has a declaration before its value, and room for a configuration after it.
        characteristics[uuid] = Characteristic(handle: count * 3 + 2, properties: properties)
        count += 1
    }

    /// Notes that the device has no such characteristic.
    mutating func miss(_ uuid: BluetoothUUID) { characteristics[uuid]?.isAbsent = true }

    /// Notes that the device notifies a characteristic.
    mutating func subscribe(_ uuid: BluetoothUUID) { characteristics[uuid]?.isSubscribed = true }

    /// The handle of a characteristic that was used; nil if there are too many.
    func handle(of uuid: BluetoothUUID) -> UInt16? { characteristics[uuid]?.handle }

    /// The discovery of a characteristic; empty if the recording contains it.
    mutating func discovery(of uuid: BluetoothUUID) -> [ATTPDU] {
        guard let found = characteristics[uuid], !found.isDiscovered else { return [] }
        characteristics[uuid]?.isDiscovered = true
        let handle = found.handle
        let value = [found.properties.rawValue, UInt8(handle & 0xFF), UInt8(handle >> 8)] + uuid.wire
        return [
            .readByTypeRequest(start: handle - 1, end: handle, type: Self.declaration),
            .readByTypeResponse([ATTPDU.Attribute(handle: handle - 1, value: value)]),
        ]
    }

    /// The discovery of the descriptor that switches a characteristic's notifications; empty if the recording contains it.
    mutating func configuration(of uuid: BluetoothUUID) -> [ATTPDU] {
        guard let found = characteristics[uuid], !found.isConfigurable else { return [] }
        characteristics[uuid]?.isConfigurable = true
        let handle = found.handle + 1
        return [
            .findInformationRequest(start: handle, end: handle),
            .findInformationResponse([ATTPDU.Information(handle: handle, type: Self.configuration)]),
        ]
    }

    /// The beginning of a new recording: the device's characteristics and the subscriptions to them.
    mutating func summary() -> [ATTPDU] {
        let known = characteristics.sorted { $0.value.handle < $1.value.handle }
        var summary: [ATTPDU] = []
        for (uuid, characteristic) in known {
            characteristics[uuid]?.isDiscovered = false
            characteristics[uuid]?.isConfigurable = false
            if characteristic.isAbsent { continue }
            summary += discovery(of: uuid)
            guard characteristic.isSubscribed else { continue }
            summary += configuration(of: uuid) + [Self.subscription(characteristic.handle), .writeResponse]
        }
        return summary
    }

    /// The request for notifications of the characteristic behind a handle.
    static func subscription(_ handle: UInt16) -> ATTPDU { .writeRequest(handle: handle + 1, value: [1, 0]) }
}
