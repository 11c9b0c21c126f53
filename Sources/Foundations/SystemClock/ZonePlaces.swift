// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// Where a host keeps which zone it is in, and the data of all zones.
public struct ZonePlaces: Hashable, Sendable {
    /// The files that name the host's zone.
    public var files: [String]
    /// The directory of the zone data.
    public var data: String

    /// Makes places, by absolute paths; the usual ones unless told otherwise.
    public init(
        files: [String] = ["/etc/localtime", "/etc/timezone"], data: String = ZoneDatabase().directory
    ) {
        self.files = files
        self.data = data
    }
}
