// SPDX-License-Identifier: Apache-2.0

/// The phase of an alarm that runs.
public enum AlarmPhase: String, Hashable, Codable, Sendable, CaseIterable, CustomStringConvertible {
    /// The light grows before it rings.
    case sunrise
    /// It rings.
    case ringing
    /// It is silent for a while and rings again.
    case snoozed
    /// Nobody answered, and it rings once more.
    case unanswered
    /// It is over, and its light stays for a while.
    case lightAfter = "light-after"

    /// The word people and programs read.
    public var description: String { rawValue }
}

/// The phase of a night that a bedtime runs.
public enum BedtimePhase: String, Hashable, Codable, Sendable, CaseIterable, CustomStringConvertible {
    /// The light fades.
    case windDown = "wind-down"
    /// The light and the sound of the night.
    case night
    /// A light asks to stay in bed.
    case stayInBed = "stay-in-bed"
    /// The wake light shows that it is fine to get up.
    case wake

    /// Its place in the night, from 0.
    public var number: Int {
        switch self {
        case .windDown: 0
        case .night: 1
        case .stayInBed: 2
        case .wake: 3
        }
    }

    /// The word people and programs read.
    public var description: String { rawValue }
}
