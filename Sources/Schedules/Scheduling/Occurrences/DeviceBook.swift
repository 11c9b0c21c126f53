// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel
public import Storage

/// Everything the store holds of one device's schedules, read once when the device's rooms are set up.
public struct DeviceBook: Sendable {
    private let schedules: [Schedule]
    private let running: [OccurrenceRecord]
    private let known: [ScheduleID: Set<OccurrenceKey>]

    /// Reads what `store` holds of `device`; `now` bounds how far back occurrences are looked for.
    public static func read(
        _ device: MacAddress, from store: any NightStore, at now: Instant
    ) async throws(StorageError) -> DeviceBook {
        let schedules = try await store.schedules().filter { $0.device == device }
        let running = try await store.openRecords().filter { $0.device == device }
        var known: [ScheduleID: Set<OccurrenceKey>] = [:]
        for schedule in schedules {
            known[schedule.id] = try await store.keys(of: schedule.id, plannedAfter: now - ScheduleReview.horizon)
        }
        return DeviceBook(schedules: schedules, running: running, known: known)
    }

    /// The occurrences of one kind.
    public func occurrences(of kind: ScheduleKind, zones: ZoneBook) -> OccurrenceMachine {
        OccurrenceMachine(
            schedules: schedules.filter { $0.kind == kind }, running: running.filter { $0.kind == kind }, known: known,
            zones: zones)
    }
}
