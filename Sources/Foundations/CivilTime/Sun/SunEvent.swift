// SPDX-License-Identifier: Apache-2.0

/// What the sun does once on most days.
public enum SunEvent: String, Codable, Hashable, Sendable, CaseIterable {
    /// Its upper edge appears over a level horizon.
    case sunrise
    /// Its upper edge goes below a level horizon.
    case sunset
}
