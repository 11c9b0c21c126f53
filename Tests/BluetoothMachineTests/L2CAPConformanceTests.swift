// SPDX-License-Identifier: Apache-2.0

import Clocks
import Foundation
import GATT
import SimulatedDevice
import SystemClock
import Testing
import TransportConformance

@testable import L2CAPTransport

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

    @Test func adapter_goesOffAndOn_whenItIsToBeOnWhileItStillGoesOff() async throws {
        let management = try ManagementClient(KernelRadio(), clock: clock)
        let reset = try AdapterReset(KernelRadio(), 0)
        reset.switchOn()
        await reset.end()
        // The kernel tells the others of each change.
        var changes = 0
        while changes < 2, let event = await management.next(until: clock.now().boot + .seconds(10)) {
            if case .changed(adapter: 0) = event { changes += 1 }
        }
        #expect(changes == 2)
        #expect(try await management.adapters(called: "hci0").map(\.isPowered) == [true])
    }
}
