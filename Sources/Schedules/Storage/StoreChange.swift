// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel

/// A change of the store; changes that are committed together are all on the disk, or none is.
public enum StoreChange: Hashable, Sendable {
    /// Enter an occurrence, settle the stored schedule with the identity of `settling`, and note the log.
    ///
    /// Settling keeps the later `settledThrough` of the two, and leaves the stored schedule enabled only if both are.
    /// It changes nothing else, and does not bring back a schedule that is no longer stored. A record with an outcome
    /// ended without ever beginning. The claim is refused when the ledger has the key, with one exception: a record
    /// without an outcome replaces a missed one, so that the occurrence can still happen when a clock that was ahead is
    /// set back. A voided occurrence is treated as never entered.
    case claim(OccurrenceRecord, settling: Schedule?, log: [LogEntry])
    /// Keep the next state of an open occurrence, or its end. Refused when it is missing or has ended: an end is final.
    case update(OccurrenceRecord, log: [LogEntry])
    /// Void an occurrence that happened under a wrong clock, so that it can be claimed again.
    ///
    /// Refused unless it has ended.
    case void(OccurrenceKey, OccurrenceReason, at: Instant, log: [LogEntry])
    /// Add a schedule, or replace the one with the same identity.
    ///
    /// Throws `conflict` when another schedule of the same device and kind has the name.
    case save(Schedule, log: [LogEntry])
    /// Remove a schedule and its overrides; the ledger keeps its history. Refused when there is no such schedule.
    case remove(ScheduleID, log: [LogEntry])
    /// Save what is different on a date, in place of an earlier override.
    case override(OccurrenceOverride, log: [LogEntry])
    /// Remove the override of a date. Refused when there is none.
    case removeOverride(ScheduleID, on: CivilDate, log: [LogEntry])
    /// Save the settings.
    case settings(NightSettings, log: [LogEntry])
    /// Save a calendar of holidays, in place of the one with its name.
    case holidays(HolidayCalendar, log: [LogEntry])
    /// Remove the calendar of holidays with a name. Refused when there is none.
    case removeHolidays(String, log: [LogEntry])
    /// Save a group of devices, in place of the one with its name.
    case group(DeviceGroup, log: [LogEntry])
    /// Remove the group with a name; its devices and schedules stay as they are. Refused when there is none.
    case removeGroup(String, log: [LogEntry])
    /// Add a device, or replace the one with the same address.
    ///
    /// Throws `conflict` when another device has the name.
    case pair(PairedDevice, log: [LogEntry])
    /// Save the type of a device's address, which nobody had told when it was paired. Refused when there is no such
    /// device, or its type is known.
    case addressKind(AddressKind, of: MacAddress)
    /// Forget a device with its schedules, their overrides, its pause and its holds, and end its open records as
    /// cancelled by a person, so that pairing the device again does not resume them. Refused when there is no such
    /// device.
    case forget(MacAddress, at: Instant, log: [LogEntry])
    /// Save what was set by hand on a device, in place of what was before. Refused when there is no such device.
    case hold(DeviceHolds, on: MacAddress, log: [LogEntry])
    /// Keep notices, in place of those with their numbers, and drop those with other numbers.
    case notices([Notice], dropping: Set<Int>)
    /// Note entries in the log.
    case note([LogEntry])
}

extension StoreChange {
    /// The entries that are noted when the change is made.
    public var log: [LogEntry] {
        switch self {
        case .claim(_, _, let log), .update(_, let log), .void(_, _, _, let log), .save(_, let log),
            .remove(_, let log), .override(_, let log), .removeOverride(_, _, let log), .settings(_, let log),
            .holidays(_, let log), .removeHolidays(_, let log), .group(_, let log), .removeGroup(_, let log),
            .pair(_, let log), .forget(_, _, let log), .hold(_, _, let log), .note(let log):
            log
        case .notices, .addressKind: []
        }
    }
}
