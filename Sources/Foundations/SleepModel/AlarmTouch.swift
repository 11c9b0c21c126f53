// SPDX-License-Identifier: Apache-2.0

/// What a touch of the device does while an alarm rings.
public enum AlarmTouch: String, Hashable, Codable, Sendable, CaseIterable, CustomStringConvertible {
    /// It silences the alarm for a while, if that allows it.
    case snooze
    /// It ends the alarm.
    case dismiss

    /// The word people and programs read.
    public var description: String { rawValue }
}
