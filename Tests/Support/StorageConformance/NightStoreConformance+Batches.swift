// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Storage
import Testing

extension NightStoreConformance {
    /// One of every change, each of which a store that `prepare`d makes.
    private static let everyChange: [StoreChange] = [
        .claim(Samples.record(Samples.key(day: 15)), settling: Samples.schedule("settled"), log: [Samples.entry(1)]),
        .update(Samples.ended(), log: [Samples.entry(2)]),
        .void(Samples.key(), .clockStep, at: Samples.morning, log: [Samples.entry(3)]),
        .save(Samples.schedule("saved", name: "saved"), log: [Samples.entry(4)]),
        .remove(ScheduleID(rawValue: "removed"), log: [Samples.entry(5)]),
        .override(Samples.skip("saved"), log: [Samples.entry(6)]),
        .removeOverride(ScheduleID(rawValue: "settled"), on: Samples.date(), log: [Samples.entry(7)]),
        .settings(Samples.settings, log: [Samples.entry(8)]),
        .pair(Samples.device(Samples.address(1), name: "paired"), log: [Samples.entry(9)]),
        .forget(Samples.bedroom, at: Samples.morning, log: [Samples.entry(10)]),
        .note([Samples.entry(11)]),
    ]

    private static func prepare(_ store: any NightStore) async throws {
        try await store.pair(Samples.device())
        try await store.pair(Samples.device(Samples.bedroom, name: "bedroom"))
        try await store.save(Samples.schedule("settled", name: "settled"))
        try await store.save(Samples.schedule("removed", name: "removed"))
        try await store.override(Samples.skip("settled"))
        #expect(try await store.claim(Samples.record()))
    }

