// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Storage

/// Everything that a store answers.
struct StoreContents: Equatable {
    var devices: [PairedDevice]
    var schedules: [Schedule]
    var overrides: [OccurrenceOverride]
    var settings: NightSettings
    var holidays: [HolidayCalendar]
    var openRecords: [OccurrenceRecord]
    var records: [OccurrenceRecord]
    var keys: [[OccurrenceKey: OccurrenceStanding]]
    var log: [LogEntry]

    init(of store: any NightStore) async throws {
        devices = try await store.devices()
        schedules = try await store.schedules()
        overrides = try await store.overrides()
        settings = try await store.settings()
        holidays = try await store.holidays()
        openRecords = try await store.openRecords()
        records = try await store.records(of: nil, from: .min, to: .max, limit: 100_000)
        keys = []
        for schedule in schedules { keys.append(try await store.keys(of: schedule.id, plannedAfter: .min)) }
        log = try await store.entries(since: nil, device: nil, limit: 10_000)
    }

    /// What differs from what should be there, in words.
    func differences(from expected: StoreContents) -> [String] {
        func difference<Value: Equatable>(_ name: String, _ found: [Value], _ expected: [Value]) -> String? {
            guard found != expected else { return nil }
            let surplus = found.filter { !expected.contains($0) }
            let lacking = expected.filter { !found.contains($0) }
            return "the store's \(name) have \(surplus) in place of \(lacking)"
        }
        return [
            difference("devices", devices, expected.devices),
            difference("schedules", schedules, expected.schedules),
            difference("overrides", overrides, expected.overrides),
            difference("settings", [settings], [expected.settings]),
            difference("holidays", holidays, expected.holidays),
            difference("open records", openRecords, expected.openRecords),
            difference("records", records, expected.records),
            difference("keys", keys, expected.keys),
            difference("log", log, expected.log),
        ].compactMap(\.self)
    }
}
