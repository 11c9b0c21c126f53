// SPDX-License-Identifier: Apache-2.0

import Clocks
import Coordination
import DeviceModules
import Scheduling
import SleepModel
import Testing

/// What is left of manual holds when they fail, and when others follow.
@Suite struct CoordinationHoldTests {
    private var bench = CoordinationBench()
    private let red: [DeviceAction] = [.power(true), .light(Night.red)]
    private let amber: [DeviceAction] = [.power(true), .light(Night.amber)]

    private mutating func hold(_ actions: [DeviceAction]) -> CoordinationMachine.HoldID {
        bench.machine.hold(actions, at: bench.now).id
    }

    @Test mutating func withdraw_leavesNothingBehind_whenTwoThatWereQueuedFail() {
        let (first, second) = (hold(red), hold(amber))
        _ = bench.machine.withdraw(first, at: bench.now)
        _ = bench.machine.withdraw(second, at: bench.now)
        #expect(bench.machine.owners == [:])
    }

    @Test mutating func withdraw_bringsTheFirstBack_whenOnlyTheSecondFails() {
        let (first, second) = (hold(red), hold(amber))
        bench.machine.keep(first)
        #expect(bench.machine.withdraw(second, at: bench.now)?.actions == red)
    }

    @Test mutating func withdraw_leavesTheSecond_whenTheFirstFails() {
        let (first, second) = (hold(red), hold(amber))
        _ = bench.machine.withdraw(first, at: bench.now)
        bench.machine.keep(second)
        #expect(bench.machine.owners[.light]?.target == .value(.light(Night.amber)))
    }

    @Test mutating func withdraw_bringsNothingBack_whenAStepBeganMeanwhile() {
        bench.machine.keep(hold(red))
        let failing = hold(amber)
        _ = bench.want(.routine, [.power(true), .light(.off)])
        _ = bench.machine.withdraw(failing, at: bench.now)
        #expect(bench.machine.owners.mapValues(\.layer) == [.power: .routine, .light: .routine])
    }

    /// The device's own sleep timer has ended: what runs goes on, and shows again only when something begins.
    @Test mutating func stayOff_outlastsStepsAndHours_andEndsWhenSomethingBegins() {
        _ = bench.want(.routine, amber)
        #expect(bench.machine.stayOff(at: bench.now)?.actions == [.power(false)])
        _ = bench.want(.routine, red, part: 2)
        _ = bench.advance(by: .seconds(5 * 3600))
        #expect(bench.machine.owners[.power]?.target == .value(.power(false)))
        // The sound that it ended stays so.
        #expect(bench.want(.bedtime, red)?.actions == red + [.sound(.none)])
    }

    @Test(arguments: [false, true]) mutating func stayOff_endsTheSound_untilSomebodySwitchesTheDeviceOnAlone(
        isAlone: Bool
    ) {
        let rain: [DeviceAction] = [.power(true), .light(Night.amber), .sound(Night.rain)]
        bench.deliver(bench.want(.bedtime, rain))
        bench.deliver(bench.machine.stayOff(at: bench.now))
        let held = bench.machine.hold(isAlone ? [.power(true)] : red, at: bench.now)
        #expect(held.desired?.actions == (isAlone ? rain : red + [.sound(.none)]))
    }

    @Test mutating func withdraw_bringsTheSilenceBack_whenSwitchingOnFails() {
        bench.deliver(bench.want(.bedtime, [.power(true), .light(Night.amber), .sound(Night.rain)]))
        bench.deliver(bench.machine.stayOff(at: bench.now))
        _ = bench.machine.withdraw(hold([.power(true)]), at: bench.now)
        #expect(bench.machine.hold(red, at: bench.now).desired?.actions == red + [.sound(.none)])
    }

    @Test mutating func stayOff_endsTheSound_alsoAfterAnAlarm() {
        let rain: [DeviceAction] = [.power(true), .light(Night.amber), .sound(Night.rain)]
        bench.deliver(bench.want(.bedtime, rain))
        bench.deliver(bench.machine.stayOff(at: bench.now))
        let ring: [DeviceAction] = [.power(true), .sound(Night.bird)]
        #expect(bench.want(.alarm, ring, .alarm)?.actions == [.power(true), .light(Night.amber), .sound(Night.bird)])
        #expect(bench.turnOff(.alarm)?.actions == [.power(true), .light(Night.amber), .sound(.none)])
    }

    @Test mutating func turnOff_staysDark_whenSomebodySwitchedOffBeforeTheAlarm() {
        bench.machine.keep(hold(red))
        bench.machine.keep(hold([.power(false)]))
        _ = bench.want(.alarm, [.power(true), .sound(Night.bird)], .alarm)
        #expect(bench.turnOff(.alarm)?.actions == [.power(false)])
    }

