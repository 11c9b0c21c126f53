// SPDX-License-Identifier: Apache-2.0

import Captures
public import DeviceDocuments
public import SleepModel

/// The result of a replay.
public struct ReplayReport: Hashable, Sendable {
    /// A state, with where it came from.
    public struct Entry: Hashable, Sendable, Encodable {
        private enum CodingKeys: String, CodingKey {
            case seconds, packet, source, state
        }

        /// The time between the first packet of the capture and this one.
        public var elapsed: Duration
        /// The number of the packet.
        public var packet: Int
        /// `advertisement`, `notification` or `read`.
        public var source: String
        /// The state as the modules know it.
        public var state: DeviceStateDocument

        /// Writes the time in seconds.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(elapsed.inSeconds, forKey: .seconds)
            try container.encode(packet, forKey: .packet)
            try container.encode(source, forKey: .source)
            try container.encode(state, forKey: .state)
        }
    }

    /// The device that was played.
    public var address: MacAddress
    /// What it is.
    public var product: HardwareProduct
    /// How many connections the capture holds.
    public var connections: Int
    /// How many commands were sent again.
    public var commands: Int
    /// How many writes were not played, because they are not commands.
    public var skipped: Int
    /// The states, in order.
    public var states: [Entry]
}
