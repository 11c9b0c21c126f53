// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Storage
import Testing

extension NightStoreConformance {
    static let updateCases = [
        Case("update_replacesTheRecordAndNotesTheLog_whileItIsOpen") { store async throws in
            #expect(try await store.claim(Samples.record()))
            var next = Samples.record(run: Samples.runs[3])
            next.actor = .person
            #expect(try await store.update(next, log: [Samples.entry()]))
            #expect(try await store.record(Samples.key()) == next)
            #expect(try await store.openRecords() == [next])
            #expect(try await store.log() == [Samples.entry()])
        },
        Case("update_endsARecord_whenGivenAnOutcome") { store async throws in
            #expect(try await store.claim(Samples.record()))
            #expect(try await store.update(Samples.ended()))
            #expect(try await store.record(Samples.key()) == Samples.ended())
            #expect(try await store.openRecords() == [])
        },
        Case("update_isFalseAndChangesNothing_whenTheRecordHasEnded") { store async throws in
            #expect(try await store.claim(Samples.record()))
            #expect(try await store.update(Samples.ended()))
            for next in [Samples.record(), Samples.ended(outcome: .cancelled)] {
                #expect(try await !store.update(next, log: [Samples.entry()]))
            }
            #expect(try await store.record(Samples.key()) == Samples.ended())
            #expect(try await store.log() == [])
        },
        Case("update_isFalse_whenTheRecordWasClaimedEnded") { store async throws in
            #expect(try await store.claim(Samples.ended(outcome: .missed)))
            #expect(try await !store.update(Samples.record()))
            #expect(try await store.record(Samples.key()) == Samples.ended(outcome: .missed))
        },
        Case("update_isFalseAndChangesNothing_whenThereIsNoRecord") { store async throws in
            #expect(try await !store.update(Samples.record(), log: [Samples.entry()]))
            #expect(try await store.record(Samples.key()) == nil)
            #expect(try await store.log() == [])
        },
        Case("update_isTrueOnce_whenSixteenEndTheSameRecordTogether") { store async throws in
            #expect(try await store.claim(Samples.record()))
            let answers = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<16 {
                    group.addTask {
                        try await store.update(Samples.ended(), log: [Samples.entry()])
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count { $0 } == 1)
            #expect(try await store.log() == [Samples.entry()])
        },
        Case("openRecords_areOldestFirst_withoutTheEnded") { store async throws in
            let latest = Samples.record(Samples.key(slot: "latest"), planned: Samples.morning + .seconds(60))
            let middle = Samples.record(Samples.key(slot: "middle"), planned: Samples.morning + .nanoseconds(1))
            let earliest = Samples.record(Samples.key(slot: "earliest"))
            for record in [latest, Samples.ended(Samples.key(slot: "ended")), earliest, middle] {
                #expect(try await store.claim(record))
            }
            #expect(try await store.openRecords() == [earliest, middle, latest])
        },
        Case("openRecords_areInTheOrderOfClaiming_whenPlannedTogether") { store async throws in
            let records = ["z", "a", "m"].map { Samples.record(Samples.key(slot: $0)) }
            for record in records {
                #expect(try await store.claim(record))
            }
            #expect(try await store.update(records[0]))
            #expect(try await store.openRecords() == records)
        },
        Case("record_isNil_whenTheKeyIsUnknown") { store async throws in
            #expect(try await store.claim(Samples.record()))
            #expect(try await store.record(Samples.key(pass: 2)) == nil)
        },
        Case("keys_areThoseOfTheSchedulePlannedAfter_openOrEnded") { store async throws in
            let exactly = Samples.record(Samples.key(slot: "exactly"))
            var ended = Samples.ended(Samples.key(day: 15))
            ended.planned = Samples.morning + .nanoseconds(1)
            let open = Samples.record(Samples.key(day: 16), planned: Samples.morning + .seconds(1))
            let other = Samples.record(Samples.key("alarm-2"), planned: Samples.morning + .seconds(1))
            for record in [exactly, ended, open, other] {
                #expect(try await store.claim(record))
            }
            let found = try await store.keys(of: Samples.key().schedule, plannedAfter: Samples.morning)
            #expect(
                found == [
                    ended.key: OccurrenceStanding(planned: ended.planned),
                    open.key: OccurrenceStanding(planned: open.planned),
                ])
        },
        Case("keys_sayWhatReachedNoDevice_ofWhatWasMissed") { store async throws in
            for outcome in Samples.outcomes {
                var record = Samples.ended(Samples.key(slot: outcome.rawValue), outcome: outcome)
                record.reason = .undelivered
                #expect(try await store.claim(record))
            }
            let standings = try await store.keys(of: Samples.key().schedule, plannedAfter: .min)
            #expect(standings.filter(\.value.isUndelivered).map(\.key.slot) == [OccurrenceOutcome.missed.rawValue])
        },
        Case("keys_sayWhatWasMissed_untilItIsClaimedAgain") { store async throws in
            let records = Samples.outcomes.map { Samples.ended(Samples.key(slot: $0.rawValue), outcome: $0) }
            for record in records { #expect(try await store.claim(record)) }
            let schedule = Samples.key().schedule
            let missed = Samples.key(slot: OccurrenceOutcome.missed.rawValue)
            let standings = try await store.keys(of: schedule, plannedAfter: .min)
            #expect(Set(standings.keys) == Set(records.map(\.key)))
            #expect(standings.filter(\.value.isMissed).map(\.key) == [missed])
            #expect(standings.filter(\.value.isUndelivered).isEmpty)
            #expect(try await store.claim(Samples.record(missed)))
            #expect(try await store.keys(of: schedule, plannedAfter: .min)[missed]?.isMissed == false)
        },
    ]
}
