// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Storage
import Testing

extension NightStoreConformance {
    static let deviceCases = [
        Case("devices_areNone_atFirst") { store async throws in
            #expect(try await store.devices() == [])
        },
        Case("saveDevice_keepsTheWholeValue_whateverTheProduct") { store async throws in
            let device = PairedDevice(
                address: Samples.nursery, name: "Kinderzimmer \u{1F319} \"links\"",
                product: HardwareProduct(rawValue: "from-the-future"), pairedAt: Samples.morning)
            try await store.save(device)
            #expect(try await store.devices() == [device])
        },
        Case("saveDevice_keepsTheInstant_atBothEndsOfTime") { store async throws in
            var first = Samples.device()
            first.pairedAt = .min
            var last = Samples.device(Samples.bedroom, name: "bedroom")
            last.pairedAt = .max
            try await store.save(first)
            try await store.save(last)
            #expect(try await store.devices() == [first, last])
        },
        Case("devices_comeInTheOrderOfPairing_notOfAddressOrClock") { store async throws in
            var late = Samples.device(Samples.address(0xFF), name: "late clock")
            late.pairedAt = Samples.morning + .seconds(3600)
            let early = Samples.device(Samples.address(0x01), name: "early clock")
            try await store.save(late)
            try await store.save(early)
            #expect(try await store.devices() == [late, early])
        },
        Case("saveDevice_replacesInPlace_whenTheAddressIsKnown") { store async throws in
            try await store.save(Samples.device())
            let other = Samples.device(Samples.bedroom, name: "bedroom")
            try await store.save(other)
            let renamed = Samples.device(name: "cot")
            try await store.save(renamed)
            #expect(try await store.devices() == [renamed, other])
        },
        Case("saveDevice_keepsItsOwnName_whenOnlyTheCaseChanges") { store async throws in
            try await store.save(Samples.device(name: "nursery"))
            try await store.save(Samples.device(name: "Nursery"))
            #expect(try await store.devices() == [Samples.device(name: "Nursery")])
        },
        Case("saveDevice_conflicts_whenAnotherHasTheNameInAnyCase") { store async throws in
            try await store.save(Samples.device(name: "nursery"))
            await expectError(.conflict, naming: "NURSERY") { () async throws(StorageError) in
                try await store.save(Samples.device(Samples.bedroom, name: "NURSERY"))
            }
            #expect(try await store.devices() == [Samples.device(name: "nursery")])
        },
        Case("saveDevice_conflicts_whenTheNamesAreEqualInUnicode") { store async throws in
            try await store.save(Samples.device(name: "B\u{E9}b\u{E9}"))
            await expectError(.conflict) { () async throws(StorageError) in
                try await store.save(Samples.device(Samples.bedroom, name: "BE\u{301}BE\u{301}"))
            }
        },
        Case("saveDevice_takesAName_afterItsDeviceIsRemoved") { store async throws in
            try await store.save(Samples.device(name: "nursery"))
            try await store.removeDevice(Samples.nursery, at: Samples.morning)
            let next = Samples.device(Samples.bedroom, name: "nursery")
            try await store.save(next)
            #expect(try await store.devices() == [next])
        },
        Case("removeDevice_removesItsSchedules_andNoOthers") { store async throws in
            try await store.save(Samples.device())
            try await store.save(Samples.device(Samples.bedroom, name: "bedroom"))
            try await store.save(Samples.schedule("a"), log: [])
            let other = Samples.schedule("b", device: Samples.bedroom)
            try await store.save(other, log: [])
            try await store.removeDevice(Samples.nursery, at: Samples.morning)
            #expect(try await store.devices() == [Samples.device(Samples.bedroom, name: "bedroom")])
            #expect(try await store.schedules() == [other])
        },
        Case("removeDevice_keepsLogAndEndedRecords_whenItHadSome") { store async throws in
            try await store.save(Samples.device())
            let outcomes: [OccurrenceOutcome] = [.done, .dismissed, .unattended, .cancelled, .missed, .superseded]
            let records = outcomes.map { Samples.ended(Samples.key(slot: $0.rawValue), outcome: $0) }
            for record in records { #expect(try await store.claim(record, settling: nil, log: [])) }
            try await store.append([Samples.entry()])
            try await store.removeDevice(Samples.nursery, at: Samples.morning)
            #expect(try await store.entries(since: nil, device: Samples.nursery, limit: 10) == [Samples.entry()])
            for record in records { #expect(try await store.record(record.key) == record) }
        },
        Case("removeDevice_cancelsItsOpenRecords_andNoOthers") { store async throws in
            try await store.save(Samples.device())
            let runs = Samples.runs + [nil]
            let records = runs.enumerated().map { Samples.record(Samples.key(slot: "\($0)"), run: $1) }
            var other = Samples.record(Samples.key("alarm-2"))
            other.device = Samples.bedroom
            for record in records + [other] { #expect(try await store.claim(record, settling: nil, log: [])) }
            let instant = Samples.morning + .nanoseconds(1)
            try await store.removeDevice(Samples.nursery, at: instant)
            for var record in records {
                record.run = nil
                record.outcome = .cancelled
                record.endedAt = instant
                record.actor = .person
                #expect(try await store.record(record.key) == record)
            }
            #expect(try await store.openRecords() == [other])
        },
        Case("removeDevice_leavesNothingToResume_whenItIsPairedAgain") { store async throws in
            try await store.save(Samples.device())
            #expect(try await store.claim(Samples.record(), settling: nil, log: []))
            try await store.removeDevice(Samples.nursery, at: Samples.morning)
            try await store.save(Samples.device())
            #expect(try await store.openRecords() == [])
            #expect(try await !store.update(Samples.record(), log: []))
            #expect(try await !store.claim(Samples.record(), settling: nil, log: []))
        },
        Case("removeDevice_doesNothing_whenThereIsNone") { store async throws in
            try await store.save(Samples.device())
            try await store.removeDevice(Samples.bedroom, at: Samples.morning)
            #expect(try await store.devices() == [Samples.device()])
        },
    ]
}
