// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Coordination
import DeviceModules
import Scheduling
import SleepModel
import Testing

/// A nap: over what is scheduled, and under a ringing alarm.
@Suite struct CoordinationNapTests {
    private var bench = CoordinationBench()
    private let green = Light(.color(RGBColor(red: 0, green: 255, blue: 0)), brightness: Level(rawValue: 51))
    private let rain = DeviceAction.sound(Night.rain)
    private let volume = DeviceAction.volume(Level(rawValue: 77))
    private let red = DeviceAction.light(Night.red)
    private var sleep: [DeviceAction] { [.power(true), .light(.off), rain, volume] }
    private var shine: [DeviceAction] { [.power(true), .light(green), .sound(.none)] }

    private mutating func begin(sound: SoundID = Night.rain, light: Light? = nil) -> DesiredState? {
        bench.machine.start(
            Nap(
                length: .minutes(45), sound: sound, volume: Level(rawValue: 77), wakeLight: light ?? green,
                start: bench.now.anchor), at: bench.now)
        return bench.advance(by: .zero)
    }

    @Test mutating func nap_isDarkThenShinesThenIsOver() {
        let first = begin()
        #expect(first?.actions == sleep)
        bench.deliver(first)
        #expect(bench.advance(by: .minutes(39)) == nil)
        let waking = bench.advance(by: .minutes(5))
        #expect(waking?.actions.contains(rain) == true)
        bench.deliver(waking)
        let shining = bench.advance(by: .minutes(1))
        #expect(shining?.actions == shine)
        bench.deliver(shining)
        #expect(bench.advance(by: .minutes(14)) == nil)
        #expect(bench.advance(by: .minutes(1))?.actions == [.power(false)])
        #expect(bench.machine.nap == nil)
    }

    @Test mutating func nap_wakesAtItsEdges() {
        let start = bench.now.boot
        bench.deliver(begin())
        #expect(bench.machine.nextWake(at: bench.now).boot == start + .minutes(40))
        bench.deliver(bench.advance(by: .minutes(45)))
        #expect(bench.machine.nextWake(at: bench.now).boot == start + .minutes(60))
    }

    @Test mutating func nap_isOffAndDark_withoutASound() {
        let first = begin(sound: .none)
        #expect(first?.actions == [.power(false)])
        bench.deliver(first)
        #expect(bench.advance(by: .minutes(45))?.actions == shine)
    }

    @Test mutating func nap_endsWithItsSound_withoutALight() {
        bench.deliver(begin(light: .off))
        #expect(bench.advance(by: .minutes(44)) == nil)
        #expect(bench.advance(by: .minutes(1))?.actions == [.power(false)])
    }

    @Test mutating func nap_coversARoutine_whichComesBack() {
        bench.deliver(bench.want(.routine, [.power(true), red]))
        let first = begin()
        #expect(first?.actions == sleep)
        bench.deliver(first)
        bench.machine.endNap(at: bench.now)
        #expect(bench.advance(by: .zero)?.actions == [.power(true), red, .sound(.none)])
        #expect(bench.machine.owners[.light]?.layer == .routine)
    }

    @Test mutating func nap_endsWithWhatWasSetInIt_aboveARoutine() {
        bench.deliver(bench.want(.routine, [.power(true), red]))
        bench.deliver(begin())
        bench.deliver(bench.hold([.power(true), .sound(Night.bird), .volume(.full)]))
        bench.machine.endNap(at: bench.now)
        #expect(bench.advance(by: .zero)?.actions == [.power(true), red, .sound(.none)])
    }

    @Test mutating func nap_isBelowARingAndASunrise() {
        bench.deliver(begin())
        let ring = bench.want(.alarm, [.power(true), red, .sound(Night.bird), .volume(.full)], .alarm)
        #expect(ring?.actions == [.power(true), red, .sound(Night.bird), .volume(.full)])
        bench.deliver(ring)
        #expect(bench.turnOff(.alarm)?.actions == sleep)
    }

