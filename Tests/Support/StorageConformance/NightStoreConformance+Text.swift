// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Storage
import Testing

extension NightStoreConformance {
    static let textCases =
        CutText.all.map { text in
            Case("store_throwsInvalidTextAndChangesNothing_whenNulIsIn \(text.name)") { store async throws in
                try await fill(store)
                await expectError(.invalidText, naming: "\u{2400}") { () async throws(StorageError) in
                    try await text.call(store)
                }
                #expect(try await store.devices() == [Samples.device()])
                #expect(try await store.schedules() == [Samples.schedule()])
                #expect(try await store.openRecords() == [Samples.record()])
                #expect(try await store.record(CutText.newKey) == nil)
                #expect(try await store.entries(since: nil, device: nil, limit: 10) == [Samples.entry()])
            }
        } + [
            // A run is no name: its texts may hold anything.
            Case("claim_keepsARunWhole_whenItsBootIdentityContainsNul") { store async throws in
                let anchor = RunAnchor(wall: Samples.morning, boot: .zero, bootID: "boot\0x")
                let record = Samples.record(
                    CutText.newKey, run: .routine(RoutineRun(plan: RoutinePlan(steps: []), start: anchor)))
                #expect(try await store.claim(record, settling: nil, log: []))
                #expect(try await store.record(record.key) == record)
            }
        ]

    private static func fill(_ store: any NightStore) async throws {
        try await store.save(Samples.device())
        try await store.save(Samples.schedule(), log: [Samples.entry()])
        #expect(try await store.claim(Samples.record(), settling: nil, log: []))
    }
}

/// One call with a NUL in a text; cut there, the text would name something that the store has.
private struct CutText: Sendable {
    typealias Call = @Sendable (any NightStore) async throws(StorageError) -> Void

    let name: String
    let call: Call

    init(_ name: String, _ call: @escaping Call) {
        self.name = name
        self.call = call
    }

    static let key = Samples.key("alarm-1\0x")
    static let slot = Samples.key(slot: OccurrenceKey.scheduledSlot + "\0x")
    static let newKey = Samples.key(day: 15)

    static let all = [
        CutText("a device's name") { (store) async throws(StorageError) in
            try await store.save(Samples.device(name: "nursery\0x"))
        },
        CutText("a device's product") { (store) async throws(StorageError) in
            var device = Samples.device()
            device.product = HardwareProduct(rawValue: "\0")
            try await store.save(device)
        },
        CutText("a schedule's name") { (store) async throws(StorageError) in
            try await store.save(Samples.schedule(name: "Wake\0x"), log: [])
        },
        CutText("a schedule's identity") { (store) async throws(StorageError) in
            try await store.save(Samples.schedule("alarm-1\0x", name: "other"), log: [])
        },
        CutText("a schedule's zone") { (store) async throws(StorageError) in
            var schedule = Samples.schedule()
            schedule.zone = "Europe/Berlin\0x"
            try await store.save(schedule, log: [])
        },
        CutText("a removed schedule's identity") { (store) async throws(StorageError) in
            try await store.removeSchedule(key.schedule, log: [])
        },
        CutText("a saved schedule's log") { (store) async throws(StorageError) in
            try await store.save(Samples.schedule(name: "other"), log: [Samples.entry(name: "\0")])
        },
        CutText("a removed schedule's log") { (store) async throws(StorageError) in
            try await store.removeSchedule(Samples.schedule().id, log: [Samples.entry(name: "\0")])
        },
        CutText("a claimed record's schedule") { (store) async throws(StorageError) in
            _ = try await store.claim(Samples.record(key), settling: nil, log: [])
        },
        CutText("a claimed record's slot") { (store) async throws(StorageError) in
            _ = try await store.claim(Samples.record(slot), settling: nil, log: [])
        },
        CutText("a claimed record's name") { (store) async throws(StorageError) in
            var record = Samples.record(newKey)
            record.name = "\0Wake"
            _ = try await store.claim(record, settling: nil, log: [])
        },
        CutText("a claimed record's zone data") { (store) async throws(StorageError) in
            var record = Samples.record(newKey)
            record.zoneData = "2025b\0"
            _ = try await store.claim(record, settling: nil, log: [])
        },
        CutText("a settled schedule's identity") { (store) async throws(StorageError) in
            var settled = Samples.schedule("alarm-1\0x")
            settled.isEnabled = false
            _ = try await store.claim(Samples.record(newKey), settling: settled, log: [])
        },
        CutText("a claim's log") { (store) async throws(StorageError) in
            _ = try await store.claim(
                Samples.record(newKey), settling: nil, log: [Samples.entry(1), Samples.entry(2, name: "Wake\0x")])
        },
        CutText("an updated record's schedule") { (store) async throws(StorageError) in
            _ = try await store.update(Samples.ended(key), log: [])
        },
        CutText("an updated record's slot") { (store) async throws(StorageError) in
            _ = try await store.update(Samples.ended(slot), log: [])
        },
        CutText("an updated record's name") { (store) async throws(StorageError) in
            var record = Samples.ended()
            record.name = "Wake\0x"
            _ = try await store.update(record, log: [])
        },
        CutText("an update's log") { (store) async throws(StorageError) in
            _ = try await store.update(Samples.ended(), log: [Samples.entry(name: "\0")])
        },
        CutText("a key to look up") { (store) async throws(StorageError) in _ = try await store.record(key) },
        CutText("a schedule whose keys are asked for") { (store) async throws(StorageError) in
            _ = try await store.keys(of: key.schedule, plannedAfter: .min)
        },
        CutText("an entry's name") { (store) async throws(StorageError) in
            try await store.append([Samples.entry(1), Samples.entry(2, name: "\0")])
        },
    ]
}
