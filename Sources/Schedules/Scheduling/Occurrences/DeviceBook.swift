// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel
public import Storage

/// Everything the store holds of one device's schedules, read once when the device is opened.
public struct DeviceBook: Sendable {
    private let schedules: [Schedule]
    private let running: [OccurrenceRecord]
    private let known: [ScheduleID: [OccurrenceKey: OccurrenceStanding]]
    private let overrides: [OccurrenceOverride]
    private let pauses: [Pause]
    private let holidays: HolidayBook

    /// Reads what `store` holds of `device`; `now` bounds how far back occurrences are looked for.
    public static func read(
        _ device: MacAddress, from store: any NightStore, at now: Instant
    ) async throws(StorageError) -> DeviceBook {
        let schedules = try await store.schedules().filter { $0.device == device }
        let running = try await store.openRecords().filter { $0.device == device }
        var known: [ScheduleID: [OccurrenceKey: OccurrenceStanding]] = [:]
        for schedule in schedules {
            known[schedule.id] = try await store.keys(of: schedule.id, plannedAfter: now - ScheduleReview.horizon)
        }
        let identifiers = Set(schedules.map(\.id))
        return DeviceBook(
            schedules: schedules, running: running, known: known,
            overrides: try await store.overrides().filter { identifiers.contains($0.schedule) },
            pauses: try await store.settings().pauses(of: device),
            holidays: HolidayBook(try await store.holidays()))
    }

    /// The occurrences of one kind.
    public func occurrences(of kind: ScheduleKind, zones: ZoneBook) -> OccurrenceMachine {
        OccurrenceMachine(
            schedules: schedules.filter { $0.kind == kind }, running: running.filter { $0.kind == kind }, known: known,
            overrides: overrides, pauses: pauses, holidays: holidays, zones: zones)
    }
}

extension NightSettings {
    /// The pauses that hold for a device.
    public func pauses(of device: MacAddress) -> [Pause] {
        [pause, devicePauses[device]].compactMap { $0 }
    }
}
