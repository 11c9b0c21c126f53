// SPDX-License-Identifier: Apache-2.0

public import SleepModel

/// A manual change that a device has not taken, as it is out of reach, and that Lull tries again for a while.
public struct PendingChange: Hashable, Sendable {
    /// How long Lull tries: nothing is to come as a surprise hours later.
    public static let patience = Duration.seconds(15 * 60)

    /// The number of its manual holds.
    var number: Int
    /// What somebody asked for, in words for the log.
    public var name: String
    /// What it consists of.
    public var actions: [DeviceAction]
    /// When it is withdrawn, on the boot clock.
    var expires: Duration

    /// Whether somebody who does these actions now wants them in its place.
    func makesWay(for newer: [DeviceAction]) -> Bool {
        if newer.contains(.power(false)) || actions.contains(.power(false)) { return !newer.isEmpty }
        let channels = Set(newer.map(\.channel)).subtracting([.power])
        return actions.contains { channels.contains($0.channel) }
    }
}

/// What became of a change that was pending.
public struct SettledChange: Hashable, Sendable {
    /// How a change stops being pending.
    public enum Fate: Hashable, Sendable {
        /// The device has taken it.
        case delivered
        /// It was tried for as long as it is, and is withdrawn.
        case expired
        /// Something else takes its place.
        case replaced
    }

    /// The change.
    public var change: PendingChange
    /// What became of it.
    public var fate: Fate
}
