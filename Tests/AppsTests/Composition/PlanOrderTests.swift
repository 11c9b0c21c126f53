// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Testing

@testable import Composition

/// The order of what is planned.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct PlanOrderTests {
    @Test
    func next_listsRoutinesFirst_whereAnAlarmHasTheSameTimeAndName() async throws {
        let house = try await House()
        _ = try await house.control.perform(
            Endpoints.addAlarm,
            AlarmRequest(name: "up", device: "nursery", at: "13:10", days: "daily", sound: "bird"))
        _ = try await house.control.perform(
            Endpoints.addRoutine,
            RoutineRequest(
                name: "up", device: "nursery", at: "13:10", days: nil, steps: ["light amber 40%; for 30m"], zone: nil))
        let next = try await house.control.perform(Endpoints.next, NextQuery(days: 1))
        #expect(next.map(\.kind) == [.routine, .alarm])
    }
}
