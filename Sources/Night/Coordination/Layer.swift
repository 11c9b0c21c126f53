// SPDX-License-Identifier: Apache-2.0

/// Who may own a channel; a higher layer hides a lower one until it ends.
public enum Layer: Int, Hashable, Comparable, Sendable, CaseIterable {
    /// A routine or a night.
    case routine
    /// The light that grows before an alarm.
    case sunrise
    /// Somebody, by command or at the device.
    case manual
    /// A ringing alarm.
    case alarm

    /// The name people and programs read.
    public var name: String {
        switch self {
        case .routine: "routine"
        case .sunrise: "sunrise"
        case .manual: "manual"
        case .alarm: "alarm"
        }
    }

    /// Orders layers from the one that yields to the one that wins.
    public static func < (first: Layer, second: Layer) -> Bool { first.rawValue < second.rawValue }
}
