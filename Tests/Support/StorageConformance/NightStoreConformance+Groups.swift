// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Storage
import Testing

extension NightStoreConformance {
    static let groupCases = [
        Case("groups_areNone_atFirst") { store async throws in
            #expect(try await store.groups() == [])
        },
        Case("group_keepsTheOrderOfItsDevices_andTheLog") { store async throws in
            let group = try Samples.group()
            #expect(try await store.commit(.group(group, log: [Samples.entry()])))
            #expect(try await store.groups() == [group])
            #expect(try await store.log() == [Samples.entry()])
        },
        Case("group_takesThePlace_ofTheOneWithItsName_whateverTheCase") { store async throws in
            let other = try Samples.group("attic")
            for group in [try Samples.group("Äpfel"), other] { try await store.commit(.group(group, log: [])) }
            let renewed = try Samples.group("ÄPFEL", members: [Samples.nursery])
            #expect(try await store.commit(.group(renewed, log: [])))
            #expect(try await store.groups() == [other, renewed])
        },
        Case("removeGroup_removesOne_andLeavesItsSchedules") { store async throws in
            for name in ["kids", "attic"] { try await store.commit(.group(try Samples.group(name), log: [])) }
            try await store.save(Samples.schedule(group: "kids"))
            #expect(try await store.commit(.removeGroup("KIDS", log: [Samples.entry()])))
            #expect(try await store.groups().map(\.name) == ["attic"])
            #expect(try await store.schedules() == [Samples.schedule(group: "kids")])
            #expect(try await store.log() == [Samples.entry()])
        },
        Case("removeGroup_isRefusedAndNotesNothing_withoutOne") { store async throws in
            #expect(try await !store.commit(.removeGroup("kids", log: [Samples.entry()])))
            #expect(try await store.log() == [])
        },
        Case("group_isRefused_withANulInItsName") { store async throws in
            let group = try Samples.group("a\0b")
            await expectError(.invalidText) { () async throws(StorageError) in
                _ = try await store.commit(.group(group, log: []))
            }
            #expect(try await store.groups() == [])
        },
    ]
}
