// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Coordination
import DeviceModules
import SleepModel
import Testing

/// Whether a device may go on with what has ended.
@Suite struct CoordinationEndTests {
    private var bench = CoordinationBench()
    private let ring: [DeviceAction] = [.power(true), .sound(Night.bird)]

    /// What began last shows: the light after an alarm, or a routine.
    @Test mutating func lightAfter_givesWayToWhatBegins_andCoversWhatRan() {
        let light: [DeviceAction] = [.power(true), .light(Night.amber), .sound(.none)]
        let routine: [DeviceAction] = [.power(true), .light(Night.red), .sound(Night.rain)]
        _ = bench.want(.bedtime, routine)
        _ = bench.advance(by: .seconds(60))
        #expect(bench.want(.alarm, light, .lightAfter)?.actions == light)
        _ = bench.advance(by: .seconds(60))
        #expect(bench.want(.routine, routine)?.actions == routine)
        #expect(bench.turnOff(.routine)?.actions == light)
    }

    @Test mutating func end_isPending_untilTheDeviceHasTakenIt() {
        bench.deliver(bench.want(.alarm, ring, .alarm))
        #expect(!bench.machine.isEndPending)
        bench.deliver(bench.turnOff(.alarm), false)
        #expect(bench.machine.isEndPending)
        bench.deliver(bench.advance(by: .seconds(2)))
        #expect(!bench.machine.isEndPending)
    }

    @Test(arguments: [true, false])
    mutating func end_isPending_onlyIfTheDeviceHasTakenSomethingOfTheRun(hasTaken: Bool) throws {
        let wanted = bench.want(.alarm, ring, .alarm)
        let desired = try #require(wanted)
        bench.machine.delivered(desired.sequence, isDelivered: false, taken: hasTaken ? [.light] : [], at: bench.now)
        bench.deliver(bench.turnOff(.alarm), false)
        #expect(bench.machine.isEndPending == hasTaken)
    }

    @Test(arguments: [true, false])
    mutating func end_isPending_onlyIfTheDeviceTakesWhatWasOnItsWay(isDelivered: Bool) {
        let desired = bench.want(.alarm, ring, .alarm)
        let off = bench.turnOff(.alarm)
        bench.deliver(desired, isDelivered)
        bench.deliver(off, false)
        #expect(bench.machine.isEndPending == isDelivered)
    }

    @Test mutating func end_isNotPending_whenTheAlarmRingsAgain() {
        bench.deliver(bench.want(.alarm, ring, .alarm))
        bench.deliver(bench.turnOff(.alarm), false)
        _ = bench.want(.alarm, ring, .alarm)
        #expect(!bench.machine.isEndPending)
    }

    @Test mutating func end_isNotPending_whenSomebodyWasAtTheDevice() {
        bench.deliver(bench.want(.alarm, ring, .alarm))
        bench.deliver(bench.turnOff(.alarm), false)
        bench.machine.endHolds(on: [.power], at: bench.now)
        #expect(!bench.machine.isEndPending)
    }

    /// The sunrise was over for the device when somebody chose a light.
    @Test mutating func end_isNotPending_whenACommandFailsLater() {
        bench.deliver(bench.want(.alarm, [.power(true), .light(Night.amber)], .sunrise))
        bench.deliver(bench.hold([.power(true), .light(Night.red)]))
        let off = bench.turnOff(.alarm)
        #expect(off == nil)
        bench.deliver(bench.hold([.light(Night.amber)]), false)
        #expect(!bench.machine.isEndPending)
    }

    @Test(arguments: [true, false])
    mutating func end_isPending_whenAProcessBeforeMayHaveShownTheRun(isInherited: Bool) {
        let since = bench.now.wall - (isInherited ? .seconds(60) : .zero)
        let intents = ring.map {
            ChannelIntent(
                layer: .alarm, target: .value($0), since: since, until: nil, by: "up",
                source: .run(.alarm, Night.key("up", "2027-01-05"), part: 0))
        }
        bench.machine.replace(.alarm, with: intents, switchesOff: false, at: bench.now)
        bench.deliver(bench.machine.advance(to: bench.now), false)
        bench.deliver(bench.turnOff(.alarm), false)
        #expect(bench.machine.isEndPending == isInherited)
    }

    @Test mutating func end_isPending_whenAProcessBeforeLeftIt() {
        bench.machine.noteLeftovers()
        bench.machine.turnOffUnlessWanted(at: bench.now)
        bench.deliver(bench.machine.advance(to: bench.now), false)
        #expect(bench.machine.isEndPending)
        bench.deliver(bench.advance(by: .seconds(2)))
        #expect(!bench.machine.isEndPending)
    }
}
