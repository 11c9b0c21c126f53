// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import GATT
import SimulatedDevice
import SleepModel
import Testing
import TransportConformance

extension TransportFixture {
    /// The maker of the Rest.
    static let company: UInt16 = 0x0434

    /// The address of hci1, by which the Rest is on the air.
    static func restAddress() throws -> MacAddress { try #require(MacAddress(rawValue: "00:AA:01:01:00:01")) }

    /// A Rest for which time stands still, so that what it reports stays the same.
    static func rest() -> SimulatedPeripheral {
        let night = ManualClock(wall: Instant(secondsSince1970: 0x6A13_5F70))
        return SimulatedPeripheral(name: "Sophie", clock: night, journal: SimulationJournal())
    }

    /// A central on hci0 and that Rest on hci1.
    static func inTheMachine(
        _ central: any CentralTransport, _ rest: SimulatedPeripheral
    ) throws -> TransportFixture {
        TransportFixture(
            transport: central, address: try restAddress(),
            absentAddress: try #require(MacAddress(rawValue: "00:AA:01:99:99:99")),
            readable: BluetoothUUID(0x0226_0002, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232),
            readableValue: [0x54, 0x6A, 0x13, 0x5F, 0x70] + initialReport,
            writable: BluetoothUUID(0x0224_0002, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232),
            command: Array("SV54".utf8),
            notifying: BluetoothUUID(0x0224_0003, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232),
            reply: Array("OK".utf8),
            // A heart rate: bluetoothd gives every device the services of its host.
            absent: BluetoothUUID(0x2A37), reconnections: 5,
            dropConnection: { await rest.dropConnection() })
    }

    /// What a unit reports after its clock that nobody has used yet.
    private static let initialReport: [UInt8] = [
        0x43, 0xFD, 0xD1, 0x2D, 0x7F, 0x53, 0x05, 0x54, 0x50, 0xDF, 0x65, 0, 0, 0, 0,
    ]
}
