// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Storage
import Testing

extension NightStoreConformance {
    static let voidCases = [
        Case("void_isMadeAndNotesTheLog_whateverTheEnd") { store async throws in
            for outcome in Samples.outcomes {
                let key = Samples.key(slot: outcome.rawValue)
                #expect(try await store.claim(Samples.ended(key, outcome: outcome)))
                #expect(try await store.void(key))
                #expect(try await store.record(key) == nil)
            }
            #expect(try await store.claim(Samples.record()))
            #expect(try await store.update(Samples.ended()))
            #expect(try await store.void(Samples.key(), log: [Samples.entry()]))
            #expect(try await store.record(Samples.key()) == nil)
            #expect(try await store.keys(of: Samples.key().schedule, plannedAfter: .min) == [:])
            #expect(try await store.records(of: nil, from: .min, to: .max, limit: 10) == [])
            #expect(try await store.log() == [Samples.entry()])
        },
        Case("void_isRefusedAndNotesNothing_unlessItHasEnded") { store async throws in
            #expect(try await !store.void(Samples.key(), log: [Samples.entry()]))
            #expect(try await store.claim(Samples.record()))
            #expect(try await !store.void(Samples.key(), log: [Samples.entry()]))
            #expect(try await store.openRecords() == [Samples.record()])
            #expect(try await store.update(Samples.ended()))
            #expect(try await store.void(Samples.key()))
            #expect(try await !store.void(Samples.key(), log: [Samples.entry()]))
            #expect(try await store.log() == [])
        },
        Case("void_leavesOthersAlone_withAnyOtherPartOfTheKey") { store async throws in
            let others = [
                Samples.key("alarm-2"), Samples.key(day: 15), Samples.key(slot: "run-1"), Samples.key(pass: 2),
            ]
            for key in [Samples.key()] + others { #expect(try await store.claim(Samples.ended(key))) }
            #expect(try await store.void(Samples.key()))
            for key in others { #expect(try await store.record(key) == Samples.ended(key)) }
        },
        Case("claim_isMadeAgainAndAgain_afterVoids") { store async throws in
            for round in 1...4 {
                let record = Samples.record(planned: Samples.morning + .seconds(round))
                #expect(try await store.claim(record))
                #expect(try await !store.claim(record))
                #expect(try await store.openRecords() == [record])
                var ended = record
                ended.run = nil
                ended.outcome = .done
                ended.endedAt = record.planned
                #expect(try await store.update(ended))
                #expect(try await !store.claim(record))
                #expect(try await store.record(Samples.key()) == ended)
                #expect(try await store.void(Samples.key()))
            }
            #expect(try await store.record(Samples.key()) == nil)
        },
        Case("claim_isMade_howeverItEnded_afterAVoid") { store async throws in
            for outcome in Samples.outcomes {
                let key = Samples.key(slot: outcome.rawValue)
                #expect(try await store.claim(Samples.ended(key)))
                #expect(try await store.void(key))
                let passed = Samples.ended(key, outcome: outcome)
                #expect(try await store.claim(passed))
                #expect(try await store.record(key) == passed)
            }
        },
        Case("claim_takesThePlaceOfAMissedOne_thatCameAfterAVoid") { store async throws in
            #expect(try await store.claim(Samples.ended()))
            #expect(try await store.void(Samples.key()))
            #expect(try await store.claim(Samples.ended(outcome: .missed)))
            #expect(try await !store.claim(Samples.ended(outcome: .missed)))
            #expect(try await store.claim(Samples.record()))
            #expect(try await store.openRecords() == [Samples.record()])
        },
        Case("void_isTrueOnce_whenSixteenVoidTheSameTogether") { store async throws in
            #expect(try await store.claim(Samples.ended()))
            let answers = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<16 { group.addTask { try await store.void(Samples.key(), log: [Samples.entry()]) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count { $0 } == 1)
            #expect(try await store.log() == [Samples.entry()])
        },
    ]

    static let recordCases = [
        Case("records_areAsTheyStandNow_openEndedOrPassed") { store async throws in
            let open = Samples.record(Samples.key(slot: "open"), run: Samples.runs[2])
            let done = Samples.key(slot: "done")
            let missed = Samples.key(slot: "missed")
            #expect(try await store.claim(Samples.record(Samples.key(slot: "open"))))
            #expect(try await store.claim(Samples.record(done)))
            #expect(try await store.claim(Samples.ended(missed, outcome: .missed)))
            #expect(try await store.update(open))
            #expect(try await store.update(Samples.ended(done, outcome: .dismissed)))
            #expect(
                try await store.records(of: nil, from: .min, to: .max, limit: 10) == [
                    open, Samples.ended(done, outcome: .dismissed), Samples.ended(missed, outcome: .missed),
                ])
        },
        Case("records_areByPlan_andThenInTheOrderOfClaiming") { store async throws in
            let late = Samples.ended(Samples.key(slot: "late"))
            var early = Samples.record(Samples.key(slot: "early"), planned: Samples.morning - .nanoseconds(1))
            let together = ["z", "a", "m"].map { Samples.record(Samples.key(slot: $0)) }
            #expect(try await store.claim(together[0]))
            #expect(try await store.claim(late))
            for record in [early] + together[1...] { #expect(try await store.claim(record)) }
            // Ending one does not move it.
            let ended = Samples.ended(together[0].key)
            #expect(try await store.update(ended))
            early.actor = .person
            #expect(try await store.update(early))
            #expect(
                try await store.records(of: nil, from: .min, to: .max, limit: 10)
                    == [early, ended, late, together[1], together[2]])
        },
        Case("records_areFromStartToBeforeEnd_toTheNanosecond") { store async throws in
            let records = (0...4).map {
                Samples.record(Samples.key(slot: "\($0)"), planned: Samples.morning + .nanoseconds($0))
            }
            for record in records { #expect(try await store.claim(record)) }
            #expect(
                try await store.records(
                    of: nil, from: Samples.morning + .nanoseconds(1), to: Samples.morning + .nanoseconds(3), limit: 10)
                    == Array(records[1...2]))
            #expect(
                try await store.records(of: nil, from: Samples.morning, to: Samples.morning, limit: 10) == [])
            #expect(
                try await store.records(
                    of: nil, from: Samples.morning + .nanoseconds(3), to: Samples.morning, limit: 10) == [])
        },
        Case("records_areOfOneSchedule_whenItIsGiven") { store async throws in
            let other = Samples.ended(Samples.key("alarm-2"))
            for record in [Samples.record(), other, Samples.ended(Samples.key(day: 15))] {
                #expect(try await store.claim(record))
            }
            #expect(
                try await store.records(of: other.key.schedule, from: .min, to: .max, limit: 10) == [other])
            #expect(
                try await store.records(of: ScheduleID(rawValue: "alarm"), from: .min, to: .max, limit: 10) == [])
        },
        Case("records_areTheFirst_whenThereAreMoreThanTheLimit") { store async throws in
            let records = (0..<5).map {
                Samples.record(Samples.key(slot: "\($0)"), planned: Samples.morning + .seconds(5 - $0))
            }
            for record in records { #expect(try await store.claim(record)) }
            #expect(
                try await store.records(of: nil, from: .min, to: .max, limit: 2) == [records[4], records[3]])
            #expect(try await store.records(of: nil, from: .min, to: .max, limit: 0) == [records[4]])
            #expect(try await store.records(of: nil, from: .min, to: .max, limit: .min) == [records[4]])
            #expect(try await store.records(of: nil, from: .min, to: .max, limit: .max).count == 5)
        },
        Case("records_haveOneLine_forAnOccurrenceThatWasMissedAndThenClaimed") { store async throws in
            #expect(try await store.claim(Samples.ended(outcome: .missed)))
            let record = Samples.record(planned: Samples.morning + .seconds(1))
            #expect(try await store.claim(record))
            #expect(try await store.records(of: nil, from: .min, to: .max, limit: 10) == [record])
            #expect(
                try await store.records(
                    of: nil, from: .min, to: Samples.morning + .seconds(1), limit: 10) == [])
        },
        Case("record_keepsEveryReason_ofAnEnd") { store async throws in
            for reason in OccurrenceReason.allCases {
                var record = Samples.ended(Samples.key(slot: reason.rawValue), outcome: .missed)
                record.reason = reason
                #expect(try await store.claim(record))
                #expect(try await store.record(record.key) == record)
                let begun = Samples.key(slot: "begun " + reason.rawValue)
                #expect(try await store.claim(Samples.record(begun)))
                record.key = begun
                #expect(try await store.update(record))
                #expect(try await store.record(begun) == record)
            }
        },
    ]
}
