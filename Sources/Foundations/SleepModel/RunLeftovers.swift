// SPDX-License-Identifier: Apache-2.0

/// What a process before may have left of runs that are over.
public struct RunLeftovers: Hashable, Sendable {
    /// The channels that the runs may have set.
    public var channels: Set<DeviceChannel>
    /// The channels that they wanted at their end, but for the power: what somebody set there by hand ended with them.
    public var last: Set<DeviceChannel>

    /// Whether no run is over.
    public var isEmpty: Bool { channels.isEmpty }

    /// Makes leftovers; without arguments, there are none.
    public init(channels: Set<DeviceChannel> = [], last: Set<DeviceChannel> = []) {
        self.channels = channels
        self.last = last
    }
}
