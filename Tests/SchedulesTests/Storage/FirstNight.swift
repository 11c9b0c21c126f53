// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import StorageConformance

/// What the release with the first step of the schema was told before it wrote `Files/first-night.sql`.
enum FirstNight {
    static let attic = Samples.address(0xC0)

    static let devices = [
        Samples.device(),
        PairedDevice(
            address: Samples.bedroom, name: "Schlafzimmer \u{1F319} \"links\"",
            product: HardwareProduct(rawValue: "from-the-future"), pairedAt: .min),
    ]

    /// It knew no time from which a rule holds; a schedule holds from where it was settled.
    static let schedules: [Schedule] =
        Samples.plans.enumerated().map { number, plan in
            var schedule = Samples.schedule("plan-\(number)", name: "plan \(number)", plan: plan)
            schedule.validFrom = schedule.settledThrough
            return schedule
        }
        + rules.enumerated().map { number, rule in
            var schedule = Samples.schedule(
                "rule-\(number)", device: Samples.bedroom, name: "rule's \(number)", plan: Samples.plans[0])
            schedule.recurrence = rule
            schedule.zone = number.isMultiple(of: 2) ? nil : "Australia/Lord_Howe"
            schedule.isEnabled = !number.isMultiple(of: 3)
            schedule.settledThrough = number == 0 ? .min : number == 1 ? .max : Samples.morning + .seconds(number)
            schedule.validFrom = schedule.settledThrough
            return schedule
        }

    private static let rules: [Recurrence?] =
        [nil, Recurrence(days: .once(Samples.date()), time: Samples.time(23, 59, 59))]
        + [GapPolicy.later, .earlier, .skip].flatMap { gap in
            [OverlapPolicy.first, .second, .both].map { overlap in
                Recurrence(days: .weekly([.sunday, .wednesday]), time: Samples.time(2, 30), gap: gap, overlap: overlap)
            }
        }
        + [0, 1, 127].map { Recurrence(days: .weekly(WeekdaySet(rawValue: $0)), time: Samples.time(0, 0)) }

    /// All records in the order they were claimed.
    static let records: [OccurrenceRecord] = runs + passed + [late] + ended

    static let openRecords = (runs + [late]).sorted { $0.planned < $1.planned }
    static let endedRecords = passed + ended

    /// One of every kind of run, and one without.
    private static let runs: [OccurrenceRecord] =
        [OccurrenceRun?](Samples.runs + [nil]).enumerated().map { number, run in
            var record = Samples.record(
                Samples.key("plan-\(number)", slot: "run-\(number)"), planned: Samples.morning - .seconds(number),
                run: run)
            record.kind = number == 0 ? .routine : number == 4 ? .bedtime : .alarm
            if number == 2 {
                record.device = Samples.bedroom
                record.zoneData = nil
                record.key.pass = 2
            }
            return record
        }

    /// One of every outcome and rule, those with the same rule planned together.
    private static let passed: [OccurrenceRecord] = outcomes.enumerated().flatMap { number, outcome in
        rulesApplied.enumerated().map { day, rule in
            var record = Samples.ended(Samples.key("plan-\(number)", day: 1 + day), outcome: outcome)
            record.rule = rule
            record.lateness = .nanoseconds(day.isMultiple(of: 2) ? Int64.min : Int64(day))
            record.actor = day.isMultiple(of: 2) ? .person : .schedule
            record.planned = Samples.morning - .seconds(86_400 * (14 - day))
            return record
        }
    }

    /// One that was missed and claimed after all.
    private static let late = Samples.record(
        Samples.key("plan-1", day: 20), planned: Samples.morning + .seconds(9))

    /// One that was ended, and one whose device was removed.
    private static let ended = [Samples.ended(Samples.key("plan-1", day: 21), outcome: .dismissed), removed]

    private static let outcomes: [OccurrenceOutcome] = [
        .done, .dismissed, .unattended, .cancelled, .missed, .superseded,
    ]
    private static let rulesApplied: [AppliedRule] = [
        .unique, .gapLater, .gapEarlier, .gapSkip, .overlapFirst, .overlapSecond, .nonexistentDate,
    ]

    private static let removed: OccurrenceRecord = {
        var record = Samples.record(Samples.key("gone", day: 22), run: nil)
        record.device = attic
        record.outcome = .cancelled
        record.actor = .person
        record.endedAt = Samples.morning + .nanoseconds(7)
        return record
    }()

    /// The log by instant.
    static let log: [LogEntry] =
        [
            LogEntry(
                at: .min, planned: .max, device: Samples.bedroom, kind: "control", name: "it's \"\u{C4}\n",
                outcome: "done", lateSeconds: -3, actor: "device")
        ] + [Samples.entry(-5)] + (0...5).map { Samples.entry($0) } + [
            Samples.entry(50), Samples.entry(100, device: nil, name: nil),
            LogEntry(at: .max, kind: "daemon", outcome: "started", actor: "daemon"),
        ]
}
