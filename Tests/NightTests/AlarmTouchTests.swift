// SPDX-License-Identifier: Apache-2.0

import Alarms
import Clocks
import Scheduling
import SleepModel
import Storage
import Testing

/// What a touch of the device does while alarms ring.
@Suite struct AlarmTouchTests {
    private let before = "2027-01-05T11:00:00Z"

    /// Alarms that ring since 07:00.
    private func ringing(_ names: [String] = ["wake"], _ change: (inout AlarmPlan) -> Void) throws -> AlarmBench {
        var bench = try AlarmBench.alarms(
            names.map { name in
                var alarm = Night.alarm(name, since: before)
                guard case .alarm(var plan) = alarm.plan else { return alarm }
                change(&plan)
                alarm.plan = .alarm(plan)
                return alarm
            }, at: before)
        bench.pass(.minutes(61))
        return bench
    }

    private func touch(_ bench: inout AlarmBench) {
        bench.act { machine, sample in machine.touch(at: sample) }
    }

    @Test func touch_silencesForAWhile_andTheDeviceDidIt() throws {
        var bench = try ringing { _ in }
        touch(&bench)
        #expect(bench.phases == ["snoozed 1"])
        #expect(bench.ledger.lastLine?.outcome == .snoozed)
        #expect(bench.ledger.lastLine?.actor == .device)
        bench.pass(.minutes(9))
        #expect(bench.phases == ["ringing 2"])
    }

    @Test func touch_dismisses_whenThePlanSaysSo() throws {
        var bench = try ringing { $0.touch = .dismiss }
        touch(&bench)
        #expect(bench.phases == [])
        #expect(bench.ledger.outcomes(of: "wake") == ["2027-01-05": "dismissed"])
        #expect(bench.ledger.lastLine?.actor == .device)
    }

    @Test func touch_doesNothing_whenNoSnoozeIsLeft() throws {
        var bench = try ringing { $0.snoozeLimit = 1 }
        touch(&bench)
        bench.pass(.minutes(9))
        let line = bench.ledger.lastLine
        touch(&bench)
        #expect(bench.phases == ["ringing 2"])
        #expect(bench.ledger.lastLine == line)
    }

    @Test func touch_silencesAll_whenOneOfTheirMinuteIsToBeSilenced() throws {
        var touches = [AlarmTouch.dismiss, .snooze]
        var bench = try ringing(["wake", "again"]) { $0.touch = touches.removeFirst() }
        touch(&bench)
        #expect(bench.phases == ["snoozed 1", "snoozed 1"])
    }

    @Test func touch_doesNothing_duringASunrise() throws {
        var bench = try AlarmBench.alarms([Night.alarm(since: before, sunrise: .minutes(30))], at: before)
        bench.pass(.minutes(45))
        touch(&bench)
        #expect(bench.phases == ["sunrise"])
    }
}
