// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// The clock and the zones of the host.
public struct TimeFacts: Hashable, Sendable {
    /// The time that the host's clock shows.
    public var now: Instant
    /// Whether something keeps the clock right; nil when that is not known.
    public var isSynchronized: Bool?
    /// The folder of the zones.
    public var zoneFolder: String
    /// The host's zone; nil when it has none that can be found.
    public var zone: String?
    /// Why the zone cannot be used; nil when it can.
    public var zoneProblem: String?
    /// The version of the zones; nil when they do not say.
    public var zoneVersion: String?

    /// Makes a value.
    public init(
        now: Instant, isSynchronized: Bool?, zoneFolder: String, zone: String?, zoneProblem: String? = nil,
        zoneVersion: String? = nil
    ) {
        self.now = now
        self.isSynchronized = isSynchronized
        self.zoneFolder = zoneFolder
        self.zone = zone
        self.zoneProblem = zoneProblem
        self.zoneVersion = zoneVersion
    }
}
