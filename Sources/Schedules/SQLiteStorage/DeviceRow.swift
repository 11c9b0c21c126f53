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
        case limitVolume = "limit_volume"
        case limitBrightness = "limit_brightness"
        case limitHours = "limit_hours"
        case isMirrored = "is_mirrored"
        case addressType = "address_type"
    }

    static let table = "devices"
    static let key = [CodingKeys.address]

    var address: String
    var name: String
    var product: String
    var pairedSeconds: Int64
    var pairedNanosecond: Int32
    var limitVolume: UInt8?
    var limitBrightness: UInt8?
    var limitHours: String?
    var isMirrored: Bool
    var addressType: String?

    init(_ device: PairedDevice) {
        address = device.address.rawValue
        name = device.name
        product = device.product.rawValue
        pairedSeconds = device.pairedAt.secondsSince1970
        pairedNanosecond = device.pairedAt.nanosecond
        limitVolume = device.limit?.volume?.rawValue
        limitBrightness = device.limit?.brightness?.rawValue
        limitHours = device.limit?.hours?.description
        isMirrored = device.isMirrored
        addressType = device.addressKind?.rawValue
    }

    func value() throws -> PairedDevice {
        PairedDevice(
            address: try MacAddress(stored: address), name: name, product: HardwareProduct(rawValue: product),
            pairedAt: try Instant(storedSeconds: pairedSeconds, nanosecond: pairedNanosecond), limit: try limit(),
            isMirrored: isMirrored, addressKind: try addressKind())
    }

    private func addressKind() throws -> AddressKind? {
        try addressType.map { text in
            guard let kind = AddressKind(rawValue: text) else {
                throw PayloadError.invalid("\"\(text)\" is no type of an address")
            }
            return kind
        }
    }

    private func limit() throws -> DeviceLimit? {
        guard limitVolume != nil || limitBrightness != nil || limitHours != nil else { return nil }
        let hours = try limitHours.map { text in
            guard let hours = DailyHours(parsing: text) else {
                throw PayloadError.invalid("\"\(text)\" is no part of a day")
            }
            return hours
        }
        let limit = DeviceLimit(
            volume: limitVolume.map(Level.init(rawValue:)), brightness: limitBrightness.map(Level.init(rawValue:)),
            hours: hours)
        guard limit.isValid else { throw PayloadError.invalid("its limit would silence an alarm, or limits nothing") }
        return limit
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
