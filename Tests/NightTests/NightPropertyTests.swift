// SPDX-License-Identifier: Apache-2.0

import Alarms
import Bedtimes
import CivilTime
import Clocks
import Routines
import Scheduling
import SeededRandom
import SleepModel
import Testing

/// Random nights: whatever happens to the process, the host, its clock and its disk, everything planned is entered in
/// the ledger once, rings at most once, and ends.
@Suite struct NightPropertyTests {
    @Test(arguments: 0..<16)
    func everyOccurrence_isClaimedOnceAndEnds_whateverHappens(batch: UInt64) throws {
        for number in 0..<20 {
            let seed = batch * 20 + UInt64(number)
            var night = try RandomNight(seed: seed)
            night.live()
            night.settle()
            #expect(night.faults == [], "seed \(seed)")
        }
    }
}

/// One device's machines on one ledger through days of random events, the same for one seed.
struct RandomNight {
    private var generator: SeededGenerator
    private let clock: ManualClock
    private let zones: ZoneBook
    private let ledger: TestLedger
    private let created: Instant
    private let planned: [Schedule]
    private var alarms: MachineBench<AlarmMachine>
    private var routines: MachineBench<RoutineMachine>
    private var bedtimes: MachineBench<BedtimeMachine>
    private var latest: Instant
    private var boots = 1

    init(seed: UInt64) throws {
        generator = SeededGenerator(seed: seed)
        let hosts = ["America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Pacific/Chatham", "UTC"]
        let host = hosts.randomElement(using: &generator) ?? Night.zone
        // Half of the nights lie around a transition of New York's or Berlin's clocks.
        let starts = ["2026-10-24T12:00:00Z", "2026-10-31T12:00:00Z", "2027-03-13T12:00:00Z", "2027-06-01T12:00:00Z"]
        created = Night.instant(starts.randomElement(using: &generator) ?? starts[0])
        let clock = ManualClock(wall: created, boot: .seconds(1000), bootID: "boot 1")
        let zones = try Night.zones(host: host)
        planned = Self.schedules(since: created.iso8601, &generator)
        let ledger = TestLedger(planned)
        alarms = MachineBench(clock: clock, ledger: ledger) {
            AlarmMachine(occurrences: ledger.occurrences(of: .alarm, zones: zones))
        }
        routines = MachineBench(clock: clock, ledger: ledger) {
            RoutineMachine(occurrences: ledger.occurrences(of: .routine, zones: zones))
        }
        bedtimes = MachineBench(clock: clock, ledger: ledger) {
            BedtimeMachine(occurrences: ledger.occurrences(of: .bedtime, zones: zones))
        }
        (self.clock, self.zones, self.ledger, latest) = (clock, zones, ledger, created)
    }

    /// Three days or so of everything that can happen.
    mutating func live() {
        advance()
        for _ in 0..<24 {
            switch Int.random(in: 0..<12, using: &generator) {
            case 0: clock.step(to: clock.now().wall + duration(-6 * 3600...6 * 3600))
            case 1: clock.suspend(for: duration(1...8 * 3600))
            case 2:
                boots += 1
                clock.reboot(bootID: "boot \(boots)", downtime: duration(1...8 * 3600))
                restart()
            case 3:
                // The process dies somewhere between two writes.
                clock.advance(by: duration(1...30 * 3600))
                ledger.remainingWrites = Int.random(in: 0...3, using: &generator)
                advance()
                ledger.remainingWrites = nil
                restart()
            case 4:
                // The disk is full; what ended in memory alone is found open by the next process.
                ledger.remainingWrites = 0
                clock.advance(by: duration(1...3600))
                advance()
                ledger.remainingWrites = nil
                restart()
            case 5: restart()
            case 6: dismiss()
            default: pass(duration(1...6 * 3600))
            }
            advance()
        }
    }

    /// Time for all that runs to end.
    mutating func settle() {
        let through = latest
        while latest < through + .hours(40) { pass(.hours(4)) }
        expected = planned.flatMap { keys(of: $0, through: through) }
    }

    private var expected: [OccurrenceKey] = []

