// SPDX-License-Identifier: Apache-2.0

public import DeviceDocuments
public import SleepModel

/// Something that is stored but cannot be read; Lull ignores it and leaves it unchanged.
public struct DamagedRowDocument: Hashable, Codable, Sendable {
    /// Where it is.
    public enum Table: String, Hashable, Codable, Sendable, CaseIterable {
        /// Paired devices.
        case devices
        /// Routines, alarms and bedtimes.
        case schedules
        /// What is different on single dates.
        case overrides
        /// Pauses.
        case pauses
        /// Calendars of holidays.
        case holidays
        /// Groups of devices.
        case groups
        /// What was set by hand.
        case holds
        /// What somebody should know.
        case notices
        /// Occurrences that have begun and not ended.
        case runs
        /// The history of occurrences.
        case ledger
        /// The log.
        case log
    }

    /// What `remove` takes, for example `schedules:3`.
    public var id: String
    /// Where it is.
    public var table: Table
    /// The kind of schedule that it is, or is about; null where that cannot be read.
    @NullWhenAbsent public var kind: ScheduleKind?
    /// The id of that schedule; null where it cannot be read.
    @NullWhenAbsent public var schedule: String?
    /// The name of the device, schedule, calendar or group; null where it cannot be read.
    @NullWhenAbsent public var name: String?
    /// The nickname or the address of the device that it is, or is about; null where it cannot be read.
    @NullWhenAbsent public var device: String?
    /// The schedule that it is, or is about, or else the device; null where neither can be read.
    @NullWhenAbsent public var subject: Route?
    /// What that means, as one sentence.
    public var message: String
    /// Why it cannot be read, as one sentence.
    public var reason: String
    /// What to do next, as one sentence.
    public var advice: String

    /// Makes a document.
    public init(
        id: String, table: Table, kind: ScheduleKind?, schedule: String?, name: String?, device: String?,
        subject: Route?, message: String, reason: String, advice: String
    ) {
        self.id = id
        self.table = table
        self.kind = kind
        self.schedule = schedule
        self.name = name
        self.device = device
        self.subject = subject
        self.message = message
        self.reason = reason
        self.advice = advice
    }

    /// Whether a list of schedules of a kind may be incomplete because of it.
    public func affects(_ wanted: ScheduleKind) -> Bool {
        switch table {
        case .devices: true
        case .schedules, .overrides, .runs: kind.map { $0 == wanted } ?? true
        case .pauses, .holidays, .groups, .holds, .notices, .ledger, .log: false
        }
    }
}

/// Names something that cannot be read.
public struct DamagedSelection: Hashable, Codable, Sendable {
    /// Its id, for example `schedules:3`.
    public var id: String

    /// Makes a selection.
    public init(id: String) {
        self.id = id
    }
}
