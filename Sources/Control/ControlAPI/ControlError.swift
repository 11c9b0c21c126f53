// SPDX-License-Identifier: Apache-2.0

/// Why a request failed: a code for programs, a sentence for people, and what to do next.
public struct ControlError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The stable code.
    public let code: ControlErrorCode
    /// What went wrong, as one sentence.
    public let message: String
    /// What to do next, as one sentence.
    public let advice: String
    /// What cannot be read, if that is what went wrong.
    public let damaged: [DamagedRowDocument]?

    /// Makes an error.
    public init(_ code: ControlErrorCode, _ message: String, advice: String, damaged: [DamagedRowDocument]? = nil) {
        self.code = code
        self.message = message
        self.advice = advice
        self.damaged = damaged
    }

    /// Both sentences.
    public var description: String { "\(message) \(advice)" }
}

/// The stable name of a failure, with its exit code on the command line and its HTTP status.
public enum ControlErrorCode: String, Hashable, Sendable, CaseIterable {
    /// An argument has the wrong form or is out of range.
    case invalidArgument = "invalid_argument"
    /// No paired device has this name or address.
    case unknownDevice = "unknown_device"
    /// Several paired devices match.
    case ambiguousDevice = "ambiguous_device"
    /// No schedule, or more than one, matches.
    case unknownSchedule = "unknown_schedule"
    /// No calendar of holidays has this name.
    case unknownHolidays = "unknown_holidays"
    /// No notice has this number.
    case unknownNotice = "unknown_notice"
    /// Schedules still name this calendar of holidays.
    case holidaysInUse = "holidays_in_use"
    /// A name or an address is already in use.
    case alreadyExists = "already_exists"
    /// A name looks like another one, and is not that name.
    case confusableName = "confusable_name"
    /// Lull knows the product and cannot control it.
    case unsupportedProduct = "unsupported_product"
    /// The device changes its address every few minutes, so that it cannot be paired.
    case addressChanges = "address_changes"
    /// Nothing rings, runs or snoozes now.
    case nothingActive = "nothing_active"
    /// Data or a file has the wrong form.
    case badData = "bad_data"
    /// There are as many schedules as there may be.
    case tooManySchedules = "too_many_schedules"
    /// Some of what is stored cannot be read.
    case damagedState = "damaged_state"
    /// The device does not answer.
    case deviceUnreachable = "device_unreachable"
    /// The daemon does not answer.
    case daemonUnreachable = "daemon_unreachable"
    /// A defect in Lull.
    case internalError = "internal_error"
    /// A file or a socket cannot be read or written.
    case inputOutput = "input_output"
    /// It took too long.
    case timedOut = "timed_out"
    /// Another process or request uses what is needed.
    case busy = "busy"
    /// What the request is to change is no longer what its caller saw.
    case changedMeanwhile = "changed_meanwhile"
    /// The caller may not do this.
    case notAllowed = "not_allowed"
    /// The configuration is wrong.
    case badConfiguration = "bad_configuration"

    /// The exit code of the command line.
    public var exitCode: Int32 {
        switch self {
        case .invalidArgument, .unknownDevice, .ambiguousDevice, .unknownSchedule, .unknownHolidays,
            .unknownNotice, .holidaysInUse, .alreadyExists, .confusableName, .unsupportedProduct,
            .addressChanges, .nothingActive:
            64
        case .badData, .tooManySchedules, .damagedState: 65
        case .deviceUnreachable, .daemonUnreachable: 69
        case .internalError: 70
        case .inputOutput: 74
        case .timedOut, .busy, .changedMeanwhile: 75
        case .notAllowed: 77
        case .badConfiguration: 78
        }
    }

    /// The HTTP status of the API.
    public var httpStatus: Int {
        switch self {
        case .invalidArgument, .ambiguousDevice, .unsupportedProduct, .addressChanges: 400
        case .badData, .tooManySchedules: 422
        case .unknownDevice, .unknownSchedule, .unknownHolidays, .unknownNotice: 404
        case .holidaysInUse, .alreadyExists, .confusableName, .nothingActive, .busy: 409
        case .deviceUnreachable, .daemonUnreachable: 503
        case .internalError, .inputOutput, .badConfiguration, .damagedState: 500
        case .timedOut: 504
        case .changedMeanwhile: 412
        case .notAllowed: 403
        }
    }
}

/// An error as JSON, in replies and on standard error.
public struct ControlErrorDocument: Hashable, Codable, Sendable {
    /// What the document holds.
    public struct Body: Hashable, Codable, Sendable {
        /// The stable code.
        public var code: String
        /// What went wrong.
        public var message: String
        /// What to do next.
        public var advice: String
        /// What cannot be read; only in errors about that.
        public var damaged: [DamagedRowDocument]?
    }

    /// The error.
    public var error: Body

    /// Takes what a document holds.
    public init(body: Body) {
        error = body
    }

    /// Describes `error`.
    public init(_ error: ControlError) {
        self.error = Body(
            code: error.code.rawValue, message: error.message, advice: error.advice, damaged: error.damaged)
    }

    /// The error described; an unknown code becomes `internal_error`.
    public var controlError: ControlError {
        ControlError(
            ControlErrorCode(rawValue: error.code) ?? .internalError, error.message, advice: error.advice,
            damaged: error.damaged)
    }
}