    private static func expectPrepared(_ store: any NightStore) async throws {
        #expect(
            try await store.devices() == [Samples.device(), Samples.device(Samples.bedroom, name: "bedroom")])
        #expect(
            try await store.schedules() == [
                Samples.schedule("settled", name: "settled"), Samples.schedule("removed", name: "removed"),
            ])
        #expect(try await store.overrides() == [Samples.skip("settled")])
        #expect(try await store.settings() == NightSettings())
        #expect(try await store.records(of: nil, from: .min, to: .max, limit: 10) == [Samples.record()])
        #expect(try await store.openRecords() == [Samples.record()])
        #expect(try await store.log() == [])
    }

    static let batchCases = [
        Case("commit_makesEveryChange_inOrder") { store async throws in
            try await prepare(store)
            #expect(try await store.commit(everyChange) == everyChange.map { _ in true })
            #expect(
                try await store.devices() == [Samples.device(), Samples.device(Samples.address(1), name: "paired")])
            #expect(
                try await store.schedules() == [
                    Samples.schedule("settled", name: "settled"), Samples.schedule("saved", name: "saved"),
                ])
            #expect(try await store.overrides() == [Samples.skip("saved")])
            var settings = Samples.settings
            settings.devicePauses[Samples.bedroom] = nil
            #expect(try await store.settings() == settings)
            let record = Samples.record(Samples.key(day: 15))
            #expect(try await store.records(of: nil, from: .min, to: .max, limit: 10) == [record])
            #expect(try await store.log() == (1...11).map { Samples.entry($0) })
        },
        Case("commit_undoesEveryChange_whenALaterOneConflicts") { store async throws in
            try await prepare(store)
            for conflict in [
                StoreChange.save(Samples.schedule("conflict", name: "SETTLED"), log: [Samples.entry()]),
                .pair(Samples.device(Samples.address(2), name: "NURSERY"), log: [Samples.entry()]),
            ] {
                await expectError(.conflict) { () async throws(StorageError) in
                    _ = try await store.commit(everyChange + [conflict] + everyChange)
                }
                try await expectPrepared(store)
            }
        },
        Case("commit_refusesTwoSchedules_withOneName") { store async throws in
            try await prepare(store)
            await expectError(.conflict, naming: "BOTH") { () async throws(StorageError) in
                _ = try await store.commit([
                    .save(Samples.schedule("one", name: "both"), log: []),
                    .save(Samples.schedule("two", name: "BOTH"), log: []),
                ])
            }
            try await expectPrepared(store)
        },
        Case("commit_takesAName_thatAnotherScheduleGivesUpInIt") { store async throws in
            try await prepare(store)
            _ = try await store.commit([
                .save(Samples.schedule("saved", name: "other"), log: []),
                .save(Samples.schedule("new", name: "saved"), log: []),
                .remove(ScheduleID(rawValue: "saved"), log: []),
                .save(Samples.schedule("newest", name: "other"), log: []),
            ])
            let names = try await store.schedules().map { "\($0.id.rawValue): \($0.name)" }
            #expect(names.filter { $0.hasPrefix("new") }.sorted() == ["new: saved", "newest: other"])
        },
        Case("commit_undoesEveryChange_whenALaterOneHasANul") { store async throws in
            try await prepare(store)
            await expectError(.invalidText) { () async throws(StorageError) in
                _ = try await store.commit(everyChange + [.note([Samples.entry(name: "\0")])])
            }
            try await expectPrepared(store)
        },
        Case("commit_makesTheOthers_whenOneIsRefused") { store async throws in
            try await prepare(store)
            let refused: [StoreChange] = [
                .claim(Samples.record(), settling: Samples.schedule("settled"), log: [Samples.entry(100)]),
                .update(Samples.ended(Samples.key("nothing")), log: [Samples.entry(100)]),
                .void(Samples.key("nothing"), .clockStep, at: Samples.morning, log: [Samples.entry(100)]),
                .remove(ScheduleID(rawValue: "nothing"), log: [Samples.entry(100)]),
                .removeOverride(ScheduleID(rawValue: "nothing"), on: Samples.date(), log: [Samples.entry(100)]),
                .forget(Samples.address(0), at: Samples.morning, log: [Samples.entry(100)]),
            ]
            let answers = try await store.commit([.note([Samples.entry(1)])] + refused + [.note([Samples.entry(2)])])
            #expect(answers == [true] + refused.map { _ in false } + [true])
            #expect(try await store.log() == [Samples.entry(1), Samples.entry(2)])
            #expect(try await store.openRecords() == [Samples.record()])
        },
        Case("commit_seesEarlierChanges_inLaterOnes") { store async throws in
            let record = Samples.record()
            let answers = try await store.commit([
                .update(Samples.ended(), log: []), .claim(record, settling: nil, log: []),
                .claim(record, settling: nil, log: []), .update(Samples.ended(), log: []),
                .update(Samples.ended(), log: []), .void(record.key, .clockStep, at: Samples.morning, log: []),
                .claim(record, settling: nil, log: []),
            ])
            #expect(answers == [false, true, false, true, false, true, true])
            #expect(try await store.openRecords() == [record])
        },
        Case("commit_passesNamesOn_betweenSchedulesAndDevices") { store async throws in
            try await prepare(store)
            let answers = try await store.commit([
                .save(Samples.schedule("settled", name: "elsewhere"), log: []),
                .save(Samples.schedule("removed", name: "settled"), log: []),
                .save(Samples.schedule("settled", name: "removed"), log: []),
                .pair(Samples.device(name: "elsewhere"), log: []),
                .pair(Samples.device(Samples.bedroom, name: "nursery"), log: []),
                .pair(Samples.device(name: "bedroom"), log: []),
            ])
            #expect(answers == [true, true, true, true, true, true])
            #expect(try await store.schedules().map(\.name) == ["removed", "settled"])
            #expect(try await store.devices().map(\.name) == ["bedroom", "nursery"])
        },
        Case("commit_makesNothing_whenGivenNothing") { store async throws in
            try await prepare(store)
            #expect(try await store.commit([]) == [])
            try await expectPrepared(store)
        },
        Case("commit_claimsAHundredTogether_eachOnce") { store async throws in
            let records = (0..<100).map { Samples.record(Samples.key("alarm-\($0)"), run: nil) }
            let changes = records.map { StoreChange.claim($0, settling: nil, log: []) }
            #expect(try await store.commit(changes + changes) == changes.map { _ in true } + changes.map { _ in false })
            #expect(try await store.openRecords() == records)
        },
    ]
}
