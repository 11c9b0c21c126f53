// SPDX-License-Identifier: Apache-2.0

import Testing

/// What the programs do with the Bluetooth of a machine, one test for each scenario.
@Suite(
    .enabled(
        if: BluetoothMachine.obstacle == nil || BluetoothMachine.isRequired,
        "\(BluetoothMachine.obstacle ?? "nothing is missing")"),
    .timeLimit(.minutes(52)))
struct ScenarioTests {
    @Test func machine_runsEveryScenario_toItsEnd() async throws {
        let machine = try await BluetoothMachine.afterControl()
        #expect(machine.exitCode == 0, "\(machine.report)")
    }

    @Test(arguments: Scenario.control)
    func scenario_succeeds_inTheMachine(_ scenario: Scenario) async throws {
        let outcome = try await BluetoothMachine.afterControl().outcome(of: scenario)
        #expect(outcome.exitCode == 0, "\(outcome.report)")
    }

    @Test func scenario_runsAgain_whereTheControllersConnectToNobody() async throws {
        let outcome = try await BluetoothMachine.afterControl().outcome(of: .wearsTheControllersOut)
        #expect(outcome.exitCode == 0, "\(outcome.report)")
    }

    @Test func scenario_fails_whereACommandFails() async throws {
        let outcome = try await BluetoothMachine.afterControl().outcome(of: .breaksEverything)
        #expect(outcome.exitCode == 1)
        #expect(outcome.report.contains("It never came to this in time: pigs fly."), "\(outcome.report)")
        #expect(outcome.report.contains("of breaks-everything.sh"), "\(outcome.report)")
    }
}
