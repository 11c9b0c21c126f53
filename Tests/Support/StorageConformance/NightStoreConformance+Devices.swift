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
        Case("pair_keepsTheWholeValue_whateverTheProduct") { store async throws in
            let device = PairedDevice(
                address: Samples.nursery, name: "Kinderzimmer \u{1F319} \"links\"",
                product: HardwareProduct(rawValue: "from-the-future"), pairedAt: Samples.morning)
            try await store.pair(device)
            #expect(try await store.devices() == [device])
        },
        Case("pair_keepsTheLimit_whateverItHas") { store async throws in
            let limits = [
                DeviceLimit(volume: .ringFloor), DeviceLimit(brightness: Level(rawValue: 1)),
                DeviceLimit(
                    volume: .full, brightness: .full,
                    hours: DailyHours(from: Samples.time(20, 0), until: Samples.time(7, 0))),
                nil,
            ]
            for limit in limits {
                var device = Samples.device()
                device.limit = limit
                try await store.pair(device)
                #expect(try await store.devices() == [device])
            }
        },
        Case("pair_keepsTheTypeOfTheAddress_ifThereIsOne") { store async throws in
            for kind in AddressKind.allCases.map(Optional.some) + [nil] {
                var device = Samples.device()
                device.addressKind = kind
                try await store.pair(device)
                #expect(try await store.devices() == [device])
            }
        },
        Case("addressKind_isLearnedOnce_andOfAPairedDeviceOnly") { store async throws in
            let change = StoreChange.addressKind(.random, of: Samples.nursery)
            #expect(try await !store.commit(change))
            var device = Samples.device()
            try await store.pair(device)
            #expect(try await store.commit(change))
            device.addressKind = .random
            #expect(try await store.devices() == [device])
            #expect(try await !store.commit(.addressKind(.assigned, of: Samples.nursery)))
            #expect(try await store.devices() == [device])
        },
        Case("pair_keepsWhetherItIsMirrored") { store async throws in
            for isMirrored in [true, false] {
                var device = Samples.device()
                device.isMirrored = isMirrored
                try await store.pair(device)
                #expect(try await store.devices() == [device])
            }
        },
        Case("pair_keepsTheInstant_atBothEndsOfTime") { store async throws in
            var first = Samples.device()
            first.pairedAt = .min
            var last = Samples.device(Samples.bedroom, name: "bedroom")
            last.pairedAt = .max
            try await store.pair(first)
            try await store.pair(last)
            #expect(try await store.devices() == [first, last])
        },
        Case("devices_comeInTheOrderOfPairing_notOfAddressOrClock") { store async throws in
            var late = Samples.device(Samples.address(0xFF), name: "late clock")
            late.pairedAt = Samples.morning + .seconds(3600)
            let early = Samples.device(Samples.address(0x01), name: "early clock")
            try await store.pair(late)
            try await store.pair(early)
            #expect(try await store.devices() == [late, early])
        },
        Case("pair_replacesInPlace_whenTheAddressIsKnown") { store async throws in
            try await store.pair(Samples.device())
            let other = Samples.device(Samples.bedroom, name: "bedroom")
            try await store.pair(other)
            let renamed = Samples.device(name: "cot")
            try await store.pair(renamed)
            #expect(try await store.devices() == [renamed, other])
        },
        Case("pair_keepsItsOwnName_whenOnlyTheCaseChanges") { store async throws in
            try await store.pair(Samples.device(name: "nursery"))
            try await store.pair(Samples.device(name: "Nursery"))
            #expect(try await store.devices() == [Samples.device(name: "Nursery")])
        },
        Case("pair_conflicts_whenAnotherHasTheNameInAnyCase") { store async throws in
            try await store.pair(Samples.device(name: "nursery"))
            await expectError(.conflict, naming: "NURSERY") { () async throws(StorageError) in
                try await store.pair(Samples.device(Samples.bedroom, name: "NURSERY"))
            }
            #expect(try await store.devices() == [Samples.device(name: "nursery")])
        },
        Case("pair_conflicts_whenTheNamesAreEqualInUnicode") { store async throws in
            try await store.pair(Samples.device(name: "B\u{E9}b\u{E9}"))
            await expectError(.conflict) { () async throws(StorageError) in
                try await store.pair(Samples.device(Samples.bedroom, name: "BE\u{301}BE\u{301}"))
            }
        },
        Case("pair_takesAName_afterItsDeviceIsRemoved") { store async throws in
            try await store.pair(Samples.device(name: "nursery"))
            try await store.forget(Samples.nursery)
            let next = Samples.device(Samples.bedroom, name: "nursery")
            try await store.pair(next)
            #expect(try await store.devices() == [next])
        },
        Case("forget_removesItsSchedules_andNoOthers") { store async throws in
            try await store.pair(Samples.device())
            try await store.pair(Samples.device(Samples.bedroom, name: "bedroom"))
            try await store.save(Samples.schedule("a"))
            let other = Samples.schedule("b", device: Samples.bedroom)
            try await store.save(other)
            try await store.forget(Samples.nursery)
            #expect(try await store.devices() == [Samples.device(Samples.bedroom, name: "bedroom")])
            #expect(try await store.schedules() == [other])
        },
        Case("forget_keepsLogAndEndedRecords_whenItHadSome") { store async throws in
            try await store.pair(Samples.device())
            let records = Samples.outcomes.map { Samples.ended(Samples.key(slot: $0.rawValue), outcome: $0) }
            for record in records { #expect(try await store.claim(record)) }
            try await store.note([Samples.entry()])
            try await store.forget(Samples.nursery)
            #expect(try await store.entries(since: nil, device: Samples.nursery, limit: 10) == [Samples.entry()])
            for record in records { #expect(try await store.record(record.key) == record) }
        },
        Case("forget_cancelsItsOpenRecords_andNoOthers") { store async throws in
            try await store.pair(Samples.device())
            let runs = Samples.runs + [nil]
            let records = runs.enumerated().map { Samples.record(Samples.key(slot: "\($0)"), run: $1) }
            var other = Samples.record(Samples.key("alarm-2"))
            other.device = Samples.bedroom
            for record in records + [other] { #expect(try await store.claim(record)) }
            let instant = Samples.morning + .nanoseconds(1)
            try await store.forget(Samples.nursery, at: instant)
            for var record in records {
                record.run = nil
                record.outcome = .cancelled
                record.endedAt = instant
                record.actor = .person
                #expect(try await store.record(record.key) == record)
            }
            #expect(try await store.openRecords() == [other])
        },
        Case("forget_leavesNothingToResume_whenItIsPairedAgain") { store async throws in
            try await store.pair(Samples.device())
            #expect(try await store.claim(Samples.record()))
            try await store.forget(Samples.nursery)
            try await store.pair(Samples.device())
            #expect(try await store.openRecords() == [])
            #expect(try await !store.update(Samples.record()))
            #expect(try await !store.claim(Samples.record()))
        },
        Case("pair_notesTheLog_withIt") { store async throws in
            try await store.pair(Samples.device(), log: [Samples.entry(1)])
            try await store.pair(Samples.device(name: "cot"), log: [Samples.entry(2)])
            #expect(try await store.log() == [Samples.entry(1), Samples.entry(2)])
        },
        Case("forget_removesItsOverridesAndItsPause_andNoOthers") { store async throws in
            try await store.pair(Samples.device())
            try await store.save(Samples.schedule("a"))
            try await store.save(Samples.schedule("b", device: Samples.bedroom))
            let others = [Samples.skip("b"), Samples.skip("elsewhere")]
            for override in [Samples.skip("a"), Samples.skip("a", day: 15)] + others {
                try await store.override(override)
            }
            try await store.commit(.settings(Samples.settings, log: []))
            try await store.forget(Samples.nursery)
            #expect(try await store.overrides() == others)
            var settings = Samples.settings
            settings.devicePauses[Samples.nursery] = nil
            #expect(try await store.settings() == settings)
        },
        Case("forget_notesTheLog_whenThereIsSuchADevice") { store async throws in
            try await store.pair(Samples.device())
            #expect(try await store.forget(Samples.nursery, log: [Samples.entry()]))
            #expect(try await store.log() == [Samples.entry()])
        },
        Case("forget_isRefusedAndChangesNothing_whenThereIsNone") { store async throws in
            try await store.pair(Samples.device())
            try await store.save(Samples.schedule("b", device: Samples.bedroom))
            try await store.override(Samples.skip("b"))
            try await store.commit(.settings(Samples.settings, log: []))
            var record = Samples.record()
            record.device = Samples.bedroom
            #expect(try await store.claim(record))
            #expect(try await !store.forget(Samples.bedroom, log: [Samples.entry()]))
            #expect(try await store.devices() == [Samples.device()])
            #expect(try await store.schedules().count == 1)
            #expect(try await store.overrides() == [Samples.skip("b")])
            #expect(try await store.settings() == Samples.settings)
            #expect(try await store.openRecords() == [record])
            #expect(try await store.log() == [])
        },
    ]
}
