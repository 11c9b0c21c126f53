// SPDX-License-Identifier: Apache-2.0

/// Why a simulated device could not be set up or reached, with what a person can do about it.
public struct SimulationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A stable name of the failure.
    public enum Code: String, Hashable, Sendable {
        /// The path does not fit a socket's address.
        case socketPathTooLong = "socket_path_too_long"
        /// Another process listens there, or something that is not a socket is in the way.
        case socketInUse = "socket_in_use"
        /// The socket could not be made.
        case socketFailed = "socket_failed"
        /// The journal could not be written.
        case journalFailed = "journal_failed"
        /// The file of favourites and programs could not be read or written.
        case presetsFailed = "presets_failed"
        /// What the file of favourites and programs holds cannot be understood.
        case presetsDamaged = "presets_damaged"
        /// The other side sent a frame that has an impossible length.
        case malformedFrame = "malformed_frame"
        /// There is no profile with that name.
        case unknownProfile = "unknown_profile"
        /// Two profiles cannot both be true of one unit.
        case profileConflict = "profile_conflict"
        /// There is no fault with that name.
        case unknownFault = "unknown_fault"
        /// How often a fault occurs is not a percentage.
        case invalidProbability = "invalid_probability"
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