    @Test mutating func nap_endsWhatWasSetByHandBefore_andIsBelowWhatIsSetDuringIt() {
        bench.deliver(bench.hold([.power(true), red]))
        let first = begin()
        #expect(first?.actions == sleep)
        bench.deliver(first)
        _ = bench.advance(by: .minutes(1))
        #expect(bench.hold([.power(true), red])?.actions == [.power(true), red, rain, volume])
        #expect(bench.machine.owners[.light]?.layer == .manual)
        #expect(bench.machine.napTakes(.light, at: bench.now) == bench.now.wall + .minutes(39))
        #expect(bench.machine.napTakes(.sound, at: bench.now) == bench.now.wall + .minutes(44))
        // Its light takes the lamp back.
        _ = bench.advance(by: .minutes(44))
        #expect(bench.machine.owners[.light]?.layer == .nap)
    }

    @Test mutating func nap_lastsAsLong_whenTheClockIsSet() {
        bench.deliver(begin())
        bench.clock.step(to: bench.now.wall + .hours(3))
        #expect(bench.advance(by: .minutes(39)) == nil)
        bench.clock.step(to: bench.now.wall - .hours(6))
        #expect(bench.advance(by: .minutes(6))?.actions == shine)
    }

    @Test mutating func nap_goesOnAtItsPlace_inTheNextProcess() {
        bench.deliver(begin())
        let left = bench.machine.holds
        bench.machine = CoordinationMachine()
        bench.clock.advance(by: .minutes(45))
        bench.machine.restore(left, at: bench.now)
        #expect(bench.advance(by: .zero)?.actions == shine)
    }

    @Test(arguments: [(2, [.power(false)]), (10, nil)] as [(Int64, [DeviceAction]?)])
    mutating func nap_thatEndedMeanwhile_isSwitchedOff_ifThatIsNotLongAgo(
        hours: Int64, actions: [DeviceAction]?
    ) {
        bench.deliver(begin())
        let left = bench.machine.holds
        bench.machine = CoordinationMachine()
        bench.clock.advance(by: .hours(hours))
        bench.machine.restore(left, at: bench.now)
        let made = bench.advance(by: .zero)
        #expect(made?.actions == actions)
        #expect(bench.machine.nap == nil)
        #expect(bench.machine.holds.nap == nil)
    }

    /// Sets a light by hand during a nap, and restarts after the nap is over.
    private mutating func outliveNapWithALight() {
        bench.deliver(begin())
        _ = bench.advance(by: .minutes(1))
        bench.deliver(bench.hold([.power(true), red]))
        let left = bench.machine.holds
        bench.machine = CoordinationMachine()
        bench.clock.advance(by: .hours(1))
        bench.machine.restore(left, at: bench.now)
    }

    /// Nobody was there to see its light, which ends what was set by hand before.
    @Test mutating func nap_thatEndedMeanwhile_endsWhatWasSetByHandDuringIt() {
        outliveNapWithALight()
        #expect(bench.advance(by: .zero)?.actions == [.power(false)])
        #expect(bench.machine.holds.holds == [])
    }

    @Test mutating func nap_thatEndedMeanwhile_leavesNoLight_underARing() {
        outliveNapWithALight()
        let ring = bench.want(.alarm, [.power(true), .sound(Night.bird), .volume(.full)], .alarm)
        #expect(ring?.actions == [.power(true), .light(.off), .sound(Night.bird), .volume(.full)])
    }

    @Test mutating func stop_endsANap() {
        bench.deliver(begin())
        bench.machine.stop(at: bench.now)
        #expect(bench.advance(by: .zero)?.actions == [.power(false)])
        #expect(bench.machine.isEndPending)
        #expect(bench.machine.nap == nil)
    }

    @Test mutating func end_isPending_untilTheDeviceHasTakenIt() {
        bench.deliver(begin())
        bench.machine.endNap(at: bench.now)
        let off = bench.advance(by: .zero)
        #expect(bench.machine.isEndPending)
        bench.deliver(off)
        #expect(!bench.machine.isEndPending)
    }
}
