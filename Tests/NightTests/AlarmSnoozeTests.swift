// SPDX-License-Identifier: Apache-2.0

import Alarms
import CivilTime
import Clocks
import Coordination
import Scheduling
import SleepModel
import Storage
import Testing

@Suite struct AlarmSnoozeTests {
    private let before = "2027-01-05T11:00:00Z"
    private let key = Night.key("wake", "2027-01-05")

    /// An alarm that was snoozed for nine minutes at 07:01.
    private func snoozed() throws -> AlarmBench {
        var bench = try AlarmBench.alarms([Night.alarm(since: before)], at: before)
        bench.pass(.minutes(61))
        try bench.act { [key] machine, sample in try machine.snooze(key, length: nil, at: sample) }
        return bench
    }

    @Test func snooze_isQuietThenRingsAgain_afterItsLength() throws {
        var bench = try snoozed()
        #expect(bench.machine.intents(at: bench.now) == [])
        #expect(bench.machine.silenced == [bench.machine.runs[0].key])
        bench.pass(.minutes(9) - .seconds(1))
        #expect(bench.phases == ["snoozed 1"])
        bench.pass(.seconds(1))
        #expect(bench.phases == ["ringing 2"])
        #expect(bench.machine.silenced == [])
    }

    /// “c” rings from 07:05 to 07:10, while two others wait: that whose time comes first rings first, and of one time that
    /// which was snoozed last.
    @Test(arguments: [(8, 1, 5), (8, 2, 6)])
    func snoozes_ringByTheirTimes_whenTheyHaveWaitedForAnother(first: Int64, pause: Int64, second: Int64) throws {
        let alarms = [("a", "07:00"), ("b", "07:0\(pause)"), ("c", "07:05")].map { id, time in
            Night.alarm(id, at: time, since: before)
        }
        var bench = try AlarmBench.alarms(alarms, at: before)
        bench.pass(.minutes(60))
        try bench.act { machine, sample in
            try machine.snooze(Night.key("a", "2027-01-05"), length: .minutes(first), at: sample)
        }
        bench.pass(.minutes(pause))
        try bench.act { machine, sample in
            try machine.snooze(Night.key("b", "2027-01-05"), length: .minutes(second), at: sample)
        }
        bench.pass(.minutes(10 - pause))
        #expect(bench.phases == ["snoozed 1", "snoozed 1", "ringing 1"])
        bench.act { machine, sample in machine.dismiss(Night.key("c", "2027-01-05"), at: sample) }
        bench.pass(.seconds(1))
        #expect(bench.phases == ["snoozed 1", "ringing 2"])
    }

    @Test func snooze_takesTheLengthAsked_whenGiven() throws {
        var bench = try AlarmBench.alarms([Night.alarm(since: before)], at: before)
        bench.pass(.minutes(60))
        try bench.act { [key] machine, sample in try machine.snooze(key, length: .minutes(2), at: sample) }
        bench.pass(.minutes(2))
        #expect(bench.phases == ["ringing 2"])
    }

    @Test func alarm_isAsLoudAsPlanned_afterASnooze_whenSomebodyTurnedItDown() throws {
        var bench = try AlarmBench.alarms([Night.alarm(since: before)], at: before)
        bench.pass(.minutes(60))
        bench.act { machine, sample in
            machine.takeManualChange([.volume(Level(rawValue: 26))], at: sample)
        }
        #expect(bench.volume == Level(rawValue: 26))
        try bench.act { [key] machine, sample in try machine.snooze(key, length: nil, at: sample) }
        bench.pass(.minutes(9))
        #expect(bench.volume == Level(rawValue: 128))
    }

