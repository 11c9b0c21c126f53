// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The list of scenarios, which needs no machine.
@Suite struct ScenarioListTests {
    @Test func list_namesEveryScript_once() throws {
        let scripts = try FileManager.default.contentsOfDirectory(
            atPath: BluetoothMachine.guest.appending(path: "Scenarios").path)
        #expect(Scenario.all.map { "\($0.name).sh" }.sorted() == scripts.sorted())
    }
}
