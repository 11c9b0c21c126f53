// SPDX-License-Identifier: Apache-2.0

import GRDB
import SleepModel
import Storage

/// A group of devices.
struct GroupRow: StoredRow {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case name = "name"
        case members = "members"
    }

    static let table = "groups"
    static let key = [CodingKeys.name]

    var name: String
    /// Addresses, in order.
    var members: String

    init(_ group: DeviceGroup) throws {
        name = group.name
        members = try VersionedPayload(group.members.map(\.rawValue)).text()
    }

    func value() throws -> DeviceGroup {
        let addresses = try VersionedPayload<[String]>(text: members).content.map { try MacAddress(stored: $0) }
        guard let group = DeviceGroup(name: name, members: addresses) else {
            throw PayloadError.invalid("it has no devices, or one of them twice")
        }
        return group
    }

    static func describe(_ row: Row, into report: inout QuarantinedRow) {
        report.name = row.text("name")
    }
}
