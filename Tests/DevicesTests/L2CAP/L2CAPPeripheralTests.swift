// SPDX-License-Identifier: Apache-2.0

import Clocks
import GATT
import SleepModel
import SystemClock
import Testing
import TransportConformance

@testable import L2CAPTransport

/// The peripheral role over sockets like the kernel's, towards the central over them.
@Suite(.timeLimit(.minutes(1)))
struct L2CAPPeripheralTests {
    private let address: MacAddress
    private let kernel: ScriptedKernel
    private let central: L2CAPCentral

    init() throws {
        address = try #require(MacAddress(rawValue: "00:AA:01:00:00:00"))
        kernel = ScriptedKernel(at: PeripheralAddress(address, .assigned))
        central = L2CAPCentral(
            kernel, adapter: nil, companies: [0x0434, PeripheralFixture.company], clock: HostClock(),
            budget: .seconds(3))
    }

    @Test(arguments: PeripheralConformance.allCases)
    func peripheral_conforms(to requirement: PeripheralConformance) async throws {
        let kernel = kernel
        try await alongside {
            try await kernel.run()
        } body: {
            try await requirement.run(
                on: PeripheralFixture(
                    peripheral: L2CAPPeripheral(
                        kernel, adapter: "hci2", clock: HostClock(), lookInterval: .milliseconds(50)), central: central,
                    address: address))
        }
    }

    @Test
    func rest_isOnTheAir_asItsCapturesAre() async throws {
        let rest = try SimulatedUnit()
        let (kernel, peripheral) = (kernel, rest.peripheral)
        try await alongside {
            try await kernel.run()
        } body: {
            try await alongside {
                try await L2CAPPeripheral(kernel, adapter: "hci2", clock: HostClock()).serve(peripheral)
            } body: {
                let stream = try await central.advertisements(.attentive)
                _ = await stream.first { $0.address == address }
                // Name, flags, the list of services and the battery; then the state.
                let captured = try Hexadecimal.bytes("0709536F70686965 020106 03030A18 04160F1864")
                let packet = try #require(kernel.advertised)
                #expect(packet.count == captured.count + 28)
                #expect(packet.starts(with: captured + [0x1B, 0xFF, 0x34, 0x04, 0x52, 0x54, 0x6A, 0x13]))
            }
        }
        let clock = HostClock()
        while kernel.advertised != nil { try await clock.sleep(for: .milliseconds(1)) }
    }

    @Test
    func serve_returns_whenCancelledBeforeItBegins() async throws {
        let rest = try SimulatedUnit()
        let peripheral = L2CAPPeripheral(kernel, adapter: "hci2", clock: HostClock())
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.cancelAll()
            group.addTask { try await peripheral.serve(rest.peripheral) }
            try await group.waitForAll()
        }
    }

    @Test
    func serve_throws_withoutTheAdapter() async throws {
        let rest = try SimulatedUnit()
        let peripheral = L2CAPPeripheral(kernel, adapter: "hci7", clock: HostClock())
        let error = await #expect(throws: GATTError.self) { try await peripheral.serve(rest.peripheral) }
        #expect(error?.message == "There is no Bluetooth adapter “hci7”.")
    }
}
