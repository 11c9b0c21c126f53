// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import DeviceDocuments
public import SleepModel

/// What is planned; at one time on one device, the first of these comes first.
public enum PlannedKind: String, Hashable, Codable, Sendable, CaseIterable, CustomStringConvertible {
    /// A routine.
    case routine
    /// An alarm.
    case alarm
    /// A bedtime.
    case bedtime
    /// The wake light at the end of a bedtime.
    case window
    /// The end of a nap.
    case nap
    /// One of the device's own programs.
    case program

    /// The word people and programs read.
    public var description: String { rawValue }

    /// A schedule of a kind.
    public init(_ kind: ScheduleKind) {
        self =
            switch kind {
            case .routine: .routine
            case .alarm: .alarm
            case .bedtime: .bedtime
            }
    }
}

/// An occurrence that is planned.
public struct NextDocument: Hashable, Codable, Sendable {
    /// When.
    public var at: Instant
    /// The same in the schedule's zone, with its offset.
    public var local: String
    /// The device's nickname.
    public var device: String
    /// The schedule, or the device if it is one of the device's own programs.
    public var subject: Route
    /// What it is.
    public var kind: PlannedKind
    /// The schedule's name.
    public var name: String
    /// How the rules of the zone placed it, for example `unique` or `gap-later`.
    public var rule: String
    /// The reason in words.
    public var why: String
    /// When the wind-down of a bedtime or the sunrise of an alarm begins; null when it has begun, and where there is none.
    @NullWhenAbsent public var begins: Instant?
    /// The name of the group for whose devices its schedule was set up; null for a single device.
    @NullWhenAbsent public var group: String?
    /// Whether somebody skipped it, so that it does not happen.
    public var skipped: Bool

    /// Makes a document.
    public init(
        at: Instant, local: String, device: String, subject: Route, kind: PlannedKind, name: String, rule: String,
        why: String, begins: Instant? = nil, group: String? = nil, skipped: Bool = false
    ) {
        self.begins = begins
        self.skipped = skipped
        self.at = at
        self.local = local
        self.device = device
        self.subject = subject
        self.kind = kind
        self.name = name
        self.rule = rule
        self.why = why
        self.group = group
    }
}

/// An entry of the history.
public struct LogDocument: Hashable, Codable, Sendable {
    /// When.
    public var at: Instant
    /// When it was planned for; null if it was not planned.
    @NullWhenAbsent public var planned: Instant?
    /// The device's nickname, or its address once it is no longer paired.
    @NullWhenAbsent public var device: String?
    /// The schedule it is about, or else the device; null if it is about neither.
    @NullWhenAbsent public var subject: Route?
    /// Its schedule's kind, `control` or `daemon`.
    public var kind: LogKind
    /// The id of the schedule; null if it is about none.
    @NullWhenAbsent public var schedule: String?
    /// The occurrence; null if it is about none.
    @NullWhenAbsent public var occurrence: OccurrenceDocument?
    /// The schedule's name, or the command.
    @NullWhenAbsent public var name: String?
    /// What changed, in a few words; null if nobody changed anything.
    @NullWhenAbsent public var detail: String?
    /// The outcome, as one word.
    public var outcome: LogOutcome
    /// Why it did not run or was voided, as one word; null otherwise.
    @NullWhenAbsent public var reason: String?
    /// How many seconds late: since an alarm should have rung, a routine begun, or a night begun its wind-down; null if it
    /// was not planned.
    @NullWhenAbsent public var lateSeconds: Int?
    /// What caused it: `schedule`, `person`, `device` or `daemon`.
    public var actor: LogActor

    /// Makes a document.
    public init(
        at: Instant, planned: Instant?, device: String?, subject: Route? = nil, kind: LogKind,
        schedule: String? = nil, occurrence: OccurrenceDocument? = nil, name: String?, detail: String? = nil,
        outcome: LogOutcome,
        reason: String? = nil,
        lateSeconds: Int?, actor: LogActor
    ) {
        self.at = at
        self.planned = planned
        self.device = device
        self.subject = subject
        self.kind = kind
        self.schedule = schedule
        self.occurrence = occurrence
        self.name = name
        self.detail = detail
        self.outcome = outcome
        self.reason = reason
        self.lateSeconds = lateSeconds
        self.actor = actor
    }
}

/// Which occurrence of a schedule something is about.
public struct OccurrenceDocument: Hashable, Codable, Sendable {
    /// The schedule's id.
    public var schedule: String
    /// The civil date it occurs on.
    public var date: CivilDate
    /// Which occurrence of that date: `scheduled`, `scheduled-2` and so on after an edit of its time, or one of its own for
    /// each run by hand.
    public var slot: String

    /// Describes a key.
    public init(_ key: OccurrenceKey) {
        schedule = key.schedule.rawValue
        date = key.date
        slot = key.slot
    }
}
