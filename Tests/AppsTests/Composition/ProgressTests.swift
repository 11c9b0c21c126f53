// SPDX-License-Identifier: Apache-2.0

import Clocks
import Testing
import Waiting

@testable import Household

/// The question that proves that the night's loop makes progress.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct ProgressTests {
    @Test func answer_waitsForTheLoop_andComesOnceItRuns() async throws {
        let house = try await House()
        let night = house.night
        let answered = OneShot<Void>()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                await night.answer()
                answered.set()
            }
            await eventually { !night.questions.isEmpty }
            #expect(!answered.isSet)
            try await house.run {
                await answered.valueUnlessCancelled()
                // Again, out of its sleep.
                await night.answer()
                #expect(night.questions.isEmpty)
            }
            try await group.waitForAll()
        }
    }
}
