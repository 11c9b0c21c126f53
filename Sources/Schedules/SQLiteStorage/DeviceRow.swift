// SPDX-License-Identifier: Apache-2.0

import CivilTime
import GRDB
import SleepModel

struct DeviceRow: StoredRow {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case address = "address"
        case name = "name"
        case product = "product"
        case pairedSeconds = "paired_seconds"
        case pairedNanosecond = "paired_nanosecond"
    }

    static let table = "devices"
    static let key = [CodingKeys.address]

    var address: String
    var name: String
    var product: String
    var pairedSeconds: Int64
    var pairedNanosecond: Int32

    init(_ device: PairedDevice) {
        address = device.address.rawValue
        name = device.name
        product = device.product.rawValue
        pairedSeconds = device.pairedAt.secondsSince1970
        pairedNanosecond = device.pairedAt.nanosecond
    }

    func value() throws -> PairedDevice {
        PairedDevice(
            address: try MacAddress(stored: address), name: name, product: HardwareProduct(rawValue: product),
            pairedAt: try Instant(storedSeconds: pairedSeconds, nanosecond: pairedNanosecond))
    }
}
