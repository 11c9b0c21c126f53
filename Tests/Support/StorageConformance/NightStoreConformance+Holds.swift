// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Storage
import Testing

extension NightStoreConformance {
    static let holdCases = [
        Case("holds_areNone_atFirst") { store async throws in
            try await store.pair(Samples.device())
            #expect(try await store.holds() == [:])
        },
        Case("hold_keepsTheWholeValue_ofEachDevice") { store async throws in
            try await store.pair(Samples.device())
            try await store.pair(Samples.device(Samples.bedroom, name: "bedroom"))
            #expect(try await store.commit(.hold(Samples.holds, on: Samples.nursery, log: [Samples.entry()])))
            #expect(try await store.commit(.hold(DeviceHolds(settledAt: .max), on: Samples.bedroom, log: [])))
            #expect(
                try await store.holds()
                    == [Samples.nursery: Samples.holds, Samples.bedroom: DeviceHolds(settledAt: .max)])
            #expect(try await store.log() == [Samples.entry()])
        },
        Case("hold_replacesWhatWasBefore") { store async throws in
            try await store.pair(Samples.device())
            #expect(try await store.commit(.hold(Samples.holds, on: Samples.nursery, log: [])))
            let other = DeviceHolds(holds: [Samples.holds.holds[2]])
            #expect(try await store.commit(.hold(other, on: Samples.nursery, log: [])))
            #expect(try await store.holds() == [Samples.nursery: other])
        },
        Case("hold_isRefusedAndChangesNothing_whenThereIsNoSuchDevice") { store async throws in
            try await store.pair(Samples.device())
            #expect(try await !store.commit(.hold(Samples.holds, on: Samples.bedroom, log: [Samples.entry()])))
            #expect(try await store.holds() == [:])
            #expect(try await store.log() == [])
        },
        Case("forget_removesWhatWasSetByHand_andPairingDoesNotBringItBack") { store async throws in
            for (address, name) in [(Samples.nursery, "nursery"), (Samples.bedroom, "bedroom")] {
                try await store.pair(Samples.device(address, name: name))
                #expect(try await store.commit(.hold(Samples.holds, on: address, log: [])))
            }
            try await store.forget(Samples.nursery)
            try await store.pair(Samples.device())
            #expect(try await store.holds() == [Samples.bedroom: Samples.holds])
        },
    ]
}
