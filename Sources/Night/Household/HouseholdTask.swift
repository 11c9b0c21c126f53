// SPDX-License-Identifier: Apache-2.0

public import SleepModel

/// What runs for as long as a household does: one task of each, and nothing beside them.
///
/// Each works for a value. An equal value changes nothing; another one ends the task and begins it anew.
/// `RunningHousehold.perform` says what each does.
///
/// The clock, the zone, the zones' data and the plan restart nothing when they change. Alarms fall due by the newest of all
/// four, in one order, so `time` and `plan` look at them before anything does, and what changes wakes them. A restart would
/// also cancel a task while it claims an occurrence. The adapter is followed where the radio is: a transport takes up
/// listening by itself when its adapter is back, and `listening` goes on meanwhile.
public enum HouseholdTask: Hashable, Sendable {
    /// What a household has one of; works for the household.
    case common(Common)
    /// Takes what devices advertise; works for the addresses of those that are open, and does not run without any.
    case listening
    /// What each device has one of; works for its controller.
    case device(DeviceKey, Part)

    /// The tasks that a household has one of.
    public enum Common: CaseIterable, Hashable, Sendable {
        /// Releases what a killed process left connected.
        case release
        /// Follows the clock of the host, its zone and the zones' data.
        case time
        /// Waits until everything scheduled has followed the clock once.
        case firstLooks
        /// Looks once whether the ledger holds what it should.
        case audit
        /// Logs for how long no daemon ran, and notes that this one does.
        case life
        /// Makes backups.
        case backups
        /// Saves notices, and passes them to the owner's command.
        case notices
    }

    /// The tasks that each device has one of, in the order in which they begin.
    public enum Part: CaseIterable, Hashable, Sendable {
        /// Delivers what is wanted of the device, and looks after its link.
        case delivery
        /// Tells those who watch what the device reports.
        case events
        /// Lets time pass for what is planned on the device.
        case plan
    }

    /// Whether it is for schedules; a single command without a daemon runs nothing of these.
    public var isForSchedules: Bool {
        switch self {
        case .common, .listening, .device(_, .plan): true
        case .device(_, .delivery), .device(_, .events): false
        }
    }
}
