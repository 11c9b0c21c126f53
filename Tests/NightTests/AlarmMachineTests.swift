// SPDX-License-Identifier: Apache-2.0

import Alarms
import CivilTime
import Clocks
import Coordination
import DeviceModules
import Scheduling
import SleepModel
import Testing

/// An alarm machine at work, in New York.
typealias AlarmBench = MachineBench<AlarmMachine>

extension MachineBench<AlarmMachine> {
    static func alarms(
        _ schedules: [Schedule], at wall: String, host: String = Night.zone
    ) throws -> MachineBench<AlarmMachine> {
        let zones = try Night.zones(host: host)
        let ledger = TestLedger(schedules)
        return MachineBench(clock: Night.clock(wall), ledger: ledger) {
            AlarmMachine(occurrences: ledger.occurrences(of: .alarm, zones: zones))
        }
    }

    /// The phases of all runs: `sunrise`, `ringing 1`, `snoozed 1`, `unanswered 1`, `light after dismissed`.
    var phases: [String] {
        machine.runs.map { entry in
            switch entry.run.phase {
            case .sunrise: "sunrise"
            case .ringing(let round, _): "ringing \(round)"
            case .snoozed(let round, _, _): "snoozed \(round)"
            case .unanswered(let round, _): "unanswered \(round)"
            case .lightAfter(let outcome, _): "light after \(outcome)"
            }
        }
    }

    func actions(_ layer: ControlLayer? = nil) -> Set<DeviceAction> {
        Set(machine.intents(at: now).filter { layer == nil || $0.layer == layer }.map { $0.target.action(at: now) })
    }
}

@Suite struct AlarmMachineTests {
    private let before = "2027-01-05T11:00:00Z"  // 06:00 on a Tuesday
    private let key = Night.key("wake", "2027-01-05")

