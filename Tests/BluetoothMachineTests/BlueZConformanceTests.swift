// SPDX-License-Identifier: Apache-2.0

import BlueZTransport
import Foundation
import GATT
import SimulatedDevice
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
    private let clock = HostClock()

    @Test(arguments: TransportConformance.allCases)
    func central_conforms(to requirement: TransportConformance) async throws {
        let central = BlueZCentral(adapter: "hci0", companies: [TransportFixture.company], clock: clock)
        let rest = TransportFixture.rest()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [clock] in try await BlueZPeripheral(adapter: "hci1", clock: clock).serve(rest) }
            try await requirement.run(on: .inTheMachine(central, rest))
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
                peripheral: BlueZPeripheral(adapter: "hci1", clock: clock), central: central,
                address: try TransportFixture.restAddress()))
        await central.close()
    }
}
