// SPDX-License-Identifier: Apache-2.0

import Clocks
import Coordination
import DeviceModules
import SleepModel
import Testing

/// What nothing may exceed: whatever wins a channel is turned down to it.
@Suite struct CoordinationLimitTests {
    private var bench = CoordinationBench()
    private let limit = DeviceLimit(volume: Level(rawValue: 102), brightness: Level(rawValue: 51))
    private let bright = DeviceAction.light(Light(.color(RGBColor(red: 255, green: 0, blue: 0)), brightness: .full))
    private let dim = DeviceAction.light(
        Light(.color(RGBColor(red: 255, green: 0, blue: 0)), brightness: Level(rawValue: 51)))
    private let rain = DeviceAction.sound(Night.rain)

    private func shows(
        isOn: Bool = true, brightness: UInt8 = 0, volume: UInt8
    ) -> DeviceState {
        DeviceState(
            isOn: isOn,
            light: Light(.color(RGBColor(red: 255, green: 0, blue: 0)), brightness: Level(rawValue: brightness)),
            sound: Night.rain, volume: Level(rawValue: volume))
    }

    @Test(arguments: [ControlLayer.routine, .alarm])
    mutating func winner_isTurnedDown_onEveryLayer(_ layer: ControlLayer) {
        bench.machine.limit(to: limit)
        let shown = bench.want(.alarm, [.power(true), bright, rain, .volume(.full)], layer)
        #expect(shown?.actions == [.power(true), dim, rain, .volume(Level(rawValue: 102))])
    }

    @Test mutating func hold_isTurnedDown_andSaysSo() {
        bench.machine.limit(to: limit)
        let held = bench.machine.hold([.power(true), bright], favourite: 2, at: bench.now)
        #expect(held.desired?.actions == [.power(true), dim])
        #expect(held.limited == [dim])
        #expect(held.heldBack == [])
        // The device would play a favourite by itself, as bright as it is saved.
        #expect(held.desired?.favourite == nil)
    }

    @Test mutating func hold_isAsAsked_withinTheLimit() {
        bench.machine.limit(to: limit)
        let held = bench.machine.hold([.power(true), dim], favourite: 2, at: bench.now)
        #expect(held.limited == [])
        #expect(held.desired?.favourite == 2)
    }

    @Test mutating func limit_isFollowed_whenItBeginsAndEnds() {
        bench.deliver(bench.want(.routine, [.power(true), bright, .volume(.full)]))
        bench.machine.limit(to: limit)
        let limited = bench.advance(by: .zero)
        #expect(limited?.actions == [.power(true), dim, .volume(Level(rawValue: 102))])
        bench.deliver(limited)
        bench.machine.limit(to: nil)
        #expect(bench.advance(by: .zero)?.actions == [.power(true), bright, .volume(.full)])
    }

    @Test mutating func ramp_staysAtTheLimit_whileItsValueIsAbove() {
        bench.machine.limit(to: limit)
        let ramp = Ramp(from: Level(rawValue: 0), to: .full, startsAt: bench.now.boot, duration: .seconds(100))
        bench.deliver(bench.want(.routine, targets: [.value(.power(true)), .volume(ramp)]))
        bench.deliver(bench.advance(by: .seconds(20)))
        #expect(bench.machine.taken.contains(.volume(Level(rawValue: 51))))
        bench.deliver(bench.advance(by: .seconds(40)))
        #expect(bench.machine.taken.contains(.volume(Level(rawValue: 102))))
        #expect(bench.advance(by: .seconds(20)) == nil)
    }

    // MARK: - What nobody wants anything of

    @Test mutating func excess_isTurnedBack_thoughNobodyWantsAnything() {
        bench.machine.limit(to: limit)
        let exceeding = bench.machine.saw(shows(brightness: 255, volume: 200))
        #expect(exceeding == [bright, .volume(Level(rawValue: 200))])
        let turned = bench.advance(by: .zero)
        #expect(turned?.actions == [dim, .volume(Level(rawValue: 102))])
        bench.deliver(turned)
        bench.machine.saw(shows(brightness: 51, volume: 102))
        #expect(bench.advance(by: .zero) == nil)
        #expect(bench.machine.nextWake(at: bench.now) == WakeRequest())
    }

