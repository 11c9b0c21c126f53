// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Coordination
import DeviceModules
import SleepModel
import Testing

/// What the next process knows of the manual holds of this one.
@Suite struct CoordinationRestartTests {
    private var bench = CoordinationBench()
    private let red: [DeviceAction] = [.power(true), .light(Night.red)]
    private let amber: [DeviceAction] = [.power(true), .light(Night.amber)]
    private let rain = DeviceAction.sound(Night.rain)

    private mutating func keep(_ actions: [DeviceAction]) {
        let held = bench.machine.hold(actions, at: bench.now)
        bench.machine.keep(held.id)
        bench.deliver(held.desired)
    }

    /// Starts the next process after some time.
    private mutating func restart(after duration: Duration = .seconds(10)) {
        let holds = bench.machine.holds
        bench.clock.advance(by: duration)
        bench.machine = CoordinationMachine()
        bench.machine.restore(holds, at: bench.now)
    }

    @Test mutating func holds_areNone_beforeTheDeviceTookThem() {
        let held = bench.machine.hold(red, at: bench.now)
        #expect(bench.machine.holds.holds == [])
        bench.machine.keep(held.id)
        #expect(bench.machine.holds.holds.map(\.action) == red)
    }

    /// The light waited in one process, and a command without it switched the device off.
    @Test mutating func waitingLight_isReplaced_whenSomebodySwitchedTheDeviceOffLater() throws {
        _ = bench.machine.pend(amber, named: "light amber", at: bench.now)
        let waiting = bench.machine.holds.waiting
        bench.clock.advance(by: .minutes(1))
        bench.machine = CoordinationMachine()
        keep([.power(false)])
        var left = bench.machine.holds
        left.waiting = waiting
        bench.clock.advance(by: .minutes(1))
        bench.machine = CoordinationMachine()
        bench.machine.restore(left, at: bench.now)
        for kind in ScheduleKind.allCases { bench.machine.replace(kind, with: [], switchesOff: false, at: bench.now) }
        _ = bench.machine.advance(to: bench.now)
        #expect(bench.machine.owners.mapValues(\.target) == [.power: .value(.power(false))])
        #expect(bench.machine.takeSettledChanges().map(\.fate) == [.replaced])
    }

    @Test mutating func restore_sendsNothing_forHoldsAlone() {
        keep(red)
        restart()
        #expect(bench.advance(by: .seconds(1)) == nil)
        #expect(bench.machine.owners.mapValues(\.layer) == [.power: .manual, .light: .manual])
        #expect(bench.machine.forget(at: bench.now) == false)
    }

    /// What an alarm rang with is the last sound of the device, until something else is heard.
    @Test(arguments: [false, true])
    mutating func powerOn_isSilent_whenAnAlarmWasHeardLast_beforeARestart(isFollowedByRain: Bool) {
        bench.deliver(bench.want(.alarm, amber + [rain], .alarm))
        bench.deliver(bench.want(.alarm, []))
        if isFollowedByRain { bench.deliver(bench.want(.routine, amber + [rain])) }
        restart()
        let on = bench.machine.hold([.power(true)], at: bench.now).desired
        #expect(on?.actionsIfOff == (isFollowedByRain ? [] : [.sound(.none)]))
    }

    /// Other kinds of schedule may be heard first.
    @Test mutating func fade_toSilence_goesOnFromWhatSomebodyHadSet_afterARestart() {
        let (plan, set) = (Level(rawValue: 200), Level(rawValue: 60))
        var ramp = Ramp(from: plan, to: Level.zero, startsAt: bench.now.boot, duration: .minutes(20))
        let fade = ChannelIntent(
            layer: .routine, target: .volume(ramp), since: bench.now.wall, until: nil, by: "story",
            source: .run(.routine, Night.key("story", "2027-01-05"), part: 2))
        keep([.power(true), .volume(set)])
        bench.machine.replace(.routine, with: [fade], switchesOff: false, at: bench.now)
        restart()
        bench.machine.replace(.alarm, with: [], switchesOff: false, at: bench.now)
        bench.machine.replace(.routine, with: [fade], switchesOff: false, at: bench.now)
        ramp.from = set
        #expect(bench.machine.owners[.volume]?.target == .volume(ramp))
        bench.machine.replace(.routine, with: [], switchesOff: false, at: bench.now)
        #expect(bench.machine.holds.fadeStarts == [:])
    }

    @Test mutating func restore_endsHoldsAtTheirTime() {
        keep(red)
        restart(after: .hours(3))
        #expect(bench.advance(by: .minutes(59)) == nil)
        #expect(bench.machine.owners.count == 2)
        #expect(bench.advance(by: .minutes(1)) == nil)
        #expect(bench.machine.owners == [:])
        #expect(bench.machine.holds.holds == [])
    }

