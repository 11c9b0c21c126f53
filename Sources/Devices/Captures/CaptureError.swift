// SPDX-License-Identifier: Apache-2.0

/// Why a capture cannot be made, read or played, with the place in the file.
public struct CaptureError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A stable name of the failure.
    public enum Code: String, Hashable, Sendable {
        /// The file cannot be opened or read.
        case unreadable = "unreadable_file"
        /// It does not begin like a btsnoop file.
        case notACapture = "not_a_capture"
        /// It is a btsnoop file of another version than 1.
        case unsupportedVersion = "unsupported_version"
        /// Its packets are of a kind that is not known.
        case unknownDatalink = "unknown_datalink"
        /// It ends before its first packet could begin.
        case truncatedHeader = "truncated_header"
        /// A packet claims a length that no packet has.
        case badLength = "bad_length"
        /// Whoever recorded it left out the end of a packet.
        case shortenedPacket = "shortened_packet"
        /// It holds no device that could be played.
        case noDevice = "no_device"
        /// It holds several, and none was chosen.
        case ambiguousDevice = "ambiguous_device"
        /// Something else was written than was captured.
        case writeMismatch = "write_mismatch"
        /// More was asked for than was captured.
        case captureEnded = "capture_ended"
        /// Less was written than was captured.
        case writesLeft = "writes_left"
        /// A captured command has no answer in the capture.
        case noAnswer = "no_answer"
        /// A captured command could not be sent again.
        case replayFailed = "replay_failed"
        /// The device is being recorded already.
        case busy
        /// The caller gave up.
        case cancelled
    }

    /// The kind of failure.
    public let code: Code
    /// One sentence that says what is wrong, with the place if there is one.
    public let message: String
    /// What to do about it, as one sentence.
    public let advice: String
    /// The offset in the file, in bytes, of what is wrong; nil where it is no place of the file.
    public let offset: Int?
    /// The number of the packet, from 1; nil where it is no packet.
    public let packet: Int?

    /// Makes an error.
    public init(_ code: Code, _ message: String, advice: String, offset: Int? = nil, packet: Int? = nil) {
        self.code = code
        self.message = message
        self.advice = advice
        self.offset = offset
        self.packet = packet
    }

    /// Both sentences.
    public var description: String { "\(message) \(advice)" }
}
