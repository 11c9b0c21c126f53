// SPDX-License-Identifier: Apache-2.0

import Foundation
import GATT
import L2CAPTransport
import SimulatedDevice
import SystemClock
import Testing
import TransportConformance

/// Both ends over the kernel's sockets; the scenario `l2cap-conforms` runs these tests in the machine.
@Suite(
    .enabled(
        if: ProcessInfo.processInfo.environment["LULL_BLUETOOTH_MACHINE"] == "1",
        "These tests run in the Bluetooth machine, started there by the scenario l2cap-conforms."),
    .serialized, .timeLimit(.minutes(2)))
struct L2CAPConformanceTests {
    private let clock = HostClock()

    @Test(arguments: TransportConformance.allCases)
    func central_conforms(to requirement: TransportConformance) async throws {
        let central = L2CAPCentral(adapter: "hci0", companies: [TransportFixture.company], clock: clock)
        let rest = TransportFixture.rest()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [clock] in try await L2CAPPeripheral(adapter: "hci1", clock: clock).serve(rest) }
            try await requirement.run(on: .inTheMachine(central, rest))
            group.cancelAll()
            try await group.waitForAll()
        }
        await central.close()
    }
}
