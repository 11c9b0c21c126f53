// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Storage
import Testing

extension NightStoreConformance {
    static let settlingCases = [
        Case("settling_movesSettledThroughAndDisables_thatScheduleInPlace") { store async throws in
            let others = [Samples.schedule("a", name: "a"), Samples.schedule("z", name: "z")]
            for schedule in [others[0], Samples.schedule(), others[1]] { try await store.save(schedule) }
            var settled = Samples.schedule()
            settled.settledThrough = Samples.morning + .seconds(86_400)
            settled.isEnabled = false
            #expect(try await store.claim(Samples.record(), settling: settled))
            #expect(try await store.schedules() == [others[0], settled, others[1]])
        },
        Case("settling_doesNotResurrect_afterTheScheduleWasRemoved") { store async throws in
            try await store.save(Samples.schedule())
            try await store.remove(Samples.schedule().id.rawValue)
            #expect(try await store.claim(Samples.record(), settling: Samples.schedule(), log: [Samples.entry()]))
            #expect(try await store.schedules() == [])
            #expect(try await store.record(Samples.key()) == Samples.record())
            #expect(try await store.log() == [Samples.entry()])
        },
        Case("settling_doesNotResurrect_afterTheDeviceWasRemoved") { store async throws in
            try await store.pair(Samples.device())
            try await store.save(Samples.schedule())
            try await store.forget(Samples.nursery)
            #expect(try await store.claim(Samples.record(), settling: Samples.schedule()))
            #expect(try await store.schedules() == [])
        },
        Case("settling_doesNotConflict_whenAnotherTookTheRemovedOnesName") { store async throws in
            let successor = Samples.schedule("successor")
            try await store.save(successor)
            var settled = Samples.schedule()
            settled.settledThrough = Samples.morning + .seconds(1)
            settled.isEnabled = false
            #expect(try await store.claim(Samples.record(), settling: settled))
            #expect(try await store.schedules() == [successor])
        },
        Case("settling_keepsARename_evenWhenAnotherTookTheOldName") { store async throws in
            let successor = Samples.schedule("successor")
            var renamed = Samples.schedule(name: "Work")
            try await store.save(renamed)
            try await store.save(successor)
            var settled = Samples.schedule()
            settled.settledThrough = Samples.morning + .seconds(1)
            #expect(try await store.claim(Samples.record(), settling: settled))
            renamed.settledThrough = settled.settledThrough
            #expect(try await store.schedules() == [renamed, successor])
        },
        Case("settling_keepsEveryEdit_madeMeanwhile") { store async throws in
            var edited = Samples.schedule(
                device: Samples.bedroom, name: "Evening", plan: .routine(Samples.routinePlan))
            edited.recurrence = nil
            edited.zone = nil
            try await store.save(edited)
            var settled = Samples.schedule()
            settled.settledThrough = Samples.morning + .seconds(1)
            settled.isEnabled = false
            #expect(try await store.claim(Samples.record(), settling: settled))
            edited.settledThrough = settled.settledThrough
            edited.isEnabled = false
            #expect(try await store.schedules() == [edited])
        },
        Case("settling_keepsTheLaterInstant_whicheverOfTheTwoItIs") { store async throws in
            let instants = [
                Instant.min, Instant(secondsSince1970: -1, nanosecond: 999_999_999),
                Instant(secondsSince1970: 0, nanosecond: 1), Instant(secondsSince1970: 0, nanosecond: 2),
                Instant(secondsSince1970: 1, nanosecond: 0), .max,
            ]
            for (storedNumber, stored) in instants.enumerated() {
                for (givenNumber, given) in instants.enumerated() {
                    var schedule = Samples.schedule()
                    schedule.settledThrough = stored
                    try await store.save(schedule)
                    schedule.settledThrough = given
                    let key = Samples.key(slot: "\(storedNumber) \(givenNumber)")
                    #expect(try await store.claim(Samples.record(key), settling: schedule))
                    schedule.settledThrough = instants[max(storedNumber, givenNumber)]
                    #expect(try await store.schedules() == [schedule])
                }
            }
        },
        Case("settling_neverEnablesAgain_onlyDisables") { store async throws in
            for stored in [true, false] {
                for given in [true, false] {
                    var schedule = Samples.schedule()
                    schedule.isEnabled = stored
                    try await store.save(schedule)
                    schedule.isEnabled = given
                    let key = Samples.key(slot: "\(stored) \(given)")
                    #expect(try await store.claim(Samples.record(key), settling: schedule))
                    schedule.isEnabled = stored && given
                    #expect(try await store.schedules() == [schedule])
                }
            }
        },
    ]
}
