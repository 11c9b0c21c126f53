// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// One line of what happened.
public struct LogEntry: Hashable, Codable, Sendable {
    /// When it happened.
    public var at: Instant
    /// When it was to happen, if it was planned.
    public var planned: Instant?
    /// The device it happened to, if to one.
    public var device: MacAddress?
    /// What it belongs to.
    public var kind: LogKind
    /// The schedule it is about, if it is about one.
    public var schedule: ScheduleID?
    /// The occurrence it is about, if it is about one.
    public var occurrence: OccurrenceKey?
    /// The schedule's name, or what was asked for; a text for people.
    public var name: String?
    /// What changed, if somebody changed something; a text for people.
    public var detail: String?
    /// What became of it.
    public var outcome: LogOutcome
    /// Why, if it ended without having run, or was voided.
    public var reason: OccurrenceReason?
    /// How many seconds late, if it was planned.
    public var lateSeconds: Int?
    /// Who caused it.
    public var actor: LogActor
    /// Whether the device is afterwards as it was before, as after a blink.
    public var isTransient: Bool

    /// Makes an entry; one about an occurrence is about its schedule too.
    public init(
        at: Instant, planned: Instant? = nil, device: MacAddress? = nil, kind: LogKind, schedule: ScheduleID? = nil,
        occurrence: OccurrenceKey? = nil, name: String? = nil, detail: String? = nil, outcome: LogOutcome,
        reason: OccurrenceReason? = nil,
        lateSeconds: Int? = nil, actor: LogActor, isTransient: Bool = false
    ) {
        self.at = at
        self.planned = planned
        self.device = device
        self.kind = kind
        self.schedule = schedule ?? occurrence?.schedule
        self.occurrence = occurrence
        self.name = name
        self.detail = detail
        self.outcome = outcome
        self.reason = reason
        self.lateSeconds = lateSeconds
        self.actor = actor
        self.isTransient = isTransient
    }
}

/// What an entry of the log belongs to.
public enum LogKind: String, Hashable, Codable, Sendable, CaseIterable {
    /// A routine.
    case routine
    /// An alarm.
    case alarm
    /// A bedtime.
    case bedtime
    /// Something that somebody did, by command or at the device.
    case control
    /// The daemon, the host or the link to a device.
    case daemon

    /// The kind of entries about schedules of a kind.
    public init(_ kind: ScheduleKind) {
        self =
            switch kind {
            case .routine: .routine
            case .alarm: .alarm
            case .bedtime: .bedtime
            }
    }
}

/// Who caused what an entry of the log says.
public enum LogActor: String, Hashable, Codable, Sendable, CaseIterable {
    /// The plan did.
    case schedule
    /// Somebody did, by command.
    case person
    /// Somebody did, at the device itself.
    case device
    /// The daemon did, or it happened to the host.
    case daemon

    /// The actor of an entry about an occurrence.
    public init(_ actor: OccurrenceActor) {
        self =
            switch actor {
            case .schedule: .schedule
            case .person: .person
            case .device: .device
            }
    }
}
