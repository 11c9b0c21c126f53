// SPDX-License-Identifier: Apache-2.0

public import SleepModel

/// A row of the store that cannot be read; Lull ignores it and leaves it unchanged.
public struct QuarantinedRow: Hashable, Sendable {
    /// Where the row is.
    public enum Table: String, Hashable, Sendable, CaseIterable {
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

        /// What people call what is in it.
        public var plural: String {
            switch self {
            case .devices: "devices"
            case .schedules: "schedules"
            case .overrides: "changed dates"
            case .pauses: "pauses"
            case .holidays: "calendars of holidays"
            case .groups: "groups"
            case .holds: "values set by hand"
            case .notices: "notices"
            case .runs: "runs that had not ended"
            case .ledger: "past dates"
            case .log: "lines of the log"
            }
        }
    }

    /// Where the row is.
    public var table: Table
    /// The number of the row in its table.
    public var number: Int64
    /// The identity of the schedule that it is, or is about, as far as it can be read.
    public var schedule: ScheduleID?
    /// The kind of that schedule; nil where it cannot be read, and for rows about none.
    public var kind: ScheduleKind?
    /// The name of the device, schedule, calendar or group, as far as it can be read.
    public var name: String?
    /// The device that it is, or is about, as far as it can be read.
    public var device: MacAddress?
    /// Why it cannot be read: `corrupt` or `fromTheFuture`, with one sentence.
    public var error: StorageError

    /// Names the row, for example `schedules:3`.
    public var id: String { "\(table.rawValue):\(number)" }

    /// Makes a report about a row.
    public init(
        table: Table, number: Int64, schedule: ScheduleID? = nil, kind: ScheduleKind? = nil, name: String? = nil,
        device: MacAddress? = nil, error: StorageError
    ) {
        self.table = table
        self.number = number
        self.schedule = schedule
        self.kind = kind
        self.name = name
        self.device = device
        self.error = error
    }

    /// Whether it stands for whatever the table lacks since a damaged file was restored; its number is below zero.
    public var isNote: Bool { number < 0 }

    /// Whether it can be removed: what is in the ledger stays.
    public var isRemovable: Bool { table != .ledger || isNote }
}
