// SPDX-License-Identifier: Apache-2.0

/// Why something over Bluetooth failed, with what a person can do about it.
public struct GATTError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A stable name of the failure.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String

        /// Takes any name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Nothing with that address answers.
        public static let notFound = Code(rawValue: "device_not_found")
        /// The connection could not be made.
        public static let connectionFailed = Code(rawValue: "connection_failed")
        /// The connection ended.
        public static let disconnected = Code(rawValue: "disconnected")
        /// The peripheral has no such characteristic.
        public static let noSuchCharacteristic = Code(rawValue: "no_such_characteristic")
        /// The peripheral answered with an error of the attribute protocol.
        public static let attributeError = Code(rawValue: "attribute_error")
        /// The peripheral broke the protocol.
        public static let protocolViolation = Code(rawValue: "protocol_violation")
        /// The operation took too long.
        public static let timedOut = Code(rawValue: "timed_out")
        /// The caller gave up.
        public static let cancelled = Code(rawValue: "cancelled")
        /// The adapter holds as many connections as it can.
        public static let noRoom = Code(rawValue: "no_room")
        /// The peripheral serves only those it is bonded with, and is not bonded with this host, or no longer.
        public static let needsBond = Code(rawValue: "needs_bond")
        /// The peripheral changes the address every few minutes, so nobody can keep it.
        public static let addressChanges = Code(rawValue: "address_changes")
        /// This user may not use the transport.
        public static let notAllowed = Code(rawValue: "not_allowed")
        /// The transport itself cannot be used.
        public static let unavailable = Code(rawValue: "transport_unavailable")

        /// Whether a connection that failed with it may succeed a moment later.
        public var isTransient: Bool { [.connectionFailed, .notFound, .disconnected, .noRoom].contains(self) }
    }

    /// The kind of failure.
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
