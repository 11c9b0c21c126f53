// SPDX-License-Identifier: Apache-2.0

/// How often what decides civil time has changed since the clock was made, the passing of time and steps left aside.
///
/// A count and not a message: whoever looks late, or while nobody told it, still sees that something changed.
public struct ZoneEdition: Hashable, Sendable {
    /// How often what names the host's zone has changed; the name may be the same as before.
    public var zone: Int
    /// How often the zone data has changed.
    public var data: Int

    /// Makes an edition; the first one unless told otherwise.
    public init(zone: Int = 0, data: Int = 0) {
        self.zone = zone
        self.data = data
    }
}
