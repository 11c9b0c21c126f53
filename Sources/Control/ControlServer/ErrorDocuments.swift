// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Hummingbird
import HummingbirdCore
import Logging

/// Answers every error with its document.
struct ErrorDocuments: RouterMiddleware {
    /// Where unexpected errors go.
    let logger: Logger

    func handle(
        _ request: Request, context: ControlContext,
        next: (Request, ControlContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound {
            let operation = "\(request.method) \(request.uri.path)".prefix(200)
            return try Response(
                RefusedRequest(
                    status: 404, "There is no operation \(operation).",
                    advice: "Use a path and a method that the API describes."))
        } catch {
            return try Response(refusal(for: error))
        }
    }

    /// How to answer an error; an unexpected one is logged, and clients see only that there was one.
    func refusal(for error: any Error) -> RefusedRequest {
        switch error {
        case let refusal as RefusedRequest: return refusal
        case let error as ControlError: return RefusedRequest(error)
        default:
            logger.error("A request failed unexpectedly.", metadata: ["error": "\(error)"])
            return RefusedRequest(
                ControlError(
                    .internalError, "The daemon could not answer.", advice: "Look into its log and report the defect."))
        }
    }
}

extension Response {
    /// The document of a request that failed.
    init(_ refusal: RefusedRequest) throws {
        try self.init(
            status: HTTPResponse.Status(code: refusal.status), json: ControlErrorDocument(refusal.error))
    }
}

/// How a request that failed is answered.
struct RefusedRequest: Error, Hashable {
    /// The status of HTTP.
    let status: Int
    /// The error in the document.
    let error: ControlError

    /// Answers with an error and its status.
    init(_ error: ControlError) {
        status = error.code.httpStatus
        self.error = error
    }

    /// Answers with an error and another status than its own.
    init(status: Int, _ error: ControlError) {
        self.status = status
        self.error = error
    }

    /// Refuses a request with a status that no error code has.
    init(status: Int, _ message: String, advice: String) {
        self.status = status
        error = ControlError(.invalidArgument, message, advice: advice)
    }
}
