// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// One line of what happened, kept for people to read.
public struct LogEntry: Hashable, Codable, Sendable {
    /// The kind of entries about what somebody did by hand.
    public static let control = "control"

    /// When it happened.
    public var at: Instant
    /// When it was to happen, if it was planned.
    public var planned: Instant?
    /// The device it happened to, if to one.
    public var device: MacAddress?
    /// What it belongs to: a schedule kind, `control` or `daemon`.
    public var kind: String
    /// The schedule's name, or what was asked for.
    public var name: String?
    /// What became of it, as one word.
    public var outcome: String
    /// Why, if it ended without having run, or was taken back.
    public var reason: OccurrenceReason?
    /// How many seconds late, if it was planned.
    public var lateSeconds: Int?
    /// Who caused it: `schedule`, `person`, `daemon`, or `device` for somebody at the device itself.
    public var actor: String

    /// Makes an entry.
    public init(
        at: Instant, planned: Instant? = nil, device: MacAddress? = nil, kind: String, name: String? = nil,
        outcome: String, reason: OccurrenceReason? = nil, lateSeconds: Int? = nil, actor: String
    ) {
        self.at = at
        self.planned = planned
        self.device = device
        self.kind = kind
        self.name = name
        self.outcome = outcome
        self.reason = reason
        self.lateSeconds = lateSeconds
        self.actor = actor
    }
}
