// SPDX-License-Identifier: Apache-2.0

public import SleepModel

/// The links of an adapter that has, or may have, no room for another one: who holds them, and which of them to end.
public struct ConnectionRoom: Hashable, Sendable {
    /// A link that an adapter has.
    public struct Link: Hashable, Sendable {
        /// The device at its other end.
        public var device: MacAddress
        /// When this process used it last, as a boot time; nil if another program has it.
        public var lastUse: Duration?

        /// Makes a value.
        public init(to device: MacAddress, lastUse: Duration?) {
            self.device = device
            self.lastUse = lastUse
        }
    }

    /// How long a link of this process has been idle when it may be ended to make room for another.
    public static let idleTime = Duration.seconds(10)
    /// How many links an adapter has at least when it may be full; no radio is known that holds fewer (source:
    /// Bluetooth-Devices/bleak-retry-connector, where an ESP32 has three, and other adapters have five or more).
    public static let fewest = 3
    /// How many holders of links are named.
    private static let named = 8

    /// The adapter's name.
    public var adapter: String
    /// Its links, as far as they are known.
    public var links: [Link]

    /// Makes a value.
    public init(of adapter: String, links: [Link]) {
        self.adapter = adapter
        self.links = links
    }

    /// Whether a connection that failed for no known reason may have failed for want of room.
    public var mayBeFull: Bool { links.count >= Self.fewest }

    /// The device whose link this process may end at a boot time: the one it has not used for longest.
    public func idlest(at now: Duration) -> MacAddress? {
        let mine = links.compactMap { link in link.lastUse.map { (device: link.device, lastUse: $0) } }
        guard let idlest = mine.min(by: { $0.lastUse < $1.lastUse }), now - idlest.lastUse >= Self.idleTime else {
            return nil
        }
        return idlest.device
    }

    /// That the adapter has no room, with the holders that are known: the rest of a sentence that begins with “The”.
    public var description: String {
        let holders = links.prefix(Self.named).map(\.device.rawValue).joined(separator: ", ")
        return "Bluetooth adapter \(adapter) has no room for another connection"
            + (holders.isEmpty ? "." : "; it is connected to \(holders).")
    }
}
