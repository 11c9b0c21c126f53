// SPDX-License-Identifier: Apache-2.0

import Testing

/// What the transports do with the Bluetooth of a machine of their own, one test for each scenario.
@Suite(
    .enabled(
        if: BluetoothMachine.obstacle == nil || BluetoothMachine.isRequired,
        "\(BluetoothMachine.obstacle ?? "nothing is missing")"),
    .timeLimit(.minutes(40)))
struct TransportScenarioTests {
    @Test func machine_runsEveryScenario_toItsEnd() async throws {
        let machine = try await BluetoothMachine.afterTransport()
        #expect(machine.exitCode == 0, "\(machine.report)")
    }

    @Test(arguments: Scenario.transport)
    func scenario_succeeds_inTheMachine(_ scenario: Scenario) async throws {
        let outcome = try await BluetoothMachine.afterTransport().outcome(of: scenario)
        #expect(outcome.exitCode == 0, "\(outcome.report)")
    }
}
