// SPDX-License-Identifier: Apache-2.0

/// Why a request was not carried out: what programs match on, what a person reads, and what to do next.
public struct ControlError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The stable code.
    public let code: ControlErrorCode
    /// One sentence that says what went wrong.
    public let message: String
    /// One sentence that says what to do next.
    public let advice: String

    /// Makes an error.
    public init(_ code: ControlErrorCode, _ message: String, advice: String) {
        self.code = code
        self.message = message
        self.advice = advice
    }

    /// Both sentences.
    public var description: String { "\(message) \(advice)" }
}

/// The stable name of a failure, with the exit code of the command line and the status of the API.
public enum ControlErrorCode: String, Hashable, Sendable, CaseIterable {
    /// An argument cannot be understood or is out of range.
    case invalidArgument = "invalid_argument"
    /// No paired device fits what was given.
    case unknownDevice = "unknown_device"
    /// Several paired devices fit what was given.
    case ambiguousDevice = "ambiguous_device"
    /// No schedule fits what was given.
    case unknownSchedule = "unknown_schedule"
    /// A name or an address is already in use.
    case alreadyExists = "already_exists"
    /// The product is recognised and cannot be controlled.
    case unsupportedProduct = "unsupported_product"
    /// Nothing rings, runs or snoozes that the request could apply to.
    case nothingActive = "nothing_active"
    /// Bytes or a file do not have the form they should.
    case badData = "bad_data"
    /// The device does not answer.
    case deviceUnreachable = "device_unreachable"
    /// The daemon does not answer.
    case daemonUnreachable = "daemon_unreachable"
    /// A defect of the program.
    case internalError = "internal_error"
    /// Something cannot be read or written.
    case inputOutput = "input_output"
    /// It took too long.
    case timedOut = "timed_out"
    /// Another process or request is in the way.
    case busy = "busy"
    /// The caller may not do this.
    case notAllowed = "not_allowed"
    /// The configuration, or a file of it, is not right.
    case badConfiguration = "bad_configuration"

    /// The exit code of the command line.
    public var exitCode: Int32 {
        switch self {
        case .invalidArgument, .unknownDevice, .ambiguousDevice, .unknownSchedule, .alreadyExists,
            .unsupportedProduct, .nothingActive:
            64
        case .badData: 65
        case .deviceUnreachable, .daemonUnreachable: 69
        case .internalError: 70
        case .inputOutput: 74
        case .timedOut, .busy: 75
        case .notAllowed: 77
        case .badConfiguration: 78
        }
    }

    /// The HTTP status of the API.
    public var httpStatus: Int {
        switch self {
        case .invalidArgument, .ambiguousDevice, .unsupportedProduct: 400
        case .badData: 422
        case .unknownDevice, .unknownSchedule: 404
        case .alreadyExists, .nothingActive, .busy: 409
        case .deviceUnreachable, .daemonUnreachable: 503
        case .internalError, .inputOutput, .badConfiguration: 500
        case .timedOut: 504
        case .notAllowed: 403
        }
    }
}

/// How an error is written, on the wire and on standard error.
public struct ControlErrorDocument: Hashable, Codable, Sendable {
    /// What the document holds.
    public struct Body: Hashable, Codable, Sendable {
        /// The stable code.
        public var code: String
        /// What went wrong.
        public var message: String
        /// What to do next.
        public var advice: String
    }

    /// The error.
    public var error: Body

    /// Describes `error`.
    public init(_ error: ControlError) {
        self.error = Body(code: error.code.rawValue, message: error.message, advice: error.advice)
    }

    /// The error described; an unknown code becomes `internal_error`.
    public var controlError: ControlError {
        ControlError(
            ControlErrorCode(rawValue: error.code) ?? .internalError, error.message, advice: error.advice)
    }
}
