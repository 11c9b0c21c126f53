// SPDX-License-Identifier: Apache-2.0

/// Why a simulated device could not be set up or reached, with what a person can do about it.
public struct SimulationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A stable name of the failure.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String

        /// Takes any name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The path does not fit a socket's address.
        public static let socketPathTooLong = Code(rawValue: "socket_path_too_long")
        /// Another process listens there, or something that is not a socket is in the way.
        public static let socketInUse = Code(rawValue: "socket_in_use")
        /// The socket could not be made.
        public static let socketFailed = Code(rawValue: "socket_failed")
        /// The journal could not be written.
        public static let journalFailed = Code(rawValue: "journal_failed")
        /// The other side sent a frame that has an impossible length.
        public static let malformedFrame = Code(rawValue: "malformed_frame")
        /// There is no profile with that name.
        public static let unknownProfile = Code(rawValue: "unknown_profile")
        /// Two profiles cannot both be true of one unit.
        public static let profileConflict = Code(rawValue: "profile_conflict")
        /// There is no fault with that name.
        public static let unknownFault = Code(rawValue: "unknown_fault")
        /// How often a fault occurs is not a percentage.
        public static let invalidProbability = Code(rawValue: "invalid_probability")
    }

    /// What kind of failure.
    public let code: Code
    /// One sentence that says what failed.
    public let message: String
    /// What to do about it, as one sentence.
    public let advice: String?

    /// Makes an error.
    public init(_ code: Code, _ message: String, advice: String? = nil) {
        self.code = code
        self.message = message
        self.advice = advice
    }

    /// The sentence, and the advice if there is any.
    public var description: String {
        advice.map { "\(message) \($0)" } ?? message
    }
}
