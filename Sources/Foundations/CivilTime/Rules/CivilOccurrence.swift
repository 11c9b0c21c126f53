// SPDX-License-Identifier: Apache-2.0

/// One time at which a rule says that something happens.
public struct CivilOccurrence: Hashable, Sendable {
    /// The date and time of the rule; for the sun, its rise or set without the offset.
    public let civil: CivilDateTime
    /// When it happens, nil if it does not.
    public let instant: Instant?
    /// How the instant came about.
    public let rule: AppliedRule
    /// 1, or 2 for the second pass of a repeated time.
    public let pass: Int
}
