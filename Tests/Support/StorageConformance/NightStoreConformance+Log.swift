// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Storage
import Testing

extension NightStoreConformance {
    static let logCases = [
        Case("note_keepsTheWholeEntry_withAndWithoutItsParts") { store async throws in
            let bare = LogEntry(at: Samples.morning, kind: .daemon, outcome: .set, actor: .daemon)
            let saved = LogEntry(
                at: Samples.morning, kind: .alarm, schedule: Samples.key().schedule, outcome: .saved, actor: .person)
            let blink = LogEntry(
                at: Samples.morning, kind: .control, outcome: .confirmed, actor: .person, isTransient: true)
            try await store.note([Samples.entry(), bare, saved, blink])
            #expect(try await store.log() == [Samples.entry(), bare, saved, blink])
        },
        Case("note_keepsTheReason_whicheverItIs") { store async throws in
            let entries = OccurrenceReason.allCases.map { reason in
                var entry = Samples.entry()
                entry.reason = reason
                return entry
            }
            try await store.note(entries)
            #expect(try await store.log() == entries)
        },
        Case("note_doesNothing_withoutEntries") { store async throws in
            try await store.note([])
            #expect(try await store.log() == [])
        },
        Case("entries_areOldestFirst_whateverTheOrderOfNoting") { store async throws in
            try await store.note([Samples.entry(3), Samples.entry(1)])
            try await store.note([Samples.entry(2)])
            #expect(
                try await store.log()
                    == [Samples.entry(1), Samples.entry(2), Samples.entry(3)])
        },
        Case("entries_areInTheOrderOfNoting_whenAtTheSameInstant") { store async throws in
            let entries = ["z", "a", "m"].map { Samples.entry(name: $0) }
            try await store.note(entries)
            #expect(try await store.log() == entries)
        },
        Case("entries_startAtSince_toTheNanosecond") { store async throws in
            var before = Samples.entry()
            before.at = Samples.morning - .nanoseconds(1)
            try await store.note([before, Samples.entry(0), Samples.entry(1)])
            #expect(
                try await store.entries(since: Samples.morning, device: nil, limit: 10)
                    == [Samples.entry(0), Samples.entry(1)])
        },
        Case("entries_areOfOneDevice_whenItIsGiven") { store async throws in
            let other = Samples.entry(1, device: Samples.bedroom)
            try await store.note([Samples.entry(0), other, Samples.entry(2, device: nil)])
            #expect(try await store.entries(since: nil, device: Samples.bedroom, limit: 10) == [other])
            #expect(
                try await store.entries(since: Samples.morning + .seconds(2), device: Samples.bedroom, limit: 10) == [])
        },
        Case("entries_haveOneOfSomeOutcomes_whenTheyAreGiven") { store async throws in
            let lost = Samples.entry(1, outcome: .unreachable)
            let back = Samples.entry(2, outcome: .reached)
            try await store.note([Samples.entry(0), lost, back, Samples.entry(3)])
            #expect(
                try await store.entries(since: nil, device: nil, outcomes: [.unreachable, .reached], limit: 10)
                    == [lost, back])
            #expect(
                try await store.entries(
                    since: nil, device: Samples.nursery, outcomes: [.unreachable, .reached], limit: 1) == [back])
            #expect(try await store.entries(since: nil, device: nil, outcomes: [], limit: 10) == [])
        },
        Case("log_goesOnAtItsPlace_whileEntriesAreAdded") { store async throws in
            // The clock was set back once; the order is that of noting.
            let entries = [Samples.entry(3), Samples.entry(1), Samples.entry(2), Samples.entry(4)]
            try await store.note(entries)
            let first = try await store.log(before: nil, about: nil, limit: 3)
            #expect(first.map(\.entry) == [Samples.entry(4), Samples.entry(2), Samples.entry(1)])
            try await store.note([Samples.entry(0), Samples.entry(5)])
            let second = try await store.log(before: first.last?.number, about: nil, limit: 3)
            #expect(second.map(\.entry) == [Samples.entry(3)])
            #expect(try await store.log(before: second.last?.number, about: nil, limit: 3) == [])
        },
        Case("log_isOfSomeDevicesAndOfNone_whenTheyAreGiven") { store async throws in
            let other = Samples.entry(1, device: Samples.bedroom)
            let none = Samples.entry(2, device: nil)
            try await store.note([Samples.entry(0), other, none])
            #expect(
                try await store.log(before: nil, about: [Samples.bedroom], limit: 10).map(\.entry) == [none, other])
            #expect(try await store.log(before: nil, about: [], limit: 10).map(\.entry) == [none])
        },
        Case("entries_areTheNewest_whenThereAreMoreThanTheLimit") { store async throws in
            try await store.note((0..<5).map { Samples.entry($0) })
            #expect(
                try await store.entries(since: nil, device: nil, limit: 2) == [Samples.entry(3), Samples.entry(4)])
        },
        Case("entries_takeTheNearestLimit_whenGivenOneOutOfRange") { store async throws in
            try await store.note((0..<10_001).map { Samples.entry($0) })
            #expect(try await store.entries(since: nil, device: nil, limit: 0) == [Samples.entry(10_000)])
            #expect(try await store.entries(since: nil, device: nil, limit: .min) == [Samples.entry(10_000)])
            let most = try await store.entries(since: nil, device: nil, limit: .max)
            #expect(most.count == 10_000)
            #expect(most.first == Samples.entry(1))
        },
    ]

    static let closingCases = [
        Case("close_canBeCalledTwice_withoutHarm") { store async throws in
            await store.close()
            await store.close()
        },
        Case("everyCall_throwsFailed_onceClosed") { store async throws in
            await store.close()
            await expectError(.failed) { () async throws(StorageError) in _ = try await store.commit([]) }
            await expectError(.failed) { () async throws(StorageError) in try await store.note([Samples.entry()]) }
            await expectError(.failed) { () async throws(StorageError) in _ = try await store.devices() }
            await expectError(.failed) { () async throws(StorageError) in _ = try await store.schedules() }
            await expectError(.failed) { () async throws(StorageError) in _ = try await store.overrides() }
            await expectError(.failed) { () async throws(StorageError) in _ = try await store.settings() }
            await expectError(.failed) { () async throws(StorageError) in _ = try await store.openRecords() }
            await expectError(.failed) { () async throws(StorageError) in _ = try await store.record(Samples.key()) }
            await expectError(.failed) { () async throws(StorageError) in
                _ = try await store.keys(of: Samples.key().schedule, plannedAfter: .min)
            }
            await expectError(.failed) { () async throws(StorageError) in
                _ = try await store.records(of: nil, from: .min, to: .max, limit: 1)
            }
            await expectError(.failed) { () async throws(StorageError) in
                _ = try await store.entries(since: nil, device: nil, limit: 1)
            }
        },
    ]
}
