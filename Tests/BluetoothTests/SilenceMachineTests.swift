// SPDX-License-Identifier: Apache-2.0

import GATT
import Testing

struct SilenceMachineTests {
    private typealias Step = SilenceMachine.Step

    /// The steps after so many silent windows, each a minute long.
    private static func steps(
        _ machine: inout SilenceMachine, _ means: SilenceMachine.Means, windows: Int, from minute: Int = 0
    ) -> [Step] {
        (0..<windows).map { machine.silent(means, at: .seconds(60 * (minute + $0))) }
    }

    private static let pauses = Array(repeating: Step.pause, count: SilenceMachine.patience - 1)

    @Test(
        arguments: [
            (false, false, [.searchAnew, .report, .report]),
            (true, false, [.searchAnew, .replaceAdapter, .report]),
            (false, true, [.searchAnew, .resetAdapter, .report]),
            (true, true, [.searchAnew, .replaceAdapter, .resetAdapter, .report]),
        ] as [(Bool, Bool, [SilenceMachine.Step])])
    func silence_leadsToOneStepAfterTheOther(hasOther: Bool, mayReset: Bool, expected: [SilenceMachine.Step]) {
        var machine = SilenceMachine()
        let means = SilenceMachine.Means(hasOtherAdapter: hasOther, mayReset: mayReset)
        let steps = Self.steps(&machine, means, windows: Self.pauses.count + expected.count)
        #expect(steps == Self.pauses + expected)
        #expect((machine.isReported, machine.wasReset) == (true, mayReset))
    }

    /// The link of another program proves nothing of the radio, and is not to be ended.
    @Test func silence_lastsLonger_besideALinkOfAnotherProgram() {
        var machine = SilenceMachine()
        let means = SilenceMachine.Means(hasOtherAdapter: true, mayReset: true, hasForeignLink: true)
        let pauses = Array(repeating: Step.pause, count: SilenceMachine.patienceWithForeignLink - 1)
        #expect(
            Self.steps(&machine, means, windows: pauses.count + 4)
                == pauses + [.searchAnew, .replaceAdapter, .report, .report])
        #expect((machine.isReported, machine.wasReset) == (true, false))
    }

    @Test func silence_beginsAnew_whenSomethingIsHeard() {
        var machine = SilenceMachine()
        let means = SilenceMachine.Means(hasOtherAdapter: false, mayReset: false)
        _ = Self.steps(&machine, means, windows: 20)
        machine.heard()
        #expect((machine.isReported, machine.wasReset) == (false, false))
        #expect(Self.steps(&machine, means, windows: 6) == Self.pauses + [.searchAnew, .report])
    }

    /// A radio may come back by itself after hours, and an adapter may be plugged in meanwhile.
    @Test func steps_areTakenAgain_afterHalfAnHour() {
        var machine = SilenceMachine()
        let means = SilenceMachine.Means(hasOtherAdapter: true, mayReset: false)
        _ = Self.steps(&machine, means, windows: Self.pauses.count + 3)
        let wait = SilenceMachine.repetition - SilenceMachine.patience - 1
        #expect(
            Self.steps(&machine, means, windows: wait + 4)
                == Array(repeating: .report, count: wait) + [.searchAnew, .replaceAdapter, .report, .report])
    }

    @Test(arguments: [(59, false), (60, true)])
    func adapter_isResetOnceAnHour(minutes: Int, isReset: Bool) {
        var machine = SilenceMachine()
        let means = SilenceMachine.Means(hasOtherAdapter: false, mayReset: true)
        _ = Self.steps(&machine, means, windows: Self.pauses.count + 2)
        let first = Self.pauses.count + 1
        machine.heard()
        let steps = Self.steps(&machine, means, windows: 6, from: first + minutes - Self.pauses.count - 1)
        #expect(steps == Self.pauses + [.searchAnew, isReset ? .resetAdapter : .report])
    }
}
