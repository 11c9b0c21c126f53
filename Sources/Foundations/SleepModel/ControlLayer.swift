// SPDX-License-Identifier: Apache-2.0

/// A layer that can decide a channel of a device, lowest first; a higher one overrides a lower one, which stays in place.
public enum ControlLayer: String, Hashable, Comparable, Codable, Sendable, CaseIterable, CustomStringConvertible {
    /// A routine or a night.
    case routine
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
        case .sunrise: 1
        case .manual: 2
        case .alarm: 3
        }
    }

    /// Whether the second layer overrides the first.
    public static func < (first: ControlLayer, second: ControlLayer) -> Bool { first.rank < second.rank }
}