    @Test func advance_rings_atTheCivilTime() throws {
        var bench = try AlarmBench.alarms([Night.alarm(since: before)], at: before)
        bench.pass(.seconds(3599))
        #expect(bench.phases == [])
        bench.pass(.seconds(1))
        #expect(bench.phases == ["ringing 1"])
        #expect(
            bench.actions() == [.power(true), .volume(Level(rawValue: 128)), .sound(Night.bird)])
    }

    @Test func advance_ringsOnlyOnItsDays_whenWeekly() throws {
        let alarm = Night.alarm(days: .weekly([.monday, .wednesday]), since: before)
        var bench = try AlarmBench.alarms([alarm], at: before)
        bench.pass(.hours(8 * 24))
        #expect(
            bench.ledger.outcomes(of: "wake") == ["2027-01-06": "unattended", "2027-01-11": "unattended"])
    }

    @Test func advance_ringsOnce_whenForOneDate() throws {
        let alarm = Night.alarm(days: .once(Night.date("2027-01-05")), since: before)
        var bench = try AlarmBench.alarms([alarm], at: before)
        bench.pass(.hours(72))
        #expect(bench.ledger.outcomes(of: "wake") == ["2027-01-05": "unattended"])
        #expect(bench.ledger.schedules.map(\.isEnabled) == [false])
    }

    @Test func advance_growsTheLightThenRings_withSunrise() throws {
        var bench = try AlarmBench.alarms([Night.alarm(since: before, sunrise: .minutes(30))], at: before)
        bench.pass(.minutes(30))
        #expect(bench.phases == ["sunrise"])
        #expect(
            bench.actions() == [.power(true), .light(Light(Night.amber.appearance, brightness: Level(rawValue: 1)))])
        bench.pass(.minutes(30) - .seconds(1))
        #expect(bench.phases == ["sunrise"])
        bench.pass(.seconds(1))
        #expect(bench.phases == ["ringing 1"])
        #expect(bench.now.wall == Night.instant("2027-01-05T12:00:00Z"))
        #expect(bench.actions().contains(.light(Night.amber)))
    }

    @Test func advance_joinsTheSunriseInProgress_whenCreatedInIt() throws {
        let late = "2027-01-05T11:45:00Z"
        var bench = try AlarmBench.alarms([Night.alarm(since: late, sunrise: .minutes(30))], at: late)
        bench.advance()
        let action = try #require(bench.machine.intents(at: bench.now).first { $0.channel == .light })
        #expect(
            action.target.action(at: bench.now)
                == .light(Light(Night.amber.appearance, brightness: .init(rawValue: 50))))
        bench.pass(.minutes(15))
        #expect(bench.phases == ["ringing 1"])
        #expect(bench.now.wall == Night.instant("2027-01-05T12:00:00Z"))
    }

    @Test func advance_startsSunriseInElapsedTime_whenTheAlarmIsInAGap() throws {
        // K17: 02:15 does not exist on that date and becomes 03:15 EDT.
        let alarm = Night.alarm(at: "02:15", since: "2027-03-14T00:00:00Z", sunrise: .minutes(30))
        var bench = try AlarmBench.alarms([alarm], at: "2027-03-14T05:00:00Z")
        bench.pass(.minutes(105))
        #expect(bench.now.wall == Night.instant("2027-03-14T06:45:00Z"))
        #expect(bench.phases == ["sunrise"])
        bench.pass(.minutes(30))
        #expect(bench.phases == ["ringing 1"])
        let record = try #require(bench.ledger.records[Night.key("wake", "2027-03-14")])
        #expect(record.planned == Night.instant("2027-03-14T07:15:00Z"))
        #expect(record.rule == .gapLater)
    }

    @Test func advance_endsUnattended_afterTheRingingLimit() throws {
        var bench = try AlarmBench.alarms([Night.alarm(since: before)], at: before)
        bench.pass(.minutes(90) - .seconds(1))
        #expect(bench.phases == ["ringing 1"])
        bench.pass(.seconds(1))
        #expect(bench.ledger.records[key]?.outcome == .unattended)
        #expect(bench.machine.intents(at: bench.now) == [])
    }

    @Test(arguments: [true, false])
    func advance_endsMissed_whenTheFirstRingNeverReachedTheDevice(isLostBefore: Bool) throws {
        var bench = try AlarmBench.alarms([Night.alarm(since: before)], at: before)
        bench.pass(.minutes(isLostBefore ? 59 : 61))
        bench.machine.occurrences.reach(lostSince: bench.now.boot)
        bench.pass(.minutes(32))
        #expect(bench.ledger.records[key]?.outcome == (isLostBefore ? .missed : .unattended))
        #expect(bench.ledger.records[key]?.reason == (isLostBefore ? .undelivered : nil))
        bench.pass(.hours(3))
        #expect(bench.ledger.outcomes(of: "wake").count == 1)
    }

    /// Its time is so near that an alarm that nobody looked after would still ring.
    @Test func alarm_doesNotBeginOnceMore_afterAShortRingThatReachedNoDevice() throws {
        var alarm = Night.alarm(since: before)
        guard case .alarm(var plan) = alarm.plan else { return }
        plan.ringFor = .minutes(5)
        alarm.plan = .alarm(plan)
        var bench = try AlarmBench.alarms([alarm], at: before)
        bench.pass(.minutes(59))
        bench.machine.occurrences.reach(lostSince: bench.now.boot)
        bench.pass(.minutes(7))
        #expect(bench.ledger.records[key]?.outcome == .missed)
        #expect(bench.ledger.records[key]?.reason == .undelivered)
        let log = bench.ledger.outcomes(of: "wake")
        bench.machine.occurrences.reach(lostSince: nil)
        bench.pass(.minutes(60))
        #expect(bench.phases == [])
        #expect(bench.ledger.outcomes(of: "wake") == log)
    }

    @Test func advance_endsUnattended_whenOnlyTheRingAfterASnoozeDidNotReachTheDevice() throws {
        var bench = try AlarmBench.alarms([Night.alarm(since: before)], at: before)
        bench.pass(.minutes(61))
        try bench.act { [key] machine, sample in try machine.snooze(key, length: nil, at: sample) }
        bench.machine.occurrences.reach(lostSince: bench.now.boot)
        bench.pass(.minutes(40))
        #expect(bench.ledger.records[key]?.outcome == .unattended)
        #expect(bench.ledger.records[key]?.reason == .undelivered)
    }

    @Test func dismiss_endsTheRun_inEveryPhase() throws {
        for minutes in [31, 61] as [Int64] {
            var bench = try AlarmBench.alarms([Night.alarm(since: before, sunrise: .minutes(30))], at: before)
            bench.pass(.minutes(minutes))
            bench.act { [key] machine, sample in machine.dismiss(key, at: sample) }
            bench.pass(.hours(3))
            #expect(bench.ledger.outcomes(of: "wake") == ["2027-01-05": "dismissed"])
        }
    }

    @Test func dismiss_doesNothing_whenNothingRuns() throws {
        var bench = try AlarmBench.alarms([Night.alarm(since: before)], at: before)
        bench.act { [key] machine, sample in
            let effects = machine.dismiss(key, at: sample)
            #expect(effects == [])
            return effects
        }
    }

    @Test func remove_endsTheRun_whenItRings() throws {
        var bench = try AlarmBench.alarms([Night.alarm(since: before)], at: before)
        bench.pass(.hours(1))
        bench.act { machine, sample in machine.occurrences.remove(ScheduleID(rawValue: "wake"), at: sample) }
        #expect(bench.ledger.outcomes(of: "wake") == ["2027-01-05": "cancelled"])
        #expect(bench.ledger.schedules == [])
        #expect(bench.machine.intents(at: bench.now) == [])
    }

    // MARK: - Several

    @Test func runs_keepBothRings_whenTwoAlarmsOverlap() throws {
        // K23: the newest ring is on top, the other one rings underneath and comes back.
        var bench = try AlarmBench.alarms(
            [
                Night.alarm("early", at: "07:00", since: before, sound: Night.rain),
                Night.alarm("late", at: "07:05", since: before, sound: Night.bird),
            ], at: before)
        var coordination = CoordinationMachine()
        bench.pass(.minutes(66))
        coordination.replace(.alarm, with: bench.machine.intents(at: bench.now), switchesOff: false, at: bench.now)
        #expect(coordination.owners[.sound]?.by == "late")
        bench.act { machine, sample in machine.dismiss(Night.key("late", "2027-01-05"), at: sample) }
        coordination.replace(.alarm, with: bench.machine.intents(at: bench.now), switchesOff: false, at: bench.now)
        #expect(coordination.owners[.sound]?.by == "early")
        bench.pass(.hours(1))
        #expect(bench.ledger.outcomes(of: "early") == ["2027-01-05": "unattended"])
    }

    @Test func runs_leaveTheRingToTheOther_whenASnoozeEndsDuringIt() throws {
        // K23
        var bench = try AlarmBench.alarms(
            [Night.alarm("early", at: "07:00", since: before), Night.alarm("late", at: "07:05", since: before)],
            at: before)
        var coordination = CoordinationMachine()
        bench.pass(.minutes(61))
        try bench.act { machine, sample in
            try machine.snooze(Night.key("early", "2027-01-05"), length: nil, at: sample)
        }
        bench.pass(.minutes(5))
        #expect(bench.phases == ["snoozed 1", "ringing 1"])
        bench.pass(.minutes(4))
        #expect(bench.phases == ["snoozed 1", "ringing 1"])
        coordination.replace(.alarm, with: bench.machine.intents(at: bench.now), switchesOff: false, at: bench.now)
        #expect(coordination.owners[.sound]?.by == "late")
    }

    @Test func advance_makesOneRingAndARecordEach_whenAHundredAlarmsMeet() throws {
        // K27
        let alarms = (0..<100).map { Night.alarm("alarm-\($0)", since: before) }
        var bench = try AlarmBench.alarms(alarms, at: before)
        bench.pass(.hours(1))
        #expect(bench.ledger.records.count == 100)
        var coordination = CoordinationMachine()
        coordination.replace(.alarm, with: bench.machine.intents(at: bench.now), switchesOff: false, at: bench.now)
        let desired = coordination.advance(to: bench.now)
        #expect(desired?.actions == [.power(true), .sound(Night.bird), .volume(Level(rawValue: 128))])
        #expect(Set(coordination.owners.values.map(\.by)).count == 1)
    }

    @Test func advance_ringsOnOneOfTwo_whenTwoMachinesShareALedger() throws {
        // K30
        let zones = try Night.zones()
        let ledger = TestLedger([Night.alarm(since: before)])
        let clock = Night.clock(before)
        let make = { AlarmMachine(occurrences: ledger.occurrences(of: .alarm, zones: zones)) }
        var first = AlarmBench(clock: clock, ledger: ledger, make: make)
        var second = AlarmBench(clock: clock, ledger: ledger, make: make)
        clock.advance(by: .hours(1))
        second.advance()
        first.advance()
        #expect(first.phases == [])
        #expect(second.phases == ["ringing 1"])
        #expect(ledger.records.count == 1)
        #expect(ledger.refusals == 1)
    }

    // MARK: - By hand

    @Test(arguments: [(UInt8(200), UInt8(200)), (5, 26), (26, 26), (0, 26)])
    func takeManualChange_setsTheVolumeDownToAFloor_whileRinging(chosen: UInt8, played: UInt8) throws {
        var bench = try AlarmBench.alarms([Night.alarm(since: before)], at: before)
        bench.pass(.hours(1))
        bench.act { machine, sample in machine.takeManualChange([.volume(Level(rawValue: chosen))], at: sample) }
        #expect(bench.phases == ["ringing 1"])
        #expect(bench.actions().contains(.volume(Level(rawValue: played))))
        bench.restart()
        #expect(bench.actions().contains(.volume(Level(rawValue: played))))
    }

    @Test func takeManualChange_dismisses_whenSwitchedOffWhileRinging() throws {
        var bench = try AlarmBench.alarms([Night.alarm(since: before)], at: before)
        bench.pass(.hours(1))
        bench.act { machine, sample in machine.takeManualChange([.power(false)], at: sample) }
        #expect(bench.ledger.outcomes(of: "wake") == ["2027-01-05": "dismissed"])
    }

    @Test func takeManualChange_darkensButStillRings_whenSwitchedOffDuringSunrise() throws {
        var bench = try AlarmBench.alarms([Night.alarm(since: before, sunrise: .minutes(30))], at: before)
        bench.pass(.minutes(40))
        bench.act { machine, sample in machine.takeManualChange([.power(false)], at: sample) }
        #expect(bench.actions() == [])
        bench.pass(.minutes(20))
        #expect(bench.phases == ["ringing 1"])
        #expect(bench.actions() == [.power(true), .volume(Level(rawValue: 128)), .sound(Night.bird)])
    }

    @Test func takeManualChange_leavesAnAlarmOfLightAloneItsRing_whenSwitchedOffDuringSunrise() throws {
        let alarm = Night.alarm(since: before, sunrise: .minutes(30), sound: .none)
        var bench = try AlarmBench.alarms([alarm], at: before)
        bench.pass(.minutes(40))
        bench.act { machine, sample in machine.takeManualChange([.power(false)], at: sample) }
        bench.pass(.minutes(20))
        #expect(bench.actions().contains { $0.channel == .light })
    }

    @Test func sunrise_endsInARing_whenTheClockIsSetPastThePlannedTime() throws {
        var bench = try AlarmBench.alarms([Night.alarm(since: before, sunrise: .minutes(30))], at: before)
        bench.pass(.minutes(35))
        #expect(bench.phases == ["sunrise"])
        bench.clock.step(to: Night.instant(before) + .hours(1) + .minutes(5))
        #expect(bench.machine.nextWake(at: bench.now).isDue(at: bench.now))
        bench.advance()
        #expect(bench.phases == ["ringing 1"])
    }

    @Test func sunrise_isMissed_whenTheClockIsSetFarPastThePlannedTime() throws {
        var bench = try AlarmBench.alarms([Night.alarm(since: before, sunrise: .minutes(30))], at: before)
        bench.pass(.minutes(35))
        bench.clock.step(to: Night.instant(before) + .hours(1) + AlarmPlan.grace)
        bench.advance()
        #expect(bench.ledger.records[key]?.outcome == .missed)
        #expect(bench.phases == [])
    }

    @Test func takeManualChange_leavesTheLampAlone_whenALightWasChosen() throws {
        var bench = try AlarmBench.alarms([Night.alarm(since: before, sunrise: .minutes(30))], at: before)
        bench.pass(.hours(1))
        bench.act { machine, sample in machine.takeManualChange([.power(true), .light(Night.red)], at: sample) }
        #expect(bench.actions().contains { $0.channel == .light } == false)
        #expect(bench.phases == ["ringing 1"])
    }

    @Test func takeManualChange_changesNothing_whileSnoozed() throws {
        var bench = try AlarmBench.alarms([Night.alarm(since: before)], at: before)
        bench.pass(.hours(1))
        try bench.act { [key] machine, sample in try machine.snooze(key, length: nil, at: sample) }
        bench.act { machine, sample in
            let effects = machine.takeManualChange([.power(false), .volume(.zero), .light(Night.red)], at: sample)
            #expect(effects == [])
            return effects
        }
        bench.pass(.minutes(9))
        #expect(bench.phases == ["ringing 2"])
    }
}
