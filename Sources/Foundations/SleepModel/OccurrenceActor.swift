// SPDX-License-Identifier: Apache-2.0

/// Who began or ended an occurrence.
public enum OccurrenceActor: String, Hashable, Codable, Sendable {
    /// The plan did.
    case schedule
    /// Somebody did, by command.
    case person
}
