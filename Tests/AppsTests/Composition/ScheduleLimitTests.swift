// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import SleepModel
import Storage
import Testing

@testable import Composition
@testable import Household

/// As many schedules as there may be.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ScheduleLimitTests {
    private func addRoutine(_ house: House, _ name: String) async throws {
        _ = try await house.control.perform(
            Endpoints.addRoutine,
            RoutineRequest(name: name, device: "nursery", rule: RuleRequest(), steps: ["light amber"]))
    }

    @Test func addition_isRefused_beyondTheLimit_asAnImportIs() async throws {
        let store = InMemoryNightStore()
        let house = try await House(store: store)
        let routine = { (number: Int) in
            "  - name: s\(number)\n    kind: routine\n    steps:\n    - light: amber 40%\n      for: 5m\n"
        }
        let head = """
            version: 1
            devices:
            - name: nursery
              address: \(house.address)
              product: hatch-rest
              schedules:

            """
        func bring(_ count: Int) async throws {
            let document = head + (1...count).map(routine).joined()
            _ = try await house.control.perform(
                Endpoints.importSetup, ImportRequest(document: document, dryRun: false))
        }
        try await bring(Schedule.most - 1)
        try await addRoutine(house, "last")
        let added = await #expect(throws: ControlError.self) { try await addRoutine(house, "one more") }
        let imported = await #expect(throws: ControlError.self) { try await bring(Schedule.most + 1) }
        #expect([added?.code, imported?.code] == [.tooManySchedules, .tooManySchedules])
        #expect(added?.message == "There can be 2000 schedules, and 2000 are there already.")
        // Room that is made is room.
        _ = try await house.control.perform(
            Endpoints.removeRoutine, ScheduleSelection(name: "s1", device: nil))
        try await addRoutine(house, "one more")
    }
}
