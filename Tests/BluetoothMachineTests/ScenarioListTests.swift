// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The list of scenarios, which needs no machine.
@Suite struct ScenarioListTests {
    @Test func list_namesEveryScript_andEachScenarioOnce() throws {
        let scripts = try FileManager.default.contentsOfDirectory(
            atPath: BluetoothMachine.guest.appending(path: "Scenarios").path)
        #expect(Set(Scenario.all.map(\.script)).sorted() == scripts.sorted())
        #expect(Set(Scenario.all).count == Scenario.all.count)
    }
}
