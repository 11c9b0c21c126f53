// SPDX-License-Identifier: Apache-2.0

/// Why the rules of a zone cannot be read.
public struct ZoneError: Error, Hashable, Sendable {
    /// A stable name for what went wrong.
    public enum Code: String, Hashable, Sendable {
        /// The database has no such zone.
        case unknownZone = "unknown_zone"
        /// The zone's file is not TZif or is damaged.
        case malformedZoneFile = "malformed_zone_file"
        /// The zone's file exists but cannot be read.
        case unreadableZoneFile = "unreadable_zone_file"
        /// The text cannot be the name of a zone.
        case invalidZoneName = "invalid_zone_name"
    }

    /// What went wrong.
    public let code: Code
    /// One sentence for a person, with what to do next.
    public let message: String

    /// Creates an error.
    public init(code: Code, message: String) {
        self.code = code
        self.message = message
    }
}
