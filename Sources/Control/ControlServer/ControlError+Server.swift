// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Glibc

extension ControlError {
    /// Another process already listens at the path.
    init(socketInUse path: String) {
        self.init(
            .busy, "A daemon already runs on the socket \(path).",
            advice: "Stop it, or give another path with --socket.")
    }

    /// Why no socket can be created at a path.
    init(socketPath path: String, _ failure: SystemFailure) {
        switch failure.code {
        case ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG:
            self.init(
                .badConfiguration, "The directory of the socket \(path) does not exist.",
                advice: "Create it, or give another path with --socket.")
        case EACCES, EPERM:
            self.init(
                .notAllowed, "The socket \(path) may not be created by this user.",
                advice: "Start the daemon as the user who owns the directory, or give another path with --socket.")
        default:
            self.init(
                .inputOutput, "The socket \(path) cannot be created: \(failure.text).",
                advice: "Give another path with --socket.")
        }
    }

    /// What is wrong in a request's JSON.
    init(decoding error: DecodingError) {
        let message =
            switch error {
            case .keyNotFound(let key, let context): "The field “\((context.codingPath + [key]).path)” is missing."
            case .valueNotFound(_, let context): context.subject + " must not be null."
            case .typeMismatch(let type, let context): context.subject + " must be \(ControlError.kind(of: type))."
            // The decoder reports both alike, and without the place.
            case .dataCorrupted: "The request is not valid JSON, or a number in it is not whole or too large."
            @unknown default: "The request does not have the form it should."
            }
        self.init(
            .invalidArgument, message, advice: "Send a JSON object with the fields that the API describes.")
    }

    private static func kind(of type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a text"
        case is Bool.Type: "true or false"
        case is any BinaryInteger.Type: "a whole number"
        case is any Collection.Type: "a list or an object"
        default: "of another kind"
        }
    }
}

extension DecodingError.Context {
    fileprivate var subject: String { codingPath.isEmpty ? "The request" : "The field “\(codingPath.path)”" }
}

extension [any CodingKey] {
    /// The path to a field, as in `steps[2].name`.
    fileprivate var path: String {
        reduce(into: "") { path, key in
            if let index = key.intValue {
                path += "[\(index)]"
            } else {
                path += (path.isEmpty ? "" : ".") + key.stringValue
            }
        }
    }
}
