// SPDX-License-Identifier: Apache-2.0

/// One time at which a rule says that something happens.
public struct CivilOccurrence: Hashable, Sendable, Codable {
    /// What the rule says; of the sun, when it rises or sets, without the offset.
    public let civil: CivilDateTime
    /// When it happens, nil if it does not.
    public let instant: Instant?
    /// How the instant came about.
    public let rule: AppliedRule
    /// 1, or 2 for the second pass of a repeated time.
    public let pass: Int

    /// Creates an occurrence.
    public init(civil: CivilDateTime, instant: Instant?, rule: AppliedRule, pass: Int) {
        self.civil = civil
        self.instant = instant
        self.rule = rule
        self.pass = pass
    }

    /// Encodes every field; an absent instant is null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(civil, forKey: .civil)
        try container.encode(instant, forKey: .instant)
        try container.encode(rule, forKey: .rule)
        try container.encode(pass, forKey: .pass)
    }
}
