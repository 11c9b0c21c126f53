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
    /// The change.
    public var change: PendingChange
    /// Whether the device has taken it; otherwise it is withdrawn.
    public var isDelivered: Bool
}