    /// A hold counts for its length, whatever the wall clock is set to, and the next process knows only the wall clock.
    @Test(arguments: [Duration.hours(2), .hours(-2), .seconds(1)])
    mutating func hold_countsForItsLength_whenTheClockIsSetBeforeARestart(_ step: Duration) {
        keep(red)
        let before = bench.machine.holds.holds.map { ($0.since + step, $0.until + step) }
        bench.clock.step(to: bench.now.wall + step)
        _ = bench.advance(by: .hours(1))
        let after = bench.machine.holds.holds.map { ($0.since, $0.until) }
        #expect(after.elementsEqual(before, by: ==))
        restart(after: .hours(1))
        #expect(bench.advance(by: .minutes(119)) == nil)
        #expect(bench.machine.owners.count == 2)
        _ = bench.advance(by: .minutes(1))
        #expect(bench.machine.owners == [:])
    }

    /// The stored time would be hours too late; what `status` says ends with the hold.
    @Test mutating func restore_endsAHoldAfterItsLength_whenTheClockWasSetBackMeanwhile() {
        keep(red)
        let holds = bench.machine.holds
        bench.clock.step(to: bench.now.wall - .hours(2))
        bench.machine = CoordinationMachine()
        bench.machine.restore(holds, at: bench.now)
        let end = bench.now.wall + .hours(4)
        #expect(bench.machine.owners.mapValues(\.until) == [.power: end, .light: end])
        _ = bench.advance(by: .hours(4))
        #expect(bench.machine.owners == [:])
    }

    @Test mutating func restore_leavesOutWhatEndedMeanwhile() {
        keep(red)
        restart(after: .hours(4))
        #expect(bench.machine.owners == [:])
    }

    @Test mutating func run_goesOnBelowAHold_afterARestart() {
        bench.deliver(bench.want(.routine, amber + [rain]))
        keep(red)
        restart()
        let shown = bench.want(.routine, amber + [rain])
        #expect(shown?.actions == red + [rain])
        #expect(bench.want(.routine, amber + [rain], part: 2)?.actions == amber + [rain])
    }

    @Test mutating func step_endsAHold_whenItBeganWhileTheDaemonWasDown() {
        bench.deliver(bench.want(.routine, amber))
        keep(red)
        restart()
        #expect(bench.want(.routine, amber, part: 2)?.actions == amber)
    }

    @Test mutating func routine_endsTheHoldsOnItsChannels_whenItEndedWhileTheDaemonWasDown() {
        bench.deliver(bench.want(.routine, amber))
        keep(red)
        restart()
        let left = RunLeftovers(channels: [.light], last: [.light])
        bench.machine.replace(.routine, with: [], leftovers: left, switchesOff: true, at: bench.now)
        #expect(bench.machine.advance(to: bench.now)?.actions == [.power(false)])
    }

    @Test mutating func turnOff_goesBackToWhatWasSetByHand_afterARestart() {
        keep(red)
        _ = bench.want(.alarm, [.power(true), .sound(Night.bird)], .alarm)
        restart()
        bench.machine.noteLeftovers()
        bench.machine.turnOffUnlessWanted(at: bench.now)
        #expect(bench.advance(by: .zero)?.actions == red + [.sound(.none)])
    }

    /// A run that the next process hears of later wants the device on, as it did all the time.
    @Test mutating func volume_staysAsSet_whenAnAlarmEndedWhileTheDaemonWasDown_andARoutineGoesOn() {
        let (plan, set) = (Level(rawValue: 92), Level(rawValue: 117))
        bench.deliver(bench.want(.routine, amber + [.volume(plan)]))
        keep([.volume(set)])
        bench.deliver(bench.want(.alarm, [.light(Night.red)], .alarm))
        restart()
        bench.machine.replace(
            .alarm, with: [], leftovers: RunLeftovers(channels: [.light], last: [.light]), switchesOff: true,
            at: bench.now)
        let shown = bench.want(.routine, amber + [.volume(plan)])
        #expect(shown?.actions == amber + [.volume(set)])
    }

    @Test mutating func off_staysOff_belowAnAlarmAndARestart() {
        keep(red)
        keep([.power(false)])
        restart()
        bench.deliver(bench.want(.alarm, [.power(true), .sound(Night.bird)], .alarm))
        #expect(bench.turnOff(.alarm)?.actions == [.power(false)])
    }

    @Test mutating func stayOff_outlastsARestart_untilSomethingElseBegins() {
        _ = bench.want(.routine, amber)
        bench.deliver(bench.machine.stayOff(at: bench.now))
        restart()
        #expect(bench.want(.routine, amber)?.actions == [.power(false)])
        _ = bench.want(.routine, red, part: 2)
        #expect(bench.machine.owners[.power]?.target == .value(.power(false)))
        // The sound that it ended stays so.
        #expect(bench.want(.bedtime, red)?.actions == red + [.sound(.none)])
    }

    /// Whether the device took what was wanted after an end decides whether a restart switches it off.
    @Test mutating func settledAt_isKnown_onceTheDeviceTookWhatWasWantedAfterAnEnd() {
        bench.deliver(bench.want(.routine, amber))
        #expect(bench.machine.holds.settledAt == nil)
        let off = bench.turnOff(.routine)
        #expect(bench.machine.holds.settledAt == nil)
        bench.deliver(off)
        #expect(bench.machine.holds.settledAt == bench.now.wall)
        let settled = bench.now.wall
        restart()
        #expect(bench.machine.holds.settledAt == settled)
    }
}
