// SPDX-License-Identifier: Apache-2.0

import GATT
import Testing

/// What is asked so that an adapter is off for a moment, and on in the end.
@Suite struct PowerCycleMachineTests {
    private typealias Effect = PowerCycleMachine.Effect

    /// What follows from each step, in order.
    private func effects(_ steps: ((inout PowerCycleMachine) -> [Effect])...) -> [[Effect]] {
        var machine = PowerCycleMachine()
        return steps.map { $0(&machine) }
    }

    @Test func adapter_isSwitchedOn_whenSomebodySaysSo() {
        #expect(
            effects(
                { $0.begin() }, { $0.changed() }, { $0.answered(isBusy: false) }, { $0.switchOn() },
                { $0.answered(isBusy: false) }, { $0.removed() }
            ) == [[.switchPower(false)], [], [], [.switchPower(true)], [.end], []])
    }

    @Test func adapter_isSwitchedOnLater_whenItStillGoesOff() {
        #expect(
            effects({ $0.begin() }, { $0.switchOn() }, { $0.changed() }, { $0.answered(isBusy: false) })
                == [[.switchPower(false)], [], [], [.switchPower(true)]])
    }

    @Test func adapter_isSwitchedOn_thoughItDidNotGoOff() {
        #expect(
            effects({ $0.begin() }, { $0.answered(isBusy: true) }, { $0.switchOn() })
                == [[.switchPower(false)], [], [.switchPower(true)]])
    }

    @Test func adapter_isSwitchedOnAgain_whenAnotherProgramHasSwitchedItMeanwhile() {
        #expect(
            effects(
                { $0.begin() }, { $0.answered(isBusy: false) }, { $0.switchOn() }, { $0.answered(isBusy: true) },
                { $0.changed() }, { $0.answered(isBusy: false) }
            ) == [[.switchPower(false)], [], [.switchPower(true)], [], [.switchPower(true)], [.end]])
    }

    @Test func adapter_isLeftAlone_whenItIsBlockedOrGone() {
        #expect(
            effects({ $0.begin() }, { $0.answered(isBusy: false) }, { $0.switchOn() }, { $0.answered(isBusy: false) })
                == [[.switchPower(false)], [], [.switchPower(true)], [.end]])
        #expect(effects({ $0.begin() }, { $0.removed() }, { $0.switchOn() }) == [[.switchPower(false)], [.end], []])
    }

    @Test func adapter_isSwitchedOffOnce() {
        #expect(effects({ $0.begin() }, { $0.begin() }) == [[.switchPower(false)], []])
    }
}
