// SPDX-License-Identifier: Apache-2.0

import Testing

/// What happens to Bluetooth in the machine, one test for each scenario.
@Suite(
    .enabled(
        if: BluetoothMachine.obstacle == nil || BluetoothMachine.isRequired,
        "\(BluetoothMachine.obstacle ?? "nothing is missing")"),
    .timeLimit(.minutes(52)))
struct ScenarioTests {
    @Test func machine_runsEveryScenario_toItsEnd() async throws {
        let machine = try await BluetoothMachine.finished()
        #expect(machine.exitCode == 0, "\(machine.report)")
    }

    @Test(arguments: Scenario.all)
    func scenario_succeeds_inTheMachine(_ scenario: Scenario) async throws {
        let outcome = try await BluetoothMachine.finished().outcome(of: scenario)
        #expect(outcome.exitCode == 0, "\(outcome.report)")
    }

    @Test func scenario_fails_whereACommandFails() async throws {
        let outcome = try await BluetoothMachine.finished().outcome(of: .breaksEverything)
        #expect(outcome.exitCode == 1)
        #expect(outcome.report.contains("It never came to this in time: pigs fly."), "\(outcome.report)")
        #expect(outcome.report.contains("of breaks-everything.sh"), "\(outcome.report)")
    }
}
