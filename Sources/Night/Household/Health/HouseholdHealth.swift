// SPDX-License-Identifier: Apache-2.0

/// What keeps alarms from ringing, or may keep them from it later.
public struct HouseholdHealth: Hashable, Sendable {
    /// How the clock of the host is.
    public enum ClockStanding: Hashable, Sendable {
        /// Schedules follow it.
        case right
        /// It looks wrong; schedules wait until somebody sets it.
        case awaited
        /// It looks wrong and nobody set it; schedules follow it as it is.
        case doubted
    }

    /// Why no device can be heard.
    public struct RadioProblem: Hashable, Sendable {
        /// One sentence.
        public var message: String
        /// Whether it lasts so long that somebody is told, and no device is connected.
        public var isLasting: Bool

        /// Makes a problem.
        public init(message: String, isLasting: Bool) {
            self.message = message
            self.isLasting = isLasting
        }
    }

    /// Whether everything scheduled has followed the clock once.
    public var schedulesRun = true
    /// Whether the loop that follows the clock does not look at it.
    public var isStuck = false
    /// The names of devices whose schedules do not follow the clock, in order.
    public var stuckDevices: [String] = []
    /// How the clock of the host is.
    public var clock = ClockStanding.right
    /// What cannot be saved, and why; nil while everything is saved.
    public var unsaved: String?
    /// Why no device can be heard; nil while Lull listens.
    public var radio: RadioProblem?
    /// The names of devices that are out of reach, in order.
    public var lostDevices: [String] = []
    /// Whether a device is not known to be out of reach, or there is none.
    public var hasReach = true

    /// A household without a problem.
    public init() {}
}
