// SPDX-License-Identifier: Apache-2.0

import Alarms
import Clocks
import Coordination
import Scheduling
import SleepModel
import Storage
import Testing

/// The light that stays after an alarm.
@Suite struct AlarmLightAfterTests {
    private let before = "2027-01-05T11:00:00Z"
    private let key = Night.key("wake", "2027-01-05")
    private let shown: Set<DeviceAction> = [.power(true), .light(Night.amber), .sound(.none)]

    /// Alarms with an amber light that ring since 07:00 and show it for ten minutes after that.
    private func ringing(
        _ names: [String] = ["wake"], _ change: (inout AlarmPlan) -> Void = { _ in }
    ) throws -> AlarmBench {
        var bench = try AlarmBench.alarms(
            names.map { name in
                var alarm = Night.alarm(name, since: before, light: Night.amber)
                guard case .alarm(var plan) = alarm.plan else { return alarm }
                plan.lightAfter = .seconds(600)
                change(&plan)
                alarm.plan = .alarm(plan)
                return alarm
            }, at: before)
        bench.pass(.minutes(61))
        return bench
    }

    private func dismiss(_ bench: inout AlarmBench) {
        bench.act { machine, sample in machine.dismiss(key, at: sample) }
    }

    private func lines(_ bench: AlarmBench) -> [String] {
        bench.ledger.log.map { "\($0.outcome.rawValue) \($0.actor.rawValue)" }
    }

    @Test func light_staysAlone_afterTheDismissal() throws {
        var bench = try ringing()
        dismiss(&bench)
        #expect(bench.actions() == shown)
        #expect(bench.actions(.lightAfter) == shown)
        bench.pass(.seconds(599))
        #expect(bench.phases == ["light after dismissed"])
        bench.pass(.seconds(1))
        #expect(bench.phases == [])
        #expect(bench.actions() == [])
        #expect(bench.ledger.outcomes(of: "wake") == ["2027-01-05": "dismissed"])
        #expect(lines(bench) == ["started schedule", "dismissed person", "light-ended schedule"])
    }

    @Test func light_stays_whenNobodyAnswered() throws {
        var bench = try ringing()
        bench.pass(.minutes(29))
        #expect(bench.actions() == shown)
        bench.pass(.minutes(10))
        #expect(bench.ledger.outcomes(of: "wake") == ["2027-01-05": "unattended"])
        #expect(lines(bench) == ["started schedule", "unattended schedule", "light-ended schedule"])
    }

    @Test func light_ends_withASecondDismissal() throws {
        var bench = try ringing()
        dismiss(&bench)
        dismiss(&bench)
        #expect(bench.phases == [])
        #expect(bench.ledger.outcomes(of: "wake") == ["2027-01-05": "dismissed"])
        #expect(lines(bench) == ["started schedule", "dismissed person", "light-ended person"])
    }

    @Test func lights_stayTogether_afterOneDismissal() throws {
        var bench = try ringing(["wake", "again"])
        dismiss(&bench)
        #expect(bench.phases == ["light after dismissed", "light after dismissed"])
        dismiss(&bench)
        #expect(bench.phases == [])
    }

    @Test(arguments: [false, true])
    func off_leavesNoLight(whileRinging: Bool) throws {
        var bench = try ringing()
        if !whileRinging { dismiss(&bench) }
        bench.act { machine, sample in machine.takeManualChange([.power(false)], at: sample) }
        #expect(bench.phases == [])
        #expect(bench.ledger.outcomes(of: "wake") == ["2027-01-05": "dismissed"])
    }

    @Test func light_doesNotStay_whenSomebodySetAnother() throws {
        var bench = try ringing()
        bench.act { machine, sample in machine.takeManualChange([.light(Night.red)], at: sample) }
        dismiss(&bench)
        #expect(bench.phases == [])
    }

    @Test func light_doesNotComeBack_whenTheAlarmIsDismissedInItsSnooze() throws {
        var bench = try ringing()
        try bench.act { machine, sample in try machine.snooze(key, length: nil, at: sample) }
        dismiss(&bench)
        #expect(bench.phases == [])
    }

    @Test func light_doesNotComeUp_whenTheRingNeverReachedTheDevice() throws {
        var bench = try ringing()
        bench.machine.occurrences.reach(lostSince: bench.now.boot - .seconds(300))
        dismiss(&bench)
        #expect(bench.phases == [])
        #expect(bench.ledger.records[key]?.reason == .undelivered)
    }

    @Test func light_endsAtItsTime_afterARestart() throws {
        var bench = try ringing()
        dismiss(&bench)
        bench.pass(.minutes(4))
        bench.restart()
        #expect(bench.actions() == shown)
        bench.pass(.minutes(6))
        #expect(bench.phases == [])
    }

    /// A light that is over would come on for a moment.
    @Test func light_doesNotComeUp_whenItsTimeIsOverAtTheRestart() throws {
        var bench = try ringing()
        bench.clock.reboot(bootID: "second", downtime: .minutes(45))
        bench.restart()
        #expect(bench.phases == [])
        #expect(bench.ledger.outcomes(of: "wake") == ["2027-01-05": "unattended"])
    }

    @Test func light_endsAtOnce_whenTheEditedAlarmHasNone() throws {
        var bench = try ringing()
        dismiss(&bench)
        bench.act { machine, sample in
            var alarm = Night.alarm(since: before, light: Night.amber)
            alarm.settledThrough = sample.wall
            return machine.edit(alarm, changesRuns: true, at: sample)
        }
        bench.advance()
        #expect(bench.phases == [])
    }
}
