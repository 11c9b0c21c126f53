// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel

/// Something to be made durable; what is committed together is on disk together or not at all.
public enum StoreChange: Hashable, Sendable {
    /// Enter an occurrence, settle the stored schedule with the identity of `settling`, if there is one, and note the log.
    ///
    /// To settle is to keep the later `settledThrough` of the two, and to leave the stored schedule enabled only if both
    /// are; everything else of it stays as it is, and one that is no longer stored is not brought back. A record with an
    /// outcome is one that ended without ever beginning. Refused when the ledger has the key, except that a record
    /// without an outcome takes the place of one that was missed, which must not stand in the way of its occurrence
    /// after a clock that was ahead is set back. What was taken back is as if it had never been entered.
    case claim(OccurrenceRecord, settling: Schedule?, log: [LogEntry])
    /// Keep an open occurrence's next state, or its end. Refused when it is not there or has ended: an end is final.
    case update(OccurrenceRecord, log: [LogEntry])
    /// Take back an occurrence that happened under a wrong clock, so that it can be claimed again.
    ///
    /// Refused unless it has ended.
    case void(OccurrenceKey, OccurrenceReason, at: Instant, log: [LogEntry])
    /// Add a schedule, or replace the one with the same identity.
    ///
    /// Throws `conflict` when another schedule of the same device and kind has the name.
    case save(Schedule, log: [LogEntry])
    /// Remove a schedule and its overrides; what happened stays. Refused when there is none.
    case remove(ScheduleID, log: [LogEntry])
    /// Keep what is different on a date, in place of what was to be before.
    case override(OccurrenceOverride, log: [LogEntry])
    /// Take back what was to be different on a date. Refused when nothing was.
    case removeOverride(ScheduleID, on: CivilDate, log: [LogEntry])
    /// Keep the settings.
    case settings(NightSettings, log: [LogEntry])
    /// Add a device, or replace the one with the same address.
    ///
    /// Throws `conflict` when another device has the name.
    case pair(PairedDevice, log: [LogEntry])
    /// Forget a device with its schedules, their overrides and its pause, and end its open records as cancelled by a
    /// person, so that pairing the device again does not resume them. Refused when there is no such device.
    case forget(MacAddress, at: Instant, log: [LogEntry])
    /// Note what happened.
    case note([LogEntry])
}

extension StoreChange {
    /// What is noted when the change is made.
    public var log: [LogEntry] {
        switch self {
        case .claim(_, _, let log), .update(_, let log), .void(_, _, _, let log), .save(_, let log),
            .remove(_, let log), .override(_, let log), .removeOverride(_, _, let log), .settings(_, let log),
            .pair(_, let log), .forget(_, _, let log), .note(let log):
            log
        }
    }
}
