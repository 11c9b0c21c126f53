// SPDX-License-Identifier: Apache-2.0

import Testing

/// Which scenarios go on after a panic; needs no machine.
struct ScenarioQueueTests {
    private static let scenarios = ["one", "two", "three"].map(Scenario.init)

    @Test func queue_isOver_whenAMachineRanEverything() {
        var queue = ScenarioQueue(Self.scenarios)
        let firstGoesOn = queue.machineEnded(after: Set(Self.scenarios), hasPanicked: false)
        #expect(!firstGoesOn)
        #expect(queue.left.isEmpty)
        #expect(queue.panics.isEmpty)
    }

    @Test func queue_goesOnWithWhatWasNotRun_afterAPanic() {
        var queue = ScenarioQueue(Self.scenarios)
        let firstGoesOn = queue.machineEnded(after: [Self.scenarios[0]], hasPanicked: true)
        #expect(firstGoesOn)
        #expect(queue.left == Array(Self.scenarios[1...]))
        #expect(queue.panics == [Self.scenarios[1]])
    }

    @Test func queue_endsAtAScenario_thatFiveMachinesPanickedIn() {
        var queue = ScenarioQueue(Self.scenarios)
        let goesOn = (0..<ScenarioQueue.patience).map { _ in queue.machineEnded(after: [], hasPanicked: true) }
        #expect(goesOn == [true, true, true, true, false])
        #expect(queue.left == Self.scenarios)
        #expect(queue.panics == Array(repeating: Self.scenarios[0], count: 5))
    }

    @Test func queue_goesOnAgain_whenTheSecondPanicIsElsewhere() {
        var queue = ScenarioQueue(Self.scenarios)
        let firstGoesOn = queue.machineEnded(after: [], hasPanicked: true)
        #expect(firstGoesOn)
        let secondGoesOn = queue.machineEnded(after: [Self.scenarios[0], Self.scenarios[1]], hasPanicked: true)
        #expect(secondGoesOn)
        let thirdGoesOn = queue.machineEnded(after: [Self.scenarios[2]], hasPanicked: false)
        #expect(!thirdGoesOn)
        #expect(queue.left.isEmpty)
    }

    @Test func queue_ends_whenAMachineFailsWithoutAPanic() {
        var queue = ScenarioQueue(Self.scenarios)
        let firstGoesOn = queue.machineEnded(after: [Self.scenarios[0]], hasPanicked: false)
        #expect(!firstGoesOn)
        #expect(queue.left == Array(Self.scenarios[1...]))
    }

    @Test func queue_isOver_whenTheMachinePanicsAfterTheLastScenario() {
        var queue = ScenarioQueue(Self.scenarios)
        let firstGoesOn = queue.machineEnded(after: Set(Self.scenarios), hasPanicked: true)
        #expect(!firstGoesOn)
        #expect(queue.panics.isEmpty)
    }
}
