// SPDX-License-Identifier: Apache-2.0

/// A layer that can decide a channel of a device, lowest first; a higher one overrides a lower one, which stays in place.
public enum ControlLayer: String, Hashable, Codable, Sendable, CaseIterable, CustomStringConvertible {
    /// A night after its wind-down, with its wake light.
    case night
    /// A routine, or the wind-down of a night.
    case routine
    /// The light that stays after an alarm.
    case lightAfter = "light-after"
    /// A nap.
    case nap
    /// The device's own sleep timer, which has switched it off, and ended its sound.
    case timer
    /// The light that grows before an alarm.
    case sunrise
    /// A person's command.
    case manual
    /// A ringing alarm.
    case alarm

    /// The word people and programs read.
    public var description: String { rawValue }

    /// Its place among the layers: the higher one wins, and between two of one rank what began later.
    ///
    /// A night takes the place of a routine that began before it, and a routine that somebody runs in the night that of the
    /// night; so does the light after an alarm.
    public var rank: Int {
        switch self {
        case .night, .routine, .lightAfter: 0
        case .nap, .timer: 1
        case .sunrise: 2
        case .manual: 3
        case .alarm: 4
        }
    }
}
