// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import DeviceDocuments
public import SleepModel

/// What comes over a stream of events.
public enum EventMessage: Hashable, Sendable {
    /// Something happened.
    case event(EventDocument)
    /// Nothing happened for a while, and the sender is still there.
    case heartbeat
}

/// Something that happened, as `watch` tells it.
public struct EventDocument: Hashable, Codable, Sendable {
    /// When.
    public var at: Instant
    /// `state`, `link`, `occurrence`, `paired`, `unpaired` or `dropped`.
    public var event: String
    /// The device's nickname; null if it is not about one.
    @NullWhenAbsent public var device: String?
    /// The device's address.
    @NullWhenAbsent public var address: MacAddress?
    /// The new state, of a `state`.
    @NullWhenAbsent public var state: DeviceStateDocument?
    /// Where the link stands now, of a `link`; the same words as in `status`.
    @NullWhenAbsent public var link: String?
    /// What an `occurrence` belongs to: a schedule kind, `control` or `daemon`.
    @NullWhenAbsent public var kind: String?
    /// The schedule's name, or what was asked for, of an `occurrence`.
    @NullWhenAbsent public var name: String?
    /// What became of an `occurrence`, as one word.
    @NullWhenAbsent public var outcome: String?
    /// Why, as one word, of an `occurrence` that ended without having run or was taken back.
    @NullWhenAbsent public var reason: String?
    /// Who caused it: `schedule`, `person` or `daemon`.
    @NullWhenAbsent public var actor: String?
    /// How many events a reader that fell behind missed, of a `dropped`.
    @NullWhenAbsent public var dropped: Int?

    /// Makes a document; what is not given is null.
    public init(
        at: Instant, event: String, device: String? = nil, address: MacAddress? = nil,
        state: DeviceStateDocument? = nil, link: String? = nil, kind: String? = nil, name: String? = nil,
        outcome: String? = nil, reason: String? = nil, actor: String? = nil, dropped: Int? = nil
    ) {
        self.at = at
        self.event = event
        self.device = device
        self.address = address
        self.state = state
        self.link = link
        self.kind = kind
        self.name = name
        self.outcome = outcome
        self.reason = reason
        self.actor = actor
        self.dropped = dropped
    }
}
