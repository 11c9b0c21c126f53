// SPDX-License-Identifier: Apache-2.0

import Alarms
import CivilTime
import Clocks
import Scheduling
import SleepModel
import Storage
import Testing

/// Several alarms of one device.
@Suite struct AlarmCompanyTests {
    private let before = "2027-01-05T11:00:00Z"

    private func key(_ schedule: String) -> OccurrenceKey { Night.key(schedule, "2027-01-05") }

    @Test func alarmsOfOneMinute_endTogether_whenOneIsDismissed() throws {
        // K27
        let alarms = (0..<100).map { number in
            Night.alarm("wake-\(number)", at: number < 50 ? "07:00" : "07:00:30", since: before)
        }
        var bench = try AlarmBench.alarms(alarms, at: before)
        bench.pass(.minutes(61))
        #expect(bench.machine.runs.count == 100)
        bench.act { machine, sample in machine.dismiss(key("wake-0"), at: sample) }
        #expect(bench.machine.runs.isEmpty)
        #expect(bench.ledger.records.count == 100)
        #expect(bench.ledger.records.values.allSatisfy { $0.outcome == .dismissed })
    }

    @Test func alarmsOfOneMinute_areQuietTogether_whenOneIsSnoozed() throws {
        let alarms = [
            Night.alarm("first", since: before), Night.alarm("second", since: before),
            Night.alarm("later", at: "07:01", since: before),
        ]
        var bench = try AlarmBench.alarms(alarms, at: before)
        bench.pass(.minutes(61))
        try bench.act { machine, sample in try machine.snooze(key("first"), length: nil, at: sample) }
        #expect(bench.machine.silenced == [key("first"), key("second")])
        #expect(bench.phases == ["snoozed 1", "ringing 1", "snoozed 1"])
    }

    /// Two alarms of one minute whose snoozes have different lengths.
    private func unequal() throws -> AlarmBench {
        let alarms = [("short", 5), ("long", 9)].map { name, snooze in
            Night.schedule(
                name, at: "07:00", since: before,
                plan: .alarm(
                    AlarmPlan(
                        sunrise: nil, light: nil, sound: Night.bird, volume: .full, snooze: .minutes(Int64(snooze)))))
        }
        return try AlarmBench.alarms(alarms, at: before)
    }

    @Test(arguments: ["short", "long"])
    func alarmsOfOneMinute_ringTogetherAgain_afterTheShorterSnooze(name: String) throws {
        var bench = try unequal()
        bench.pass(.minutes(60))
        try bench.act { machine, sample in try machine.snooze(key(name), length: nil, at: sample) }
        bench.pass(.minutes(5))
        #expect(bench.phases == ["ringing 2", "ringing 2"])
        bench.act { machine, sample in machine.dismiss(key(name), at: sample) }
        #expect(bench.machine.runs.isEmpty)
    }

    /// One of them was snoozed alone, as an earlier Lull did.
    @Test func alarmsOfOneMinute_endTogether_whileOneRingsAndTheOtherIsSnoozed() throws {
        var bench = try unequal()
        bench.pass(.minutes(60))
        try bench.act { [long = key("long")] machine, sample in
            let changes = try machine.snooze(long, length: nil, at: sample)
            guard case .alarm(var run)? = machine.occurrences.running[long]?.run else { return changes }
            run.phase = .snoozed(round: 1, since: sample.anchor, length: .minutes(9))
            return changes
                + machine.occurrences.update(long, run: .alarm(run), outcome: nil, actor: .person, at: sample)
        }
        bench.pass(.minutes(5))
        #expect(bench.phases == ["snoozed 1", "ringing 2"])
        bench.act { machine, sample in machine.dismiss(key("short"), at: sample) }
        #expect(bench.machine.runs.isEmpty)
    }

    @Test func alarmsOfOneMinute_keepTheirSunrise_whenOneThatRingsIsDismissed() throws {
        let alarms = [
            Night.alarm("loud", at: "07:00", since: before),
            Night.alarm("gentle", at: "07:10", since: before, sunrise: .minutes(30)),
        ]
        var bench = try AlarmBench.alarms(alarms, at: before)
        bench.pass(.minutes(61))
        bench.act { machine, sample in machine.dismiss(key("loud"), at: sample) }
        #expect(bench.phases == ["sunrise"])
    }

    @Test func snooze_waitsUntilTheOtherHasRung_andIsNotLost() throws {
        // K23: A is due again at 07:09, in the middle of B, which rings from 07:05.
        let alarms = [Night.alarm("a", since: before), Night.alarm("b", at: "07:05", since: before)]
        var bench = try AlarmBench.alarms(alarms, at: before)
        bench.pass(.minutes(60))
        try bench.act { machine, sample in try machine.snooze(key("a"), length: nil, at: sample) }
        bench.pass(.minutes(12))
        #expect(bench.phases == ["snoozed 1", "ringing 1"])
        bench.act { machine, sample in machine.dismiss(key("b"), at: sample) }
        bench.pass(.seconds(1))
        #expect(bench.phases == ["ringing 2"])
        #expect(bench.machine.runs.map(\.key) == [key("a")])
    }

    @Test func snooze_ringsAgain_whenTheOtherIsSnoozedToo() throws {
        let alarms = [Night.alarm("a", since: before), Night.alarm("b", at: "07:05", since: before)]
        var bench = try AlarmBench.alarms(alarms, at: before)
        bench.pass(.minutes(60))
        try bench.act { machine, sample in try machine.snooze(key("a"), length: nil, at: sample) }
        bench.pass(.minutes(12))
        try bench.act { machine, sample in try machine.snooze(key("b"), length: nil, at: sample) }
        bench.pass(.seconds(1))
        #expect(bench.phases == ["ringing 2", "snoozed 1"])
    }

    @Test func sunrise_isMissedForItsReason_whenTheHostSleptThroughTheGrace() throws {
        let alarm = Night.alarm(since: before, sunrise: .minutes(30))
        var bench = try AlarmBench.alarms([alarm], at: before)
        bench.pass(.minutes(31))
        bench.clock.suspend(for: .hours(3))
        bench.advance()
        #expect(bench.ledger.records[key("wake")]?.outcome == .missed)
        #expect(bench.ledger.records[key("wake")]?.reason == .suspend)
    }
}
