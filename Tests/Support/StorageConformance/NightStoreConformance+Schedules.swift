// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Storage
import Testing

extension NightStoreConformance {
    static let scheduleCases =
        [
            Case("schedules_areNone_atFirst") { store async throws in
                #expect(try await store.schedules() == [])
            },
            Case("save_keepsTheWholeValue_forEveryPlan") { store async throws in
                let schedules = Samples.plans.enumerated().map { number, plan in
                    Samples.schedule("schedule-\(number)", name: "name \(number)", plan: plan)
                }
                for schedule in schedules { try await store.save(schedule) }
                #expect(try await store.schedules() == schedules)
            },
            Case("save_keepsTheWholeValue_forEveryRule") { store async throws in
                let schedules = rules.enumerated().map { number, rule in
                    var schedule = Samples.schedule("schedule-\(number)", name: "name \(number)")
                    schedule.recurrence = rule
                    return schedule
                }
                for schedule in schedules { try await store.save(schedule) }
                #expect(try await store.schedules() == schedules)
            },
            Case("save_keepsAbsentZoneAndDisabling_atTheEndsOfTime") { store async throws in
                var first = Samples.schedule("a", name: "a")
                first.zone = nil
                first.isEnabled = false
                first.validFrom = .max
                first.settledThrough = .min
                var last = Samples.schedule("b", name: "b")
                last.validFrom = .min
                last.settledThrough = .max
                try await store.save(first)
                try await store.save(last)
                #expect(try await store.schedules() == [first, last])
            },
            Case("save_keepsTheEditionOfTheRule") { store async throws in
                var schedule = Samples.schedule()
                for edition in [1, 7] {
                    schedule.edition = edition
                    try await store.save(schedule)
                    #expect(try await store.schedules() == [schedule])
                }
            },
            Case("schedules_comeInTheOrderOfAdding_notOfIdentity") { store async throws in
                let first = Samples.schedule("z", name: "z")
                let second = Samples.schedule("a", name: "a")
                try await store.save(first)
                try await store.save(second)
                #expect(try await store.schedules() == [first, second])
            },
            Case("save_replacesInPlace_whenTheIdentityIsKnown") { store async throws in
                let other = Samples.schedule("b", name: "other")
                try await store.save(Samples.schedule("a", name: "before"))
                try await store.save(other)
                let replacement = Samples.schedule(
                    "a", device: Samples.bedroom, name: "after", plan: .routine(Samples.routinePlan))
                try await store.save(replacement)
                #expect(try await store.schedules() == [replacement, other])
            },
            Case("save_notesTheLog_withIt") { store async throws in
                try await store.save(Samples.schedule(), log: [Samples.entry(1), Samples.entry(2)])
                #expect(
                    try await store.log() == [Samples.entry(1), Samples.entry(2)])
            },
            Case("save_conflictsAndNotesNothing_whenAnotherOfTheKindHasTheName") { store async throws in
                try await store.save(Samples.schedule("a", name: "\u{C4}lteste"))
                await expectError(.conflict, naming: "\u{E4}LTESTE") { () async throws(StorageError) in
                    try await store.save(Samples.schedule("b", name: "\u{E4}LTESTE"), log: [Samples.entry()])
                }
                #expect(try await store.schedules() == [Samples.schedule("a", name: "\u{C4}lteste")])
                #expect(try await store.log() == [])
            },
            Case("save_conflicts_whenARenameTakesAnothersName") { store async throws in
                try await store.save(Samples.schedule("a", name: "first"))
                try await store.save(Samples.schedule("b", name: "second"))
                await expectError(.conflict, naming: "First") { () async throws(StorageError) in
                    try await store.save(Samples.schedule("b", name: "First"))
                }
                #expect(try await store.schedules().map(\.name) == ["first", "second"])
            },
            Case("save_takesTheSameName_forAnotherDeviceOrKind") { store async throws in
                let schedules = [
                    Samples.schedule("a"), Samples.schedule("b", device: Samples.bedroom),
                    Samples.schedule("c", plan: .routine(Samples.routinePlan)),
                    Samples.schedule("d", plan: .bedtime(Samples.bedtimePlan)),
                ]
                for schedule in schedules { try await store.save(schedule) }
                #expect(try await store.schedules() == schedules)
            },
            Case("remove_removesOneAndNotesTheLog_whenThereIsOne") { store async throws in
                let other = Samples.schedule("b", name: "other")
                try await store.save(Samples.schedule("a"), log: [Samples.entry(1)])
                try await store.save(other)
                try await store.remove("a", log: [Samples.entry(2)])
                #expect(try await store.schedules() == [other])
                #expect(
                    try await store.log() == [Samples.entry(1), Samples.entry(2)])
            },
            Case("remove_removesItsOverrides_andNoOthers") { store async throws in
                try await store.save(Samples.schedule("a"))
                for override in [Samples.skip("a"), Samples.skip("b")] { try await store.override(override) }
                #expect(try await store.remove("a"))
                #expect(try await store.overrides() == [Samples.skip("b")])
            },
            Case("remove_isRefusedAndChangesNothing_whenThereIsNone") { store async throws in
                try await store.save(Samples.schedule("a"))
                try await store.override(Samples.skip("b"))
                #expect(try await !store.remove("b", log: [Samples.entry()]))
                #expect(try await store.overrides() == [Samples.skip("b")])
                #expect(try await store.schedules() == [Samples.schedule("a")])
                #expect(try await store.log() == [])
            },
            Case("remove_keepsItsRecords_open") { store async throws in
                try await store.save(Samples.schedule())
                #expect(try await store.claim(Samples.record()))
                try await store.remove(Samples.key().schedule.rawValue)
                #expect(try await store.openRecords() == [Samples.record()])
            },
        ]

    private static let rules: [Recurrence?] =
        [nil, Recurrence(days: .once(Samples.date()), time: Samples.time(23, 59, 59))]
        + GapPolicy.allCases.flatMap { gap in
            OverlapPolicy.allCases.map { overlap in
                Recurrence(
                    days: .weekly([.sunday, .wednesday]), time: Samples.time(2, 30), gap: gap, overlap: overlap)
            }
        }
        + (0...127).map { Recurrence(days: .weekly(WeekdaySet(rawValue: $0)), time: Samples.time(0, 0)) }
        + Samples.rules
}
