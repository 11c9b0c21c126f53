// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// A moment that elapsed time is counted from, readable after a restart of the daemon or of the host.
public struct RunAnchor: Hashable, Codable, Sendable {
    /// The wall reading, for another boot.
    public var wall: Instant
    /// The boot-clock reading, for the same boot.
    public var boot: Duration
    /// The boot it belongs to.
    public var bootID: String

    /// Makes an anchor.
    public init(wall: Instant, boot: Duration, bootID: String) {
        self.wall = wall
        self.boot = boot
        self.bootID = bootID
    }
}
