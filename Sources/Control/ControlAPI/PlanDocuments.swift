// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import DeviceDocuments

/// Something that will happen.
public struct NextDocument: Hashable, Codable, Sendable {
    /// When.
    public var at: Instant
    /// The same in the zone that decides it, with its offset.
    public var local: String
    /// The device's nickname.
    public var device: String
    /// `routine`, `alarm`, `bedtime` or `window`.
    public var kind: String
    /// The schedule's name.
    public var name: String
    /// How the zone's rules placed it, for example `unique` or `gap-later`.
    public var rule: String
    /// The reason in words.
    public var why: String

    /// Makes a document.
    public init(at: Instant, local: String, device: String, kind: String, name: String, rule: String, why: String) {
        self.at = at
        self.local = local
        self.device = device
        self.kind = kind
        self.name = name
        self.rule = rule
        self.why = why
    }
}

/// Something that happened.
public struct LogDocument: Hashable, Codable, Sendable {
    /// When.
    public var at: Instant
    /// When it was to happen; null if it was not planned.
    @NullWhenAbsent public var planned: Instant?
    /// The device's nickname, or its address once it is no longer paired.
    @NullWhenAbsent public var device: String?
    /// What it belongs to: a schedule kind, `control` or `daemon`.
    public var kind: String
    /// The schedule's name, or what was asked for.
    @NullWhenAbsent public var name: String?
    /// What became of it, as one word.
    public var outcome: String
    /// Why, as one word, if it ended without having run or was taken back; null otherwise.
    @NullWhenAbsent public var reason: String?
    /// How many seconds late; null if it was not planned.
    @NullWhenAbsent public var lateSeconds: Int?
    /// Who caused it: `schedule`, `person` or `daemon`.
    public var actor: String

    /// Makes a document.
    public init(
        at: Instant, planned: Instant?, device: String?, kind: String, name: String?, outcome: String,
        reason: String? = nil, lateSeconds: Int?, actor: String
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
