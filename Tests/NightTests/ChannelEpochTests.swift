// SPDX-License-Identifier: Apache-2.0

import Clocks
import Coordination
import DeviceModules
import SleepModel
import Testing

/// What a device has taken is known of each channel alone.
@Suite struct ChannelEpochTests {
    private var bench = CoordinationBench()
    private let light = DeviceAction.light(Night.amber)
    private let rain = DeviceAction.sound(Night.rain)
    private let quiet = DeviceAction.volume(Level(rawValue: 40))
    private let loud = DeviceAction.volume(Level(rawValue: 200))

    private var night: [DeviceAction] { [.power(true), light, rain, quiet] }

    @Test mutating func taken_leavesOutTheChannelWhoseTargetIsNew_alone() {
        bench.deliver(bench.want(.routine, night))
        #expect(bench.machine.taken == night)
        let changed = bench.hold([loud])
        #expect(bench.machine.taken == [.power(true), light, rain])
        bench.deliver(changed)
        #expect(bench.machine.taken == [.power(true), light, rain, loud])
    }

    @Test mutating func delivered_countsForTheChannels_ofWhichTheDeviceTookIt() throws {
        let wanted = bench.want(.routine, night)
        let desired = try #require(wanted)
        bench.machine.delivered(desired.sequence, isDelivered: false, taken: [.light, .volume], at: bench.now)
        #expect(bench.machine.taken == [light, quiet])
        bench.deliver(bench.advance(by: .seconds(2)))
        #expect(bench.machine.taken == night)
    }

    @Test mutating func delivered_isNoNews_ofAnOlderDesiredState() throws {
        let first = bench.want(.routine, night)
        let older = try #require(first)
        let newer = bench.hold([loud])
        bench.deliver(newer)
        bench.machine.delivered(older.sequence, isDelivered: false, taken: [], at: bench.now)
        #expect(bench.machine.taken == [.power(true), light, rain, loud])
    }

    @Test mutating func forget_beginsTheEpochOfEachChannelAnew() {
        let ring = bench.want(.routine, night)
        bench.deliver(ring)
        let isWanted = bench.machine.forget(at: bench.now)
        #expect(isWanted)
        bench.deliver(ring)
        #expect(bench.machine.taken == [])
        bench.deliver(bench.advance(by: .seconds(2)))
        #expect(bench.machine.taken == night)
    }

    @Test mutating func fade_isOneEpoch_throughAllItsSteps() throws {
        bench.deliver(bench.want(.routine, targets: bench.sunrise() + [.value(quiet)]))
        for _ in 0..<20 {
            let wake = try #require(bench.machine.nextWake(at: bench.now).boot)
            guard let step = bench.advance(by: wake - bench.now.boot) else { continue }
            #expect(step.isTransient)
            #expect(bench.machine.taken == step.actions)
            bench.deliver(step)
        }
    }

    @Test mutating func fade_goesOnInSteps_onceTheDeviceHasTakenAnotherChannelsTarget() {
        bench.deliver(bench.want(.routine, targets: bench.sunrise() + [.value(quiet)]))
        _ = bench.advance(by: .minutes(1)).map { bench.deliver($0) }
        let changed = bench.hold([loud])
        #expect(changed?.isTransient == false)
        let whole = bench.advance(by: .minutes(1))
        #expect(whole?.isTransient == false)
        bench.deliver(whole)
        let step = bench.advance(by: .minutes(1))
        #expect(step?.isTransient == true)
    }

    /// Its last value is read back, whatever the other channel does.
    @Test mutating func fade_endsWithAVerifiedValue_whileAnotherGoesOn() throws {
        let volumes = Ramp(from: Level.zero, to: .full, startsAt: bench.now.boot, duration: .minutes(30))
        bench.deliver(bench.want(.routine, targets: bench.sunrise(.minutes(10)) + [.volume(volumes)]))
        bench.deliver(bench.advance(by: .minutes(9)))
        let ended = bench.advance(by: .minutes(1))
        let last = try #require(ended)
        #expect(last.actions.contains(light))
        #expect(!last.isTransient)
        bench.deliver(last)
        let step = bench.advance(by: .minutes(1))
        #expect(step?.isTransient == true)
    }
}
