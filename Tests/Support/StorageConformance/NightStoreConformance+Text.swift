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
                #expect(try await store.overrides() == [Samples.skip()])
                #expect(try await store.settings() == Samples.settings)
                #expect(try await store.openRecords() == [Samples.record()])
                #expect(try await store.record(CutText.newKey) == nil)
                #expect(try await store.log() == [Samples.entry()])
            }
        } + [
            // A run is no name: its texts may hold anything.
            Case("claim_keepsARunWhole_whenItsBootIdentityContainsNul") { store async throws in
                let anchor = RunAnchor(wall: Samples.morning, boot: .zero, bootID: "boot\0x")
                let record = Samples.record(
                    CutText.newKey, run: .routine(RoutineRun(plan: RoutinePlan(steps: []), start: anchor)))
                #expect(try await store.claim(record))
                #expect(try await store.record(record.key) == record)
            }
        ]

    private static func fill(_ store: any NightStore) async throws {
        try await store.pair(Samples.device())
        try await store.save(Samples.schedule(), log: [Samples.entry()])
        try await store.override(Samples.skip())
        try await store.commit(.settings(Samples.settings, log: []))
        #expect(try await store.claim(Samples.record()))
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
            try await store.pair(Samples.device(name: "nursery\0x"))
        },
        CutText("a device's product") { (store) async throws(StorageError) in
            var device = Samples.device()
            device.product = HardwareProduct(rawValue: "\0")
            try await store.pair(device)
        },
        CutText("a schedule's name") { (store) async throws(StorageError) in
            try await store.save(Samples.schedule(name: "Wake\0x"))
        },
        CutText("a schedule's identity") { (store) async throws(StorageError) in
            try await store.save(Samples.schedule("alarm-1\0x", name: "other"))
        },
        CutText("a schedule's zone") { (store) async throws(StorageError) in
            var schedule = Samples.schedule()
            schedule.zone = "Europe/Berlin\0x"
            try await store.save(schedule)
        },
        CutText("a removed schedule's identity") { (store) async throws(StorageError) in
            try await store.remove(key.schedule.rawValue)
        },
        CutText("a saved schedule's log") { (store) async throws(StorageError) in
            try await store.save(Samples.schedule(name: "other"), log: [Samples.entry(name: "\0")])
        },
        CutText("a removed schedule's log") { (store) async throws(StorageError) in
            try await store.remove(Samples.schedule().id.rawValue, log: [Samples.entry(name: "\0")])
        },
        CutText("a claimed record's schedule") { (store) async throws(StorageError) in
            _ = try await store.claim(Samples.record(key))
        },
        CutText("a claimed record's slot") { (store) async throws(StorageError) in
            _ = try await store.claim(Samples.record(slot))
        },
        CutText("a claimed record's name") { (store) async throws(StorageError) in
            var record = Samples.record(newKey)
            record.name = "\0Wake"
            _ = try await store.claim(record)
        },
        CutText("a claimed record's zone data") { (store) async throws(StorageError) in
            var record = Samples.record(newKey)
            record.zoneData = "2025b\0"
            _ = try await store.claim(record)
        },
        CutText("a settled schedule's identity") { (store) async throws(StorageError) in
            var settled = Samples.schedule("alarm-1\0x")
            settled.isEnabled = false
            _ = try await store.claim(Samples.record(newKey), settling: settled)
        },
        CutText("a claim's log") { (store) async throws(StorageError) in
            _ = try await store.claim(
                Samples.record(newKey), log: [Samples.entry(1), Samples.entry(2, name: "Wake\0x")])
        },
        CutText("an updated record's schedule") { (store) async throws(StorageError) in
            _ = try await store.update(Samples.ended(key))
        },
        CutText("an updated record's slot") { (store) async throws(StorageError) in
            _ = try await store.update(Samples.ended(slot))
        },
        CutText("an updated record's name") { (store) async throws(StorageError) in
            var record = Samples.ended()
            record.name = "Wake\0x"
            _ = try await store.update(record)
        },
        CutText("an update's log") { (store) async throws(StorageError) in
            _ = try await store.update(Samples.ended(), log: [Samples.entry(name: "\0")])
        },
        CutText("a refused claim's log") { (store) async throws(StorageError) in
            _ = try await store.claim(Samples.record(), log: [Samples.entry(name: "\0")])
        },
        CutText("a refused update's log") { (store) async throws(StorageError) in
            _ = try await store.update(Samples.record(newKey), log: [Samples.entry(name: "\0")])
        },
        CutText("a voided key's schedule") { (store) async throws(StorageError) in _ = try await store.void(key) },
        CutText("a voided key's slot") { (store) async throws(StorageError) in _ = try await store.void(slot) },
        CutText("an override's schedule") { (store) async throws(StorageError) in
            try await store.override(Samples.skip("alarm-1\0x"))
        },
        CutText("a removed override's schedule") { (store) async throws(StorageError) in
            try await store.commit(.removeOverride(key.schedule, on: Samples.date(), log: []))
        },
        CutText("the zone of the pause of everything") { (store) async throws(StorageError) in
            let pause = Pause(since: Samples.morning, until: nil, zone: "UTC\0")
            try await store.commit(.settings(NightSettings(pause: pause), log: []))
        },
        CutText("the zone of a device's pause") { (store) async throws(StorageError) in
            let pause = Pause(since: Samples.morning, until: nil, zone: "UTC\0")
            try await store.commit(.settings(NightSettings(devicePauses: [Samples.nursery: pause]), log: []))
        },
        CutText("a forgotten device's log") { (store) async throws(StorageError) in
            try await store.forget(Samples.nursery, log: [Samples.entry(name: "\0")])
        },
        CutText("an entry's schedule") { (store) async throws(StorageError) in
            var entry = Samples.entry()
            entry.schedule = ScheduleID(rawValue: "\0")
            try await store.note([entry])
        },
        CutText("an entry's occurrence") { (store) async throws(StorageError) in
            var entry = Samples.entry()
            entry.occurrence?.slot = "scheduled\0"
            try await store.note([entry])
        },
        CutText("a schedule whose records are asked for") { (store) async throws(StorageError) in
            _ = try await store.records(of: key.schedule, from: .min, to: .max, limit: 1)
        },
        CutText("a key to look up") { (store) async throws(StorageError) in _ = try await store.record(key) },
        CutText("a schedule whose keys are asked for") { (store) async throws(StorageError) in
            _ = try await store.keys(of: key.schedule, plannedAfter: .min)
        },
        CutText("an entry's name") { (store) async throws(StorageError) in
            try await store.note([Samples.entry(1), Samples.entry(2, name: "\0")])
        },
    ]
}