    @Test func snooze_isRefused_afterThree() throws {
        var bench = try AlarmBench.alarms([Night.alarm(since: before)], at: before)
        bench.pass(.minutes(60))
        for round in 1...3 {
            try bench.act { [key] machine, sample in try machine.snooze(key, length: nil, at: sample) }
            bench.pass(.minutes(9))
            #expect(bench.phases == ["ringing \(round + 1)"])
        }
        #expect(throws: HouseholdError.snoozeLimitReached) {
            try bench.act { [key] machine, sample in try machine.snooze(key, length: nil, at: sample) }
        }
        bench.pass(.minutes(30))
        #expect(bench.ledger.records[key]?.outcome == .unattended)
    }

    /// K22: the schedule is disabled by a command or by an import.
    @Test(arguments: [false, true])
    func snooze_isSilent_whenItsAlarmIsDisabledMeanwhile(isImported: Bool) throws {
        var bench = try snoozed()
        var disabled = bench.machine.occurrences.schedules[0]
        disabled.isEnabled = false
        bench.act { [disabled] machine, sample in
            let changes =
                isImported
                ? machine.occurrences.take(Rearrangement(saved: [disabled]), at: sample)
                : machine.occurrences.save(disabled, at: sample)
            let lines = changes.flatMap { change -> [LogOutcome] in
                guard case .update(_, let log) = change else { return [] }
                return log.map(\.outcome)
            }
            #expect(lines == [.cancelled])
            return changes
        }
        #expect(bench.phases == [])
        bench.pass(.hours(1))
        #expect(bench.ledger.records[key]?.outcome == .cancelled)
    }

    @Test func snooze_isRefused_whenNothingRings() throws {
        var bench = try snoozed()
        #expect(throws: HouseholdError.notRinging) {
            try bench.act { [key] machine, sample in try machine.snooze(key, length: nil, at: sample) }
        }
    }

    @Test(arguments: [
        ("01:50", "2026-11-01", "2026-11-01T05:55:00Z", "2026-11-01T06:04:00Z"),
        ("01:50", "2027-03-14", "2027-03-14T06:55:00Z", "2027-03-14T07:04:00Z"),
    ])
    func snooze_lastsNineMinutes_overATransition(time: String, day: String, snoozedAt: String, due: String) throws {
        // K18
        let start = Night.instant(snoozedAt) - .minutes(60)
        var bench = try AlarmBench.alarms([Night.alarm(at: time, since: start.iso8601)], at: start.iso8601)
        bench.pass(.minutes(60))
        try bench.act { machine, sample in try machine.snooze(Night.key("wake", day), length: nil, at: sample) }
        bench.pass(.minutes(9) - .seconds(1))
        #expect(bench.phases == ["snoozed 1"])
        bench.pass(.seconds(1))
        #expect(bench.phases == ["ringing 2"])
        #expect(bench.now.wall == Night.instant(due))
    }

    @Test(arguments: ["Europe/London", "America/Los_Angeles"])
    func snooze_keepsItsInstant_whenTheZoneChanges(host: String) throws {
        // K19: the next process finds another host zone.
        var bench = try snoozed()
        let zones = try Night.zones(host: host)
        let ledger = bench.ledger
        bench = AlarmBench(clock: bench.clock, ledger: ledger) {
            AlarmMachine(occurrences: ledger.occurrences(of: .alarm, zones: zones))
        }
        bench.pass(.minutes(9) - .seconds(1))
        #expect(bench.machine.runs.map(\.key) == [key])
        #expect(bench.phases == ["snoozed 1"])
        bench.pass(.seconds(1))
        #expect(bench.phases.contains("ringing 2"))
    }

    @Test(arguments: [-3600, 3600] as [Int64])
    func snooze_countsElapsedTime_whenTheClockIsSet(step: Int64) throws {
        // K20
        var bench = try snoozed()
        bench.clock.step(to: bench.now.wall + .seconds(step))
        bench.pass(.minutes(9) - .seconds(1))
        #expect(bench.phases == ["snoozed 1"])
        bench.pass(.seconds(1))
        #expect(bench.phases == ["ringing 2"])
    }

    @Test func snooze_keepsItsInstant_overARestart() throws {
        // K21
        var bench = try snoozed()
        bench.pass(.minutes(4))
        bench.restart()
        bench.pass(.minutes(5) - .seconds(1))
        #expect(bench.phases == ["snoozed 1"])
        bench.pass(.seconds(1))
        #expect(bench.phases == ["ringing 2"])
    }

    @Test func snooze_keepsItsInstant_overAReboot() throws {
        // K21
        var bench = try snoozed()
        bench.clock.reboot(bootID: "second", downtime: .minutes(4))
        bench.restart()
        bench.pass(.minutes(5) - .seconds(1))
        #expect(bench.phases == ["snoozed 1"])
        bench.pass(.seconds(1))
        #expect(bench.phases == ["ringing 2"])
    }

    @Test(
        arguments: [(20 * 60, "open"), (8 * 3600 + 8 * 60, "open"), (8 * 3600 + 10 * 60, "unattended")]
            as [(Int64, String)]
    )
    func snooze_ringsLateOrIsOver_afterASuspend(seconds: Int64, outcome: String) throws {
        // K21
        var bench = try snoozed()
        bench.clock.suspend(for: .seconds(seconds))
        bench.advance()
        #expect(bench.ledger.outcomes(of: "wake") == ["2027-01-05": outcome])
        #expect(bench.phases == (outcome == "open" ? ["ringing 2"] : []))
    }
}

extension AlarmBench {
    /// The volume that is wanted.
    var volume: Level? {
        machine.intents(at: now).lazy.compactMap { intent in
            if case .volume(let volume) = intent.target.action(at: now) { volume } else { nil }
        }.first
    }
}
