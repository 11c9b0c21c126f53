// SPDX-License-Identifier: Apache-2.0

/// Why the rules of a zone cannot be read.
public struct ZoneError: Error, Hashable, Sendable {
    /// A stable name for what went wrong.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name in snake case.
        public let rawValue: String

        /// Creates a code.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The database has no such zone.
        public static let unknownZone = Code(rawValue: "unknown_zone")
        /// The zone's file is not TZif or is damaged.
        public static let malformedZoneFile = Code(rawValue: "malformed_zone_file")
        /// The zone's file exists but cannot be read.
        public static let unreadableZoneFile = Code(rawValue: "unreadable_zone_file")
        /// The text cannot be the name of a zone.
        public static let invalidZoneName = Code(rawValue: "invalid_zone_name")
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
