// SPDX-License-Identifier: Apache-2.0

/// What becomes of a time that the clocks jump over.
public enum GapPolicy: String, Codable, Hashable, Sendable, CaseIterable {
    /// It happens at the offset before the gap: 02:30 becomes 03:30.
    case later
    /// It happens at the offset after the gap: 02:30 becomes 01:30.
    case earlier
    /// It does not happen.
    case skip
}
