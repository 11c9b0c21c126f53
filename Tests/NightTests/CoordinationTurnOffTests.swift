// SPDX-License-Identifier: Apache-2.0

import Clocks
import Coordination
import DeviceModules
import SleepModel
import Testing

/// What happens when something ends, and when the device does not hear of it.
@Suite struct CoordinationTurnOffTests {
    private var bench = CoordinationBench()
    private let light = DeviceAction.light(Night.amber)
    private let bird = DeviceAction.sound(Night.bird)

    @Test mutating func replace_doesNotSwitchOffAndOn_whenAnotherBeginsInTheSameMoment() {
        let shown = bench.want(.routine, [.power(true), light])
        bench.deliver(shown)
        bench.machine.replace(.routine, with: [], switchesOff: true, at: bench.now)
        let next = bench.want(.bedtime, [.power(true), .light(Night.red)])
        #expect(next?.actions == [.power(true), .light(Night.red)])
        bench.deliver(next)
        #expect(bench.advance(by: .zero) == nil)
    }

    /// A routine that ended while its device was out of reach, and stayed so for eleven minutes.
    private mutating func stayAway() {
        bench.deliver(bench.want(.routine, [.power(true), light]))
        bench.deliver(bench.turnOff(.routine), false)
        let second = bench.advance(by: .minutes(9))
        #expect(second?.actions == [.power(false)])
        bench.deliver(second, false)
        bench.deliver(bench.advance(by: .minutes(2)), false)
    }

    @Test mutating func turnOff_isTriedWhenTheDeviceIsHeard_afterTenMinutes() {
        stayAway()
        #expect(bench.advance(by: .hours(6)) == nil)
        bench.machine.heard(at: bench.now)
        #expect(bench.advance(by: .zero)?.actions == [.power(false)])
    }

    @Test mutating func turnOff_isGivenUp_whenTheNightIsOver() {
        stayAway()
        #expect(bench.advance(by: .hours(8)) == nil)
        #expect(bench.machine.nextWake(at: bench.now) == WakeRequest())
        bench.machine.heard(at: bench.now)
        #expect(bench.advance(by: .minutes(1)) == nil)
    }

    @Test mutating func turnOff_isGivenUp_whenSomebodyIsAtTheDevice() {
        stayAway()
        bench.machine.endHolds(on: [.light], at: bench.now)
        bench.machine.heard(at: bench.now)
        #expect(bench.advance(by: .minutes(1)) == nil)
    }

    @Test mutating func turnOff_goesBackToWhatWasSetByHand_beforeTheRing() {
        bench.deliver(bench.hold([.power(true), light]))
        bench.deliver(bench.want(.alarm, [.power(true), bird], .alarm))
        let after = bench.turnOff(.alarm)
        #expect(after?.actions == [.power(true), light, .sound(.none)])
    }

    @Test mutating func turnOff_switchesOff_whenOnlyAVolumeWasSetByHand() {
        bench.deliver(bench.want(.alarm, [.power(true), bird], .alarm))
        bench.deliver(bench.hold([.volume(Level(rawValue: 40))]))
        #expect(bench.turnOff(.alarm)?.actions == [.power(false)])
    }

    @Test mutating func delivered_triesAFewTimesMore_whenTheDeviceDoesNotReportIt() {
        var desired = bench.want(.alarm, [.power(true), bird], .alarm)
        var tries = 0
        while let sent = desired, tries < 20 {
            tries += 1
            bench.machine.delivered(sent.sequence, isDelivered: true, isConfirmed: false, at: bench.now)
            desired = bench.advance(by: .minutes(1))
        }
        #expect(tries == CoordinationMachine.retries.count + 1)
    }

    @Test mutating func heard_triesAgainAtOnce_whenTheLastFailureIsAWhileAgo() {
        let desired = bench.want(.alarm, [.power(true), bird], .alarm)
        bench.deliver(desired, false)
        for _ in 0..<4 { bench.deliver(bench.advance(by: .minutes(1)), false) }
        #expect(bench.advance(by: .seconds(3)) == nil)
        bench.machine.heard(at: bench.now)
        #expect(bench.advance(by: .zero)?.actions == [.power(true), bird])
    }

    @Test mutating func withdraw_leavesWhatWasSetSince() {
        _ = bench.hold([.power(true), light])
        let first = bench.machine.hold([.light(Night.red)], at: bench.now)
        _ = bench.hold([.light(Light(.gradient, brightness: .full))])
        _ = bench.machine.withdraw(first.id, at: bench.now)
        #expect(
            bench.machine.owners[.light]?.target == .value(.light(Light(.gradient, brightness: .full))))
    }

    @Test mutating func withdraw_bringsBackWhatWasSetBefore() {
        _ = bench.hold([.power(true), light])
        _ = bench.hold([.light(Night.red)])
        #expect(bench.withdraw()?.actions == [.power(true), light])
    }
}
