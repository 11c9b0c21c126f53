// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Storage

/// A change of the store as it stands in the journal.
enum JournalChange: Hashable, Codable, Sendable {
    case claim(OccurrenceRecord, settling: Schedule?, log: [LogEntry])
    case update(OccurrenceRecord, log: [LogEntry])
    case void(OccurrenceKey, OccurrenceReason, at: Instant, log: [LogEntry])
    case save(Schedule, log: [LogEntry])
    case remove(ScheduleID, log: [LogEntry])
    case override(OccurrenceOverride, log: [LogEntry])
    case removeOverride(ScheduleID, on: CivilDate, log: [LogEntry])
    case settings(NightSettings, log: [LogEntry])
    case holidays(name: String, [Holiday], log: [LogEntry])
    case removeHolidays(String, log: [LogEntry])
    case pair(PairedDevice, log: [LogEntry])
    case forget(MacAddress, at: Instant, log: [LogEntry])
    case hold(DeviceHolds, on: MacAddress, log: [LogEntry])
    case note([LogEntry])

    init(_ change: StoreChange) {
        self =
            switch change {
            case .claim(let record, let schedule, let log): .claim(record, settling: schedule, log: log)
            case .update(let record, let log): .update(record, log: log)
            case .void(let key, let reason, let instant, let log): .void(key, reason, at: instant, log: log)
            case .save(let schedule, let log): .save(schedule, log: log)
            case .remove(let schedule, let log): .remove(schedule, log: log)
            case .override(let override, let log): .override(override, log: log)
            case .removeOverride(let schedule, let date, let log): .removeOverride(schedule, on: date, log: log)
            case .settings(let settings, let log): .settings(settings, log: log)
            case .holidays(let calendar, let log): .holidays(name: calendar.name, calendar.holidays, log: log)
            case .removeHolidays(let name, let log): .removeHolidays(name, log: log)
            case .pair(let device, let log): .pair(device, log: log)
            case .forget(let device, let instant, let log): .forget(device, at: instant, log: log)
            case .hold(let holds, let device, let log): .hold(holds, on: device, log: log)
            // No provider makes notices or groups, or learns the type of an address.
            case .notices, .addressKind: .note([])
            case .group(_, let log), .removeGroup(_, let log): .note(log)
            case .note(let log): .note(log)
            }
    }

    var value: StoreChange {
        switch self {
        case .claim(let record, let schedule, let log): .claim(record, settling: schedule, log: log)
        case .update(let record, let log): .update(record, log: log)
        case .void(let key, let reason, let instant, let log): .void(key, reason, at: instant, log: log)
        case .save(let schedule, let log): .save(schedule, log: log)
        case .remove(let schedule, let log): .remove(schedule, log: log)
        case .override(let override, let log): .override(override, log: log)
        case .removeOverride(let schedule, let date, let log): .removeOverride(schedule, on: date, log: log)
        case .settings(let settings, let log): .settings(settings, log: log)
        case .holidays(let name, let holidays, let log):
            // What was a calendar is one.
            HolidayCalendar(name: name, holidays: holidays).map { .holidays($0, log: log) } ?? .note(log)
        case .removeHolidays(let name, let log): .removeHolidays(name, log: log)
        case .pair(let device, let log): .pair(device, log: log)
        case .forget(let device, let instant, let log): .forget(device, at: instant, log: log)
        case .hold(let holds, let device, let log): .hold(holds, on: device, log: log)
        case .note(let log): .note(log)
        }
    }
}
