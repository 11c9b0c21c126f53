// SPDX-License-Identifier: Apache-2.0

/// How an occurrence ended.
public enum OccurrenceOutcome: String, Hashable, Codable, Sendable {
    /// It ran to its end.
    case done
    /// Somebody dismissed it.
    case dismissed
    /// It rang until its limit and nobody answered.
    case unattended
    /// Somebody stopped it, or removed its schedule.
    case cancelled
    /// The daemon was not running, the host was asleep or its clock was set past it, and it was too late to catch up.
    case missed
    /// A later occurrence took its place.
    case superseded
    /// Its date was skipped, or it fell into a pause.
    case skipped
}
