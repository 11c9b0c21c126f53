// SPDX-License-Identifier: Apache-2.0

import CivilTime
import GRDB
import SleepModel
import Storage

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

    /// A device can be controlled as long as its address and product can be read.
    static func salvaged(from row: Row) -> PairedDevice? {
        guard let address = row.device("address"), let name = row.text("name"), let product = row.text("product")
        else { return nil }
        return PairedDevice(
            address: address, name: name, product: HardwareProduct(rawValue: product), pairedAt: .min)
    }

    static func describe(_ row: Row, into report: inout QuarantinedRow) {
        report.device = row.device("address")
        report.name = row.text("name")
    }
}
