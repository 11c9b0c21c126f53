// SPDX-License-Identifier: Apache-2.0

import BlueZTransport
import CivilTime
import Clocks
import Foundation
import GATT
import SimulatedDevice
import SleepModel
import SystemClock
import Testing
import TransportConformance

/// Both roles over the kernel's Bluetooth; the scenario `transports-conform` runs these tests in the machine.
@Suite(
    .enabled(
        if: ProcessInfo.processInfo.environment["LULL_BLUETOOTH_MACHINE"] == "1",
        "These tests run in the Bluetooth machine, started there by the scenario transports-conform."),
    .serialized, .timeLimit(.minutes(2)))
struct BlueZConformanceTests {
    private static let company: UInt16 = 0x0434

    private let clock = HostClock()
    private let address: MacAddress
    private let absentAddress: MacAddress

    init() throws {
        address = try #require(MacAddress(rawValue: "00:AA:01:01:00:01"))
        absentAddress = try #require(MacAddress(rawValue: "00:AA:01:99:99:99"))
    }

    @Test(arguments: TransportConformance.allCases)
    func central_conforms(to requirement: TransportConformance) async throws {
        let central = BlueZCentral(adapter: "hci0", companies: [Self.company], clock: clock)
        // Time stands still for the device, so that what it reports stays the same.
        let night = ManualClock(wall: Instant(secondsSince1970: 0x6A13_5F70))
        let rest = SimulatedPeripheral(name: "Sophie", clock: night, journal: SimulationJournal())
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [clock] in try await BlueZPeripheral(adapter: "hci1", clock: clock).serve(rest) }
            try await requirement.run(on: fixture(central, rest))
            group.cancelAll()
            try await group.waitForAll()
        }
        await central.close()
    }

    @Test(arguments: PeripheralConformance.allCases)
    func peripheral_conforms(to requirement: PeripheralConformance) async throws {
        let central = BlueZCentral(adapter: "hci0", companies: [PeripheralFixture.company], clock: clock)
        try await requirement.run(
            on: PeripheralFixture(
                peripheral: BlueZPeripheral(adapter: "hci1", clock: clock), central: central, address: address))
        await central.close()
    }

    private func fixture(_ central: BlueZCentral, _ rest: SimulatedPeripheral) -> TransportFixture {
        TransportFixture(
            transport: central, address: address, absentAddress: absentAddress,
            readable: BluetoothUUID(0x0226_0002, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232),
            readableValue: [0x54, 0x6A, 0x13, 0x5F, 0x70] + Self.initialReport,
            writable: BluetoothUUID(0x0224_0002, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232),
            command: Array("SV54".utf8),
            notifying: BluetoothUUID(0x0224_0003, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232),
            reply: Array("OK".utf8), absent: BluetoothUUID(0x2A00), reconnections: 5,
            dropConnection: { await rest.dropConnection() })
    }

    /// What a unit reports after its clock that nobody has used yet.
    private static let initialReport: [UInt8] = [
        0x43, 0xFD, 0xD1, 0x2D, 0x7F, 0x53, 0x05, 0x54, 0x50, 0xDF, 0x65, 0, 0, 0, 0,
    ]
}
