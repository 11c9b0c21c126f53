// SPDX-License-Identifier: Apache-2.0

/// Why a capture cannot be made, read or played, with the place in the file.
public struct CaptureError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A stable name of the failure.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String

        /// Takes any name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The file cannot be opened or read.
        public static let unreadable = Code(rawValue: "unreadable_file")
        /// It does not begin like a btsnoop file.
        public static let notACapture = Code(rawValue: "not_a_capture")
        /// It is a btsnoop file of another version than 1.
        public static let unsupportedVersion = Code(rawValue: "unsupported_version")
        /// Its packets are of a kind that is not known.
        public static let unknownDatalink = Code(rawValue: "unknown_datalink")
        /// It ends before its first packet could begin.
        public static let truncatedHeader = Code(rawValue: "truncated_header")
        /// A packet claims a length that no packet has.
        public static let badLength = Code(rawValue: "bad_length")
        /// Whoever recorded it left out the end of a packet.
        public static let shortenedPacket = Code(rawValue: "shortened_packet")
        /// It holds no device that could be played.
        public static let noDevice = Code(rawValue: "no_device")
        /// It holds several, and none was chosen.
        public static let ambiguousDevice = Code(rawValue: "ambiguous_device")
        /// Something else was written than was captured.
        public static let writeMismatch = Code(rawValue: "write_mismatch")
        /// More was asked for than was captured.
        public static let captureEnded = Code(rawValue: "capture_ended")
        /// Less was written than was captured.
        public static let writesLeft = Code(rawValue: "writes_left")
        /// A captured command has no answer in the capture.
        public static let noAnswer = Code(rawValue: "no_answer")
        /// A captured command could not be sent again.
        public static let replayFailed = Code(rawValue: "replay_failed")
        /// The device is being recorded already.
        public static let busy = Code(rawValue: "busy")
        /// The caller gave up.
        public static let cancelled = Code(rawValue: "cancelled")
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
