// SPDX-License-Identifier: Apache-2.0

/// What becomes of a time that the clocks show twice.
public enum OverlapPolicy: String, Codable, Hashable, Sendable, CaseIterable {
    /// It happens on the first pass.
    case first
    /// It happens on the second pass.
    case second
    /// It happens on both passes.
    case both
}
