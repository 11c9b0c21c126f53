// SPDX-License-Identifier: Apache-2.0

import GATT
import L2CAPTransport
import SleepModel

extension FuzzTarget {
    /// What the kernel reports of strangers on the air, and of adapters.
    static let management = [
        FuzzTarget("report of the kernel", seeds: reports) { bytes in
            guard let event = ManagementEvent(bytes) else { return .refused }
            switch event {
            case .heard(_, let peer, let rssi, let packet):
                return .accepted(
                    (packet.count == bytes.count - 20, "a packet of another length"),
                    (peer.bytes == Array(bytes[6..<12]), "another address"),
                    (rssi != 127, "a strength that is none"))
            case .answered(_, _, let status, let reply):
                return .accepted(
                    (reply.count <= bytes.count - 9, "more than there was"),
                    (status == .success || reply.isEmpty, "a reply to what failed"))
            case .added, .removed, .changed, .discovering, .other: return .accepted
            }
        },
        FuzzTarget("description of an adapter", seeds: [description]) { bytes in
            guard let adapter = AdapterInformation(number: 1, reply: bytes) else { return .refused }
            return .accepted((adapter.address.bytes == bytes.prefix(6).reversed(), "another address"))
        },
        FuzzTarget("list of adapters", seeds: [[2, 0, 0, 0, 1, 0]]) { bytes in
            guard let numbers = AdapterInformation.numbers(in: bytes) else { return .refused }
            return .accepted((numbers.count * 2 + 2 == bytes.count, "another number of adapters"))
        },
        FuzzTarget("list of connections", seeds: [[1, 0, 0xB4, 0x1A, 0xDC, 0x41, 0x06, 0xDC, 2]]) { bytes in
            guard let devices = AdapterInformation.connections(in: bytes) else { return .refused }
            return .accepted((devices.count * 7 + 2 == bytes.count, "another number of devices"))
        },
    ]

    private static let description: [UInt8] =
        [0x01, 0, 0, 1, 0xAA, 0, 0x0A, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x01, 0x02, 0, 0] + Array(repeating: 0, count: 263)

    private static let reports: [[UInt8]] = [
        [0x12, 0, 1, 0, 17, 0, 0xB4, 0x1A, 0xDC, 0x41, 0x06, 0xDC, 2, 0xC4, 0, 0, 0, 0, 3, 0, 2, 1, 6],
        [0x01, 0, 0xFF, 0xFF, 7, 0, 3, 0, 0, 1, 0, 0, 0], [0x02, 0, 0, 0, 3, 0, 0x23, 0, 0x14],
        [0x13, 0, 0, 0, 2, 0, 6, 1], [0x04, 0, 3, 0, 0, 0], [0x06, 0, 0, 0, 4, 0, 1, 2, 0, 0],
    ]
}