    /// What is wrong.
    var faults: [String] {
        var faults = expected.compactMap { key -> String? in
            guard let record = ledger.records[key] else { return "\(key) was lost" }
            return record.outcome == nil ? "\(key) never ends" : nil
        }
        let claims = ledger.history.filter { $0.run != nil || $0.outcome != nil }
        if ledger.refusals > 0 { faults.append("\(ledger.refusals) claims were refused") }
        for (key, records) in Dictionary(grouping: claims, by: \.key) {
            let rings = Set(
                records.compactMap { record -> RunAnchor? in
                    guard case .alarm(let run)? = record.run, case .ringing(1, let since) = run.phase else {
                        return nil
                    }
                    return since
                })
            if rings.count > 1 { faults.append("\(key) rang \(rings.count) times") }
            // One that was missed may still ring when the clock is set back before it.
            let ends = records.filter { $0.outcome != nil && $0.outcome != .missed }.count
            if ends > 1 { faults.append("\(key) ended twice") }
        }
        return faults
    }

    // MARK: -

    private static func schedules(since created: String, _ generator: inout SeededGenerator) -> [Schedule] {
        (0..<3).map { index in
            let minute = Int.random(in: 0..<288, using: &generator) * 5
            let time = TimeOfDay(hour: minute / 60, minute: minute % 60)?.description ?? "02:30"
            switch Int.random(in: 0..<5, using: &generator) {
            case 0:
                let steps = [
                    RoutineStep(light: Night.amber, end: .after(.minutes(Int64.random(in: 1...90, using: &generator)))),
                    RoutineStep(sound: Night.rain, end: .at(Night.time("07:00"))),
                ]
                return Night.routine("routine \(index)", at: time, since: created, steps)
            case 1:
                return Night.bedtime(
                    "bedtime \(index)", at: time, since: created, wake: Bool.random(using: &generator) ? "07:00" : nil)
            case 2:
                return Night.alarm(
                    "once \(index)", at: time, days: .once(Night.date(String(created.prefix(10))).adding(days: 2)),
                    since: created)
            default:
                let sunrise = Bool.random(using: &generator) ? Duration.minutes(30) : nil
                let days = WeekdaySet(rawValue: UInt8.random(in: 1...127, using: &generator))
                return Night.alarm("alarm \(index)", at: time, days: .weekly(days), since: created, sunrise: sunrise)
            }
        }
    }

    /// What the schedule should have done: found date by date, not by asking for what comes next.
    private func keys(of schedule: Schedule, through end: Instant) -> [OccurrenceKey] {
        guard let recurrence = schedule.recurrence, let zone = try? zones.rules(for: schedule.zone) else { return [] }
        let first = zone.civil(at: created).date.adding(days: -1)
        return (0..<30).flatMap { day in
            recurrence.occurrences(on: first.adding(days: day), in: zone).compactMap { occurrence in
                guard let instant = occurrence.instant, instant > created, instant <= end else { return nil }
                return OccurrenceKey(schedule: schedule.id, date: occurrence.civil.date, pass: occurrence.pass)
            }
        }
    }

    private mutating func duration(_ range: ClosedRange<Int64>) -> Duration {
        .seconds(Int64.random(in: range, using: &generator))
    }

    private mutating func advance() {
        alarms.advance()
        routines.advance()
        bedtimes.advance()
        latest = max(latest, clock.now().wall)
    }

    private mutating func restart() {
        alarms.restart()
        routines.restart()
        bedtimes.restart()
    }

    /// Lets time pass and serves every wake any of the three asks for.
    private mutating func pass(_ duration: Duration) {
        let end = clock.now().boot + duration
        advance()
        while clock.now().boot < end {
            let now = clock.now()
            let request = alarms.machine.nextWake(at: now).earliest(routines.machine.nextWake(at: now))
                .earliest(bedtimes.machine.nextWake(at: now))
            let waits = [request.wall.map { $0 - now.wall }, request.boot.map { $0 - now.boot }].compactMap { $0 }
            clock.advance(by: max(min(waits.min() ?? duration, end - now.boot), .milliseconds(1)))
            advance()
        }
    }

    private mutating func dismiss() {
        guard let key = alarms.machine.runs.last?.key else { return }
        alarms.act { machine, sample in machine.dismiss(key, at: sample) }
    }
}