    @Test mutating func excess_isTurnedBackAgain_whenSomebodyInsists() {
        bench.machine.limit(to: limit)
        for _ in 0..<2 {
            bench.machine.saw(shows(volume: 200))
            let turned = bench.advance(by: .seconds(5))
            #expect(turned?.actions == [.volume(Level(rawValue: 102))])
            bench.deliver(turned)
            bench.machine.saw(shows(volume: 102))
            #expect(bench.advance(by: .seconds(5)) == nil)
        }
    }

    @Test(arguments: [false, true])
    mutating func excess_isTurnedBack_toWhatItsOwnerWants(isManual: Bool) {
        bench.machine.limit(to: limit)
        let wanted: [DeviceAction] = [.power(true), .volume(Level(rawValue: 20))]
        bench.deliver(isManual ? bench.hold(wanted) : bench.want(.routine, wanted))
        bench.machine.saw(shows(volume: 200))
        let turned = bench.advance(by: .zero)
        #expect(turned?.actions == wanted)
        #expect(turned?.isTransient == false)
        // What is on its way is not sent twice.
        bench.machine.saw(shows(volume: 200))
        #expect(bench.advance(by: .zero) == nil)
        bench.deliver(turned)
        bench.machine.saw(shows(volume: 20))
        #expect(bench.advance(by: .zero) == nil)
    }

    @Test mutating func excess_isLeftAlone_whileTheDeviceIsOff() {
        bench.machine.limit(to: limit)
        let exceeding = bench.machine.saw(shows(isOn: false, volume: 200))
        #expect(exceeding == [])
        #expect(bench.advance(by: .zero) == nil)
    }

    @Test mutating func sound_isTurnedDownBeforeItPlays_whenOnlyTheDeviceKnowsItsVolume() {
        bench.machine.limit(to: limit)
        bench.machine.saw(shows(isOn: false, brightness: 255, volume: 200))
        let shown = bench.want(.routine, [.power(true), rain])
        #expect(shown?.actions == [.power(true), rain, .volume(Level(rawValue: 102))])
        #expect(shown?.actionsIfOff == [.light(.off)])
    }

    @Test mutating func powerOn_bringsBackTheLastLight_withinTheLimit() {
        bench.machine.limit(to: limit)
        bench.machine.saw(shows(isOn: false, brightness: 255, volume: 200))
        let held = bench.hold([.power(true)])
        #expect(held?.actions == [.power(true), dim, .volume(Level(rawValue: 102))])
        #expect(held?.actionsIfOff == [])
    }

    @Test mutating func excess_waitsUntilTheDeviceIsHeard_whenItIsAway() {
        bench.machine.limit(to: limit)
        bench.machine.saw(shows(volume: 200))
        bench.deliver(bench.advance(by: .zero), false)
        #expect(bench.machine.nextWake(at: bench.now) == WakeRequest())
        #expect(bench.advance(by: .hours(1)) == nil)
        bench.machine.heard(at: bench.now)
        #expect(bench.advance(by: .zero)?.actions == [.volume(Level(rawValue: 102))])
    }

    /// It lost its power, and is left alone, wherever it was carried to.
    @Test mutating func limit_doesNotSwitchOn_whatHasForgottenItsHold() {
        bench.deliver(bench.hold([.power(true), bright]))
        let isSentAgain = bench.machine.forget(at: bench.now)
        #expect(!isSentAgain)
        bench.machine.saw(shows(isOn: false, brightness: 255, volume: 200))
        bench.machine.limit(to: limit)
        #expect(bench.advance(by: .zero) == nil)
    }

    @Test mutating func limit_doesNotSwitchOn_whatTheProcessBeforeHeld() {
        bench.deliver(bench.hold([.power(true), bright]))
        if let id = bench.lastHold { bench.machine.keep(id) }
        var next = CoordinationMachine()
        next.limit(to: limit)
        next.restore(bench.machine.holds, at: bench.now)
        let limited = next.advance(to: bench.now)
        next.limit(to: nil)
        let free = next.advance(to: bench.now)
        #expect([limited, free] == [nil, nil])
    }
}
