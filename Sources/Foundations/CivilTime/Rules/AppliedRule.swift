// SPDX-License-Identifier: Apache-2.0

/// How the instant of an occurrence came about.
public enum AppliedRule: String, Codable, Hashable, Sendable, CaseIterable {
    /// The time exists once.
    case unique
    /// The time is in a gap and happens at the offset before it.
    case gapLater = "gap-later"
    /// The time is in a gap and happens at the offset after it.
    case gapEarlier = "gap-earlier"
    /// The time is in a gap and does not happen.
    case gapSkip = "gap-skip"
    /// The time is repeated and this is its first pass.
    case overlapFirst = "overlap-first"
    /// The time is repeated and this is its second pass.
    case overlapSecond = "overlap-second"
    /// The zone skipped the whole date, so nothing happens on it.
    case nonexistentDate = "nonexistent-date"
    /// The sun decided it.
    case sun
    /// The sun would have been too early, so the earliest time decided it.
    case sunEarliest = "sun-earliest"
    /// The sun would have been too late, so the latest time decided it.
    case sunLatest = "sun-latest"
    /// The sun does not do it on this date, so the time for such days decided it.
    case sunFallback = "sun-fallback"
    /// The sun does not do it on this date, so nothing happens.
    case noSunEvent = "no-sun-event"
}
