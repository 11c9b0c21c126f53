// SPDX-License-Identifier: Apache-2.0

import Alarms
import Clocks
import Coordination
import Scheduling
import SleepModel
import Storage
import Testing

/// The ring that comes once more when nobody answered.
@Suite struct AlarmBackupTests {
    private let before = "2027-01-05T11:00:00Z"
    private let key = Night.key("wake", "2027-01-05")

    /// An alarm that rings since 07:00 for half an hour, and once more ten minutes later.
    private func ringing(_ change: (inout AlarmPlan) -> Void = { _ in }) throws -> AlarmBench {
        var alarm = Night.alarm(since: before)
        if case .alarm(var plan) = alarm.plan {
            plan.backup = .seconds(600)
            change(&plan)
            alarm.plan = .alarm(plan)
        }
        var bench = try AlarmBench.alarms([alarm], at: before)
        bench.pass(.minutes(61))
        return bench
    }

    private func lines(_ bench: AlarmBench) -> [String] {
        bench.ledger.log.map { "\($0.outcome.rawValue) \($0.actor.rawValue)" }
    }

    @Test func alarm_ringsOnceMoreAtFullVolume_whenNobodyAnswered() throws {
        var bench = try ringing { $0.crescendo = .seconds(60) }
        bench.pass(.minutes(29))
        #expect(bench.phases == ["unanswered 1"])
        #expect(bench.actions() == [])
        bench.pass(.seconds(599))
        #expect(bench.phases == ["unanswered 1"])
        bench.pass(.seconds(1))
        #expect(bench.phases == ["ringing 1"])
        #expect(bench.actions() == [.power(true), .volume(.full), .sound(Night.bird)])
        bench.pass(.hours(5))
        #expect(bench.ledger.outcomes(of: "wake") == ["2027-01-05": "unattended"])
        #expect(
            lines(bench) == ["started schedule", "unanswered schedule", "ringing schedule", "unattended schedule"])
    }

    @Test func backup_isCountedFromTheEdit_thatEndsTheRingAtOnce() throws {
        var bench = try ringing { $0.backup = .seconds(60) }
        bench.pass(.minutes(19))
        var edited = bench.machine.occurrences.schedules[0]
        if case .alarm(var plan) = edited.plan {
            plan.ringFor = .seconds(300)
            edited.plan = .alarm(plan)
        }
        bench.act { [edited] machine, sample in machine.edit(edited, changesRuns: true, at: sample) }
        bench.pass(.seconds(58))
        #expect(bench.phases == ["unanswered 1"])
        bench.pass(.seconds(3))
        #expect(bench.phases == ["ringing 1"])
    }

    @Test func alarm_ringsNoMore_whenSomebodyAnswered() throws {
        var bench = try ringing()
        bench.act { machine, sample in machine.dismiss(key, at: sample) }
        bench.pass(.hours(2))
        #expect(lines(bench) == ["started schedule", "dismissed person"])
    }

    @Test func backup_isSnoozedLikeTheRing_andComesOnce() throws {
        var bench = try ringing { $0.snoozeLimit = 1 }
        bench.pass(.minutes(40))
        try bench.act { machine, sample in try machine.snooze(key, length: nil, at: sample) }
        #expect(bench.phases == ["snoozed 1"])
        bench.pass(.minutes(9))
        #expect(bench.phases == ["ringing 2"])
        #expect(bench.volume == .full)
        bench.pass(.minutes(30))
        #expect(bench.phases == [])
        #expect(bench.ledger.outcomes(of: "wake") == ["2027-01-05": "unattended"])
    }

    @Test func backup_comesToo_whenTheRingAfterASnoozeWasNotAnswered() throws {
        var bench = try ringing()
        try bench.act { machine, sample in try machine.snooze(key, length: nil, at: sample) }
        bench.pass(.minutes(39))
        #expect(bench.phases == ["unanswered 2"])
        bench.pass(.minutes(10))
        #expect(bench.phases == ["ringing 2"])
    }

    @Test func backup_isDismissed_beforeItRings() throws {
        var bench = try ringing()
        bench.pass(.minutes(30))
        bench.act { machine, sample in machine.dismiss(key, at: sample) }
        #expect(bench.phases == [])
        #expect(bench.ledger.outcomes(of: "wake") == ["2027-01-05": "dismissed"])
    }

    @Test(arguments: [(false, "unattended"), (true, "missed")])
    func alarm_isMissed_whenNeitherRingReachedTheDevice(neither: Bool, outcome: String) throws {
        var bench = try ringing()
        bench.machine.occurrences.reach(lostSince: bench.now.boot - .seconds(neither ? 300 : 0))
        bench.pass(.hours(2))
        #expect(bench.ledger.outcomes(of: "wake") == ["2027-01-05": outcome])
        #expect(bench.ledger.records[key]?.reason == .undelivered)
    }

    /// The ring ended at 07:30, whenever somebody looks.
    @Test(arguments: [(38, ["unanswered 1"]), (45, ["ringing 1"]), (70, [])] as [(Int64, [String])])
    func backup_ringsAtItsTimeOrHalfAnHourLate_afterDowntime(minutes: Int64, phases: [String]) throws {
        var bench = try ringing()
        bench.clock.reboot(bootID: "second", downtime: .minutes(minutes - 1))
        bench.restart()
        bench.pass(.seconds(1))
        #expect(bench.phases == phases)
        bench.pass(.hours(2))
        #expect(bench.ledger.outcomes(of: "wake") == ["2027-01-05": "unattended"])
    }

    @Test func backup_goesOn_afterARestart() throws {
        var bench = try ringing()
        bench.pass(.minutes(45))
        bench.restart()
        #expect(bench.phases == ["ringing 1"])
        #expect(bench.volume == .full)
        bench.pass(.minutes(24))
        #expect(bench.phases == [])
    }

    @Test func light_stays_afterTheBackupRing() throws {
        var bench = try ringing { ($0.light, $0.lightAfter) = (Night.amber, .seconds(300)) }
        bench.pass(.minutes(30))
        #expect(bench.phases == ["unanswered 1"])
        bench.pass(.minutes(40))
        #expect(bench.phases == ["light after unattended"])
    }

    /// It would be far too loud for what somebody plays then.
    @Test func volume_isAsPlanned_whenTheAlarmHasNoSound() throws {
        var bench = try ringing { ($0.light, $0.sound) = (Night.amber, .none) }
        bench.pass(.minutes(40))
        #expect(bench.phases == ["ringing 1"])
        #expect(bench.volume == Level(rawValue: 128))
    }
}
