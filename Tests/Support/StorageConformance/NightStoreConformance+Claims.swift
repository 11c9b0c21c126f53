// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Storage
import Testing

extension NightStoreConformance {
    static let claimCases = [
        Case("claim_entersRecordAndLog_whenTheKeyIsNew") { store async throws in
            #expect(try await store.claim(Samples.record(), log: [Samples.entry()]))
            #expect(try await store.record(Samples.key()) == Samples.record())
            #expect(try await store.log() == [Samples.entry()])
        },
        Case("claim_leavesSchedulesAlone_whenNoneIsGiven") { store async throws in
            try await store.save(Samples.schedule())
            #expect(try await store.claim(Samples.record()))
            #expect(try await store.schedules() == [Samples.schedule()])
        },
        Case("claim_isFalseAndChangesNothing_whenTheKeyIsThere") { store async throws in
            try await store.save(Samples.schedule())
            #expect(try await store.claim(Samples.record(), log: [Samples.entry(1)]))
            var other = Samples.record(run: Samples.runs[0])
            other.name = "other"
            var settled = Samples.schedule()
            settled.isEnabled = false
            #expect(try await !store.claim(other, settling: settled, log: [Samples.entry(2)]))
            #expect(try await store.record(Samples.key()) == Samples.record())
            #expect(try await store.schedules() == [Samples.schedule()])
            #expect(try await store.log() == [Samples.entry(1)])
        },
        Case("claim_isFalseAndChangesNothing_whenTheRecordEndedOtherThanMissed") { store async throws in
            try await store.save(Samples.schedule())
            var settled = Samples.schedule()
            settled.isEnabled = false
            for outcome in Samples.outcomes where outcome != .missed {
                let ended = Samples.ended(Samples.key(slot: outcome.rawValue), outcome: outcome)
                #expect(try await store.claim(ended))
                #expect(
                    try await !store.claim(Samples.record(ended.key), settling: settled, log: [Samples.entry()]))
                #expect(try await store.record(ended.key) == ended)
            }
            #expect(try await store.schedules() == [Samples.schedule()])
            #expect(try await store.log() == [])
        },
        Case("claim_replacesSettlesAndLogs_whenTheRecordWasMissed") { store async throws in
            try await store.save(Samples.schedule())
            #expect(
                try await store.claim(Samples.ended(outcome: .missed), log: [Samples.entry(1)]))
            var record = Samples.record(planned: Samples.morning + .seconds(60), run: Samples.runs[2])
            record.name = "other"
            record.device = Samples.bedroom
            record.zoneData = nil
            var settled = Samples.schedule()
            settled.settledThrough = Samples.morning + .seconds(60)
            #expect(try await store.claim(record, settling: settled, log: [Samples.entry(2)]))
            #expect(try await store.record(Samples.key()) == record)
            #expect(try await store.openRecords() == [record])
            #expect(try await store.schedules() == [settled])
            #expect(
                try await store.log() == [Samples.entry(1), Samples.entry(2)])
        },
        Case("claim_isFalseAndChangesNothing_whenBothAreEnded") { store async throws in
            try await store.save(Samples.schedule())
            #expect(try await store.claim(Samples.ended(outcome: .missed)))
            var settled = Samples.schedule()
            settled.isEnabled = false
            for outcome in [OccurrenceOutcome.missed, .superseded] {
                var ended = Samples.ended(outcome: outcome)
                ended.name = "other"
                #expect(try await !store.claim(ended, settling: settled, log: [Samples.entry()]))
            }
            #expect(try await store.record(Samples.key()) == Samples.ended(outcome: .missed))
            #expect(try await store.schedules() == [Samples.schedule()])
            #expect(try await store.log() == [])
        },
        Case("claim_isFalse_whenAMissedRecordWasReplacedBefore") { store async throws in
            #expect(try await store.claim(Samples.ended(outcome: .missed)))
            #expect(try await store.claim(Samples.record()))
            #expect(try await !store.claim(Samples.record(run: nil)))
            #expect(try await store.record(Samples.key()) == Samples.record())
        },
        Case("claim_isTrue_forEveryOtherPartOfTheKey") { store async throws in
            let keys = [
                Samples.key(), Samples.key("alarm-2"), Samples.key(day: 15), Samples.key(slot: "run-1"),
                Samples.key(pass: 2),
            ]
            for key in keys {
                #expect(try await store.claim(Samples.record(key)))
            }
            for key in keys {
                #expect(try await store.record(key) == Samples.record(key))
            }
        },
        Case("claim_isTrueOnce_whenSixteenClaimTheSameKeyTogether") { store async throws in
            try await store.save(Samples.schedule())
            let answers = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<16 {
                    group.addTask {
                        var schedule = Samples.schedule()
                        schedule.settledThrough = Samples.morning + .seconds(number)
                        return try await store.claim(
                            Samples.record(), settling: schedule, log: [Samples.entry(number)])
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count { $0 } == 1)
            let log = try await store.log()
            #expect(log.count == 1)
            #expect(try await store.schedules().map(\.settledThrough) == log.map(\.at))
        },
        Case("claim_keepsTheWholeRecord_forEveryRun") { store async throws in
            for (number, run) in Samples.runs.enumerated() {
                let record = Samples.record(Samples.key(slot: "run-\(number)"), run: run)
                #expect(try await store.claim(record))
                #expect(try await store.record(record.key) == record)
            }
        },
        Case("claim_keepsTheWholeRecord_forEveryNamedValue") { store async throws in
            for kind in ScheduleKind.allCases {
                for rule in AppliedRule.allCases {
                    for actor in [OccurrenceActor.schedule, .person] {
                        for outcome in Samples.outcomes + [nil] {
                            let slot = "\(kind) \(rule) \(actor) \(outcome?.rawValue ?? "open")"
                            var record = Samples.record(Samples.key(slot: slot), run: nil)
                            record.kind = kind
                            record.rule = rule
                            record.actor = actor
                            record.outcome = outcome
                            record.endedAt = outcome.map { _ in Samples.morning }
                            #expect(try await store.claim(record))
                            #expect(try await store.record(record.key) == record)
                        }
                    }
                }
            }
        },
        Case("claim_keepsTheWholeRecord_atTheEndsOfItsRanges") { store async throws in
            let dates = [CivilDate(daysSince1970: .min), CivilDate(daysSince1970: .max)]
            for (date, instant) in zip(dates, [Instant.min, .max]) {
                var record = Samples.record(planned: instant)
                record.key.date = date
                record.key.pass = .max
                record.lateness = .nanoseconds(Int64.min)
                record.zoneData = nil
                record.zone = ""
                #expect(try await store.claim(record))
                #expect(try await store.record(record.key) == record)
            }
        },
    ]
}
