// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import DeviceDocuments
public import SleepModel

/// One message of an event stream.
public enum EventMessage: Hashable, Sendable {
    /// Something happened.
    case event(EventDocument)
    /// Nothing happened for a while; the sender is alive.
    case heartbeat
}

/// What an event is about.
public enum EventKind: String, Hashable, Codable, Sendable, CaseIterable {
    /// A device reported a new state.
    case state
    /// The link to a device changed.
    case link
    /// Something went into the log.
    case occurrence
    /// Somebody should know something.
    case notice
    /// A device was paired.
    case paired
    /// A device was unpaired.
    case unpaired
    /// The reader lost events, as those after the one that it had last are no longer known; where devices stand comes next.
    case snapshot
    /// The reader lost events.
    case dropped
}

/// An event, as `watch` shows it.
public struct EventDocument: Hashable, Codable, Sendable {
    /// When.
    public var at: Instant
    /// What it is about.
    public var event: EventKind
    /// What identifies it, for a stream that goes on after it; null if nothing can.
    @NullWhenAbsent public var id: String?
    /// The device's nickname; null if the event is not about a device.
    @NullWhenAbsent public var device: String?
    /// The device's address.
    @NullWhenAbsent public var address: MacAddress?
    /// The schedule it is about, or else the device; null if it is about neither.
    @NullWhenAbsent public var subject: Route?
    /// Of a `state`: the new state.
    @NullWhenAbsent public var state: DeviceStateDocument?
    /// Of a `state`: whether it is only a step of a fade.
    @NullWhenAbsent public var fading: Bool?
    /// Of a `link`: the new state of the link.
    @NullWhenAbsent public var link: DeviceConnectionState?
    /// Of an `occurrence`: its schedule's kind, `control` or `daemon`.
    @NullWhenAbsent public var kind: LogKind?
    /// Of an `occurrence`: the id of the schedule; null if it is about none.
    @NullWhenAbsent public var schedule: String?
    /// Of an `occurrence`: which one; null if it is about none.
    @NullWhenAbsent public var occurrence: OccurrenceDocument?
    /// Of an `occurrence`: the schedule's name, or the command.
    @NullWhenAbsent public var name: String?
    /// Of an `occurrence`: what changed, in a few words; null if nobody changed anything.
    @NullWhenAbsent public var detail: String?
    /// Of an `occurrence`: when it was planned for; null if it was not planned.
    @NullWhenAbsent public var planned: Instant?
    /// Of an `occurrence`: its outcome, as one word.
    @NullWhenAbsent public var outcome: LogOutcome?
    /// Of an `occurrence` that did not run or was voided: why, as one word.
    @NullWhenAbsent public var reason: String?
    /// Of an `occurrence`: how many seconds late, as in the log; null if it was not planned.
    @NullWhenAbsent public var lateSeconds: Int?
    /// What caused it: `schedule`, `person`, `device` or `daemon`.
    @NullWhenAbsent public var actor: LogActor?
    /// Of a `notice`: what `notices` shows of it.
    @NullWhenAbsent public var notice: NoticeDocument?
    /// Of a `dropped`: how many events the reader lost.
    @NullWhenAbsent public var dropped: Int?

    /// Makes a document; omitted values are null.
    public init(
        at: Instant, event: EventKind, device: String? = nil, address: MacAddress? = nil,
        subject: Route? = nil, state: DeviceStateDocument? = nil, fading: Bool? = nil,
        link: DeviceConnectionState? = nil,
        kind: LogKind? = nil,
        schedule: String? = nil, occurrence: OccurrenceDocument? = nil, name: String? = nil, detail: String? = nil,
        planned: Instant? = nil,
        outcome: LogOutcome? = nil, reason: String? = nil, lateSeconds: Int? = nil, actor: LogActor? = nil,
        notice: NoticeDocument? = nil, dropped: Int? = nil
    ) {
        self.at = at
        self.event = event
        self.device = device
        self.address = address
        self.subject = subject
        self.state = state
        self.fading = fading
        self.link = link
        self.kind = kind
        self.schedule = schedule
        self.occurrence = occurrence
        self.name = name
        self.detail = detail
        self.planned = planned
        self.outcome = outcome
        self.reason = reason
        self.lateSeconds = lateSeconds
        self.actor = actor
        self.notice = notice
        self.dropped = dropped
    }
}
