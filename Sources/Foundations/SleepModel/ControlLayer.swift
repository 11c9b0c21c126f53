// SPDX-License-Identifier: Apache-2.0

/// A layer that can decide a channel of a device, lowest first; a higher one overrides a lower one, which stays in place.
public enum ControlLayer: String, Hashable, Comparable, Codable, Sendable, CaseIterable, CustomStringConvertible {
    /// A routine or a night.
    case routine
    /// The light that stays after an alarm.
    case lightAfter = "light-after"
    /// A nap.
    case nap
    /// The light that grows before an alarm.
    case sunrise
    /// A person's command.
    case manual
    /// A ringing alarm.
    case alarm

    /// The word people and programs read.
    public var description: String { rawValue }

    private var rank: Int {
        switch self {
        case .routine: 0
        case .lightAfter: 1
        case .nap: 2
        case .sunrise: 3
        case .manual: 4
        case .alarm: 5
        }
    }

    /// Whether the second layer overrides the first.
    public static func < (first: ControlLayer, second: ControlLayer) -> Bool { first.rank < second.rank }
}
