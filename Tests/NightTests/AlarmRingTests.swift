// SPDX-License-Identifier: Apache-2.0

import Alarms
import Scheduling
import SleepModel
import Storage
import Testing

/// How an alarm rings: how fast it becomes loud, how long, and how often it can be snoozed.
@Suite struct AlarmRingTests {
    private let before = "2027-01-05T11:00:00Z"
    private let key = Night.key("wake", "2027-01-05")

    /// Alarms at 07:00, an hour later.
    private func bench(_ names: [String] = ["wake"], _ change: (inout AlarmPlan) -> Void) throws -> AlarmBench {
        try AlarmBench.alarms(
            names.map { name in
                var alarm = Night.alarm(name, since: before)
                guard case .alarm(var plan) = alarm.plan else { return alarm }
                change(&plan)
                alarm.plan = .alarm(plan)
                return alarm
            }, at: before)
    }

    @Test(arguments: [(0, 26), (30, 77), (60, 128), (600, 128)] as [(Int64, UInt8)])
    func ring_becomesLouder_fromItsFloorToItsVolume(seconds: Int64, volume: UInt8) throws {
        var bench = try bench { $0.crescendo = .seconds(60) }
        bench.pass(.minutes(60))
        bench.pass(.seconds(seconds))
        #expect(bench.volume == Level(rawValue: volume))
    }

    @Test func ring_isAtItsVolumeAtOnce_whenThatIsBelowTheFloor() throws {
        var bench = try bench { ($0.crescendo, $0.volume) = (.seconds(60), Level(rawValue: 20)) }
        bench.pass(.minutes(60))
        #expect(bench.volume == Level(rawValue: 20))
    }

    @Test func ring_startsQuietlyAgain_afterASnooze() throws {
        var bench = try bench { $0.crescendo = .seconds(60) }
        bench.pass(.minutes(65))
        #expect(bench.volume == Level(rawValue: 128))
        try bench.act { [key] machine, sample in try machine.snooze(key, length: nil, at: sample) }
        bench.pass(.minutes(9))
        #expect(bench.volume == Level(rawValue: 26))
    }

    @Test func ring_goesOnWhereItWas_afterARestart() throws {
        var bench = try bench { $0.crescendo = .seconds(60) }
        bench.pass(.minutes(60))
        bench.restart()
        bench.pass(.seconds(30))
        #expect(bench.volume == Level(rawValue: 77))
    }

    @Test func ring_staysAsLoudAsSomebodyMadeIt_duringItsCrescendo() throws {
        var bench = try bench { $0.crescendo = .seconds(60) }
        bench.pass(.minutes(60))
        bench.act { machine, sample in machine.takeManualChange([.volume(Level(rawValue: 40))], at: sample) }
        bench.pass(.seconds(59))
        #expect(bench.volume == Level(rawValue: 40))
    }

    @Test func ring_hasNoCrescendo_besideAnotherAlarm() throws {
        var bench = try bench(["wake", "again"]) { $0.crescendo = .seconds(60) }
        bench.pass(.minutes(60))
        #expect(bench.volume == Level(rawValue: 128))
    }

    @Test(arguments: [1, 90] as [Int64])
    func ring_ends_whenItsTimeIsOver(minutes: Int64) throws {
        var bench = try bench { $0.ringFor = .minutes(minutes) }
        bench.pass(.minutes(60 + minutes) - .seconds(1))
        #expect(bench.phases == ["ringing 1"])
        bench.pass(.seconds(1))
        #expect(bench.phases == [])
        #expect(bench.ledger.records[key]?.outcome == .unattended)
    }

    @Test func snooze_isRefused_whenAnotherThatRingsWithItAllowsNone() throws {
        var limits = [3, 0]
        var bench = try bench(["wake", "again"]) { $0.snoozeLimit = limits.removeFirst() }
        bench.pass(.minutes(60))
        #expect(throws: HouseholdError.snoozeLimitReached) {
            try bench.act { [key] machine, sample in try machine.snooze(key, length: nil, at: sample) }
        }
        #expect(bench.phases == ["ringing 1", "ringing 1"])
    }

    @Test func snooze_isRefused_whenTheAlarmAllowsNone() throws {
        var bench = try bench { $0.snoozeLimit = 0 }
        bench.pass(.minutes(60))
        #expect(throws: HouseholdError.snoozeLimitReached) {
            try bench.act { [key] machine, sample in try machine.snooze(key, length: nil, at: sample) }
        }
        #expect(bench.phases == ["ringing 1"])
    }
}