    @Test mutating func turnOff_bringsTheLightBack_whenSwitchingItOffFailed() {
        bench.machine.keep(hold(red))
        _ = bench.machine.withdraw(hold([.power(false)]), at: bench.now)
        _ = bench.want(.alarm, [.power(true), .sound(Night.bird)], .alarm)
        #expect(bench.turnOff(.alarm)?.actions == red + [.sound(.none)])
    }

    @Test mutating func owners_areKnown_beforeTimeMovesOn() {
        let intent = ChannelIntent(
            layer: .alarm, target: .value(.power(true)), since: bench.now.wall, until: nil, by: "wake",
            source: .run(.alarm, Night.key("wake", "2027-01-05"), part: 0))
        bench.machine.replace(.alarm, with: [intent], switchesOff: false, at: bench.now)
        #expect(bench.machine.owners == [.power: intent])
    }

    /// What one run wants of the light and the power.
    private func intents(of schedule: String, _ actions: [DeviceAction]) -> [ChannelIntent] {
        actions.map { action in
            ChannelIntent(
                layer: .night, target: .value(action), since: bench.now.wall, until: nil, by: schedule,
                source: .run(.bedtime, Night.key(schedule, "2027-01-05"), part: 1))
        }
    }

    @Test mutating func hold_stays_whenAnotherRunOfTheKindEnds() {
        let (first, second) = (intents(of: "first", amber), intents(of: "second", [.sound(Night.rain)]))
        bench.machine.replace(.bedtime, with: first + second, switchesOff: false, at: bench.now)
        _ = bench.machine.advance(to: bench.now)
        bench.machine.keep(hold(red))
        bench.machine.replace(.bedtime, with: first, switchesOff: true, at: bench.now)
        _ = bench.machine.advance(to: bench.now)
        #expect(bench.machine.owners[.light]?.target == .value(.light(Night.red)))
        bench.machine.replace(.bedtime, with: [], switchesOff: true, at: bench.now)
        #expect(bench.machine.advance(to: bench.now)?.actions == [.power(false)])
    }

    /// Also on a channel of which the new run wants nothing.
    @Test mutating func hold_ends_whenItsRunMakesWayForAnother() {
        let early = intents(of: "early", [.power(true), .sound(Night.rain)])
        bench.machine.replace(.bedtime, with: early, switchesOff: false, at: bench.now)
        bench.machine.keep(hold([.sound(Night.bird)]))
        let late = intents(of: "late", [.power(true), .light(Night.red)])
        bench.machine.replace(.bedtime, with: late, switchesOff: false, at: bench.now)
        #expect(bench.machine.advance(to: bench.now)?.actions == red + [.sound(.none)])
        #expect(bench.machine.owners.mapValues(\.source.kind) == [.power: .bedtime, .light: .bedtime])
    }

    /// A run that wants nothing has not ended if nothing is switched off.
    @Test mutating func hold_stays_whenItsRunMakesWayForNothing() {
        let early = intents(of: "early", [.power(true), .sound(Night.rain)])
        bench.machine.replace(.bedtime, with: early, switchesOff: false, at: bench.now)
        bench.machine.keep(hold([.sound(Night.bird)]))
        bench.machine.replace(.bedtime, with: [], switchesOff: false, at: bench.now)
        #expect(bench.machine.owners.mapValues(\.target) == [.sound: .value(.sound(Night.bird))])
    }

    @Test mutating func claims_areInTheOrderInWhichTheyWouldFollow() {
        _ = bench.want(.bedtime, amber, .night)
        bench.clock.advance(by: .seconds(60))
        _ = bench.want(.routine, red)
        bench.machine.start(
            Nap(
                length: .seconds(3600), sound: Night.rain, volume: .full, wakeLight: Night.amber,
                start: bench.now.anchor),
            at: bench.now)
        bench.machine.keep(hold(red))
        _ = bench.want(.alarm, [.power(true), .sound(Night.bird)], .alarm)
        #expect(
            bench.machine.claims.mapValues { $0.map(\.layer) } == [
                .power: [.alarm, .nap, .routine, .night], .light: [.manual, .nap, .routine, .night],
                .sound: [.alarm, .nap], .volume: [.nap],
            ])
    }

    @Test mutating func claims_haveTheNewerNightBeforeTheOlderRoutine() {
        _ = bench.want(.routine, red)
        bench.clock.advance(by: .seconds(60))
        _ = bench.want(.bedtime, amber, .night)
        #expect(bench.machine.claims[.light]?.map(\.layer) == [.night, .routine])
    }
}
