// SPDX-License-Identifier: Apache-2.0

/// Why an alarm does not do what somebody asked.
public enum AlarmError: Error, Hashable, Sendable {
    /// It does not ring.
    case notRinging
    /// It was snoozed as often as it allows.
    case snoozeLimitReached
}
